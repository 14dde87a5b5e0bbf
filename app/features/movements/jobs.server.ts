import { type Insertable, type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { type Audience, EVERYBODY } from '../audiences/permissions.ts'
import { readAudiences } from '../audiences/queries.server.ts'
import { resultOfRow, type ScoredRow } from '../matches/match-result.ts'
import { isVoid } from '../matches/match-state.ts'
import { scoredColumns } from '../matches/scored-row.server.ts'
import type { LegResult } from '../odds/bets.ts'
import { compareClosing, compareMarket } from '../odds/market-board.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import type { MarketView } from '../odds/market-view.ts'
import { definitionOf, isMarketType, MARKET_TYPES } from '../odds/markets.ts'
import type { Price } from '../odds/prices.ts'
import { settleOutcome } from '../odds/settle.ts'
import { thinLines } from './falls.ts'
import { activePlaces } from './places.server.ts'
import { listReferences } from './value.server.ts'
import { findValues, isPlausible, LEAST_OTHERS, LEAST_VALUE, referenceFor } from './value.ts'

const payload = z.object({})

type Site = Pick<Services, 'database' | 'log' | 'memo'>

/** Markets that are evaluated at a time, and for each set of bookmakers. */
const BATCH = 50
/** Of each sport: a sport with many markets must not hide the others. */
const MOST_CANDIDATES = 500
/** The stored average has the bookmaker's own price, and others than those that count now. */
const CANDIDATE_VALUE = LEAST_VALUE / 2
/** A match without a result counts as over by then; its prices in play no longer change. */
const OVER_AFTER_MS = 6 * HOUR_MS

/** Every five minutes: lists prices above a reference, and records how the listed ones closed and ended. */
export function valueJob(given: Omit<Site, 'memo'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'value',
    payload,
    exclusive: true,
    cron: '*/5 * * * *',
    expireInSeconds: 1_800,
    handle: async (_, signal) => {
      // Nothing tells the worker of changes, so that nothing is remembered from one run to the next.
      const site = { ...given, memo: createMemo() }
      await listNewValues(site, new Date(), signal)
      await closeValues(site, new Date(), signal)
    },
  }
}

/** Stores the best prices that are above their reference now, once each. @returns the number of new ones */
export async function listNewValues(site: Site, now: Date, signal?: AbortSignal): Promise<number> {
  let stored = 0
  for (const audience of await distinctAudiences(site)) {
    const references = await listReferences(site, audience)
    const candidates = await findCandidates(site, audience.priceSet, now)
    const found: Found[] = []
    for (let at = 0; at < candidates.length && !signal?.aborted; at += BATCH)
      found.push(...(await judge(site, candidates.slice(at, at + BATCH), { audience, references, now })))
    // The lines of a market move together: as several prices they would only seem to be a larger record.
    stored += await storeValues(
      site,
      thinLines(found, 1).map(({ row }) => row),
    )
  }
  return stored
}

/** Each set of bookmakers has its own best prices. */
async function distinctAudiences(site: Site): Promise<Audience[]> {
  const { byCountry, rest, unknown } = await readAudiences(site)
  const all = [...(byCountry?.values() ?? []), rest, unknown]
  return [...new Map(all.map((audience) => [audience.priceSet, audience])).values()]
}

interface Candidate {
  market: number
  event: string
  sport_id: string
  start_time: Date
}

/** Markets of upcoming matches with a stored best price above the stored average, or above a reference, without margin. */
async function findCandidates({ database }: Site, priceSet: number, now: Date): Promise<Candidate[]> {
  const twoWin = MARKET_TYPES.filter((type) => definitionOf(type).winners === 2)
  const { rows } = await sql<Candidate>`
    select market, event, sport_id, start_time from (
    select k.id as market, k.event, m.sport_id, m.start_time, s.share,
      row_number() over (partition by m.sport_id order by s.share > 0.5, s.share desc, k.id) as place
    from matches m
    ${activePlaces}
    join priced_events e on e.event = m.id and e.valid_until is not null
    join markets k on k.event = m.id and not k.is_list
    join market_bests t on t.market = k.id and t.audience = ${priceSet} and t.n > ${LEAST_OTHERS}
    cross join lateral (select case when k.type = any (${twoWin}::text[]) then 2 else 1 end as winners) w
    cross join lateral (
      select max(x.share) as share from (
        select max(o.net::float8 / nullif(o.price, 0)) * w.winners / nullif(sum(1e6::float8 / nullif(o.price, 0)), 0) - 1 as share
        from unnest(t.nets, t.average) as o (net, price)
        union all
        select max(o.net::float8 / nullif(o.price, 0)) * w.winners / nullif(sum(1e6::float8 / nullif(o.price, 0)), 0) - 1
        from quotes q
        join bookmakers b on b.no = q.bookmaker and b.is_reference and b.is_active
        cross join lateral unnest(t.nets, q.prices) as o (net, price)
        where q.market = k.id and q.side = 0 and q.status is null
        group by q.bookmaker
      ) x
    ) s
    where m.status = 'scheduled' and m.start_time > ${now}::timestamptz and s.share >= ${CANDIDATE_VALUE}
    ) found where place <= ${MOST_CANDIDATES} order by share > 0.5, share desc, market`.execute(
    database.kysely,
  )
  return rows
}

