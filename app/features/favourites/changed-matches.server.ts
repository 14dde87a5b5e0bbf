import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import type { TeamName } from '../matches/leagues-apart.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { SHOWN_AFTER_HOURS } from './marks.server.ts'

const MOST = 20
/** How long a change is shown. */
const SHOWN_DAYS = 14
/** Feeds differ by a minute or two. */
const MOVED_SECONDS = 300

/** A match of the favourites that was cancelled, or whose start was moved. */
export interface ChangedMatch {
  match: MatchSummary
  /** The start before the first of its moves; null of one that was cancelled. */
  startBefore: string | null
}

/** The matches of a visitor's favourite leagues and matches, and of his favourite teams, that were cancelled or moved lately, soonest first. */
export async function listChangedMatches(
  services: Services,
  userId: string,
  teams: readonly { names: readonly TeamName[]; apart: readonly string[] }[],
): Promise<ChangedMatch[]> {
  const names = teams.flatMap((team) =>
    team.names.map(({ countryId, name }) => ({ country_id: countryId, name, apart: team.apart })),
  )
  const { rows } = await sql<{ id: string; start_before: Date | null }>`
    with subjects as (
      select f.match_id as id from favorite_matches f where f.user_id = ${userId}
      union select m.id from favorite_leagues f join matches m on m.league_id = f.league_id where f.user_id = ${userId}
        and m.start_time > now() - make_interval(hours => ${SHOWN_AFTER_HOURS})
      union select m.id from json_to_recordset(${JSON.stringify(names)}::json) as t (country_id uuid, name text, apart uuid[])
        join matches m on m.country_id = t.country_id and t.name in (m.home_team, m.away_team)
          and m.league_id <> all (t.apart) and m.start_time > now() - make_interval(hours => ${SHOWN_AFTER_HOURS})
    )
    select m.id, case when m.status <> 'cancelled' then v.start_before end as start_before
    from subjects s join matches m on m.id = s.id
    left join lateral (
      select v.start_before from match_moves v
      where v.match_id = m.id and v.moved_at > now() - make_interval(days => ${SHOWN_DAYS}) order by v.id limit 1
    ) v on true
    where m.start_time > now() - make_interval(hours => ${SHOWN_AFTER_HOURS}) and (
      m.status = 'cancelled' and m.cancelled_at > now() - make_interval(days => ${SHOWN_DAYS})
      or m.status = 'scheduled' and m.start_time > now()
        and abs(extract(epoch from m.start_time - v.start_before)) >= ${MOVED_SECONDS})
    order by m.start_time, m.id limit ${MOST}`.execute(services.database.kysely)
  const matches = await listMatchesOfIds(
    services,
    rows.map(({ id }) => id),
  )
  const byId = new Map(matches.map((match) => [match.id, match]))
  return rows.flatMap(({ id, start_before }) => {
    const match = byId.get(id)
    return match ? [{ match, startBefore: start_before?.toISOString() ?? null }] : []
  })
}
