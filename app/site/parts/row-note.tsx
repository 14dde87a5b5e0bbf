import { headlineAge, headlineSureReturn } from '#app/features/odds/headline.ts'
import type { Headline } from '#app/features/odds/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { formatRelative } from '#app/platform/time.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Icon } from '#app/ui/marks.tsx'

/** Notes on a row's prices: typed by an operator, a sure bet, or old. */
export function RowNote({ headline }: { headline: Headline }) {
  const { t, i18n } = useTranslation('matches')
  const now = useNow()
  if (headline.typed) return <small className="note">{t('typed-prices')}</small>
  const sure = headlineSureReturn(headline)
  const confirmedAt = headlineAge(headline, now)
  const age = confirmedAt && formatRelative(confirmedAt, now, i18n.language)
  return (
    <>
      {sure !== null && (
        <small className="note sure">
          <Icon name="sure" className="icon small" />
          {t('sure-bet')}: <bdi>{formatPercent(sure, i18n.language, 2)}</bdi>
        </small>
      )}
      {age && <small className="note old">{t('price-age', { age })}</small>}
    </>
  )
}
