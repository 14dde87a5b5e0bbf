import { sql } from 'kysely'
import { isNotOver } from '#app/features/catalogue/match-length.server.ts'
import type { Services } from '#app/platform/services.ts'
import { codesOf } from '../matches/fixture-codes.ts'
import { isStopped, statusOf } from '../matches/match-state.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import { withResults } from '../matches/results.server.ts'
import { type MatchCursor, writeMatchCursor } from './pages.ts'
import { isVisibleLeague } from './queries.server.ts'

/**
 * Matches of a visible league that are over, the latest kick-off first, without those that were put off or broken off
 * and that no other source has finished. Null if there is no such league.
 */
export async function listResults(
  services: Services,
  asked: { leagueId: string; from: Date | null; to: Date | null; after: MatchCursor | null; limit: number },
) {
  const { leagueId, from, to, after, limit } = asked
  if (!(await isVisibleLeague(services, leagueId))) return null
  const now = new Date()
  const rows = await services.database.kysely
    .selectFrom('matches as m')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .select(['m.id', 'm.start_time'])
    .where('m.league_id', '=', leagueId)
    .where('m.status', '<>', 'cancelled')
    .where((eb) => eb.or([eb('m.status', '=', 'finished'), eb.not(isNotOver(now))]))
    .where((eb) =>
      eb.or([
        eb('m.status', '=', 'finished'),
        sql<boolean>`coalesce(f.status_short, '') <> all (${codesOf('off')}::text[])`,
      ]),
    )
    .$if(from !== null, (query) => query.where('m.start_time', '>=', from))
    .$if(to !== null, (query) => query.where('m.start_time', '<', to))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(m.start_time, m.id) < (${after?.start}, ${after?.id}::uuid)`),
    )
    .orderBy('m.start_time', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const matches = await withResults(
    services,
    await listMatchesOfIds(
      services,
      shown.map(({ id }) => id),
    ),
  )
  const byId = new Map(matches.map((match) => [match.id, match]))
  const last = shown.at(-1)
  return {
    data: shown.flatMap(({ id }) => {
      const match = byId.get(id)
      if (!match) return []
      const { home, away, startTime, status, liveStatus, homeScore, awayScore, result } = match
      const isKnown = homeScore !== null && awayScore !== null && !isStopped(match, now)
      const score = isKnown ? { home: homeScore, away: awayScore } : result
      return [
        {
          ...{ id, home, away, status: statusOf(status, liveStatus, match, now) },
          league_id: match.league.id,
          start_time: startTime,
          home_score: score?.home ?? null,
          away_score: score?.away ?? null,
        },
      ]
    }),
    next: rows.length > limit && last ? writeMatchCursor({ start: last.start_time, id: last.id }) : null,
  }
}
