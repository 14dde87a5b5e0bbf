import type { MatchSummary } from '#app/features/matches/schema.ts'
import {
  hasTypedPrice,
  headlineAge,
  headlineCanPush,
  headlineSureReturn,
} from '#app/features/odds/headline.ts'
import type { Outcome } from '#app/features/odds/rules.ts'
import type { BestPrice, Headline } from '#app/features/odds/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { formatRelative } from '#app/platform/time.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Icon } from '#app/ui/marks.tsx'

/** The price of an outcome in lists: the best one, else the one from before kick-off, which a match in play has. */
export function rowPrice(
  { closing }: Pick<MatchSummary, 'closing'>,
  headline: Headline,
  outcome: Outcome,
): BestPrice | null {
  const price = closing?.[outcome] ?? null
  return headline[outcome] ?? (price === null ? null : { price, bookmaker: null, bookmakerId: null })
}

/** How long ago the oldest price of a headline was confirmed, as a text; null if it is recent. */
export function usePriceAge(headline: Headline): string | null {
  const { i18n } = useTranslation()
  const now = useNow()
  const confirmedAt = headlineAge(headline, now)
  return confirmedAt && formatRelative(confirmedAt, now, i18n.language)
}

interface RowNoteProps {
  headline: Headline
  sport: MatchSummary['sport']
  closing?: MatchSummary['closing']
}

/** Notes on a row's prices: typed by an operator, a sure bet, old, or from before kick-off. */
export function RowNote(props: RowNoteProps) {
  return <RowNotes {...props} age={usePriceAge(props.headline)} />
}

/** The same for a row without a clock; `age` is that of `usePriceAge`. */
export function RowNotes({ headline, sport, closing = null, age }: RowNoteProps & { age: string | null }) {
  const { t } = useTranslation('matches')
  if (closing && !headline.home && !headline.away) return <small className="note">{t('closing')}</small>
  if (headline.typed) return <small className="note">{t('typed-prices')}</small>
  const sure = headlineSureReturn(headline)
  return (
    <>
      {hasTypedPrice(headline) && <small className="note">{t('typed-some')}</small>}
      {sure !== null && (
        <small className="note sure">
          <Icon name="sure" className="icon small" />
          <SureReturn share={sure} mayPush={headlineCanPush(headline, sport.slug)} />
        </small>
      )}
      {age && <small className="note old">{t('price-age', { age })}</small>}
    </>
  )
}

/** The return of a sure bet, in a line. */
export function SureReturn({ share, mayPush }: { share: number; mayPush: boolean }) {
  const { t, i18n } = useTranslation('matches')
  const percent = formatPercent(share, i18n.language, 2)
  return (
    <>
      {withColon(t('sure-bet'), i18n.language)}{' '}
      <bdi>{mayPush ? t('sure-bet.return-push', { percent }) : percent}</bdi>
    </>
  )
}
