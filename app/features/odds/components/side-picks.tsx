import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatEuro } from '../euro.ts'
import { formatOdds } from '../formats.ts'
import { EXAMPLE_STAKE, highestWin, type OutcomePrices, type SidePick, safestBet } from '../rules.ts'

/** The longer and the shorter priced side, with what the example stake returns on each. */
export function SidePicks({
  prices,
  teams,
}: {
  prices: OutcomePrices
  teams: { home: string; away: string }
}) {
  const { t } = useTranslation('matches')
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Pick title={t('highest-win')} pick={highestWin(prices)} teams={teams} />
      <Pick title={t('safest-bet')} pick={safestBet(prices)} teams={teams} />
    </div>
  )
}

function Pick(props: { title: string; pick: SidePick; teams: { home: string; away: string } }) {
  const { t } = useTranslation('matches')
  const { title, pick, teams } = props
  return (
    <div className="rounded-lg border border-card-line bg-card p-4 text-sm">
      <h3 className="text-xs text-muted">{title}</h3>
      <p className="mt-1 flex justify-between gap-4 font-semibold text-heading">
        <span className="min-w-0 truncate">{teams[pick.side]}</span>
        <bdi className="text-accent tabular-nums">{formatOdds(pick.price)}</bdi>
      </p>
      <p className="mt-1 text-xs text-body">
        {t('hint.stake', { stake: formatEuro(EXAMPLE_STAKE), amount: formatEuro(pick.winnings) })}
      </p>
    </div>
  )
}
