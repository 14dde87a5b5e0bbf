import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { matchPath } from '#app/platform/paths.ts'
import { Flag } from '#app/ui/flag.tsx'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { PriceCell } from '../../odds/components/price-cell.tsx'
import type { MatchState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'
import { CardNote } from './headline-note.tsx'
import { MatchTime } from './match-time.tsx'
import { Teams } from './teams.tsx'
import { type ShownHeadline, useHeadlines } from './use-headlines.ts'
import { useMatchStates } from './use-match-state.ts'

/** Matches as compact cards, for narrow columns and for lists of several competitions. */
export function MatchList({
  matches,
  withCompetition = false,
}: {
  matches: MatchSummary[]
  /** With the country and league of each match. */
  withCompetition?: boolean
}) {
  const stateOf = useMatchStates()
  const headlineOf = useHeadlines()
  return (
    <ul className={withCompetition ? 'grid gap-3 md:grid-cols-2' : 'flex flex-col gap-3'}>
      {matches.map((match) => (
        <li key={match.id}>
          <MatchCard
            match={match}
            headline={headlineOf(match)}
            state={stateOf(match)}
            withCompetition={withCompetition}
          />
        </li>
      ))}
    </ul>
  )
}

export interface MatchCardProps {
  match: MatchSummary
  headline: ShownHeadline
  state: MatchState
  withCompetition?: boolean
}

export function MatchCard({ match, headline, state, withCompetition = false }: MatchCardProps) {
  const { i18n } = useTranslation()
  const page = matchPath(i18n.language, match)
  return (
    <div className="match-card rounded-lg border border-card-line p-3 text-sm">
      {withCompetition && (
        <p className="mb-2 flex min-w-0 items-center gap-2 text-xs text-muted">
          <Flag code={match.country.code} />
          <Name>{`${match.country.name} · ${match.league.name}`}</Name>
        </p>
      )}
      <div className="flex items-center gap-4">
        <MatchTime match={match} state={state} />
        <Link to={page} className="min-w-0 grow text-heading hover:text-link-hover">
          <Teams
            home={{ name: match.home, badge: match.homeBadge, score: match.homeScore }}
            away={{ name: match.away, badge: match.awayBadge, score: match.awayScore }}
          />
        </Link>
      </div>
      <div className="mt-3 flex gap-2">
        <PriceCell signed outcome="home" price={headline.home} target={{ to: page }} />
        {headline.withDraw && <PriceCell signed outcome="draw" price={headline.draw} target={{ to: page }} />}
        <PriceCell signed outcome="away" price={headline.away} target={{ to: page }} />
      </div>
      <p className="mt-1 text-end text-xs empty:hidden">
        <CardNote headline={headline} />
      </p>
    </div>
  )
}
