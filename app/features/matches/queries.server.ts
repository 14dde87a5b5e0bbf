import { type Expression, type SqlBool, sql } from 'kysely'
import { endOfMatch, isNotOver } from '#app/features/catalogue/match-length.server.ts'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { type DayKey, dayOf, endOfDay, nextMidnight, startOfDay } from '#app/platform/time.ts'
import { type HeadlineExpressions, hasTypedBest, impliedSumOf } from '../odds/audience-headline.server.ts'
import { RECENT_LIMIT } from './groups.ts'
import { MOST_PAGES_OF_MATCHES } from './home-query.ts'
import { pickMatchOfPair } from './match-state.ts'
import type { MatchSummary } from './schema.ts'
import { listIds, listMatches, type MatchBuilder, readMatches } from './summaries.server.ts'

/** Of a page of a list. */
const LIVE_ROWS = 50
const DAY_ROWS = 100
const LIVE_OF_COUNTRY_LIMIT = 50
const FEATURED_LIMIT = 10
const FALLBACK_FEATURED = 10
const COUNTRY_FALLBACK = 5
const LEAGUE_LIMIT = 300

/**
 * Whether the headline has prices; for typed ones like `isQuoted` of the odds' rules. Matches without prices do not
 * take a place from others.
 */
const isQuotedRow = ({ home, draw, away, isTyped, bookmakerCount }: HeadlineExpressions) =>
  sql<SqlBool>`case when ${isTyped} then not (least(${home}, ${draw}, ${away}) = 1.01
  and 1 / ${home} + coalesce(1 / ${draw}, 0) + 1 / ${away} > 1.3) else ${bookmakerCount} > 0 end`

/** The matches of a sport and their times: a price of a match that a list does not show does not change the list. */
function noteReadCalendar(sportId: string): void {
  noteRead('calendar', `matches-of-sport:${sportId}`)
}

/**
 * A list that is kept: which matches it has, until one joins or leaves it, and each match, until that one changes. After a
 * change of price, one match is read again.
 */
async function remember(
  services: Services,
  key: string,
  listIds: () => Promise<string[]>,
): Promise<MatchSummary[]> {
  return readMatches(services, await services.memo.get(`ids-of:${key}`, listIds))
}

/** A page of a list, and the number of the last one; 0 for an empty list. */
export interface MatchPage {
  matches: MatchSummary[]
  last: number
}

/** A page of a list that is kept. @param rows of a page */
async function rememberPage(
  services: Services,
  key: string,
  { page = 1, rows }: { page: number | undefined; rows: number },
  listIds: (limit: number) => Promise<string[]>,
): Promise<MatchPage> {
  const ids = await services.memo.get(`ids-of:${key}`, () => listIds(MOST_PAGES_OF_MATCHES * rows))
  const matches = await readMatches(services, ids.slice((page - 1) * rows, page * rows))
  return { matches, last: Math.ceil(ids.length / rows) }
}

/** Scheduled matches that start after now, soonest first. */
export function listUpcoming(
  services: Services,
  { sportId, limit }: { sportId: string; limit: number },
): Promise<MatchSummary[]> {
  return remember(services, `upcoming:${sportId}:${limit}`, () => {
    noteReadCalendar(sportId)
    const now = new Date()
    return listIds(services, {
      now,
      where: (eb) =>
        eb.and([
          eb('m.sport_id', '=', sportId),
          eb('m.status', '=', 'scheduled'),
          eb('m.start_time', '>', now),
        ]),
      order: 'soonest',
      limit,
    })
  })
}

/** All matches of a sport that start on a day, also those that are over, soonest first; cancelled ones are left out. */
export function listOfDay(
  services: Services,
  { sportId, day, zone, page }: { sportId: string; day: DayKey; zone: string; page?: number },
): Promise<MatchPage> {
  return rememberPage(services, `of-day:${sportId}:${day}:${zone}`, { page, rows: DAY_ROWS }, (limit) => {
    noteReadCalendar(sportId)
    return listIds(services, {
      now: new Date(),
      where: (eb) =>
        eb.and([
          eb('m.sport_id', '=', sportId),
          eb('m.status', '<>', 'cancelled'),
          eb('m.start_time', '>=', startOfDay(day, zone)),
          eb('m.start_time', '<', endOfDay(day, zone)),
        ]),
      order: 'soonest',
      limit,
    })
  })
}

