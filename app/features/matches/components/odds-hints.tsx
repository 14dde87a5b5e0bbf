import { BadgeCheck } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatEuro, formatPercent, formatStake } from '#app/platform/numbers.ts'
import { matchPath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant, Relative } from '#app/ui/time.tsx'
import { formatOdds } from '../../odds/formats.ts'
import { EXAMPLE_STAKE } from '../../odds/rules.ts'
import type { CountryHint } from '../hints.server.ts'

/** The lowest-odds outcome of each match and what the example stake returns on it; real sure bets are marked. */
export function OddsHints({ hints }: { hints: CountryHint[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {hints.map((hint) => (
        <li key={hint.match.id}>
          <Hint hint={hint} />
        </li>
      ))}
    </ul>
  )
}

function Hint({ hint: { match, outcome, price, winnings, sureBet } }: { hint: CountryHint }) {
  const { t, i18n } = useTranslation('matches')
  const backed = { home: match.home, draw: t('outcome.draw'), away: match.away }[outcome]
  return (
    <Link
      to={matchPath(i18n.language, match)}
      className="match-card flex flex-col gap-1 rounded-lg border border-card-line p-3 text-sm hover:bg-card-hover"
    >
      {sureBet && (
        <span className="flex flex-wrap items-center gap-x-2 text-xs font-semibold text-accent">
          <BadgeCheck aria-hidden="true" className="size-4" />
          {t('sure-bet')}:{' '}
          {t('sure-bet.return', { percent: formatPercent(sureBet.returnOnOutlay, i18n.language, 2) })}
          <span className="font-normal text-muted">
            <Relative at={sureBet.oldestPriceAt} />
          </span>
        </span>
      )}
      <span className="flex justify-between gap-3 text-xs text-muted">
        <Name>{`${match.home} – ${match.away}`}</Name>
        <span className="shrink-0">
          <Instant at={match.startTime} style="dateTime" />
        </span>
      </span>
      <span className="flex justify-between gap-3 font-semibold text-heading">
        <Name>{backed}</Name>
        <bdi className="tabular-nums">{formatOdds(price, i18n.language)}</bdi>
      </span>
      <span className="text-xs text-body">
        {t('hint.stake', {
          stake: formatStake(EXAMPLE_STAKE, i18n.language),
          amount: formatEuro(winnings, i18n.language),
        })}
      </span>
    </Link>
  )
}
