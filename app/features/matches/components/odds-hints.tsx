import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatEuro, formatStake } from '#app/platform/numbers.ts'
import { matchPath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant, Relative } from '#app/ui/time.tsx'
import { formatOdds } from '../../odds/formats.ts'
import { EXAMPLE_STAKE } from '../../odds/rules.ts'
import type { CountryHint } from '../hints.server.ts'
import { SureMark } from './headline-note.tsx'
import { type ShownHeadline, useHeadlines } from './use-headlines.ts'

/** The lowest-odds outcome of each match and what the example stake returns on it; real sure bets are marked. */
export function OddsHints({ hints }: { hints: CountryHint[] }) {
  const headlineOf = useHeadlines()
  return (
    <ul className="flex flex-col gap-3">
      {hints.map((hint) => {
        const headline = headlineOf(hint.match)
        return (
          headline.home && (
            <li key={hint.match.id}>
              <Hint hint={hint} headline={headline} />
            </li>
          )
        )
      })}
    </ul>
  )
}

function Hint({ hint, headline }: { hint: CountryHint; headline: ShownHeadline }) {
  const { match, outcome, price, winnings } = hint
  const { t, i18n } = useTranslation('matches')
  const backed = { home: match.home, draw: t('outcome.draw'), away: match.away }[outcome]
  return (
    <Link
      to={matchPath(i18n.language, match)}
      className="match-card flex flex-col gap-1 rounded-lg border border-card-line p-3 text-sm hover:bg-card-hover"
    >
      {headline.sureReturn !== null && (
        <span className="flex flex-wrap items-center gap-x-2 text-xs">
          <SureMark sureReturn={headline.sureReturn} />
          {headline.confirmedAt && (
            <span className="text-muted">
              <Relative at={headline.confirmedAt} />
            </span>
          )}
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
        <bdi className="tabular-nums">{formatOdds(price, i18n.priceLanguage)}</bdi>
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
