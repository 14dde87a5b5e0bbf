import { createContext, use, useContext } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ageGatePath, countryChoicePath } from '#app/platform/paths.ts'
import { NonceContext } from '#app/ui/nonce.ts'
import { MARK_AGE } from '../age-mark.ts'
import type { AudienceNotices } from '../queries.server.ts'

/** The notices of the current audience; null where the site has no groups of countries. */
export const NoticesContext = createContext<AudienceNotices | null>(null)

/** The operator's terms, below offers and links to bookmakers. */
export function OfferTerms() {
  const terms = useContext(NoticesContext)?.terms
  return terms ? (
    <p dir="auto" className="offer-terms">
      {terms}
    </p>
  ) : null
}

/** Asks a visitor whose country is not known to name it. */
export function CountryNotice() {
  const { t, i18n } = useTranslation('common')
  const notices = useContext(NoticesContext)
  if (!notices?.isUnknownCountry) return null
  return (
    <p className="country-notice">
      {t('country.unknown')} <a href={countryChoicePath(i18n.language)}>{t('country.choose')}</a>
    </p>
  )
}

/** At the foot of every page: the mark for adults, the help line, and the way to the choice of the country. */
export function AudienceFoot() {
  const { t, i18n } = useTranslation('common')
  const notices = useContext(NoticesContext)
  if (!notices) return null
  const { adultMark, help } = notices
  return (
    <div className="audience-foot">
      {adultMark && (
        <b role="img" aria-label={t('adults-only')}>
          18+
        </b>
      )}
      {help && (
        <p dir="auto">
          {help.url ? (
            <a href={help.url} rel="noopener">
              {help.text}
            </a>
          ) : (
            help.text
          )}
        </p>
      )}
      <a href={countryChoicePath(i18n.language)}>{t('country.title')}</a>
    </div>
  )
}

/**
 * Covers the page until the visitor confirms the age. Every visitor gets it, since pages are the same for an audience; its
 * script hides it by the visitor's cookie before it is seen, and without scripts a style sheet does.
 */
export function AgeGate({ path }: { path: string }) {
  const { t } = useTranslation('common')
  const notices = useContext(NoticesContext)
  if (!notices?.minimumAge) return null
  const { minimumAge: age, help } = notices
  const confirmed = `:root[data-age="${age}"]`
  return (
    <section role="dialog" aria-modal="true" aria-labelledby="age-gate" className="age-gate">
      <script nonce={use(NonceContext)}>{MARK_AGE}</script>
      {/* What is not seen has no place for the keyboard, and is not read out. */}
      <style>{`body{visibility:hidden}.age-gate{visibility:visible}${confirmed} body{visibility:visible}${confirmed} .age-gate{display:none}`}</style>
      <noscript>
        <link rel="stylesheet" href={ageGatePath(age)} />
      </noscript>
      <form method="post" action={ageGatePath(age)}>
        <h2 id="age-gate">{t('age.title', { age })}</h2>
        <p>{t('age.text', { age })}</p>
        <input type="hidden" name="to" value={path} />
        <button type="submit" className="button">
          {t('age.confirm', { age })}
        </button>
        {help && <p dir="auto">{help.url ? <a href={help.url}>{help.text}</a> : help.text}</p>}
      </form>
    </section>
  )
}
