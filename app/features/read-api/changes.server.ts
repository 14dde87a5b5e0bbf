/** What has changed about matches, by ids that a reader can continue after. The ids are given in the database (db/migrations/0110_changes.sql). */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { refreshDue } from '../odds/list-markets.server.ts'
import { definitionOf, isMarketType, type MarketType } from '../odds/markets.ts'
import { type Price, toNumber } from '../odds/prices.ts'
import type { ChangeType } from './change-types.ts'
import { type ApiMatch, isVisibleLeague, readMatches } from './queries.server.ts'

type Reading = Pick<Services, 'database' | 'log' | 'memo'>

/** Rows that get their ids in one transaction. */
const MOST_SEQUENCED = 5_000

/** Values of a match before a change, with the field names of the API. */
export interface ValuesBefore {
  start_time?: string
  league_id?: string
  home?: string
  away?: string
  status?: string
  delay?: ApiMatch['delay']
  home_score?: number | null
  away_score?: number | null
}

interface LogRow {
  id: number
  type: ChangeType
  match_id: string
  league_id: string
  before: ValuesBefore | null
  markets: number[] | null
  at: Date
}

/** The best prices of a market for the reader's audience at the time of reading. */
interface ChangedMarket {
  key: MarketType
  period: string
  line: number | null
  participant: string | null
  outcomes: string[]
  /** By outcome; null if no quote counts. */
  best: ({ price: number; net: number; bookmaker: string } | null)[]
}

export interface Change {
  id: string
  type: ChangeType
  at: Date
  match_id: string
  league_id: string
  before: ValuesBefore | null
  /** As it is at the time of reading; null if it was removed or its league is hidden. */
  match: ApiMatch | null
  /** Of changed prices: the markets whose best price has changed. */
  markets: ChangedMarket[]
}

interface Asked {
  /** Null: from the first change that is kept. */
  after: number | null
  limit: number
  league?: string | undefined
  type?: ChangeType | undefined
}

export interface ChangePage {
  changes: Change[]
  /** The id of the last change that was read, whether or not it is among the changes. */
  read: number
  /** Whether there are more. */
  hasMore: boolean
  /** The id of the newest change. */
  latest: number
}

/** Gives ids to what has been committed. */
export async function sequenceChanges(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      taken: number
    }>`select sequence_changes(${MOST_SEQUENCED}) as taken`.execute(db)
    if ((rows[0]?.taken ?? 0) < MOST_SEQUENCED) return
  }
}

/** The ids of the newest change and of the first one that is kept. */
export async function readLogRange(db: Kysely<DB>): Promise<{ latest: number; firstKept: number }> {
  const { next_id, first_kept } = await db
    .selectFrom('change_log')
    .select(['next_id', 'first_kept'])
    .executeTakeFirstOrThrow()
  return { latest: next_id - 1, firstKept: first_kept }
}

/**
 * The changes after a position, oldest first, for the reader's audience. Matches and prices are those of the time of
 * reading, so a price that has changed again is never shown.
 * @returns null if there is no such league; `gone` if changes after the position were deleted, or it is of another database
 */
export async function readChanges(services: Reading, asked: Asked): Promise<ChangePage | 'gone' | null> {
  const { kysely } = services.database
  if (asked.league !== undefined && !(await isVisibleLeague(services, asked.league))) return null
  await sequenceChanges(kysely)
  const { latest, firstKept } = await readLogRange(kysely)
  const after = asked.after ?? firstKept - 1
  if (after < firstKept - 1 || after > latest) return 'gone'
  const rows = await readLog(kysely, { ...asked, after })
  const shown = rows.slice(0, asked.limit)
  const hasMore = rows.length > asked.limit
  return {
    changes: await describeChanges(services, shown),
    read: hasMore ? (shown.at(-1)?.id ?? after) : Math.max(latest, shown.at(-1)?.id ?? 0),
    hasMore,
    latest: Math.max(latest, shown.at(-1)?.id ?? 0),
  }
}

/** One row more than the limit, if there is one. Those of a league include the matches that have left it. */
async function readLog(
  db: Kysely<DB>,
  { after, limit, league, type }: Asked & { after: number },
): Promise<LogRow[]> {
  const all = db
    .selectFrom('changes')
    .select(['id', 'type', 'match_id', 'league_id', 'before', 'markets', 'at'])
    .where('id', '>', after)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
  const asked =
    league === undefined
      ? all
      : all.where('league_id', '=', league).unionAll(
          all
            .where('league_id', '<>', league)
            // The same words as in the index.
            .where(sql<boolean>`type = 'match.moved' and before ->> 'league_id' = ${league}`),
        )
  const rows = await db
    .selectFrom(asked.as('asked'))
    .selectAll()
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return rows as LogRow[]
}

