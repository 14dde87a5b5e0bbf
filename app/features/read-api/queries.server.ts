import { sql } from 'kysely'
import { isNotOver } from '#app/features/catalogue/match-length.server.ts'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { codeOf } from '../matches/fixture-codes.ts'
import { delayOf, isStopped, scoreOf, statusOf } from '../matches/match-state.ts'
import type { MatchStatus } from '../matches/schema.ts'
import { hasTypedBest, headlineFor } from '../odds/audience-headline.server.ts'
import { readWithHeadlines } from '../odds/best-prices.server.ts'
import { storedHeadline } from '../odds/headline.ts'
import { type MatchCursor, type Page, writeMatchCursor } from './pages.ts'

type Reading = Pick<Services, 'database' | 'log' | 'memo'>

/** Columns by their names in the API. */
export interface ApiMatch {
  id: string
  league_id: string
  home: string
  away: string
  start_time: Date
  status: MatchStatus
  delay: ReturnType<typeof delayOf>
  home_score: number | null
  away_score: number | null
  /** The best price of each outcome for the reader's audience; null if no price counts. */
  best: { home: number; draw: number | null; away: number } | null
  bookmaker_count: number
  /** Whether an operator entered any of the best prices. */
  typed: boolean
}

export async function isVisibleLeague(
  { database }: Pick<Services, 'database'>,
  leagueId: string,
): Promise<boolean> {
  return (await findLeaguePlace({ database }, leagueId)) !== undefined
}

/** The name of a visible league with its country's; null for anything else. @param id maybe malformed */
export async function findLeagueName(
  services: Pick<Services, 'database'>,
  id: string,
): Promise<string | null> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  noteRead(`league:${id}`)
  return (await findLeaguePlace(services, id))?.name ?? null
}

/** A league with the slugs of its place. */
export interface LeaguePlace {
  name: string
  slug: string
  country: string
  sport: string
}

/** A visible league by its id. */
export function findLeaguePlace(
  { database }: Pick<Services, 'database'>,
  id: string,
): Promise<LeaguePlace | undefined> {
  return database.kysely
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select(['l.slug', 'c.slug as country', 's.slug as sport'])
    .select(sql<string>`coalesce(nullif(l.display_name, ''), l.name)`.as('name'))
    .where('l.id', '=', id)
    .where((eb) => eb.and({ 'l.is_active': true, 'c.is_active': true, 's.is_active': true }))
    .executeTakeFirst()
}

/**
 * Matches of a visible league, ordered by kick-off. Null if there is no such league.
 * @param asked.from null: matches that are not over
 */
export async function listMatches(
  services: Reading,
  asked: { leagueId: string; from: Date | null; after: MatchCursor | null; limit: number },
): Promise<Page<ApiMatch> | null> {
  const { leagueId, from, after, limit } = asked
  if (!(await isVisibleLeague(services, leagueId))) return null
  const now = new Date()
  const rows = await selectMatches(services, now, (query) =>
    query
      .where('m.league_id', '=', leagueId)
      .where((eb) => (from ? eb('m.start_time', '>=', from) : isNotOver(now)))
      .$if(after !== null, (some) =>
        some.where(sql<boolean>`(m.start_time, m.id) > (${after?.start}, ${after?.id}::uuid)`),
      )
      .orderBy('m.start_time')
      .orderBy('m.id')
      .limit(limit + 1),
  )
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const next = rows.length > limit && last ? writeMatchCursor({ start: last.start_time, id: last.id }) : null
  return { data, next }
}

/** The matches of visible leagues among these, by their ids. */
export async function readMatches(services: Reading, ids: readonly string[]): Promise<Map<string, ApiMatch>> {
  if (ids.length === 0) return new Map()
  const rows = await selectMatches(services, new Date(), (query) =>
    query
      .innerJoin('leagues as l', 'l.id', 'm.league_id')
      .innerJoin('countries as c', 'c.id', 'l.country_id')
      .innerJoin('sports as s', 's.id', 'l.sport_id')
      .where((eb) => eb.and({ 'l.is_active': true, 'c.is_active': true, 's.is_active': true }))
      .where(sql<boolean>`m.id = any (${ids}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type MatchQuery = ReturnType<typeof matchQuery>

/** Some matches with the headline of the reader's audience at `now`. */
async function selectMatches(
  services: Reading,
  now: Date,
  narrow: (query: MatchQuery) => Pick<MatchQuery, 'execute'>,
): Promise<ApiMatch[]> {
  const selected = narrow(matchQuery(services, await readAudience(services)))
  const rows = await readWithHeadlines(services, now, () => selected.execute())
  return rows.map((row) => {
    const best = storedHeadline(row, now)
    const liveStatus = codeOf(row)
    const timing = { startTime: row.start_time, minutes: row.minutes }
    // The goals at which a fixture stopped are no result.
    const { homeScore, awayScore } = isStopped(
      { ...timing, liveStatus, status: row.status as MatchStatus },
      now,
    )
      ? { homeScore: null, awayScore: null }
      : scoreOf(row)
    const status = statusOf(row.status, liveStatus, timing, now)
    return {
      id: row.id,
      league_id: row.league_id,
      home: row.home_team,
      away: row.away_team,
      start_time: row.start_time,
      status,
      delay: delayOf(status, liveStatus),
      home_score: homeScore,
      away_score: awayScore,
      best,
      bookmaker_count: best && !row.odds_locked ? row.bookmaker_count : 0,
      typed: best !== null && (row.odds_locked || row.has_typed_best),
    }
  })
}

function matchQuery({ database }: Reading, audience: Audience) {
  const headline = headlineFor(audience)
  return database.kysely
    .selectFrom('matches as m')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .leftJoin('event_prices as p', 'p.event', 'm.id')
    .$if(audience.priceSet !== 0, (query) =>
      query.leftJoin('set_headlines as h', (join) =>
        join.onRef('h.event', '=', 'm.id').on('h.price_set', '=', audience.priceSet),
      ),
    )
    .select([
      'm.id',
      'm.league_id',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.status',
      'm.home_score',
      'm.away_score',
      'f.status_short',
      sql<number>`(select z.duration_minutes from sports z where z.id = m.sport_id)`.as('minutes'),
      'f.goals_home',
      'f.goals_away',
      headline.home.as('home_odds'),
      headline.draw.as('draw_odds'),
      headline.away.as('away_odds'),
      headline.isTyped.as('odds_locked'),
      hasTypedBest(headline).as('has_typed_best'),
      headline.bookmakerCount.as('bookmaker_count'),
      'p.valid_until',
    ])
}
