import type { FilledContent, FilledText } from '#app/features/match-content/rules.ts'
import { formatOdds } from '#app/features/odds/formats.ts'
import {
  highestWin,
  type OutcomePrices,
  roundedProbability,
  type SidePick,
  safestBet,
} from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'

interface PicksProps {
  prices: OutcomePrices
  teams: { home: string; away: string }
  content: FilledContent
}

/** The longer and the shorter priced side, with what the example stake returns on each. */
export function Picks({ prices, teams, content }: PicksProps) {
  return (
    <div className="picks">
      <Pick content={content.highestWin} pick={highestWin(prices)} teams={teams} />
      <Pick content={content.safestBet} pick={safestBet(prices)} teams={teams} withChance />
    </div>
  )
}

function Pick(props: {
  content: FilledText | null
  pick: SidePick
  teams: PicksProps['teams']
  /** With the chance that the price stands for: what is called safe says how safe. */
  withChance?: boolean
}) {
  const { content, pick, teams, withChance = false } = props
  const { t, i18n } = useTranslation('matches')
  return (
    <div className="box">
      <h3>{content?.title}</h3>
      <p className="backed">
        <b>
          <bdi>{teams[pick.side]}</bdi>
        </b>
        <b>
          <bdi>{formatOdds(pick.price, i18n.priceLanguage)}</bdi>
        </b>
      </p>
      <p>{content?.text}</p>
      {withChance && (
        <p className="hint">
          {t('chance')}: <bdi>{formatPercent(roundedProbability(pick.price), i18n.language)}</bdi>
        </p>
      )}
    </div>
  )
}
