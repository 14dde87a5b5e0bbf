import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { EVERYBODY } from '../audiences/permissions.ts'
import { type Board, compareClosing } from '../odds/market-board.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import { isMoreMain, type MainRank, type MarketView } from '../odds/market-view.ts'
import { CLOSED_MARKETS, CLOSED_PERIODS, definitionOf, MATCH_MARKETS } from '../odds/markets.ts'
import { teamKey } from './standings.ts'

/** Events per transaction. */
const BATCH = 25
/** A match without a result counts as over by then; its prices in play no longer change. */
const OVER_AFTER_MS = 6 * HOUR_MS

type Site = Pick<Services, 'database' | 'log'>

/**
 * Stores the closing odds of matches that are over, of every market and line, for each set of bookmakers of an audience, and
 * again for those whose prices or start have changed since, or that lack a set. Idempotent: nothing is due after it.
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
    // Before what is due: a set that comes meanwhile is stored the next time.
    const known = await readSets(site)
    const sets = sql`${known.map(({ no }) => no)}::smallint[]`
    const { rows } = await sql<DueEvent>`
      select e.event, e.version, m.start_time,
        (c.version, c.start_time) is not distinct from (e.version, m.start_time) and c.price_sets @> ${sets} as has_mains
      from priced_events e
      join matches m on m.id = e.match_id
      left join closed_events c on c.event = e.event
      where m.status <> 'cancelled' and m.start_time < ${upTo}::timestamptz ${since}
        and (m.status = 'finished' or m.start_time < ${new Date(now.getTime() - OVER_AFTER_MS)}::timestamptz)
        and ((c.version, c.start_time) is distinct from (e.version, m.start_time)
          or not c.price_sets @> ${sets}
          or (c.lines_version, c.lines_start) is distinct from (e.version, m.start_time) or not c.lines_sets @> ${sets})
      order by m.start_time desc, e.event limit ${BATCH}`.execute(kysely)
    // Reading quotes may raise a version; such an event waits for the next time.
    const due = rows.filter(({ event }) => !done.has(event))
    if (due.length === 0) break
    for (const { event } of due) done.add(event)
    // A kick-off of the database can be within a millisecond.
    const last = due.at(-1)
    if (last) upTo = new Date(last.start_time.getTime() + 1)
    await closeEvents(site, due, known, now)
  }
  return done.size
}

interface DueEvent {
  event: string
  version: number
  start_time: Date
  /** Whether the main lines are stored, and only the others are missing: they are not written again. */
  has_mains: boolean
}

async function closeEvents(
  site: Site,
  due: readonly DueEvent[],
  sets: readonly PriceSet[],
  now: Date,
): Promise<void> {
  const { kysely } = site.database
  const ids = await kysely
    .selectFrom('markets')
    .select('id')
    .where(sql<boolean>`event = any (${due.map(({ event }) => event)}::uuid[])`)
    .where('type', 'in', [...MATCH_MARKETS])
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
  const closings = [{ no: 0, bookmakers: null }, ...sets].map(({ no, bookmakers }) => ({
    no,
    lines: closeLines(markets, bookmakers),
  }))
  const lines = closings.flatMap((it) => it.lines.map((line) => ({ ...line, price_set: it.no })))
  const isDue = new Set(due.flatMap(({ event, has_mains }) => (has_mains ? [] : [event])))
  const mains = lines.filter((line) => isDue.has(line.event) && isMainMarket(line))
  const ofAll = mains.filter(({ price_set }) => price_set === 0)
  const ofSets = mains.filter(({ price_set }) => price_set !== 0)
  const numbers = sql`${sets.map(({ no }) => no)}::smallint[]`
  await kysely.transaction().execute(async (trx) => {
    await sql`
      insert into closed_events (event, version, start_time, computed_at, price_sets, lines_version, lines_start, lines_sets)
      select event, version, start_time, ${now}::timestamptz, ${numbers}, version, start_time, ${numbers}
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as r (event uuid, version integer, start_time timestamptz)
      order by event
      on conflict (event) do update set version = excluded.version, start_time = excluded.start_time,
        computed_at = excluded.computed_at, price_sets = excluded.price_sets, lines_version = excluded.lines_version,
        lines_start = excluded.lines_start, lines_sets = excluded.lines_sets`.execute(trx)
    // After the rows above, which only one process at a time can write: what another one has stored goes, too.
    const ofDue = sql`event = any (${[...isDue]}::uuid[])`
    await sql`delete from line_closing_odds where event = any (${due.map(({ event }) => event)}::uuid[])`.execute(
      trx,
    )
    await sql`
      insert into line_closing_odds (event, price_set, type, period, participant, line, is_main, prices, average, n)
      select event, price_set, type, period, participant, line, is_main, prices, average, n
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as r (event uuid, price_set smallint, type text, period text, participant text, line numeric, is_main boolean,
          prices bigint[], average bigint[], n smallint)`.execute(trx)
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

interface PriceSet {
  no: number
  bookmakers: ReadonlySet<string>
}

/** The sets of bookmakers of audiences, without that of all, each with the ids of its bookmakers. */
async function readSets({ database }: Site): Promise<PriceSet[]> {
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

interface ClosingLine {
  event: string
  type: string
  period: string
  participant: string | null
  line: number | null
  is_main: boolean
  /** In a list of outcomes, null where nobody quoted one. */
  prices: (number | null)[]
  average: (number | null)[]
  n: number
}

/**
 * The closing odds of each market and line of some events.
 * @param bookmakers the ids of those whose prices count; null for all
 */
function closeLines(markets: readonly EndedMarket[], bookmakers: ReadonlySet<string> | null): ClosingLine[] {
  const mains = new Map<string, Board>()
  const closed = markets.flatMap(({ event, view, kickOff }) => {
    const quotes = bookmakers
      ? view.quotes.filter(({ bookmaker }) => bookmakers.has(bookmaker.id))
      : view.quotes
    const board = compareClosing({ ...view, quotes }, { sort: 'payout', kickOff })
    const isClosed = definitionOf(view.type).isOpenList ? board.count > 0 : board.sum !== null
    if (!isClosed) return []
    const key = `${event} ${view.type} ${view.period} ${view.participant}`
    const other = mains.get(key)
    if (!other || isMoreMain(rankOf(board), rankOf(other))) mains.set(key, board)
    return [{ event, key, board }]
  })
  return closed.map(({ event, key, board }) => ({
    event,
    type: board.market.type,
    period: board.market.period,
    participant: board.market.participant,
    line: board.market.line,
    is_main: mains.get(key) === board,
    prices: board.best.map((one) => one?.net ?? null),
    average: board.average,
    n: board.count,
  }))
}

/** Whether a line is one of `closing_odds`. */
const isMainMarket = ({ type, period, participant, is_main }: ClosingLine) =>
  is_main &&
  participant === null &&
  CLOSED_MARKETS.some((it) => it === type) &&
  CLOSED_PERIODS.includes(period)

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
