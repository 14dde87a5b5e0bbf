/** Past prices that are asked for afterwards: they become history, never current prices. */
import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { definitionOf, marketKey } from '../markets.ts'
import type { Notation } from '../notation.ts'
import { SIDES } from '../offers.ts'
import { unpackChanges } from '../pack.ts'
import { PRICE_FORMATS } from '../prices.ts'
import { samePrices } from './compare.server.ts'
import { type EventOffers, groupsOf, lockEvents, readKeys } from './event-offers.server.ts'
import { findMarkets } from './stored-quotes.server.ts'
import { ensureWeeks, OLDEST_CHANGE_MS } from './write-quotes.server.ts'

type Prices = (number | null)[]

/** A state of a quote, from an instant on. */
interface State {
  at: Date
  prices: Prices
  status: string | null
  /** How the prices were written; unknown in a pack. */
  format: number | null
  notation: Notation
  /** A row of the history, a part of a pack, or the quote itself: its first prices, which have no row yet. */
  stored: 'row' | 'pack' | 'quote'
}

interface QuoteKey {
  market: number
  bookmaker: number
  side: number
}

interface StoredQuote extends QuoteKey {
  source: number
  prices: Prices
  opening: Prices | null
  closing: Prices | null
  status: string | null
  format: number
  notation: Notation
  changed_at: Date
  seen_at: Date | null
}

interface NewRow extends QuoteKey {
  source: number
  at: Date
  prices: Prices
  status: string | null
  format: number | null
  notation: Notation
  replaced: Prices | null
}

/** What is written. */
class Changes {
  readonly rows: NewRow[] = []
  readonly removed: (QuoteKey & { at: Date })[] = []
  readonly replaced: (QuoteKey & { at: Date; replaced: Prices })[] = []
  readonly openings: (QuoteKey & { opening: Prices } & Pick<State, 'format' | 'notation'>)[] = []
  readonly earlier: (QuoteKey & { changed_at: Date })[] = []
  readonly created: (QuoteKey & { source: number; part: number; opening: Prices; changed_at: Date } & Pick<
      State,
      'format' | 'notation'
    >)[] = []
  readonly closings: (QuoteKey & { closing: Prices; format: number | null; notation: Notation })[] = []
  readonly seen: { event: string; bookmaker: number; part: number; seen_at: Date; begun: boolean }[] = []
  readonly events = new Set<string>()
  readonly markets = new Set<number>()
}

interface Snapshot {
  source: string
  /** The instant of the snapshot: no price is dated later. */
  at: Date
  now?: Date
}

/**
 * Writes the prices of a past instant as changes with their own times. Prices from after an event's start are ignored.
 * Where this site has watched a quote itself, its own observation stays. The same snapshot again changes nothing, and the
 * order of several does not matter.
 * @returns the events with a new change, and the number of changes
 */
export async function storeHistory(
  trx: Transaction<DB>,
  events: readonly EventOffers[],
  { source, at, now = new Date() }: Snapshot,
): Promise<{ changed: Set<string>; changes: number }> {
  const told = events.filter(({ offers }) => offers.length > 0)
  const known = await lockEvents(trx, told, told)
  const present = told.filter(({ event }) => known.has(event))
  if (present.length === 0) return { changed: new Set(), changes: 0 }
  const keys = await readKeys(trx, present, source)
  const groups = present.flatMap((one) => groupsOf(one, keys))
  const markets = await findMarkets(trx, groups, groups)
  const starts = await readStarts(
    trx,
    present.map(({ event }) => event),
  )
  const ids = [...new Set([...markets.values()].map(({ id }) => id))]
  const quotes = await readStoredQuotes(trx, ids)
  const timelines = await readTimelines(trx, ids, quotes)
  const oldest = now.getTime() - OLDEST_CHANGE_MS
  const out = new Changes()
  for (const group of groups) {
    const start = starts.get(group.event)
    const time = new Date(Math.min(group.seenAt.getTime(), at.getTime()))
    if (!start || time >= start || time.getTime() < oldest) continue
    const begun = start <= now
    let isNew = false
    for (const { market, side, prices, status, format, notation = null } of group.quotes) {
      const id = markets.get(`${group.event} ${marketKey(market)}`)?.id
      if (id === undefined || prices.every((price) => price === null)) continue
      const key = { market: id, bookmaker: group.bookmaker, side: SIDES.indexOf(side) }
      const name = nameOf(key)
      const isList = definitionOf(market.type).isOpenList
      const writing = { format: PRICE_FORMATS.indexOf(format), notation }
      const state: State = { at: time, prices, status: isList ? null : status, ...writing, stored: 'row' }
      const quote = quotes.get(name)
      const isWritten = place(out, {
        ...{ key, state, quote, begun, source: keys.source, part: group.part },
        timeline: timelines.get(name) ?? [],
      })
      if (!isWritten) continue
      isNew = true
      out.markets.add(id)
      const states = [...(timelines.get(name) ?? []), state]
      const closing = begun ? lastBefore(states, start) : null
      if (closing) {
        const { prices: last, format: of, notation: written } = closing
        out.closings.push({ ...key, closing: last, format: of, notation: written })
      }
    }
    if (!isNew) continue
    out.events.add(group.event)
    const { event, bookmaker, part } = group
    out.seen.push({ event, bookmaker, part, seen_at: time, begun })
  }
  await write(trx, out, keys.source)
  if (out.events.size > 0) {
    await sql`select refresh_market_prices(${[...out.events].sort()}::uuid[], ${now}::timestamptz,
      ${[...out.markets]}::int[])`.execute(trx)
  }
  return { changed: out.events, changes: out.rows.length + out.earlier.length - out.removed.length }
}

