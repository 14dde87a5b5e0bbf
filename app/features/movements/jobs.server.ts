import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { type Audience, EVERYBODY } from '../audiences/permissions.ts'
import { readAudiences } from '../audiences/queries.server.ts'
import { resultOfRow, type ScoredRow } from '../matches/match-state.ts'
import { scoredColumns } from '../matches/scored-row.server.ts'
import { compareClosing, compareMarket } from '../odds/market-board.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import type { MarketView } from '../odds/market-view.ts'
import { definitionOf, MARKET_TYPES } from '../odds/markets.ts'
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
const MOST_CANDIDATES = 500
/** The stored average has the bookmaker's own price, and others than those that count now. */
const CANDIDATE_VALUE = LEAST_VALUE / 2
/** A match without a result counts as over by then; its prices in play no longer change. */
const OVER_AFTER_MS = 6 * HOUR_MS
/** A result that has not come by then will not. */
const RESULT_WITHIN_MS = 30 * DAY_MS

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
    select k.id as market, k.event, m.sport_id, m.start_time
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
    order by s.share > 0.5, s.share desc, k.id limit ${MOST_CANDIDATES}`.execute(database.kysely)
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

interface Due extends ScoredRow {
  id: string
  event: string
  market: number | null
  type: string
  outcome: number
  bookmaker_id: string | null
  brand: string | null
  closed_at: Date | null
}

/** Records the closing reference and the result of listed prices whose matches are over. @returns the number of rows */
export async function closeValues(site: Site, now: Date, signal?: AbortSignal): Promise<number> {
  const { kysely } = site.database
  const references = await listReferences(site, EVERYBODY)
  let written = 0
  for (let after = '0'; !signal?.aborted; ) {
    const { rows } = await sql<Due>`
      select v.id, v.event, v.market, v.type, v.outcome, v.bookmaker_id, coalesce(b.brand, b.id::text) as brand, v.closed_at,
        m.start_time, m.status, f.status_short,
        ${scoredColumns}
      from value_prices v
      join matches m on m.id = v.event
      left join fixtures f on f.match_id = m.id
      left join bookmakers b on b.id = v.bookmaker_id
      where v.id > ${after}::bigint and (v.closed_at is null or v.result is null)
        and m.start_time > ${new Date(now.getTime() - RESULT_WITHIN_MS)}::timestamptz
        and (m.status in ('finished', 'cancelled') or m.start_time < ${new Date(now.getTime() - OVER_AFTER_MS)}::timestamptz)
      order by v.id limit ${BATCH}`.execute(kysely)
    const last = rows.at(-1)
    if (!last) break
    after = last.id
    const markets = await readMarketsFor(
      site,
      [...new Set(rows.flatMap(({ market }) => market ?? []))],
      EVERYBODY,
    )
    const changes = rows.flatMap((row) => {
      const market = row.market === null ? undefined : markets.get(row.market)
      const closing = row.closed_at === null ? closingOf(row, market, references) : null
      const result = endOf(row, market, now)
      return closing || result
        ? [{ id: row.id, ...(closing ?? { fair: null, method: null }), isClosed: closing !== null, result }]
        : []
    })
    if (changes.length > 0)
      await sql`
        update value_prices v set
          closed_at = case when r."isClosed" then ${now}::timestamptz else v.closed_at end,
          closing_fair = case when r."isClosed" then r.fair else v.closing_fair end,
          closing_method = case when r."isClosed" then r.method else v.closing_method end,
          result = coalesce(r.result, v.result),
          settled_at = case when r.result is not null and v.result is null then ${now}::timestamptz else v.settled_at end
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
          as r (id bigint, fair bigint, method text, "isClosed" boolean, result text)
        where v.id = r.id`.execute(kysely)
    written += changes.length
  }
  return written
}

/** The reference of a listed price by the prices at kick-off; without one if too few bookmakers quoted the market by then. */
function closingOf(
  { status, start_time: kickOff, outcome, brand, bookmaker_id }: Due,
  market: MarketView | undefined,
  references: readonly string[],
): { fair: Price | null; method: string | null } {
  if (status === 'cancelled' || !market) return { fair: null, method: null }
  const board = compareClosing(market, { sort: 'payout', kickOff })
  const reference = referenceFor(board, { outcome, brand: brand ?? bookmaker_id ?? '' }, references)
  return { fair: reference?.fair ?? null, method: reference?.method ?? null }
}

function endOf(row: Due, market: MarketView | undefined, now: Date): string | null {
  if (row.status === 'cancelled') return 'void'
  const outcome = market?.outcomes[row.outcome]
  const result = resultOfRow(row, now)
  return market && outcome !== undefined && result ? settleOutcome(market, outcome, result) : null
}