interface Found {
  row: Insertable<DB['value_prices']>
  event: string
  type: string
  period: string
  participant: string | null
  books: number
  share: number
}

async function judge(
  site: Site,
  candidates: readonly Candidate[],
  { audience, references, now }: { audience: Audience; references: readonly string[]; now: Date },
): Promise<Found[]> {
  const markets = await readMarketsFor(
    site,
    candidates.map(({ market }) => market),
    audience,
  )
  return candidates.flatMap(({ market: id, event, sport_id, start_time: kickOff }): Found[] => {
    const market = markets.get(id)
    if (!market || kickOff <= now) return []
    const { type, period, line, participant } = market
    const board = compareMarket(market, { sort: 'payout', kickOff, now })
    return findValues(board, references)
      .filter(isPlausible)
      .map(({ outcome, row, price, net, reference, share }) => ({
        ...{ event, type, period, participant, books: board.count, share },
        row: {
          ...{ event, market: id, sport_id, type, period, line, participant, outcome, price, net },
          bookmaker_id: row.quote.bookmaker.id,
          fair: reference.fair,
          reference_id: reference.bookmaker?.id ?? null,
          method: reference.method,
          books: reference.books,
          listed_at: now,
        },
      }))
  })
}

/** @returns the number of rows that are new */
async function storeValues(site: Site, rows: Insertable<DB['value_prices']>[]): Promise<number> {
  if (rows.length === 0) return 0
  const inserted = await site.database.kysely
    .insertInto('value_prices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length
}

interface Judged extends ScoredRow {
  called_off: boolean
  id: string
  market: number | null
  type: string
  period: string
  line: number | null
  participant: string | null
  outcome: number
  bookmaker_id: string | null
  brand: string | null
  closed_at: Date | null
  /** The start by which the closing reference was computed; null without one, as of a cancelled match. */
  closed_start: Date | null
  closing_fair: Price | null
  closing_method: string | null
  result: LegResult | null
  settled_at: Date | null
}

/** A match whose listed prices are judged. @param no its change; null if only time has passed */
interface Due {
  event: string
  no: string | null
}

/**
 * Records the closing reference and the result of listed prices: of matches that are over, and again of those whose
 * start, status or score has changed, however long ago they began.
 * @returns the number of rows that differ
 */
export async function closeValues(site: Site, now: Date, signal?: AbortSignal): Promise<number> {
  const { kysely } = site.database
  const references = await listReferences(site, EVERYBODY)
  let written = 0
  for (let after: string | null = null; !signal?.aborted; ) {
    const dues = await readDues(kysely, now, after)
    const last = dues.at(-1)
    if (!last) break
    after = last.event
    const rows = await readJudged(
      kysely,
      dues.map(({ event }) => event),
    )
    const markets = await readMarketsFor(
      site,
      [...new Set(rows.flatMap(({ market }) => market ?? []))],
      EVERYBODY,
    )
    const changes = rows.flatMap((row) => {
      const market = row.market === null ? undefined : markets.get(row.market)
      return judgeAgain(row, market, { references, now }) ?? []
    })
    if (changes.length > 0)
      await sql`
        update value_prices v set closed_at = r.closed_at, closed_start = r.closed_start, closing_fair = r.closing_fair,
          closing_method = r.closing_method, result = r.result, settled_at = r.settled_at
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (id bigint, closed_at timestamptz,
          closed_start timestamptz, closing_fair bigint, closing_method text, result text, settled_at timestamptz)
        where v.id = r.id`.execute(kysely)
    // A match that has changed since stays due.
    await sql`delete from value_dues d using jsonb_to_recordset(${JSON.stringify(dues)}::jsonb) as r (event uuid, no bigint)
      where d.event = r.event and d.no = r.no`.execute(kysely)
    written += changes.length
  }
  return written
}

async function readDues(kysely: Kysely<DB>, now: Date, after: string | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select event, max(no) as no from (
      select event, no from value_dues
      union all
      select v.event, null from value_prices v join matches m on m.id = v.event
      where v.closed_at is null and ${isOver(now)}
    ) d
    where ${after}::uuid is null or event > ${after}::uuid
    group by event order by event limit ${BATCH}`.execute(kysely)
  return rows
}

const isOver = (now: Date) =>
  sql`(m.status in ('finished', 'cancelled') or m.start_time < ${new Date(now.getTime() - OVER_AFTER_MS)}::timestamptz)`

async function readJudged(kysely: Kysely<DB>, events: readonly string[]): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    select v.id, v.market, v.type, v.period, v.line::float8 as line, v.participant, v.outcome, v.bookmaker_id,
      coalesce(b.brand, b.id::text) as brand, v.closed_at, v.closed_start, v.closing_fair::float8 as closing_fair,
      v.closing_method, v.result, v.settled_at, m.start_time, m.status, m.called_off, f.status_short, ${scoredColumns}
    from value_prices v
    join matches m on m.id = v.event
    left join fixtures f on f.match_id = m.id
    left join bookmakers b on b.id = v.bookmaker_id
    where v.event = any (${events}::uuid[])`.execute(kysely)
  return rows
}

/** What is to be stored of a listed price; null if that is stored. A match that is not over any more is open again. */
function judgeAgain(
  row: Judged,
  market: MarketView | undefined,
  { references, now }: { references: readonly string[]; now: Date },
) {
  const { id, closed_at, closed_start, closing_fair, closing_method, result, settled_at } = row
  const over =
    row.status === 'finished' ||
    row.status === 'cancelled' ||
    row.start_time.getTime() < now.getTime() - OVER_AFTER_MS
  const closing = !over
    ? { closed_at: null, closed_start: null, closing_fair: null, closing_method: null }
    : isCloseDue(row, market)
      ? { closed_at: now, ...closingOf(row, market, references) }
      : { closed_at, closed_start, closing_fair, closing_method }
  const ended = over ? endOf(row, now) : null
  if (closing.closed_at === closed_at && ended === result) return null
  return {
    ...{ id, ...closing, result: ended },
    settled_at: ended === result ? settled_at : ended === null ? null : now,
  }
}

/** Whether a price of a match that is over has no reference of its start yet, which its market's prices, if they are there, can tell. */
function isCloseDue(
  { status, start_time, closed_at, closed_start }: Judged,
  market: MarketView | undefined,
): boolean {
  if (closed_at === null) return true
  return (
    status !== 'cancelled' &&
    closed_start?.getTime() !== start_time.getTime() &&
    market !== undefined &&
    market.quotes.length > 0
  )
}

/** The reference of a listed price by the prices at kick-off; without one if too few bookmakers quoted the market by then. */
function closingOf(
  { status, start_time: kickOff, outcome, brand, bookmaker_id }: Judged,
  market: MarketView | undefined,
  references: readonly string[],
): Pick<Judged, 'closed_start' | 'closing_fair' | 'closing_method'> {
  if (status === 'cancelled' || !market)
    return { closed_start: null, closing_fair: null, closing_method: null }
  const board = compareClosing(market, { sort: 'payout', kickOff })
  const reference = referenceFor(board, { outcome, brand: brand ?? bookmaker_id ?? '' }, references)
  return {
    closed_start: kickOff,
    closing_fair: reference?.fair ?? null,
    closing_method: reference?.method ?? null,
  }
}

/** The stored columns of the market are enough: its prices may be removed by now. */
function endOf(row: Judged, now: Date): LegResult | null {
  if (isVoid(row)) return 'void'
  const { type } = row
  const result = resultOfRow(row, now)
  const outcomes = isMarketType(type) ? definitionOf(type).outcomes : 'participants'
  if (!isMarketType(type) || outcomes === 'participants' || !result) return null
  return settleOutcome({ ...row, type, outcomes }, outcomes[row.outcome] ?? '', result)
}