const nameOf = ({ market, bookmaker, side }: QuoteKey) => `${market} ${bookmaker} ${side}`
const isSame = (a: State, b: State) => a.status === b.status && samePrices(a.prices, b.prices)
const hasPrice = (prices: Prices) => prices.some((price) => price !== null)

/** The prices of the last state before the start, if they are on offer then. */
function lastBefore(states: readonly State[], start: Date): State | null {
  const past = states.filter(({ at }) => at <= start)
  const last = past.reduce<State | null>((latest, one) => (latest && latest.at > one.at ? latest : one), null)
  return last && hasPrice(last.prices) ? last : null
}

interface Placed {
  key: QuoteKey
  state: State
  quote: StoredQuote | undefined
  timeline: readonly State[]
  begun: boolean
  source: number
  part: number
}

/** Adds a state to the timeline of its quote. @returns false if the timeline has it, or knows better */
function place(out: Changes, { key, state, quote, timeline, begun, source, part }: Placed): boolean {
  const { at, prices, status, format, notation } = state
  const isWatched = quote !== undefined && hasPrice(quote.prices) && at >= quote.changed_at
  // Until the quote's last confirmation the site knows its price, and a later one would have to be a current one.
  if (isWatched && (!begun || quote.seen_at === null || at <= quote.seen_at)) return false
  const before = timeline.findLast((one) => one.at <= at)
  const after = timeline.find((one) => one.at > at)
  if (before && isSame(before, state)) return false
  const row = { ...key, source, at, prices, status, format, notation, replaced: before?.prices ?? null }
  if (!quote) {
    const none = { opening: prices, format, notation, changed_at: at }
    out.created.push({ ...key, source, part, ...none })
    out.rows.push(row)
    return true
  }
  if (before?.stored === 'quote') {
    // The first prices were in the quote itself until now.
    out.rows.push({ ...key, source: quote.source, ...stateOf(before), replaced: null })
    out.openings.push({ ...key, opening: before.prices, format: before.format, notation: before.notation })
  }
  if (after && isSame(after, state) && after.stored !== 'pack') {
    // The change was earlier than this site saw it.
    if (after.stored === 'quote') {
      out.earlier.push({ ...key, changed_at: at })
      return true
    }
    out.removed.push({ ...key, at: after.at })
    out.rows.push(row)
    return true
  }
  out.rows.push(row)
  if (after?.stored === 'row') out.replaced.push({ ...key, at: after.at, replaced: prices })
  if (after?.stored === 'quote')
    out.rows.push({ ...key, source: quote.source, ...stateOf(after), replaced: prices })
  if (!before) out.openings.push({ ...key, opening: prices, format, notation })
  return true
}

const stateOf = ({ at, prices, status, format, notation }: State) => ({
  at,
  prices,
  status,
  format,
  notation,
})

async function readStarts(trx: Transaction<DB>, events: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ event: string; start: Date }>`
    select e.event, coalesce(m.start_time, o.start_time) as start
    from priced_events e left join matches m on m.id = e.match_id left join outrights o on o.id = e.outright_id
    where e.event = any (${events}::uuid[])`.execute(trx)
  return new Map(rows.map(({ event, start }) => [event, start]))
}

