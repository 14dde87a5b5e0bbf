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
import { Name } from '#app/ui/name.tsx'
import type { FilledContent, FilledText } from '../rules.ts'

/** The longer and the shorter priced side, with what the example stake returns on each. */
export function SidePicks({
  prices,
  teams,
  content,
}: {
  prices: OutcomePrices
  teams: { home: string; away: string }
  content: FilledContent
}) {
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
      <Pick content={content.highestWin} pick={highestWin(prices)} teams={teams} />
      <Pick content={content.safestBet} pick={safestBet(prices)} teams={teams} withChance />
    </div>
  )
}

interface PickProps {
  content: FilledText | null
  pick: SidePick
  teams: { home: string; away: string }
  /** With the chance that the price stands for: what is called safe says how safe. */
  withChance?: boolean
}

function Pick({ content, pick, teams, withChance = false }: PickProps) {
  const { t, i18n } = useTranslation('matches')
  return (
    <div className="rounded-lg border border-card-line bg-card p-4 text-sm">
      <h3 className="text-xs text-muted">{content?.title}</h3>
      <p className="mt-1 flex justify-between gap-4 font-semibold text-heading">
        <Name>{teams[pick.side]}</Name>
        <bdi className="text-accent tabular-nums">{formatOdds(pick.price, i18n.priceLanguage)}</bdi>
      </p>
      <p className="mt-1 text-xs text-body">{content?.text}</p>
      {withChance && (
        <p className="mt-1 text-xs text-muted">
          {t('chance')}: <bdi>{formatPercent(roundedProbability(pick.price), i18n.language)}</bdi>
        </p>
      )}
    </div>
  )
}
