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
import { formatPercent } from '#app/platform/numbers.ts'

interface PicksProps {
  prices: OutcomePrices
  /** Where the prices come from. */
  headline: Headline
  teams: { home: string; away: string }
  content: FilledContent
}

/** The longer and the shorter priced side, with what the example stake returns on each. */
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
  /** With the chance that the price stands for: what is called safe says how safe. */
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
          {t('chance')}: <bdi>{formatPercent(roundedProbability(pick.price), i18n.language)}</bdi>
        </p>
      )}
    </div>
  )
}
