import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { latestTime, setBackTimes } from './clock-ahead.server.ts'
import { type Confirmation, readLimits, storeLapses } from './lapses.server.ts'
import { type MarketType, marketKey } from './markets.ts'
import {
  answerTime,
  digestOf,
  isOpenList,
  newestOf,
  type Offer,
  type OfferedQuote,
  SIDES,
  staysWithdrawn,
  withoutRepeats,
} from './offers.ts'
import { PRICE_FORMATS } from './prices.ts'
import {
  findMarkets,
  type MarketRow,
  type QuoteRow,
  readDifferent,
  type Written,
} from './stored-quotes.server.ts'
import { TYPED } from './typed-prices.ts'

export type StoredOffer = Omit<Offer, 'bookmaker'> & { bookmakerId: string }

/** A source's prices of an event. */
export interface EventOffers {
  /** Id of a match or an outright. */
  event: string
  kind: 'match' | 'outright'
  /** The scope of the request: prices within it that are missing are withdrawn. Null for all prices of the source. */
  part: string | null
  /** One per bookmaker, or two if some of its markets are late. Of two with the same markets, the first counts. */
  offers: readonly StoredOffer[]
  /** Headline markets that the response has withdrawn, whichever request of the source has listed them. */
  withdrawn?: readonly { bookmakerId: string; type: MarketType }[]
  /** Whether bookmakers without an offer keep their prices. */
  keepsOthers?: boolean
  /** Whether the event had another id in the source: its prices replace those from before the response, although these are a little later. */
  isRelisted?: boolean
  /** Whether the response broke off: markets that it does not list stay as they are. Its offers are in the late part. */
  isPartial?: boolean
}

export interface StoreContext {
  /** The name under which the source's prices are stored. */
  source: string
  /** The time of the response. */
  confirmedAt: Date
  now?: Date
}

export interface StoredPrices {
  /** Events with a new, changed or withdrawn price. */
  changed: Set<string>
  /** The number of withdrawn quotes. */
  withdrawn: number
}

interface SeenRow {
  event: string
  bookmaker: number
  source: number
  part: number
  is_typed: boolean
  seen_at: Date
  digest: number
  /** Whether its prices counted when they were stored. */
  was_current: boolean
}

/** A part that a response no longer has, at its time. */
interface Gone extends SeenRow {
  /** Only its market of this type without a line, of the whole match. */
  headline?: MarketType
}

/** A bookmaker's offer of one part of an event, by the keys of the database. */
interface Group {
  event: string
  bookmaker: number
  part: number
  /** Both parts of the request: the late markets, and the others. */
  parts: readonly (number | undefined)[]
  /** When the oldest of its markets was confirmed: its age. */
  seenAt: Date
  link: string | null
  sid: string | null
  digest: number
  quotes: OfferedQuote[]
}

/** At the end of the name of a part: its late markets. */
export const LATE = ' late'
/** Changes are dated no earlier, because each week is a partition. */
export const OLDEST_CHANGE_MS = 5 * 365 * DAY_MS

/**
 * Stores a source's prices of events: the only way in which current prices are written (past ones: `storeHistory`). Unchanged offers are only confirmed. In
 * changed ones, each quote is compared, changes get a row of history, and the best prices are computed in the same
 * transaction. Responses arrive in any order, so the later price counts (docs/decisions/0112):
 * - A quote stays if it is later than the one that is offered, whether this source or another has listed it. Its time is the later of
 *   that of its last change and that of its part. A typed quote that counts stays, too.
 * - A response withdraws what is not later than itself.
 * - What was withdrawn is not late: `staysWithdrawn` says when it comes back. Where it does, the time of its change is that of
 *   the withdrawal, and says nothing about the price.
 */
