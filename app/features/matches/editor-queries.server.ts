import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { pattern } from '../search/queries.server.ts'
import type { SearchTerms } from '../search/rules.ts'
import type { EditorMatch, MatchLists, MatchPage } from './editor-schema.ts'
import { LIVE_WINDOW_MS } from './rules.ts'
import type { MatchStatus } from './schema.ts'

type Reader = Pick<Services, 'database'>

export const PAGE_SIZE = 50

/** The matches of a league, or those of all leagues whose teams hold each word of a search. */
export type MatchScope = { league: string } | { terms: SearchTerms }

/** The place that an address names: its last known part, with all above it. */
export interface ChosenPlace {
  sport: string | null
  country: string | null
  league: string | null
}

const shownName = (table: 's' | 'c' | 'l') =>
  sql<string>`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''), ${sql.ref(`${table}.name`)})`

/**
 * What an address chooses. A league alone is enough, its country and sport are known; ids that are unknown, or of
 * another country or sport than the one beside them, choose nothing.
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
 * those before, latest first. A page beyond the last is the last.
 */
export async function listEditorMatches(
  { database }: Reader,
  scope: MatchScope,
  pages: { upcoming: number; past: number },
  now: Date,
): Promise<MatchLists> {
  const db = database.kysely
  const counts = await countEditorMatches(db, scope, now).executeTakeFirstOrThrow()
  const pageOf = async (list: MatchList): Promise<MatchPage> => {
    const last = Math.max(1, Math.ceil(counts[list] / PAGE_SIZE))
    const page = Math.min(pages[list], last)
    const rows = counts[list] > 0 ? await selectEditorMatches(db, scope, list, page, now).execute() : []
    return { matches: rows.map(toEditorMatch), count: counts[list], page, pages: last }
  }
  return { upcoming: await pageOf('upcoming'), past: await pageOf('past'), skipped: counts.skipped }
}

type MatchList = 'upcoming' | 'past'

const cutOff = (now: Date) => new Date(now.getTime() - LIVE_WINDOW_MS)

export function countEditorMatches(db: Kysely<DB>, scope: MatchScope, now: Date) {
  const isShown = sql<SqlBool>`l.id is not null and c.id is not null and s.id is not null`
  const count = (condition: Expression<SqlBool>) =>
    sql<number>`(count(*) filter (where ${condition}))::integer`
  return db
    .selectFrom('matches as m')
    .leftJoin('leagues as l', 'l.id', 'm.league_id')
    .leftJoin('countries as c', 'c.id', 'l.country_id')
    .leftJoin('sports as s', 's.id', 'l.sport_id')
    .where(inScope(scope))
    .select([
      count(sql`${isShown} and m.start_time >= ${cutOff(now)}`).as('upcoming'),
      count(sql`${isShown} and m.start_time < ${cutOff(now)}`).as('past'),
      count(sql`not (${isShown})`).as('skipped'),
    ])
}

export function selectEditorMatches(
  db: Kysely<DB>,
  scope: MatchScope,
  list: MatchList,
  page: number,
  now: Date,
) {
  const isUpcoming = list === 'upcoming'
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
      'm.featured',
      'm.is_popular',
      'm.affiliate_link',
      'm.home_score',
      'm.away_score',
      shownName('s').as('sport_name'),
      shownName('c').as('country_name'),
      shownName('l').as('league_name'),
      sql<boolean>`exists (select 1 from match_sources f where f.match_id = m.id)`.as('is_fed'),
    ])
    .where(inScope(scope))
    .where('m.start_time', isUpcoming ? '>=' : '<', cutOff(now))
    .orderBy('m.start_time', isUpcoming ? 'asc' : 'desc')
    .orderBy('m.id')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
}

/** Of a search, each half is what one of the two trigram indexes holds. */
function inScope(scope: MatchScope): Expression<SqlBool> {
  if ('league' in scope) return sql`m.league_id = ${scope.league}`
  const words = sql.join(
    scope.terms.words.map((word) => sql`m.search_text like ${pattern(word)}`),
    sql` and `,
  )
  return sql`(m.status in ('scheduled', 'live') and ${words} or m.status in ('finished', 'cancelled') and ${words})`
}

type EditorRow = Awaited<ReturnType<ReturnType<typeof selectEditorMatches>['execute']>>[number]

function toEditorMatch(row: EditorRow): EditorMatch {
  return { ...row, status: row.status as MatchStatus, start_time: row.start_time.toISOString() }
}