async function describeChanges(services: Reading, rows: readonly LogRow[]): Promise<Change[]> {
  if (rows.length === 0) return []
  const [matches, markets, hidden] = await Promise.all([
    readMatches(services, [...new Set(rows.map((row) => row.match_id))]),
    readChangedMarkets(services, rows),
    hiddenLeagues(services.database.kysely, [...new Set(rows.flatMap(leaguesOf))]),
  ])
  return rows.flatMap((row): Change[] => {
    if (leaguesOf(row).every((league) => hidden.has(league))) return []
    const { id, type, at, match_id, league_id, before } = row
    return [
      {
        ...{ id: String(id), type, at, match_id, league_id },
        before: before && normalise(before),
        match: matches.get(match_id) ?? null,
        markets: (row.markets ?? []).flatMap((market) => markets.get(market) ?? []),
      },
    ]
  })
}

/** Its league, and the one that a match has left: who follows that one is told, also when the match is no longer shown. */
function leaguesOf({ league_id, before }: LogRow): string[] {
  return [league_id, ...(before?.league_id === undefined ? [] : [before.league_id])]
}

/** JSON of the database writes instants in the zone of the connection. */
function normalise(before: ValuesBefore): ValuesBefore {
  const { start_time } = before
  return start_time === undefined ? before : { ...before, start_time: new Date(start_time).toISOString() }
}

/** Leagues that visitors do not see. The changes of a league that was deleted are shown. */
async function hiddenLeagues(db: Kysely<DB>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select('l.id')
    .where(sql<boolean>`l.id = any (${ids}::uuid[])`)
    .where(sql<boolean>`not (l.is_active and c.is_active and s.is_active)`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

interface MarketRow {
  id: number
  type: string
  period: string
  line: number | null
  participant: string | null
  prices: (Price | null)[] | null
  nets: (Price | null)[] | null
  holders: (string | null)[]
}

/** The best prices of the markets of changes, by the markets' ids. An expired price is none. */
async function readChangedMarkets(
  services: Reading,
  rows: readonly LogRow[],
): Promise<Map<number, ChangedMarket>> {
  const ids = [...new Set(rows.flatMap(({ markets }) => markets ?? []))]
  if (ids.length === 0) return new Map()
  const { kysely } = services.database
  const { priceSet } = await readAudience(services)
  const now = new Date()
  await refreshDue(services, [...new Set(rows.map((row) => row.match_id))], now)
  const { rows: found } = await sql<MarketRow>`
    select k.id, k.type, k.period, k.line::float8 as line, k.participant, m.prices, m.nets,
      array(select b.slug from unnest(m.holders) with ordinality as h (no, i)
        left join bookmakers b on b.no = h.no and b.is_active order by h.i) as holders
    from markets k
    join priced_events e on e.event = k.event
    left join market_bests m on m.market = k.id and m.audience = ${priceSet} and e.valid_until > ${now}::timestamptz
    where k.id = any (${ids}::int[])`.execute(kysely)
  return new Map(
    found.flatMap((row): [number, ChangedMarket][] => {
      const { id, type, period, line, participant, prices, nets, holders } = row
      if (!isMarketType(type)) return []
      const { outcomes } = definitionOf(type)
      if (outcomes === 'participants') return []
      const best = outcomes.map((_, index) => {
        const [price, net, bookmaker] = [prices?.[index], nets?.[index], holders[index]]
        return price && net && bookmaker ? { price: toNumber(price), net: toNumber(net), bookmaker } : null
      })
      return [[id, { key: type, period, line, participant, outcomes: [...outcomes], best }]]
    }),
  )
}

/** Changes are kept for this long. */
const KEPT_DAYS = 3
const DELETED_AT_ONCE = 5_000

/**
 * Deletes old changes, also from the inbox of a site that nobody reads.
 * @returns the number of deleted changes
 */
export async function forgetOldChanges(db: Kysely<DB>, now: Date, signal?: AbortSignal): Promise<number> {
  await sequenceChanges(db)
  let deleted = 0
  while (!signal?.aborted) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from changes where id in (
          select id from changes where at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
          order by id limit ${DELETED_AT_ONCE})
        returning id
      ), noted as (
        update change_log set first_kept = greatest(first_kept, (select max(id) + 1 from gone))
        where exists (select 1 from gone)
      )
      select count(*)::int as count from gone`.execute(db)
    const count = rows[0]?.count ?? 0
    deleted += count
    if (count < DELETED_AT_ONCE) break
  }
  return deleted
}