/** Matches of one sport that have begun and are not over, including those stored as live. */
export function listLive(
  services: Services,
  { sportId, page }: { sportId: string; page?: number },
): Promise<MatchPage> {
  return rememberPage(services, `live:${sportId}`, { page, rows: LIVE_ROWS }, async (limit) => {
    noteReadCalendar(sportId)
    const now = new Date()
    await noteNextKickOff(services, 'sport_id', sportId, now)
    return listIds(services, {
      now,
      where: (eb) => eb.and([eb('m.sport_id', '=', sportId), isLiveAt(eb, now)]),
      order: 'soonest',
      limit,
    })
  })
}

/** The number of live matches of a sport. */
export function countLive(services: Services, { sportId }: { sportId: string }): Promise<number> {
  return services.memo.get(`live-count:${sportId}`, () => readLiveCount(services, sportId))
}

async function readLiveCount(services: Services, sportId: string): Promise<number> {
  noteReadCalendar(sportId)
  const now = new Date()
  await noteNextKickOff(services, 'sport_id', sportId, now)
  const row = await services.database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'm.country_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('live'),
      sql<Date | null>`min(${endOfMatch})`.as('first_end'),
    ])
    .where('m.sport_id', '=', sportId)
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where((eb) => isLiveAt(eb, now))
    .executeTakeFirstOrThrow()
  if (row.first_end) noteChangeAt(new Date(Math.max(row.first_end.getTime() + 1, now.getTime() + 1_000)))
  return Number(row.live)
}

export function listLiveOfCountry(services: Services, countryId: string): Promise<MatchSummary[]> {
  return remember(services, `live-of-country:${countryId}`, async () => {
    noteRead(`country:${countryId}`)
    const now = new Date()
    await noteNextKickOff(services, 'country_id', countryId, now)
    return listIds(services, {
      now,
      where: (eb) => eb.and([eb('m.country_id', '=', countryId), isLiveAt(eb, now)]),
      order: 'soonest',
      limit: LIVE_OF_COUNTRY_LIMIT,
    })
  })
}

/** At most ten featured matches of the country, else its next five. */
export function listFeaturedOfCountry(services: Services, countryId: string): Promise<MatchSummary[]> {
  return remember(services, `featured-of-country:${countryId}`, () =>
    listFeaturedIdsOfCountry(services, countryId),
  )
}

async function listFeaturedIdsOfCountry(services: Services, countryId: string): Promise<string[]> {
  noteRead(`country:${countryId}`)
  const now = new Date()
  const ofCountry = (eb: MatchBuilder) =>
    eb.and([eb('m.country_id', '=', countryId), eb('m.status', 'in', ['scheduled', 'live']), isNotOver(now)])
  const featured = await listIds(services, {
    now,
    where: (eb) => eb.and([ofCountry(eb), eb('m.featured', '=', true)]),
    order: 'soonest',
    limit: FEATURED_LIMIT,
  })
  if (featured.length > 0) return featured
  return listIds(services, {
    now,
    where: (eb) => eb.and([ofCountry(eb), eb('m.start_time', '>', now)]),
    order: 'soonest',
    limit: COUNTRY_FALLBACK,
  })
}

/** Matches of a league from an instant on, soonest first, also those that are over; cancelled ones are left out. */
export function listOfLeagueFrom(
  services: Services,
  { leagueId, from }: { leagueId: string; from: Date },
): Promise<MatchSummary[]> {
  return remember(services, `of-league-from:${leagueId}:${from.getTime()}`, () => {
    noteRead(`league:${leagueId}`)
    return listIds(services, {
      now: new Date(),
      where: (eb) =>
        eb.and([
          eb('m.league_id', '=', leagueId),
          eb('m.status', '<>', 'cancelled'),
          eb('m.start_time', '>=', from),
        ]),
      order: 'soonest',
      limit: LEAGUE_LIMIT,
    })
  })
}

