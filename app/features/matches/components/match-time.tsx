import { Instant } from '#app/ui/time.tsx'
import type { MatchState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'
import { LiveBadge, TodayBadge } from './status-badge.tsx'

/** When a match starts, in the visitor's zone, with the LIVE or Today badge; the same size in every state. */
export function MatchTime({ match, state }: { match: MatchSummary; state: MatchState }) {
  return (
    <span className="flex min-h-10 flex-col justify-center gap-0.5">
      <span className="font-semibold text-heading">
        <Instant at={match.startTime} style="time" />
      </span>
      {state === 'live' && <LiveBadge elapsed={match.elapsed} />}
      {state === 'today' && <TodayBadge />}
      {state !== 'live' && state !== 'today' && (
        <span className="text-xs whitespace-nowrap text-muted @max-2xl:text-[0.6875rem]">
          <Instant at={match.startTime} style="shortDate" />
        </span>
      )}
    </span>
  )
}
