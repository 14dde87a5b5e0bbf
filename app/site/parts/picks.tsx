import type { FilledContent, FilledText } from '#app/features/match-content/rules.ts'
import { OddsText, useOdds } from '#app/features/odds/components/odds.tsx'
import { asQuoted } from '#app/features/odds/headline.ts'
import {
  highestWin,
  type OutcomePrices,
  roundedProbability,
  type SidePick,
  safestBet,
} from '#app/features/odds/rules.ts'
import type { Headline } from '#app/features/odds/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatPercent } from '#app/platform/numbers.ts'

interface PicksProps {
  prices: OutcomePrices
  /** The source of the prices. */
  headline: Headline
  teams: { home: string; away: string }
  content: FilledContent
}

/** The side with the longer and the side with the shorter price, with the return of the example stake on each. */
export function Picks({ prices, headline, teams, content }: PicksProps) {
  return (
    <div className="picks">
      <Pick content={content.highestWin} pick={highestWin(prices)} headline={headline} teams={teams} />
      <Pick
        content={content.safestBet}
        pick={safestBet(prices)}
        headline={headline}
        teams={teams}
        withChance
      />
    </div>
  )
}

function Pick(props: {
  content: FilledText | null
  pick: SidePick
  headline: Headline
  teams: PicksProps['teams']
  /** With the implied probability, because the label 'safe' needs a figure. */
  withChance?: boolean
}) {
  const { content, pick, headline, teams, withChance = false } = props
  const { t, i18n } = useTranslation('matches')
  const odds = useOdds()
  return (
    <div className="box">
      <h3>
        <OddsText>{content?.title ?? ''}</OddsText>
      </h3>
      <p className="backed">
        <b>
          <bdi>{teams[pick.side]}</bdi>
        </b>
        <b>
          <bdi {...odds(asQuoted(headline, pick.side, pick.price))} />
        </b>
      </p>
      <p>
        <OddsText>{content?.text ?? ''}</OddsText>
      </p>
      {withChance && (
        <p className="hint">
          {withColon(t('chance'), i18n.language)}{' '}
          <bdi>{formatPercent(roundedProbability(pick.price), i18n.language)}</bdi>
        </p>
      )}
    </div>
  )
}