export async function storePrices(
  trx: Transaction<DB>,
  events: readonly EventOffers[],
  { source, confirmedAt, now = new Date() }: StoreContext,
): Promise<StoredPrices> {
  const changed = new Set<string>()
  const told = events.filter(({ offers }) => offers.length > 0)
  const known = await lockEvents(trx, events, told)
  const present = events.filter(({ event }) => known.has(event))
  if (present.length === 0) return { changed, withdrawn: 0 }
  const keys = await readKeys(trx, present, source)
  const ids = present.map(({ event }) => event)
  const read = await readSeen(trx, present, { confirmedAt, now, keys })
  const seen = new SeenRows(read.rows)

  const dirty: Group[] = []
  const confirmed: Group[] = []
  const gone: Gone[] = []
  const answeredAt = new Map<string, Date>()
  const offers = new OfferedMarkets()
  for (const one of present) {
    const groups = groupsOf(one, keys)
    for (const group of groups) offers.add(group)
    const taken = new Set<string>()
    for (const group of groups) {
      const before = seen.of(group.event, group.bookmaker, keys.source, group.part)
      if (before && before.seen_at > newestOf(group)) continue
      taken.add(`${group.bookmaker} ${group.part}`)
      if (before && before.digest === group.digest) confirmed.push(group)
      else dirty.push(group)
    }
    const at = answerTime(confirmedAt, one)
    answeredAt.set(one.event, at)
    const parts = one.part === null ? null : [keys.parts.get(one.part), keys.parts.get(one.part + LATE)]
    for (const row of one.keepsOthers || one.isPartial ? [] : seen.ofEvent(one.event)) {
      const isAsked = row.source === keys.source && (parts === null || parts.includes(row.part))
      if (!isAsked || taken.has(`${row.bookmaker} ${row.part}`) || row.seen_at > at) continue
      gone.push({ ...row, seen_at: at })
    }
    for (const { bookmakerId, type } of one.withdrawn ?? []) {
      const ofOthers = seen
        .ofEvent(one.event)
        .filter(({ source, part }) => source === keys.source && parts?.includes(part) === false)
        .filter(({ bookmaker }) => bookmaker === keys.bookmakers.get(bookmakerId))
      gone.push(...ofOthers.map((row) => ({ ...row, seen_at: at, headline: type })))
    }
  }
  const held = dirty.length > 0 && source !== TYPED ? await readHeld(trx, ids, now) : NOTHING
  // Typed prices come before those of a feed, also where a merge brings older ones.
  const isTyped = source === TYPED
  const partial = new Set(present.flatMap(({ event, isPartial }) => (isPartial ? [event] : [])))
  const relisted = new Set(present.flatMap(({ event, isRelisted }) => (isRelisted ? [event] : [])))
  const { wasSetBack } = read
  const latest = latestTime(now)
  const input = {
    ...{ dirty, gone, seen, held, offers, partial, relisted, answeredAt, wasSetBack, latest },
    ...{ source: keys.source, isTyped },
  }
  const compared = await compare(trx, input)
  const limits = await readLimits(trx)
  const confirmations = confirmationsOf([...dirty, ...confirmed], compared.replaced, seen, keys.source)
  await storeLapses(trx, confirmations, limits)
  const touched = await writeQuotes(trx, compared, now)
  const currentFrom = now.getTime() - (limits.get(keys.source) ?? 0)
  const { overtaken } = compared
  await writeSeen(trx, { dirty, confirmed, gone, overtaken, source: keys.source, currentFrom })
  for (const row of [...compared.inserted, ...compared.changed]) changed.add(row.event)
  await sql`select refresh_market_prices(${ids}::uuid[], ${now}::timestamptz, ${touched}::int[])`.execute(trx)
  return { changed, withdrawn: compared.withdrawn }
}

/**
 * Withdraws all prices of a source of matches or outrights, unless they were confirmed later.
 * @returns the number of withdrawn quotes
 */
export async function withdrawPrices(
  trx: Transaction<DB>,
  ids: readonly string[],
  context: StoreContext,
): Promise<number> {
  const events = [...new Set(ids)].map((event) => ({
    event,
    // Without an offer, no rows are created for the event.
    kind: 'match' as const,
    part: null,
    offers: [],
  }))
  return (await storePrices(trx, events, context)).withdrawn
}

/** Creates the rows of events with their first offer, and locks all rows in order. @returns the existing ones */
export async function lockEvents(
  trx: Transaction<DB>,
  events: readonly EventOffers[],
  told: readonly EventOffers[],
): Promise<Set<string>> {
  if (told.length > 0) {
    const records = JSON.stringify(told.map(({ event, kind }) => ({ event, kind })))
    await sql`
      insert into priced_events (event, match_id, outright_id)
      select r.event, case when r.kind = 'match' then r.event end, case when r.kind = 'outright' then r.event end
      from json_to_recordset(${records}::json) as r (event uuid, kind text)
      where not exists (select 1 from priced_events e where e.event = r.event)
      order by r.event on conflict do nothing`.execute(trx)
  }
  const ids = events.map(({ event }) => event)
  const { rows } = await sql<{ event: string }>`
    select event from priced_events where event = any (${ids}::uuid[]) order by event for no key update`.execute(
    trx,
  )
  return new Set(rows.map(({ event }) => event))
}

