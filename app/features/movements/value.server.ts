import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import type { LegResult } from '../odds/bets.ts'
import { type Board, compareMarket } from '../odds/market-board.ts'
import { noteMarkets, readMarketsOfIds } from '../odds/market-queries.server.ts'
import { definitionOf, isMarketType, type Market } from '../odds/markets.ts'
import type { Price } from '../odds/prices.ts'
import { isToCome } from './candidates.server.ts'
import { MOST_VALUES, VALUES_OF_PAGE } from './drops-query.ts'
import { isPlausible, LEAST_VALUE, type Method, measureValue, type ValueFinding } from './value.ts'

export interface ListedValue {
  match: MatchSummary
  board: Board
  finding: ValueFinding
  listedAt: Date
}

export interface Values {
  values: ListedValue[]
  hasMore: boolean
  /** The number of pages. */
  last: number
  /** Ids of the sports that have any. */
  sports: ReadonlySet<string>
  /** Whether more prices are listed than are evaluated. */
  isCut: boolean
}

/**
 * The best prices now of listed outcomes of upcoming matches that are still above their reference, the highest excess first.
 * Each is computed from the quotes that count now for the current audience.
 */
export async function listValues(
  services: Services,
  {
    sportId,
    page,
    size = VALUES_OF_PAGE,
    most = MOST_VALUES,
  }: { sportId: string | null; page: number; size?: number; most?: number },
): Promise<Values> {
  noteRead('value-prices', 'bookmakers')
  const now = new Date()
  const audience = await readAudience(services)
  // The best price of now against the reference of then: the order of the page, but for references that have moved.
  const excess = sql<number | null>`t.nets[v.outcome + 1]::float8 / v.fair`
  const open = services.database.kysely
    .selectFrom('value_prices as v')
    .innerJoin('matches as m', 'm.id', 'v.event')
    .innerJoin('bookmakers as b', 'b.id', 'v.bookmaker_id')
    .leftJoin('market_bests as t', (join) =>
      join.onRef('t.market', '=', 'v.market').on('t.audience', '=', audience.priceSet),
    )
    .where('v.closed_at', 'is', null)
    .where('m.status', '=', 'scheduled')
    .where('m.start_time', '>', now)
    .where('b.is_active', '=', true)
    .where(isShown(audience, 'b'))
  const [listed, ofSports] = await Promise.all([
    open
      .select(['v.event', 'v.market', 'v.outcome', 'v.bookmaker_id', 'v.listed_at', 'v.sport_id'])
      .select('m.start_time')
      .$if(sportId !== null, (query) => query.where('v.sport_id', '=', sportId))
      .orderBy(excess, (order) => order.desc().nullsLast())
      .orderBy('v.id')
      .limit(most + 1)
      .execute(),
    open
      .select('v.sport_id')
      .distinct()
      .where(excess, '>=', 1 + LEAST_VALUE)
      .execute(),
  ])
  const rows = listed.slice(0, most)
  const [markets, references] = await Promise.all([
    readMarketsOfIds(services, [...new Set(rows.flatMap(({ market }) => market ?? []))]),
    listReferences(services, audience),
  ])
  const boards = new Map<number, Board>()
  const best = new Map<string, Omit<ListedValue, 'match'> & { event: string }>()
  for (const row of rows) {
    const market = row.market === null ? undefined : markets.get(row.market)
    if (!market || row.event === null) continue
    const known = boards.get(market.id)
    const board = known ?? compareMarket(market, { sort: 'payout', kickOff: row.start_time, now })
    boards.set(market.id, board)
    // The best price of now, also of another bookmaker: if it is implausible, a lower one is not shown in its place.
    const bestRow = board.best[row.outcome]?.row
    const finding = bestRow && measureValue(board, bestRow, row.outcome, references)
    if (!finding || finding.share < LEAST_VALUE || !isPlausible(finding)) continue
    const key = `${market.id} ${row.outcome}`
    if (!best.has(key) || bestRow.quote.bookmaker.id === row.bookmaker_id)
      best.set(key, { board, finding, listedAt: row.listed_at, event: row.event })
  }
  const found = [...best.values()].sort((a, b) => b.finding.share - a.finding.share)
  const shown = found.slice((page - 1) * size, page * size)
  const matches = await listMatchesOfIds(services, [...new Set(shown.map(({ event }) => event))])
  const byId = new Map(matches.filter(isToCome).map((match) => [match.id, match]))
  // A price that does not hold now may hold again, so that every market is noted.
  for (const row of rows) {
    const board = row.market === null ? undefined : boards.get(row.market)
    if (board && row.event) noteMarkets(row.event, [board.market])
  }
  return {
    values: shown.flatMap(({ event, ...one }) => {
      const match = byId.get(event)
      return match ? [{ ...one, match }] : []
    }),
    hasMore: found.length > page * size,
    last: Math.ceil(found.length / size),
    sports: new Set(ofSports.flatMap(({ sport_id }) => sport_id ?? [])),
    isCut: listed.length > most,
  }
}

