import { SportIcon } from '#app/features/catalogue/components/sport-icon.tsx'
import type { SportSummary } from '#app/features/catalogue/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath, sportPath } from '#app/platform/paths.ts'
import { SearchField } from './parts/search-field.tsx'

/** The page for a missing page: the text of the error catalogue, and links. */
export function ProblemPage({ text, sports }: { text: string; sports: SportSummary[] | null }) {
  const { t, i18n } = useTranslation('errors')
  return (
    <div className="problem">
      <div role="alert">
        <h1>{text}</h1>
      </div>
      <a className="button" href={homePath(i18n.language)}>
        {t('back-home')}
      </a>
      <SearchField />
      {sports && sports.length > 0 && (
        <ul className="chips-wrap">
          {sports.map((sport) => (
            <li key={sport.id}>
              <a className="chip" href={sportPath(i18n.language, sport.slug)}>
                <SportIcon sport={sport} className="icon" />
                {sport.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The page for a failure. The form requests the same address again, with its query. */
export function FailedPage({ url, message }: { url: URL; message: string }) {
  const { t } = useTranslation('errors')
  return (
    <div className="problem">
      <div role="alert">
        <h1>{message ? t('load-failed-because', { message }) : t('load-failed')}</h1>
      </div>
      <p className="hint on-phone">{t('refresh-hint')}</p>
      <form action={url.pathname}>
        {[...url.searchParams].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button">
          {t('refresh')}
        </button>
      </form>
    </div>
  )
}
