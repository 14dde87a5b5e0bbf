import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { SearchTerms } from '#app/features/names/search-terms.ts'
import { likePattern } from '#app/features/names/search-terms.ts'
import { matchesOfEndedPrices } from '#app/features/odds/typed-prices.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { EditorMatch, MatchLists, MatchPage } from './editor-schema.ts'
import type { MatchStatus } from './schema.ts'

type Reader = Pick<Services, 'database'>

export const PAGE_SIZE = 50
/** The limit of counting a list: a search can find every match. */
export const MOST_COUNTED = 10_000

/**
 * The matches of a league, those of all leagues whose team names contain each word of a search, or those whose typed
 * prices have ended at an instant.
 */
export type MatchScope = { league: string } | { terms: SearchTerms } | { endedPrices: Date }

/** The place in an address: its last known part, with all above it. */
export interface ChosenPlace {
  sport: string | null
  country: string | null
  league: string | null
}

const shownName = (table: 's' | 'c' | 'l') =>
  sql<string>`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''), ${sql.ref(`${table}.name`)})`

/**
 * The choice in an address. A league alone is enough, because its country and sport are known; ids that are unknown, or
 * of another country or sport than the one beside them, are ignored.
 */
export async function findChosenPlace({ database }: Reader, query: URLSearchParams): Promise<ChosenPlace> {
  const read = (name: string) => {
    const id = query.get(name)
    return isId(id) ? id : null
  }
  const asked = { sport: read('sport'), country: read('country'), league: read('league') }
  const agrees = (found: Partial<ChosenPlace>) =>
    (!asked.sport || asked.sport === found.sport) && (!asked.country || asked.country === found.country)
  if (asked.league) {
    const league = await database.kysely
      .selectFrom('leagues')
      .select(['id as league', 'country_id as country', 'sport_id as sport'])
      .where('id', '=', asked.league)
      .executeTakeFirst()
    if (league && agrees(league)) return league
  }
  if (asked.country) {
    const country = await database.kysely
      .selectFrom('countries')
      .select(['id as country', 'sport_id as sport'])
      .where('id', '=', asked.country)
      .executeTakeFirst()
    if (country && agrees(country)) return { ...country, league: null }
  }
  return { sport: asked.sport, country: null, league: null }
}

/**
 * The matches of a scope in two lists, each a page of it: those that began at most two hours ago, soonest first, and
 * those before, latest first. A place beyond the end shows the beginning.
 */
export async function listEditorMatches(
  { database }: Reader,
  scope: MatchScope,
  at: Readonly<Record<MatchList, PageCursor | null>>,
  now: Date,
): Promise<MatchLists> {
  const db = database.kysely
  const { rows } = await countEditorMatches(scope, now).execute(db)
  const counts = rows[0] ?? { upcoming: 0, past: 0, skipped: 0 }
  const pageOf = async (list: MatchList): Promise<MatchPage> => {
    const found = counts[list]
    const page = found > 0 ? await readPage(db, scope, list, at[list], now) : EMPTY
    return { ...page, count: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED }
  }
  return { upcoming: await pageOf('upcoming'), past: await pageOf('past'), skipped: counts.skipped }
}

export type MatchList = 'upcoming' | 'past'

/** The position of a page after or before a match; `time` has all the digits of the database. */
export interface PageCursor {
  side: 'after' | 'before'
  time: string
  id: string
}