interface Keys {
  source: number
  parts: ReadonlyMap<string, number>
  bookmakers: ReadonlyMap<string, number>
}

export async function readKeys(
  trx: Transaction<DB>,
  events: readonly EventOffers[],
  source: string,
): Promise<Keys> {
  const parts = [...new Set(events.flatMap(({ part }) => (part === null ? [] : [part, part + LATE])))]
  const sources = await numbersOf(trx, 'price_sources', [source])
  const told = events.flatMap(({ offers, withdrawn = [] }) => [...offers, ...withdrawn])
  const ids = [...new Set(told.map(({ bookmakerId }) => bookmakerId))]
  const { rows } = await sql<{ id: string; no: number }>`
    select id, no from bookmakers where id = any (${ids}::uuid[])`.execute(trx)
  return {
    source: sources.get(source) ?? 0,
    parts: await numbersOf(trx, 'price_parts', parts),
    bookmakers: new Map(rows.map(({ id, no }) => [id, no])),
  }
}

async function numbersOf(
  trx: Transaction<DB>,
  table: 'price_sources' | 'price_parts',
  keys: readonly string[],
): Promise<Map<string, number>> {
  const read = () =>
    trx.selectFrom(table).select(['key', 'no']).where(sql<boolean>`key = any (${keys}::text[])`).execute()
  let rows = await read()
  const known = new Set(rows.map(({ key }) => key))
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length > 0) {
    await trx
      .insertInto(table)
      .values(missing.map((key) => ({ key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rows = await read()
  }
  return new Map(rows.map(({ key, no }) => [key, no]))
}

/** The confirmations of events. Those of a time when the clock was ahead are set back, and so are the times of the changes. */
async function readSeen(
  trx: Transaction<DB>,
  present: readonly EventOffers[],
  { confirmedAt, now, keys }: { confirmedAt: Date; now: Date; keys: Keys },
): Promise<{ rows: SeenRow[]; wasSetBack: ReadonlySet<string> }> {
  const events = present.map(({ event }) => event)
  const read = () =>
    trx
      .selectFrom('quotes_seen')
      .select(['event', 'bookmaker', 'source', 'part', 'seen_at', 'digest', 'was_current'])
      .select(sql<boolean>`source = (select no from price_sources where key = ${TYPED})`.as('is_typed'))
      .where(sql<boolean>`event = any (${events}::uuid[])`)
      .execute()
  const rows = await read()
  const after = latestTime(now)
  const wrong = new Set(rows.filter(({ seen_at }) => seen_at > after).map(({ event }) => event))
  if (wrong.size === 0) return { rows, wasSetBack: NOTHING }
  const stated = present.flatMap(({ event, offers }) =>
    offers.map(({ bookmakerId, seenAt }) => ({
      event,
      bookmaker: keys.bookmakers.get(bookmakerId) ?? 0,
      at: seenAt,
    })),
  )
  return (await setBackTimes(trx, [...wrong], { confirmedAt, after, stated }))
    ? { rows: await read(), wasSetBack: wrong }
    : { rows, wasSetBack: NOTHING }
}

const NOTHING: ReadonlySet<string> = new Set()
/** Periods of the headline's market. */
const WHOLE_MATCH: ReadonlySet<string> = new Set(['full_time', 'with_overtime'])

/** The typed prices of events that count, by `seenKey`: a feed leaves them. */
async function readHeld(
  trx: Transaction<DB>,
  events: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<SeenRow, 'event' | 'bookmaker' | 'source' | 'part'>>`
    select n.event, n.bookmaker, n.source, n.part from quotes_seen n
    where n.event = any (${events}::uuid[]) and n.source = (select no from price_sources where key = ${TYPED})
      and typed_price_holds(n.event, n.seen_at, ${now})`.execute(trx)
  return new Set(rows.map((row) => seenKey(row.event, row.bookmaker, row.source, row.part)))
}

const seenKey = (event: string, bookmaker: number, source: number, part: number) =>
  `${event} ${bookmaker} ${source} ${part}`

class SeenRows {
  readonly #byKey = new Map<string, SeenRow>()
  readonly #byEvent: Map<string, SeenRow[]>

  constructor(rows: readonly SeenRow[]) {
    for (const row of rows) this.#byKey.set(seenKey(row.event, row.bookmaker, row.source, row.part), row)
    this.#byEvent = Map.groupBy(rows, ({ event }) => event)
  }

  of(event: string, bookmaker: number, source: number, part: number): SeenRow | undefined {
    return this.#byKey.get(seenKey(event, bookmaker, source, part))
  }

  ofEvent(event: string): readonly SeenRow[] {
    return this.#byEvent.get(event) ?? []
  }
}

/** The offers of a response for each bookmaker of an event, in all parts. */
class OfferedMarkets {
  readonly #groups = new Map<string, Group[]>()
  /** Only of bookmakers with a quote to look for. */
  readonly #keys = new Map<string, Set<string>>()

  add(group: Group): void {
    const pair = `${group.event} ${group.bookmaker}`
    this.#groups.set(pair, [...(this.#groups.get(pair) ?? []), group])
  }

  has(row: QuoteRow): boolean {
    return this.#keysOf(`${row.event} ${row.bookmaker}`).has(`${row.side} ${marketKey(row)}`)
  }

  #keysOf(pair: string): Set<string> {
    const known = this.#keys.get(pair)
    if (known) return known
    const quotes = (this.#groups.get(pair) ?? []).flatMap((group) => group.quotes)
    const keys = new Set(quotes.map(({ market, side }) => `${SIDES.indexOf(side)} ${marketKey(market)}`))
    this.#keys.set(pair, keys)
    return keys
  }
}

export function groupsOf({ event, part, offers }: EventOffers, keys: Keys): Group[] {
  const groups = new Map<string, Group>()
  const parts = part === null ? [] : [keys.parts.get(part), keys.parts.get(part + LATE)]
  for (const offer of offers) {
    const bookmaker = keys.bookmakers.get(offer.bookmakerId)
    const partNo = keys.parts.get((part ?? '') + (offer.isLate ? LATE : ''))
    if (bookmaker === undefined || partNo === undefined) throw new Error('a bookmaker or a part is not there')
    const key = `${bookmaker} ${partNo}`
    if (groups.has(key)) continue
    const { seenAt, link, sid = null } = offer
    const quotes = withoutRepeats(offer.quotes)
    const digest = digestOf({ link, sid, quotes })
    groups.set(key, { event, bookmaker, part: partNo, parts, seenAt, link, sid, quotes, digest })
  }
  return [...groups.values()]
}

interface Compared {
  inserted: Written[]
  changed: Written[]
  /** The same prices from another source, part or format. */
  moved: Written[]
  /** One row each: the changes, and the first prices if they have no row yet. */
  history: (Omit<Written, 'event' | 'part' | 'max_stake' | 'opening'> & {
    /** The previous prices; null for the first ones. */
    replaced: (number | null)[] | null
  })[]
  /** The quotes whose prices or origin were replaced, as they were before, and when. */
  replaced: { before: QuoteRow; at: Date }[]
  /** Offers of other responses whose quotes were overwritten: they must be compared the next time. */
  overtaken: Pick<SeenRow, 'event' | 'bookmaker' | 'source' | 'part'>[]
  withdrawn: number
}

async function compare(
  trx: Transaction<DB>,
  {
    dirty,
    gone,
    seen,
    held,
    offers,
    partial,
    relisted,
    answeredAt,
    wasSetBack,
    latest,
    source,
    isTyped,
  }: {
    dirty: readonly Group[]
    gone: readonly Gone[]
    seen: SeenRows
    held: ReadonlySet<string>
    offers: OfferedMarkets
    /** Events whose prices were not all read. */
    partial: ReadonlySet<string>
    /** Events that had another id in the source. */
    relisted: ReadonlySet<string>
    /** By event. */
    answeredAt: ReadonlyMap<string, Date>
    /** Events whose times of changes are those of this response. */
    wasSetBack: ReadonlySet<string>
    /** Later times are of a clock that was ahead. */
    latest: Date
    source: number
    isTyped: boolean
  },
): Promise<Compared> {
  const result: Compared = {
    ...{ inserted: [], changed: [], moved: [], history: [], replaced: [], overtaken: [] },
    withdrawn: 0,
  }
  if (dirty.length + gone.length === 0) return result
  const markets = await findMarkets(trx, dirty, [...dirty, ...gone])
  const offered = new Map(dirty.map((group) => [group, writtenOf(group, markets, source)]))
  const { unchanged, current } = await readDifferent(
    trx,
    [...dirty, ...gone],
    markets,
    [...offered.values()].flat(),
  )
  const overtaken = new Map<string, Compared['overtaken'][number]>()
  const quoteKey = ({ market, bookmaker, side }: Written) => `${market} ${bookmaker} ${side}`
  const differing = [...offered.values()].flat().filter((after) => !unchanged.has(after))
  const stated = new Map(differing.map((after) => [quoteKey(after), after.changed_at]))
  const returned = await readReturned(
    trx,
    [...current.values()]
      .flatMap((quotes) => [...quotes.values()])
      .filter((it) => it.changed_at > (stated.get(quoteKey(it)) ?? answeredAt.get(it.event) ?? latest)),
  )
  /** When a quote was confirmed, at the earliest: each quote has its last change, and all of a part the oldest confirmation. */
  const timeOf = (before: QuoteRow): Date => {
    const { seen_at } = seen.of(before.event, before.bookmaker, before.source, before.part) ?? {}
    const isOwnTime = !returned.has(before) && !wasSetBack.has(before.event)
    return new Date(Math.max(seen_at?.getTime() ?? 0, isOwnTime ? before.changed_at.getTime() : 0))
  }

  const change = (before: QuoteRow, after: Written) => {
    const at = new Date(Math.max(after.changed_at.getTime(), before.changed_at.getTime() + 1))
    const { market, bookmaker, side } = before
    const key = { market, bookmaker, side }
    // The first prices were in the quote itself until now.
    if (before.opening === null) {
      const { prices, status, changed_at, format, notation } = before
      const first = { prices, status, changed_at, format, notation }
      result.history.push({ ...key, source: before.source, ...first, replaced: null })
    }
    const { prices, status, format, notation } = after
    const now = { prices, status, changed_at: at, format, notation }
    result.history.push({ ...key, source: after.source, ...now, replaced: before.prices })
    result.changed.push({ ...after, opening: before.opening ?? before.prices, changed_at: at })
    result.replaced.push({ before, at })
  }
  const withdraw = (before: QuoteRow, at: Date) => {
    if (!isListed(before) || timeOf(before) > at) return
    const nothing = {
      prices: before.prices.map(() => null),
      notation: null,
      status: '-'.repeat(before.prices.length),
    }
    change(before, { ...before, ...nothing, changed_at: at })
    result.withdrawn += 1
  }

  for (const [group, written] of offered) {
    const own = current.get(`${group.event} ${group.bookmaker}`) ?? new Map<string, QuoteRow>()
    const met = new Set<QuoteRow>()
    const answered = answeredAt.get(group.event) ?? group.seenAt
    for (const after of written) {
      if (unchanged.has(after)) continue
      const before = own.get(`${after.market} ${after.side}`)
      if (before) met.add(before)
      if (!before) {
        if (after.prices.some((price) => price !== null)) result.inserted.push(after)
        continue
      }
      const isOwn = before.source === source && before.part === group.part
      const other = isOwn ? undefined : seen.of(group.event, group.bookmaker, before.source, before.part)
      const isHeld = held.has(seenKey(group.event, group.bookmaker, before.source, before.part))
      const isSame = samePrices(before.prices, after.prices) && before.status === after.status
      // The same price moves between the two parts of its request, also to the older one.
      const isMoved = isSame && before.source === source && group.parts.includes(before.part)
      const isRelisted = relisted.has(group.event) && before.source === source
      const isLater = !isTyped && !isMoved && timeOf(before) > (isRelisted ? answered : after.changed_at)
      if (isListed(before) && (isLater || isHeld)) {
        // Until the other response, or what was typed, expires: then the prices of this one count.
        group.digest = 0
        continue
      }
      const origin = { isOwn: before.source === source, isTyped: isTyped || other?.is_typed === true }
      const times = { confirmedAt: after.changed_at, answeredAt: answered }
      if (!isListed(before) && staysWithdrawn({ at: before.changed_at, ...origin }, times, latest)) {
        group.digest = 0
        continue
      }
      if (other) overtaken.set(`${other.event} ${other.bookmaker} ${other.source} ${other.part}`, other)
      if (!isSame) change(before, after)
      else if (!isOwn || before.max_stake !== after.max_stake || !isWrittenAlike(before, after)) {
        result.moved.push({ ...after, opening: before.opening, changed_at: before.changed_at })
        result.replaced.push({ before, at: group.seenAt })
      }
    }
    for (const before of own.values()) {
      const isOwn = before.source === source && before.part === group.part && !met.has(before)
      const [main = group.part] = group.parts
      if (isOwn && partial.has(group.event) && seen.of(group.event, group.bookmaker, source, main)) {
        // Read by an earlier partial response: it is as old again as what the last whole one confirmed.
        result.moved.push({ ...before, part: main })
        continue
      }
      if (isOwn && !offers.has(before)) withdraw(before, answered)
    }
  }
  for (const row of gone) {
    for (const before of current.get(`${row.event} ${row.bookmaker}`)?.values() ?? []) {
      const isOf =
        before.source === row.source &&
        before.part === row.part &&
        (!row.headline || (before.type === row.headline && WHOLE_MATCH.has(before.period)))
      if (isOf && !offers.has(before)) withdraw(before, row.seen_at)
    }
  }
  result.overtaken = [...overtaken.values()]
  return result
}

/** Those quotes whose last change gave back withdrawn prices with a time of before: it is dated just after the withdrawal. */
async function readReturned(
  trx: Transaction<DB>,
  quotes: readonly QuoteRow[],
): Promise<ReadonlySet<QuoteRow>> {
  if (quotes.length === 0) return new Set()
  const keys = quotes.map(({ market, bookmaker, side, changed_at }, n) => ({
    ...{ n, market, bookmaker, side, at: new Date(changed_at.getTime() - 1) },
  }))
  const { rows } = await sql<{ n: number }>`
    select r.n from json_to_recordset(${JSON.stringify(keys)}::json)
      as r (n int, market int, bookmaker smallint, side smallint, at timestamptz)
    join quote_changes h on h.market = r.market and h.at = r.at and h.bookmaker = r.bookmaker and h.side = r.side
    where array_length(array_remove(h.prices, null), 1) is null`.execute(trx)
  const found = new Set(rows.map(({ n }) => n))
  return new Set(quotes.filter((_, n) => found.has(n)))
}

/** The parts that were confirmed, and the quotes of other parts that have changed: what is too old has lapsed until then. */
function confirmationsOf(
  groups: readonly Group[],
  replaced: Compared['replaced'],
  seen: SeenRows,
  source: number,
): Confirmation[] {
  const own = new Set<string>()
  const parts = groups.flatMap(({ event, bookmaker, part, seenAt }): Confirmation[] => {
    const before = watchedAt(seen.of(event, bookmaker, source, part))
    own.add(seenKey(event, bookmaker, source, part))
    return before ? [{ event, bookmaker, source, part, before, now: seenAt }] : []
  })
  const others = replaced.flatMap(({ before: quote, at }): Confirmation[] => {
    const { event, bookmaker, source: of, part, market } = quote
    if (quote.side !== 0 || own.has(seenKey(event, bookmaker, of, part))) return []
    const before = watchedAt(seen.of(event, bookmaker, of, part))
    return before ? [{ event, bookmaker, source: of, part, before, now: at, market }] : []
  })
  return [...parts, ...others]
}

/** When prices were confirmed; undefined for those of the past, which have never counted. */
function watchedAt(row: SeenRow | undefined): Date | undefined {
  return row?.was_current ? row.seen_at : undefined
}

/** The rows of a group's quotes, as if they were new. */
function writtenOf(group: Group, markets: ReadonlyMap<string, MarketRow>, source: number): Written[] {
  return group.quotes.map((quote) => {
    const market = markets.get(`${group.event} ${marketKey(quote.market)}`)?.id
    if (market === undefined) throw new Error('a market is not there')
    return {
      market,
      event: group.event,
      bookmaker: group.bookmaker,
      side: SIDES.indexOf(quote.side),
      source,
      part: group.part,
      format: PRICE_FORMATS.indexOf(quote.format),
      max_stake: quote.maxStake,
      prices: quote.prices,
      notation: quote.notation ?? null,
      opening: null,
      status: isOpenList(quote.market) ? null : quote.status,
      changed_at: quote.confirmedAt ?? group.seenAt,
    }
  })
}

/** Whether a bookmaker offers a market, or has suspended it, and has not withdrawn it. */
function isListed({ prices, status }: QuoteRow): boolean {
  return prices.some((price) => price !== null) || status?.includes('s') === true
}

function isWrittenAlike(before: QuoteRow, after: Written): boolean {
  return before.format === after.format && before.notation?.join() === after.notation?.join()
}

/** In outrights, the list grows when a participant is added. */
export function samePrices(before: readonly (number | null)[], after: readonly (number | null)[]): boolean {
  const length = Math.max(before.length, after.length)
  for (let index = 0; index < length; index += 1) {
    if ((before[index] ?? null) !== (after[index] ?? null)) return false
  }
  return true
}

function records(rows: readonly object[]) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (market int, bookmaker smallint, side smallint,
    source smallint, part smallint, format smallint, max_stake int, prices bigint[], opening bigint[], status text,
    changed_at timestamptz, replaced bigint[], notation text[])`
}

/** Creates the partitions of the history for these times. */
export async function ensureWeeks(trx: Transaction<DB>, times: readonly Date[]): Promise<void> {
  const days = [...new Set(times.map((time) => Math.floor(time.getTime() / DAY_MS)))]
  const instants = days.map((day) => new Date(day * DAY_MS).toISOString())
  await sql`select ensure_quote_weeks(${instants}::timestamptz[])`.execute(trx)
}

/** @returns the markets with a written quote */
async function writeQuotes(
  trx: Transaction<DB>,
  { inserted, changed, moved, history }: Compared,
  now: Date,
): Promise<number[]> {
  if (inserted.length > 0) {
    await sql`
      insert into quotes (changed_at, market, max_stake, bookmaker, side, source, part, format, prices, notation, status)
      select changed_at, market, max_stake, bookmaker, side, source, part, format, prices, notation, status
      from ${records(inserted)} order by market, bookmaker`.execute(trx)
  }
  const updated = [...changed, ...moved]
  if (updated.length > 0) {
    await sql`
      update quotes q set changed_at = r.changed_at, max_stake = r.max_stake, source = r.source, part = r.part,
        format = r.format, prices = r.prices, notation = r.notation, opening = r.opening, status = r.status,
        -- The first prices were in the quote itself until now.
        opening_format = case when q.opening is null then q.format else q.opening_format end,
        opening_notation = case when q.opening is null then q.notation else q.opening_notation end,
        -- A later price from before the start, or from before the match was cancelled, is the closing price when it arrives.
        closing = case when q.closing is not null and r.changed_at <= (
          select least(coalesce(m.start_time, o.start_time), m.cancelled_at) from markets k join priced_events e on e.event = k.event
          left join matches m on m.id = e.match_id left join outrights o on o.id = e.outright_id
          where k.id = q.market) then null else q.closing end
      from ${records(updated)}
      where q.market = r.market and q.bookmaker = r.bookmaker and q.side = r.side`.execute(trx)
  }
  if (history.length > 0) {
    const oldest = new Date(now.getTime() - OLDEST_CHANGE_MS)
    const dated = history.map((row) => (row.changed_at < oldest ? { ...row, changed_at: oldest } : row))
    await ensureWeeks(
      trx,
      dated.map(({ changed_at }) => changed_at),
    )
    await sql`
      insert into quote_changes (market, bookmaker, side, source, at, prices, status, replaced, format, notation)
      select market, bookmaker, side, source, changed_at, prices, status, replaced, format, notation from ${records(dated)}`.execute(
      trx,
    )
  }
  return [...new Set([...inserted, ...updated].map(({ market }) => market))]
}

async function writeSeen(
  trx: Transaction<DB>,
  {
    dirty,
    confirmed,
    gone,
    overtaken,
    source,
    currentFrom,
  }: {
    dirty: readonly Group[]
    confirmed: readonly Group[]
    gone: readonly SeenRow[]
    overtaken: Compared['overtaken']
    source: number
    /** Prices that were confirmed before it do not count. */
    currentFrom: number
  },
): Promise<void> {
  const rowsOf = (groups: readonly Group[]) =>
    JSON.stringify(
      groups.map(({ event, bookmaker, part, seenAt, digest, link, sid }) => ({
        event,
        bookmaker,
        part,
        seen_at: seenAt,
        was_current: seenAt.getTime() > currentFrom,
        digest,
        link,
        sid,
      })),
    )
  if (confirmed.length > 0) {
    await sql`
      update quotes_seen n set seen_at = r.seen_at, was_current = r.was_current
      from json_to_recordset(${rowsOf(confirmed)}::json)
        as r (event uuid, bookmaker smallint, part smallint, seen_at timestamptz, was_current boolean)
      where n.event = r.event and n.bookmaker = r.bookmaker and n.part = r.part and n.source = ${source}
        and n.seen_at < r.seen_at`.execute(trx)
  }
  if (dirty.length > 0) {
    await sql`
      insert into quotes_seen (event, bookmaker, source, part, seen_at, was_current, digest, link, sid)
      select event, bookmaker, ${source}, part, seen_at, was_current, digest, link, sid
      from json_to_recordset(${rowsOf(dirty)}::json)
        as r (event uuid, bookmaker smallint, part smallint, seen_at timestamptz, was_current boolean, digest bigint,
          link text, sid text)
      on conflict (event, bookmaker, source, part) do update
      set seen_at = excluded.seen_at, was_current = excluded.was_current, digest = excluded.digest, link = excluded.link,
        sid = excluded.sid`.execute(trx)
  }
  const cleared = [
    ...gone.map(({ event, bookmaker, source: of, part }) => ({ event, bookmaker, source: of, part })),
    ...overtaken.map(({ event, bookmaker, source: of, part }) => ({ event, bookmaker, source: of, part })),
  ]
  if (cleared.length > 0) {
    await sql`
      update quotes_seen n set digest = 0
      from json_to_recordset(${JSON.stringify(cleared)}::json)
        as r (event uuid, bookmaker smallint, source smallint, part smallint)
      where n.event = r.event and n.bookmaker = r.bookmaker and n.source = r.source and n.part = r.part
        and n.digest <> 0`.execute(trx)
  }
}

/** Counts unknown markets and outcomes, for an operator to map. */
export async function countUnknownMarkets(
  db: Kysely<DB>,
  source: string,
  unknown: readonly { key: string; example: string; count: number }[],
): Promise<void> {
  if (unknown.length === 0) return
  await sql`
    insert into unknown_markets as u (source, key, example, seen)
    select ${source}, r.key, r.example, r.count
    from json_to_recordset(${JSON.stringify(unknown)}::json) as r (key text, example text, count bigint)
    order by r.key
    on conflict (source, key) do update set seen = u.seen + excluded.seen, last_seen = now()`.execute(db)
}

/** Events per transaction of the sweep; transactions are short, so that imports do not wait. */
const SWEPT_EVENTS = 50

/** Applies the rule of counting quotes to events at `now`, and computes their best prices again. */
export async function refreshPrices(
  db: Kysely<DB>,
  events: readonly string[],
  now = new Date(),
): Promise<void> {
  if (events.length === 0) return
  // Only what time has changed, and what a trigger has marked.
  await sql`
    select refresh_market_prices(${[...new Set(events)].sort()}::uuid[], ${now}::timestamptz, '{}')`.execute(
    db,
  )
}

/**
 * Refreshes the events of which a quote has expired, or would have if its source had not confirmed it since.
 * @returns the number of events
 */
export async function sweepPrices(db: Kysely<DB>, now: Date, signal?: AbortSignal): Promise<number> {
  let swept = 0
  while (!signal?.aborted) {
    const rows = await db
      .selectFrom('priced_events')
      .select('event')
      .where('valid_until', '<=', now)
      .orderBy('valid_until')
      .limit(SWEPT_EVENTS)
      .execute()
    const events = rows.map(({ event }) => event)
    await refreshPrices(db, events, now)
    swept += rows.length
    if (rows.length < SWEPT_EVENTS) break
  }
  return swept
}