async function readStoredQuotes(
  trx: Transaction<DB>,
  markets: readonly number[],
): Promise<Map<string, StoredQuote>> {
  const { rows } = await sql<StoredQuote>`
    select q.market, q.bookmaker, q.side, q.source, q.prices, q.opening, q.closing, q.status, q.format, q.notation, q.changed_at, n.seen_at
    from quotes q join markets k on k.id = q.market
    left join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    where q.market = any (${markets}::int[])`.execute(trx)
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** The known states of each quote, oldest first. */
async function readTimelines(
  trx: Transaction<DB>,
  markets: readonly number[],
  quotes: ReadonlyMap<string, StoredQuote>,
): Promise<Map<string, State[]>> {
  const { rows } = await sql<QuoteKey & Omit<State, 'stored'>>`
    select market, bookmaker, side, at, prices, status, format, notation from quote_changes
    where market = any (${markets}::int[])`.execute(trx)
  const packs = await trx
    .selectFrom('quote_packs')
    .select(['market', 'bookmaker', 'side', 'changes'])
    .where(sql<boolean>`market = any (${markets}::int[])`)
    .execute()
  const states: (QuoteKey & State)[] = [
    ...rows.map((row) => ({ ...row, stored: 'row' as const })),
    ...packs.flatMap(({ changes, ...key }) =>
      unpackChanges(changes).map(({ at, prices, status }) => ({
        ...{ ...key, at, prices: [...prices], status, format: null, notation: null },
        stored: 'pack' as const,
      })),
    ),
    ...[...quotes.values()]
      .filter(({ opening }) => opening === null)
      .map((quote) => ({ ...quote, at: quote.changed_at, stored: 'quote' as const })),
  ]
  states.sort((a, b) => a.at.getTime() - b.at.getTime())
  return Map.groupBy(states, nameOf)
}

/** One of the lists for a statement; its columns are those of all lists. */
function records(rows: readonly object[]) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (market int, bookmaker smallint, side smallint,
    source smallint, part smallint, at timestamptz, prices bigint[], status text, replaced bigint[], opening bigint[],
    closing bigint[], format smallint, notation text[], changed_at timestamptz, event uuid, seen_at timestamptz, begun boolean)`
}

const OF_QUOTE = sql`q.market = r.market and q.bookmaker = r.bookmaker and q.side = r.side`
const OF_CHANGE = sql`c.market = r.market and c.bookmaker = r.bookmaker and c.side = r.side and c.at = r.at`

async function write(trx: Transaction<DB>, out: Changes, source: number): Promise<void> {
  if (out.removed.length > 0)
    await sql`delete from quote_changes c using ${records(out.removed)} where ${OF_CHANGE}`.execute(trx)
  if (out.replaced.length > 0)
    await sql`update quote_changes c set replaced = r.replaced from ${records(out.replaced)} where ${OF_CHANGE}`.execute(
      trx,
    )
  if (out.rows.length > 0) {
    await ensureWeeks(
      trx,
      out.rows.map(({ at }) => at),
    )
    await sql`
      insert into quote_changes (market, bookmaker, side, source, at, prices, status, replaced, format, notation)
      select market, bookmaker, side, source, at, prices, status, replaced, format, notation from ${records(out.rows)}`.execute(
      trx,
    )
  }
  if (out.seen.length > 0) {
    // A snapshot confirms the prices of an event that is over; those of a future event only their source confirms.
    await sql`
      insert into quotes_seen as n (event, bookmaker, source, part, seen_at, digest)
      select event, bookmaker, ${source}, part, max(seen_at), 0 from ${records(out.seen)}
      group by event, bookmaker, part
      on conflict (event, bookmaker, source, part) do update set seen_at = excluded.seen_at
      where n.seen_at < excluded.seen_at and n.event = any (${out.seen.flatMap(({ event, begun }) => (begun ? [event] : []))}::uuid[])`.execute(
      trx,
    )
  }
  if (out.created.length > 0) {
    // Nothing is on offer: these prices are history.
    await sql`
      insert into quotes (changed_at, market, bookmaker, side, source, part, prices, opening, opening_format,
        opening_notation, status)
      select changed_at, market, bookmaker, side, source, part, array_fill(null::bigint, array[cardinality(opening)]),
        opening, format, notation, repeat('-', cardinality(opening)) from ${records(out.created)} order by market, bookmaker`.execute(
      trx,
    )
  }
  if (out.openings.length > 0)
    await sql`update quotes q set opening = r.opening, opening_format = r.format, opening_notation = r.notation from ${records(out.openings)} where ${OF_QUOTE}`.execute(
      trx,
    )
  if (out.earlier.length > 0)
    await sql`update quotes q set changed_at = r.changed_at from ${records(out.earlier)} where ${OF_QUOTE}`.execute(
      trx,
    )
  if (out.closings.length > 0)
    await sql`update quotes q set closing = r.closing, closing_format = r.format, closing_notation = r.notation from ${records(out.closings)} where ${OF_QUOTE}`.execute(
      trx,
    )
}
