import type { ReactNode } from 'react'
import type { AffiliateButton, ClickPage } from '#app/features/affiliates/schema.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { MatchRow } from './match-row.tsx'

interface MatchGroupProps {
  matches: MatchSummary[]
  buttons: AffiliateButton[]
  place: ClickPage
  /** What the rows share: a heading. */
  children: ReactNode
}

/** Rows under what they share. There is a column for the draw only where a match of the group has one. */
export function MatchGroup({ matches, buttons, place, children }: MatchGroupProps) {
  const { t } = useTranslation(['matches', 'common'])
  const withDraw = matches.some(({ headline }) => headline.withDraw)
  return (
    <section className={withDraw ? 'group match-card' : 'group two-way match-card'}>
      <header>
        {children}
        <span>1</span>
        {withDraw && <span>X</span>}
        <span>2</span>
        <span className="paid">{t('payout', { ns: 'matches' })}</span>
        <span className="ways">{buttons.length > 0 && t('advertising', { ns: 'common' })}</span>
      </header>
      <ul>
        {matches.map((match) => (
          <MatchRow key={match.id} match={match} buttons={buttons} withDraw={withDraw} place={place} />
        ))}
      </ul>
    </section>
  )
}