/** A cursor in an address, `after~2026-11-21T12:00:00.000000Z~<id>`; null for anything else. */
export function parseCursor(text: string | null): PageCursor | null {
  const [, side, time = '', id = ''] =
    /^(after|before)~([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  if (!isId(id) || !isTime(time)) return null
  return { side: side === 'before' ? 'before' : 'after', time, id }
}

/** Whether the day exists: JavaScript reads 30 February as 2 March, which the database refuses. */
function isTime(time: string): boolean {
  const read = new Date(time.replace(/\d{3}Z$/, 'Z'))
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(time.slice(0, 19))
}

const EMPTY = { matches: [], previous: null, next: null }

async function readPage(
  db: Kysely<DB>,
  scope: MatchScope,
  list: MatchList,
  cursor: PageCursor | null,
  now: Date,
): Promise<Pick<MatchPage, 'matches' | 'previous' | 'next'>> {
  const rows = await selectEditorMatches(db, scope, list, cursor, now).execute()
  const hasMore = rows.length > PAGE_SIZE
  const shown = rows.slice(0, PAGE_SIZE)
  if (cursor?.side === 'before') {
    // Fewer matches before it than a page: it is the first page.
    if (!hasMore) return readPage(db, scope, list, null, now)
    shown.reverse()
  } else if (cursor && shown.length === 0) {
    return readPage(db, scope, list, null, now)
  }
  const [first, last] = [shown[0], shown.at(-1)]
  const hasNext = cursor?.side === 'before' || hasMore
  return {
    matches: shown.map(toEditorMatch),
    previous: cursor && first ? `before~${first.cursor}` : null,
    next: hasNext && last ? `after~${last.cursor}` : null,
  }
}

/** The editor's lists are divided by hours. */
const cutOff = (now: Date) => new Date(now.getTime() - 2 * HOUR_MS)

const isIn = (list: MatchList, now: Date) =>
  list === 'upcoming'
    ? sql<SqlBool>`m.start_time >= ${cutOff(now)}`
    : sql<SqlBool>`m.start_time < ${cutOff(now)}`

/**
 * Counts each list up to one more than MOST_COUNTED, and the matches without a place among as many of each. The matches
 * are read once, and no further than both counts need.
 */
export function countEditorMatches(scope: MatchScope, now: Date) {
  const most = MOST_COUNTED + 1
  const found = (list: MatchList) =>
    sql`select m.league_id from matches m where ${inScope(scope)} and ${isIn(list, now)}`
  const place = sql`leagues l join countries c on c.id = l.country_id join sports s on s.id = l.sport_id`
  const shown = (table: string) =>
    sql<number>`(select count(*)::integer from (
      select from ${sql.table(table)} m join (${place}) on l.id = m.league_id limit ${most}) t)`
  const skipped = (table: string) =>
    sql<number>`(select count(*)::integer from (select league_id from ${sql.table(table)} limit ${most}) m
      left join (${place}) on l.id = m.league_id where l.id is null)`
  return sql<Record<MatchList | 'skipped', number>>`
    with found_upcoming as materialized (${found('upcoming')}), found_past as materialized (${found('past')})
    select ${shown('found_upcoming')} as upcoming, ${shown('found_past')} as past,
      ${skipped('found_upcoming')} + ${skipped('found_past')} as skipped`
}

/** A page of a list and one match more; those before a cursor come from it backwards. */
export function selectEditorMatches(
  db: Kysely<DB>,
  scope: MatchScope,
  list: MatchList,
  cursor: PageCursor | null,
  now: Date,
) {
  const ascends = (list === 'upcoming') !== (cursor?.side === 'before')
  const direction = ascends ? 'asc' : 'desc'
  const beyond = cursor
    ? sql<SqlBool>`(m.start_time, m.id) ${sql.raw(ascends ? '>' : '<')} (${cursor.time}::timestamptz, ${cursor.id}::uuid)`
    : sql<SqlBool>`true`
  return db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select([
      'm.id',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.status',
      'm.home_odds',
      'm.draw_odds',
      'm.away_odds',
      'm.odds_locked',
      'm.bookmaker_count',
      'm.featured',
      'm.is_popular',
      'm.affiliate_link',
      'm.home_score',
      'm.away_score',
      shownName('s').as('sport_name'),
      shownName('c').as('country_name'),
      shownName('l').as('league_name'),
      sql<boolean>`exists (select 1 from match_sources f where f.match_id = m.id)`.as('is_fed'),
      sql<string>`to_char(m.start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z~"') || m.id`.as(
        'cursor',
      ),
    ])
    .where(inScope(scope))
    .where(isIn(list, now))
    .where(beyond)
    .orderBy('m.start_time', direction)
    .orderBy('m.id', direction)
    .limit(PAGE_SIZE + 1)
}

/** In a search, each half is answered by one of the two trigram indexes. */
function inScope(scope: MatchScope): Expression<SqlBool> {
  if ('league' in scope) return sql`m.league_id = ${scope.league}`
  if ('endedPrices' in scope) return sql`m.id in (${matchesOfEndedPrices(scope.endedPrices)})`
  const words = sql.join(
    scope.terms.words.map((word) => sql`m.search_text like ${likePattern(word)}`),
    sql` and `,
  )
  return sql`(m.status in ('scheduled', 'live') and ${words} or m.status in ('finished', 'cancelled') and ${words})`
}

type EditorRow = Awaited<ReturnType<ReturnType<typeof selectEditorMatches>['execute']>>[number]

function toEditorMatch({ cursor: _, ...row }: EditorRow): EditorMatch {
  return {
    ...row,
    status: row.status as MatchStatus,
    start_time: row.start_time.toISOString(),
    typed_prices: '',
  }
}
