import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { EVERYBODY } from '../audiences/permissions.ts'
import { type Board, compareClosing } from '../odds/market-board.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import { isMoreMain, type MainRank, type MarketView } from '../odds/market-view.ts'
import { CLOSED_MARKETS } from '../odds/markets.ts'
import { teamKey } from './standings.ts'

/** Events per transaction. */
const BATCH = 25
/** A match without a result counts as over by then; its prices in play no longer change. */
const OVER_AFTER_MS = 6 * HOUR_MS

type Site = Pick<Services, 'database' | 'log'>

/**
 * Stores the closing odds of matches that are over, for each set of bookmakers of an audience, and again for those whose
 * prices or start have changed since, or that lack a set. Idempotent: nothing is due after it.
 * @param within of the matches that began within this time, in milliseconds; all of them by default
 * @returns the number of matches
 */
export async function storeClosingOdds(
  site: Site,
  now: Date,
  { within, signal }: { within?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const since =
    within === undefined ? sql`` : sql`and m.start_time > ${new Date(now.getTime() - within)}::timestamptz`
  const { kysely } = site.database
  const done = new Set<string>()
  // The latest begin first; each batch goes on where the one before ended instead of passing by all that is done.
  let upTo = now
  while (!signal?.aborted) {
    const { rows } = await sql<{ event: string; version: number; start_time: Date }>`
      select e.event, e.version, m.start_time
      from priced_events e
      join matches m on m.id = e.match_id
      left join closed_events c on c.event = e.event
      where m.status <> 'cancelled' and m.start_time < ${upTo}::timestamptz ${since}
        and (m.status = 'finished' or m.start_time < ${new Date(now.getTime() - OVER_AFTER_MS)}::timestamptz)
        and ((c.version, c.start_time) is distinct from (e.version, m.start_time)
          or not c.price_sets @> array(select no from price_sets where no <> 0))
      order by m.start_time desc, e.event limit ${BATCH}`.execute(kysely)
    // Reading quotes may raise a version; such an event waits for the next time.
    const due = rows.filter(({ event }) => !done.has(event))
    if (due.length === 0) break
    for (const { event } of due) done.add(event)
    // A kick-off of the database can be within a millisecond.
    const last = due.at(-1)
    if (last) upTo = new Date(last.start_time.getTime() + 1)
    await closeEvents(site, due, now)
  }
  return done.size
}

async function closeEvents(
  site: Site,
  due: readonly { event: string; version: number; start_time: Date }[],
  now: Date,
): Promise<void> {
  const { kysely } = site.database
  const ids = await kysely
    .selectFrom('markets')
    .select('id')
    .where(sql<boolean>`event = any (${due.map(({ event }) => event)}::uuid[])`)
    .where('type', 'in', [...CLOSED_MARKETS])
    .where('period', 'in', ['full_time', 'with_overtime'])
    .where('participant', 'is', null)
    .execute()
  const views = await readMarketsFor(
    site,
    ids.map(({ id }) => id),
    EVERYBODY,
  )
  const events = await kysely
    .selectFrom('markets')
    .select(['id', 'event'])
    .where(sql<boolean>`id = any (${[...views.keys()]}::int[])`)
    .execute()
  const eventOf = new Map(events.map(({ id, event }) => [id, event]))
  const startOf = new Map(due.map(({ event, start_time }) => [event, start_time]))
  const markets = [...views.values()].map((view): EndedMarket => {
    const event = eventOf.get(view.id) ?? ''
    return { event, view, kickOff: startOf.get(event) ?? now }
  })
  const sets = await readSets(site)
  const ofAll = closeMarkets(markets, null)
  const ofSets = sets.flatMap(({ no, bookmakers }) =>
    closeMarkets(markets, bookmakers).map((row) => ({ ...row, price_set: no })),
  )
  await kysely.transaction().execute(async (trx) => {
    await sql`
      insert into closed_events (event, version, start_time, computed_at, price_sets)
      select event, version, start_time, ${now}::timestamptz, ${sets.map(({ no }) => no)}::smallint[]
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as r (event uuid, version integer, start_time timestamptz)
      order by event
      on conflict (event) do update set version = excluded.version, start_time = excluded.start_time,
        computed_at = excluded.computed_at, price_sets = excluded.price_sets`.execute(trx)
    // After the rows above, which only one process at a time can write: what another one has stored goes, too.
    const ofDue = sql`event = any (${due.map(({ event }) => event)}::uuid[])`
    await sql`delete from closing_odds where ${ofDue}`.execute(trx)
    await sql`delete from set_closing_odds where ${ofDue}`.execute(trx)
    await sql`
      insert into closing_odds (event, type, period, line, prices, average, n)
      select event, type, period, line, prices, average, n
      from jsonb_to_recordset(${JSON.stringify(ofAll)}::jsonb)
        as r (event uuid, type text, period text, line numeric, prices bigint[], average bigint[], n smallint)`.execute(
      trx,
    )
    await sql`
      insert into set_closing_odds (event, price_set, type, period, line, prices, average, n)
      select event, price_set, type, period, line, prices, average, n
      from jsonb_to_recordset(${JSON.stringify(ofSets)}::jsonb)
        as r (event uuid, price_set smallint, type text, period text, line numeric, prices bigint[], average bigint[],
          n smallint)`.execute(trx)
  })
}

/** The sets of bookmakers of audiences, without that of all, each with the ids of its bookmakers. */
async function readSets({ database }: Site): Promise<{ no: number; bookmakers: ReadonlySet<string> }[]> {
  const { rows } = await sql<{ no: number; bookmakers: string[] }>`
    select s.no, coalesce(array_agg(b.bookmaker_id) filter (where b.bookmaker_id is not null), '{}') as bookmakers
    from price_sets s left join bookmakers_of_sets() b on b.price_set = s.no
    where s.no <> 0 group by s.no order by s.no`.execute(database.kysely)
  return rows.map(({ no, bookmakers }) => ({ no, bookmakers: new Set(bookmakers) }))
}

interface EndedMarket {
  event: string
  view: MarketView
  kickOff: Date
}

interface ClosingRow {
  event: string
  type: string
  period: string
  line: number | null
  prices: number[]
  average: number[]
  n: number
}

/**
 * The closing odds of the main line of each market of some events.
 * @param bookmakers the ids of those whose prices count; null for all
 */
function closeMarkets(markets: readonly EndedMarket[], bookmakers: ReadonlySet<string> | null): ClosingRow[] {
  const mains = new Map<string, { event: string; board: Board }>()
  for (const { event, view, kickOff } of markets) {
    const quotes = bookmakers
      ? view.quotes.filter(({ bookmaker }) => bookmakers.has(bookmaker.id))
      : view.quotes
    const board = compareClosing({ ...view, quotes }, { sort: 'payout', kickOff })
    if (board.sum === null) continue
    const key = `${event} ${view.type} ${view.period}`
    const other = mains.get(key)
    if (!other || isMoreMain(rankOf(board), rankOf(other.board))) mains.set(key, { event, board })
  }
  return [...mains.values()].map(({ event, board }) => ({
    event,
    type: board.market.type,
    period: board.market.period,
    line: board.market.line,
    prices: board.best.map((one) => one?.net ?? 0),
    average: board.average.map((price) => price ?? 0),
    n: board.count,
  }))
}

const rankOf = ({ market: { id, line }, count, best }: Board): MainRank => {
  return { id, line, count, nets: best.map((one) => one?.net ?? null) }
}

/** Writes the addresses of new names of teams. @returns their number */
export async function nameTeams({ database }: Pick<Services, 'database'>): Promise<number> {
  let written = 0
  for (;;) {
    const rows = await database.kysely
      .selectFrom('teams')
      .select(['id', 'name'])
      .where('slug', 'is', null)
      .limit(1_000)
      .execute()
    if (rows.length === 0) return written
    const named = rows.map(({ id, name }) => ({ id, slug: teamKey(name) }))
    await sql`update teams t set slug = r.slug
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r (id uuid, slug text) where t.id = r.id`.execute(
      database.kysely,
    )
    written += rows.length
  }
}