/** Ids of the bookmakers that the operator has named as references and an audience may see, in the order of the menu. */
export async function listReferences(
  { database }: Pick<Services, 'database'>,
  audience: Audience,
): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('bookmakers as b')
    .select('b.id')
    .where('b.is_reference', '=', true)
    .where('b.is_active', '=', true)
    .where(isShown(audience, 'b'))
    .orderBy('b.menu_position')
    .orderBy('b.name')
    .execute()
  return rows.map(({ id }) => id)
}

/** What became of listed prices. */
export interface ValueRecord {
  method: Method | 'all'
  listed: number
  /** With a closing reference; the mean of net price ÷ closing reference − 1, and how many were above it. */
  closed: number
  closingValue: number | null
  beaten: number
  /** With a result; what one unit on each returned, per unit, and the standard error of that mean. */
  settled: number
  returned: number | null
  error: number | null
}

const RETURNED = sql`case v.result when 'won' then v.net / 1e6::float8 when 'half-won' then (1 + v.net / 1e6::float8) / 2
  when 'void' then 1 when 'half-lost' then 0.5 when 'lost' then 0 end`

/** The record of all listed prices of bookmakers that the current audience may see: in all, and by reference. */
export function readValueRecord(services: Services): Promise<ValueRecord[]> {
  return services.memo.get('value-record', async () => {
    noteRead('value-prices', 'bookmakers')
    const audience = await readAudience(services)
    const { rows } = await sql<ValueRecord>`
      select coalesce(v.method, 'all') as method, count(*)::int as listed, count(v.closing_fair)::int as closed,
        avg(v.net::float8 / v.closing_fair - 1) as "closingValue",
        count(*) filter (where v.net > v.closing_fair)::int as beaten,
        count(v.result)::int as settled, avg(${RETURNED}) as returned,
        stddev_samp(${RETURNED}) / sqrt(nullif(count(v.result), 0)) as error
      from value_prices v join bookmakers b on b.id = v.bookmaker_id and ${isShown(audience, 'b')}
      group by grouping sets ((), (v.method))
      order by v.method nulls first`.execute(services.database.kysely)
    return rows.filter(({ listed }) => listed > 0)
  })
}

export interface RecordedValue {
  id: string
  match: Pick<
    MatchSummary,
    'id' | 'slug' | 'ambiguous' | 'home' | 'away' | 'sport' | 'country' | 'league'
  > | null
  market: Market
  outcome: string
  bookmaker: string
  net: Price
  fair: Price
  method: Method
  listedAt: Date
  closingFair: Price | null
  result: LegResult | null
}

/** The latest listed prices of the record whose matches have begun, and the number of their pages. */
export async function listRecordedValues(
  services: Services,
  { page, size }: { page: number; size: number },
): Promise<{ rows: RecordedValue[]; hasMore: boolean; last: number }> {
  noteRead('value-prices', 'bookmakers')
  const audience = await readAudience(services)
  const closed = services.database.kysely
    .selectFrom('value_prices as v')
    .innerJoin('bookmakers as b', 'b.id', 'v.bookmaker_id')
    .where(isShown(audience, 'b'))
    .where('v.closed_at', 'is not', null)
  const { count } = await closed
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await closed
    .select([
      'v.id',
      'v.event',
      'v.type',
      'v.period',
      'v.line',
      'v.participant',
      'v.outcome',
      'v.net',
      'v.fair',
    ])
    .select(['v.method', 'v.listed_at', 'v.closing_fair', 'v.result', 'b.name as bookmaker'])
    .orderBy('v.listed_at', 'desc')
    .orderBy('v.id', 'desc')
    .offset((page - 1) * size)
    .limit(size + 1)
    .execute()
  const matches = await listMatchesOfIds(services, [...new Set(rows.flatMap(({ event }) => event ?? []))])
  const byId = new Map(matches.map((match) => [match.id, match]))
  return {
    rows: rows.slice(0, size).flatMap((row): RecordedValue[] => {
      const { type, period, line, participant } = row
      if (!isMarketType(type)) return []
      const { outcomes } = definitionOf(type)
      return [
        {
          id: String(row.id),
          match: (row.event !== null && byId.get(row.event)) || null,
          market: { type, period, line: line === null ? null : Number(line), participant },
          outcome: (outcomes === 'participants' ? '' : outcomes[row.outcome]) ?? '',
          bookmaker: row.bookmaker,
          net: Number(row.net),
          fair: Number(row.fair),
          method: row.method as Method,
          listedAt: row.listed_at,
          closingFair: row.closing_fair === null ? null : Number(row.closing_fair),
          result: row.result as LegResult | null,
        },
      ]
    }),
    hasMore: rows.length > size,
    last: Math.ceil(Number(count) / size),
  }
}
