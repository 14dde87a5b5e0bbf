import { sql, type Transaction } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import {
  CandidatePool,
  DOUBT_MS,
  type NameDecisions,
  type Pairing,
  pairEvents,
} from '#app/features/contests/pairing.ts'
import { type ContestRules, contestRules, inLeague, pairKey } from '#app/features/names/contestants.ts'
import { splitLeagueSide } from '#app/features/names/sides.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Place } from '../places/places.server.ts'
import type { PlacedEvent, StoredMatch } from './batch.ts'

export function rulesOf({ sport, league }: Pick<Place, 'sport' | 'league'>): ContestRules {
  return contestRules(sportKey(sport), splitLeagueSide(league))
}

/** What pairing needs besides events. */
export interface Pairs {
  source: string
  decisions: NameDecisions
  /** The names that the feed uses in each league. */
  named: ReadonlyMap<string, readonly string[]>
}

/**
 * The stored match of each of these events, by names and kick-off within its league; by their indices.
 * @param isOfOthers only among matches that the feed has not linked
 */
export async function pairWithStored(
  trx: Transaction<DB>,
  events: readonly (PlacedEvent & { index: number })[],
  { source, decisions, named, isOfOthers = false }: Pairs & { isOfOthers?: boolean },
): Promise<Map<number, Pairing<StoredMatch>>> {
  if (events.length === 0) return new Map()
  const stored = await readCandidates(trx, events, source)
  const candidates = isOfOthers ? stored.filter(({ own }) => !own) : stored
  // A feed's own matches are found by its own spelling.
  const proven = candidates.every(({ own }) => own) ? [] : await readProvenNames(trx, events, source)
  const pool = new CandidatePool(candidates)
  const unlinked = events.map(({ event: { home, away, start }, place }) => ({
    home,
    away,
    start,
    sport: sportKey(place.sport),
    league: place.leagueId,
    side: splitLeagueSide(place.league),
  }))
  const near = events.map(({ place }, n) => (unlinked[n] ? pool.near(unlinked[n], place.leagueId) : []))
  const known = new Map([...proven, ...decisions])
  const pairs = pairEvents(unlinked, (n) => near[n] ?? [], { decisions: known, named })
  return new Map([...pairs].map(([n, pairing]) => [events[n]?.index ?? -1, pairing]))
}

/** The names that the feed uses in each league. */
export function namesByLeague(events: readonly PlacedEvent[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { event, place } of events) {
    const known = names.get(place.leagueId)
    if (known) known.push(event.home, event.away)
    else names.set(place.leagueId, [event.home, event.away])
  }
  return names
}

/** Links are evidence of names for this long: a team can be named anew. */
const PROVEN_DAYS = 60

/** Pairs of different names that links of the feed have joined in these leagues, as `NameDecisions`. */
async function readProvenNames(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  source: string,
): Promise<Map<string, boolean>> {
  const places = new Map(events.map(({ place }) => [place.leagueId, place]))
  const { rows } = await sql<{ league: string; told: string; stored: string }>`
    select distinct m.league_id as league, n.told, n.stored
    from matches m join match_sources s on s.match_id = m.id and s.source = ${source}
      cross join lateral (values
        (s.home_team, case when s.turned then m.away_team else m.home_team end),
        (s.away_team, case when s.turned then m.home_team else m.away_team end)) as n (told, stored)
    where m.league_id = any (${[...places.keys()]}::uuid[]) and m.start_time > now() - make_interval(days => ${PROVEN_DAYS})
      and lower(n.told) <> lower(n.stored)`.execute(trx)
  return new Map(
    rows.flatMap(({ league, told, stored }) => {
      const place = places.get(league)
      return place ? [[pairKey(...inLeague(told, stored, rulesOf(place))), true] as const] : []
    }),
  )
}

/** The days of each league as one time window; adjacent windows are merged. */
function windowsOf(events: readonly PlacedEvent[]): { league: string; from: Date; to: Date }[] {
  const windows: { league: string; from: Date; to: Date }[] = []
  const ordered = events
    .map(({ event, place }) => ({ league: place.leagueId, start: event.start.getTime() }))
    .sort((a, b) => (a.league < b.league ? -1 : a.league > b.league ? 1 : a.start - b.start))
  for (const { league, start } of ordered) {
    const last = windows.at(-1)
    const from = start - DOUBT_MS
    if (last?.league === league && from <= last.to.getTime()) last.to = new Date(start + DOUBT_MS)
    else windows.push({ league, from: new Date(from), to: new Date(start + DOUBT_MS) })
  }
  return windows
}

/** The matches of the events' leagues, within the range by which a kick-off can move. */
async function readCandidates(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  source: string,
): Promise<(StoredMatch & { leagueId: string })[]> {
  const { rows } = await sql<{
    id: string
    league_id: string
    home_team: string
    away_team: string
    start_time: Date
    external_id: string | null
    own: boolean
  }>`
    select m.id, m.league_id, m.home_team, m.away_team, m.start_time, m.external_id, exists (
      select 1 from match_sources s where s.match_id = m.id and s.source = ${source}
    ) as own
    from json_to_recordset(${JSON.stringify(windowsOf(events))}::json)
      as r (league uuid, "from" timestamptz, "to" timestamptz)
    join matches m on m.league_id = r.league and m.start_time between r."from" and r."to"`.execute(trx)
  return rows.map((row) => ({
    id: row.id,
    leagueId: row.league_id,
    home: row.home_team,
    away: row.away_team,
    start: row.start_time,
    externalId: row.external_id,
    own: row.own,
  }))
}