/** The next scheduled matches of each of some leagues, from now on, soonest first. */
export async function listNextOfLeagues(
  services: Services,
  { leagueIds, perLeague }: { leagueIds: readonly string[]; perLeague: number },
): Promise<MatchSummary[]> {
  if (leagueIds.length === 0) return []
  const now = new Date()
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${leagueIds}::uuid[]) as league (id)
    cross join lateral (
      select id from matches
      where league_id = league.id and status = 'scheduled' and start_time >= ${now}
      order by start_time, id limit ${perLeague}
    ) m`.execute(services.database.kysely)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  return listMatches(services, {
    now,
    where: (eb) => eb('m.id', 'in', ids),
    order: 'soonest',
    limit: ids.length,
  })
}

/** Featured matches of the league, else ten upcoming ones, chosen by league and day. */
export function listFeaturedOfLeague(services: Services, leagueId: string): Promise<MatchSummary[]> {
  return remember(services, `featured-of-league:${leagueId}`, () =>
    listFeaturedIdsOfLeague(services, leagueId),
  )
}

async function listFeaturedIdsOfLeague(services: Services, leagueId: string): Promise<string[]> {
  noteRead(`league:${leagueId}`)
  const now = new Date()
  const ofLeague = (eb: MatchBuilder) =>
    eb.and([eb('m.league_id', '=', leagueId), eb('m.status', 'in', ['scheduled', 'live']), isNotOver(now)])
  const featured = await listIds(services, {
    now,
    where: (eb) => eb.and([ofLeague(eb), eb('m.featured', '=', true)]),
    order: 'soonest',
    limit: FEATURED_LIMIT,
  })
  if (featured.length > 0) return featured
  noteChangeAt(nextMidnight(now, 'UTC'))
  const drawn = sql<string>`md5(m.id::text || ${dayOf(now, 'UTC')}::text)`
  const upcoming = await services.database.kysely
    .selectFrom('matches as m')
    .select('m.id')
    .where('m.league_id', '=', leagueId)
    .where('m.status', '=', 'scheduled')
    .where('m.start_time', '>', now)
    .orderBy(drawn)
    .limit(FALLBACK_FEATURED)
    .execute()
  if (upcoming.length === 0) return []
  return listIds(services, {
    now,
    where: (eb) =>
      eb(
        'm.id',
        'in',
        upcoming.map((row) => row.id),
      ),
    order: 'soonest',
    limit: FALLBACK_FEATURED,
  })
}

/** Matches of a league that started before an instant, newest first; no cancelled ones. */
export function listOfLeagueBefore(
  services: Services,
  { leagueId, before }: { leagueId: string; before: Date },
): Promise<MatchSummary[]> {
  return remember(services, `of-league-before:${leagueId}:${before.getTime()}`, () => {
    noteRead(`league:${leagueId}`)
    return listIds(services, {
      now: new Date(),
      where: (eb) =>
        eb.and([
          eb('m.league_id', '=', leagueId),
          eb('m.status', '<>', 'cancelled'),
          eb('m.start_time', '<', before),
        ]),
      order: 'latest',
      limit: RECENT_LIMIT,
    })
  })
}

/**
 * Upcoming matches of a country that may have a sure bet, the highest return first, and those with the largest gap between
 * highest and lowest price.
 */
export async function listSureBetCandidates(
  services: Services,
  countryId: string,
  limit: number,
): Promise<MatchSummary[]> {
  noteRead(`country:${countryId}`, `best-prices:${countryId}`)
  const now = new Date()
  const upcoming = (eb: MatchBuilder, headline: HeadlineExpressions) =>
    eb.and([
      eb('m.country_id', '=', countryId),
      eb('m.status', '=', 'scheduled'),
      eb('m.start_time', '>', now),
      isQuotedRow(headline),
    ])
  const sure = await listMatches(services, {
    now,
    where: (eb, headline) =>
      eb.and([
        upcoming(eb, headline),
        sql<SqlBool>`${headline.bookmakerCount} > 0`,
        sql<SqlBool>`not ${headline.isTyped}`,
        sql<SqlBool>`not ${hasTypedBest(headline)}`,
        // Stored prices are rounded: which of these are sure is decided by the exact ones. More than 10 % is held back.
        sql<SqlBool>`${impliedSumOf(headline)} between 0.909 and 1.01`,
      ]),
    order: 'highest-return',
    limit: 4 * limit,
  })
  const widest = await listMatches(services, { now, where: upcoming, order: 'widest-gap', limit })
  const known = new Set(sure.map((it) => it.id))
  return [...sure, ...widest.filter((it) => !known.has(it.id))]
}

function isLiveAt(eb: MatchBuilder, now: Date): Expression<SqlBool> {
  return eb.and([eb('m.status', 'in', ['scheduled', 'live']), isNotOver(now), eb('m.start_time', '<=', now)])
}

/** A list of live matches changes without a write when the next match kicks off. */
async function noteNextKickOff(
  services: Services,
  scope: 'sport_id' | 'country_id',
  id: string,
  now: Date,
): Promise<void> {
  const row = await services.database.kysely
    .selectFrom('matches')
    .select('start_time')
    .where(scope, '=', id)
    .where('status', 'in', ['scheduled', 'live'])
    .where('start_time', '>', now)
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst()
  if (row) noteChangeAt(row.start_time)
}

/** These matches as shown in lists, in the order of their ids. */
export async function listMatchesOfIds(services: Services, ids: readonly string[]): Promise<MatchSummary[]> {
  if (ids.length === 0) return []
  const matches = await listMatches(services, {
    now: new Date(),
    where: (eb) => eb('m.id', 'in', [...ids]),
    order: 'soonest',
    limit: ids.length,
  })
  return matches.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** One match by id, in any league; the id of a merged match returns the match that it was merged into. */
export async function findMatchById(services: Services, id: string): Promise<MatchSummary | undefined> {
  const [match] = await listMatches(services, {
    now: new Date(),
    where: (eb) =>
      eb('m.id', 'in', [
        sql<string>`${id}::uuid`,
        eb
          .selectFrom('old_slugs')
          .select('target_id')
          .where('entity', '=', 'match')
          .where('parent_id', 'is', null)
          .where('slug', '=', id),
      ]),
    order: 'soonest',
    limit: 1,
  })
  return match
}

/** A match by an id or a slug that it or a match that was merged into it has or had. */
export interface FollowedMatch {
  match: MatchSummary
  /** Whether its sides are swapped since; null if that is not known. */
  turned: boolean | null
}

/** One match by its id, or by that of a match that was merged into it. */
export async function followMatch(services: Services, id: string): Promise<FollowedMatch | undefined> {
  const match = await findMatchById(services, id)
  if (!match || match.id === id.toLowerCase()) return match && { match, turned: false }
  const former = await services.database.kysely
    .selectFrom('old_slugs')
    .select('turned')
    .where('entity', '=', 'match')
    .where('parent_id', 'is', null)
    .where('slug', '=', id)
    .where('target_id', '=', match.id)
    .executeTakeFirst()
  return { match, turned: former?.turned ?? null }
}

/** The match of a league with a slug. Former slugs of a match count too. */
export async function findMatchBySlug(
  services: Services,
  leagueId: string,
  slug: string,
): Promise<FollowedMatch | undefined> {
  noteRead(`league:${leagueId}`)
  const now = new Date()
  const candidates = await listMatches(services, {
    now,
    where: (eb) => eb.and([eb('m.league_id', '=', leagueId), eb('m.slug', '=', slug.toLowerCase())]),
    order: 'latest',
    limit: RECENT_LIMIT,
  })
  const meant = pickMatchOfPair(candidates, now)
  if (meant) return { match: meant, turned: false }
  const old = await services.database.kysely
    .selectFrom('old_slugs')
    .select(['target_id', 'turned'])
    .where('entity', '=', 'match')
    .where('parent_id', '=', leagueId)
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
  const match = old && (await findMatchById(services, old.target_id))
  return match && { match, turned: old.turned }
}

/** The match of a league between two teams, by their names in a slug with dashes as spaces. */
export async function findMatchByNames(
  services: Services,
  leagueId: string,
  teams: { home: string; away: string },
): Promise<MatchSummary | undefined> {
  const now = new Date()
  const candidates = await listMatches(services, {
    now,
    where: (eb) =>
      eb.and([
        eb('m.league_id', '=', leagueId),
        eb(sql`lower(m.home_team)`, '=', teams.home),
        eb(sql`lower(m.away_team)`, '=', teams.away),
      ]),
    order: 'latest',
    limit: RECENT_LIMIT,
  })
  return pickMatchOfPair(candidates, now)
}

/** Whether a league has any match at all. */
export async function leagueHasMatches(services: Services, leagueId: string): Promise<boolean> {
  const row = await services.database.kysely
    .selectFrom('matches')
    .select('id')
    .where('league_id', '=', leagueId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
