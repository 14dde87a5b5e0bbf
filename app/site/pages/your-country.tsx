import { listCountries } from '#app/features/audiences/countries.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { COUNTRY_ACTION } from '#app/platform/paths.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { notFound } from '../base/problem.ts'

/** Where a visitor says in which country he is; only on a site with groups of countries. */
async function load({ services, lang }: PageRequest) {
  const [{ key }, labels] = await Promise.all([readAudience(services), getResources(services, lang)])
  if (key === '') throw notFound('page-not-found')
  return { title: labels.common?.['country.title'] ?? '', countries: listCountries(lang) }
}

function View({ data: { countries } }: { data: Awaited<ReturnType<typeof load>> }) {
  const { t, i18n } = useTranslation('common')
  return (
    <>
      <h1 className="title">{t('country.title')}</h1>
      <p className="hint">{t('country.hint')}</p>
      <form method="post" action={COUNTRY_ACTION} className="country-form">
        <input type="hidden" name="lang" value={i18n.language} />
        <label>
          <span>{t('country.label')}</span>
          <select name="country" required defaultValue="">
            <option value="" disabled>
              {t('country.choose')}
            </option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button">
          {t('country.save')}
        </button>
      </form>
    </>
  )
}

export const yourCountry = definePage({ load, headOf: ({ title }) => ({ title }), View })
