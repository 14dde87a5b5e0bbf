import type { ReactNode } from 'react'
import type { AffiliateButton, ClickPage } from '#app/features/affiliates/schema.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type ListedMarkets, MatchRow } from './match-row.tsx'

interface MatchGroupProps {
  matches: MatchSummary[]
  buttons: AffiliateButton[]
  place: ClickPage
  /** The main lines of the matches, by their ids, if the list shows them in place of the result. */
  listed?: ListedMarkets | null
  /** The matches of all groups whose columns are the same. */
  sharing?: MatchSummary[]
  /** The common heading of the rows. */
  children: ReactNode
}

/** Rows with a common heading. There is a column for the draw only if a match of the group, or of those that share its columns, has a draw. */
export function MatchGroup(props: MatchGroupProps) {
  const { matches, buttons, place, listed = null, sharing = matches, children } = props
  const { t } = useTranslation(['matches', 'common'])
  const withDraw = listed === null && sharing.some(({ headline }) => headline.withDraw)
  const [first, second] =
    listed?.type === 'total'
      ? [t('side.over', { ns: 'matches' }), t('side.under', { ns: 'matches' })]
      : ['1', '2']
  return (
    <section className={withDraw ? 'group match-card' : 'group two-way match-card'}>
      <header>
        {children}
        <span>{first}</span>
        {withDraw && <span>X</span>}
        <span>{second}</span>
        <span className="paid">{t('payout', { ns: 'matches' })}</span>
        <span className="books">{listed === null && t('books', { ns: 'matches' })}</span>
        <span className="ways">{buttons.length > 0 && t('advertising', { ns: 'common' })}</span>
      </header>
      <ul>
        {matches.map((match) => (
          <MatchRow key={match.id} {...{ match, buttons, withDraw, place, listed }} />
        ))}
      </ul>
    </section>
  )
}
