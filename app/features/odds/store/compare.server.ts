import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type MarketType, marketKey } from '../markets.ts'
import { isOpenList, SIDES, staysWithdrawn } from '../offers.ts'
import { PRICE_FORMATS } from '../prices.ts'
import type { Group } from './event-offers.server.ts'
import { type SeenRow, type SeenRows, seenKey } from './seen-rows.server.ts'
import {
  findMarkets,
  type MarketRow,
  type QuoteRow,
  readDifferent,
  type Written,
} from './stored-quotes.server.ts'

/** A part that a response no longer has, at its time. */
export interface Gone extends SeenRow {
  /** Only its market of this type without a line, of the whole match. */
  headline?: MarketType
}

/** The offers of a response for each bookmaker of an event, in all parts. */
export class OfferedMarkets {
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

/** Periods of the headline's market. */
const WHOLE_MATCH: ReadonlySet<string> = new Set(['full_time', 'with_overtime'])

export interface Compared {
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
  /** Offers of other responses whose quotes were overwritten, by `seenKey`: they must be compared the next time. */
  overtaken: Map<string, SeenRow>
  withdrawn: number
}

/** What a response offers and no longer has, and how to compare it. */
export interface Comparison {
  /** Offers that differ from the last ones of their part. */
  dirty: readonly Group[]
  gone: readonly Gone[]
  seen: SeenRows
  /** The typed prices that count, by `seenKey`. */
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
}

/** Compares each quote of a response with the stored one. The rules: docs/decisions/0112. */
export async function compare(trx: Transaction<DB>, comparison: Comparison): Promise<Compared> {
  const { dirty, gone, answeredAt, latest, source } = comparison
  const groups = [...dirty, ...gone]
  if (groups.length === 0) return new Comparer(comparison, new Map(), NOTHING).result
  const markets = await findMarkets(trx, dirty, groups)
  const offered = new Map(dirty.map((group) => [group, writtenOf(group, markets, source)]))
  const written = [...offered.values()].flat()
  const { unchanged, current } = await readDifferent(trx, groups, markets, written)
  const differing = written.filter((after) => !unchanged.has(after))
  const stated = new Map(differing.map((after) => [quoteKey(after), after.changed_at]))
  const returned = await readReturned(
    trx,
    [...current.values()]
      .flatMap((quotes) => [...quotes.values()])
      .filter((it) => it.changed_at > (stated.get(quoteKey(it)) ?? answeredAt.get(it.event) ?? latest)),
  )
  const comparer = new Comparer(comparison, current, returned)
  for (const [group, quotes] of offered) comparer.addGroup(group, quotes, unchanged)
  for (const row of gone) comparer.addGone(row)
  return comparer.result
}

const NOTHING: ReadonlySet<QuoteRow> = new Set()

const quoteKey = ({ market, bookmaker, side }: Written) => `${market} ${bookmaker} ${side}`

/** The stored quotes of a bookmaker of an event, by market and side. */
type Current = ReadonlyMap<string, QuoteRow>

class Comparer {
  readonly #of: Comparison
  /** By event and bookmaker. */
  readonly #current: ReadonlyMap<string, Current>
  /** Those whose last change is dated by a withdrawal. */
  readonly #returned: ReadonlySet<QuoteRow>
  readonly result: Compared = {
    ...{ inserted: [], changed: [], moved: [], history: [], replaced: [] },
    overtaken: new Map(),
    withdrawn: 0,
  }

  constructor(of: Comparison, current: ReadonlyMap<string, Current>, returned: ReadonlySet<QuoteRow>) {
    this.#of = of
    this.#current = current
    this.#returned = returned
  }

  /** Compares what a group offers, and withdraws the rest of its part. */
  addGroup(group: Group, written: readonly Written[], unchanged: ReadonlySet<Written>): void {
    const own = this.#currentOf(group)
    const met = new Set<QuoteRow>()
    for (const after of written) {
      if (unchanged.has(after)) continue
      const before = own.get(`${after.market} ${after.side}`)
      if (before) {
        met.add(before)
        this.#compareQuote(group, before, after)
      } else if (after.prices.some((price) => price !== null)) this.result.inserted.push(after)
    }
    const { seen, partial, offers, source } = this.#of
    const [main = group.part] = group.parts
    for (const before of own.values()) {
      if (before.source !== source || before.part !== group.part || met.has(before)) continue
      // Read by an earlier partial response: it is as old again as what the last whole one confirmed.
      if (partial.has(group.event) && seen.of(group.event, group.bookmaker, source, main))
        this.result.moved.push({ ...before, part: main })
      else if (!offers.has(before)) this.#withdraw(before, this.#answeredAt(group))
    }
  }

  /** Withdraws the quotes of a part, or its headline market. */
  addGone({ seen_at, headline, ...row }: Gone): void {
    for (const before of this.#currentOf(row).values()) {
      const isOfPart = before.source === row.source && before.part === row.part
      const isGone = !headline || (before.type === headline && WHOLE_MATCH.has(before.period))
      if (isOfPart && isGone && !this.#of.offers.has(before)) this.#withdraw(before, seen_at)
    }
  }

  #compareQuote(group: Group, before: QuoteRow, after: Written): void {
    const { seen, source, isTyped, latest } = this.#of
    const isOwn = before.source === source && before.part === group.part
    const other = isOwn ? undefined : seen.of(group.event, group.bookmaker, before.source, before.part)
    const origin = { isOwn: before.source === source, isTyped: isTyped || other?.is_typed === true }
    const times = { confirmedAt: after.changed_at, answeredAt: this.#answeredAt(group) }
    const stays = isListed(before)
      ? this.#isLaterOrHeld(group, before, after)
      : staysWithdrawn({ at: before.changed_at, ...origin }, times, latest)
    if (stays) {
      // Until the other response, or what was typed, expires: then the prices of this one count.
      group.digest = 0
      return
    }
    if (other)
      this.result.overtaken.set(seenKey(other.event, other.bookmaker, other.source, other.part), other)
    if (!isSame(before, after)) this.#change(before, after)
    else if (!isOwn || before.max_stake !== after.max_stake || !isWrittenAlike(before, after)) {
      this.result.moved.push({ ...after, opening: before.opening, changed_at: before.changed_at })
      this.result.replaced.push({ before, at: group.seenAt })
    }
  }

  #isLaterOrHeld(group: Group, before: QuoteRow, after: Written): boolean {
    const { held, relisted, source, isTyped } = this.#of
    if (held.has(seenKey(before.event, before.bookmaker, before.source, before.part))) return true
    // The same price moves between the two parts of its request, also to the older one.
    const isMoved = isSame(before, after) && before.source === source && group.parts.includes(before.part)
    if (isTyped || isMoved) return false
    const isRelisted = relisted.has(group.event) && before.source === source
    return this.#timeOf(before) > (isRelisted ? this.#answeredAt(group) : after.changed_at)
  }

  #change(before: QuoteRow, after: Written): void {
    const at = new Date(Math.max(after.changed_at.getTime(), before.changed_at.getTime() + 1))
    const { market, bookmaker, side } = before
    const key = { market, bookmaker, side }
    // The first prices were in the quote itself until now.
    if (before.opening === null) {
      const { source, prices, status, changed_at, format, notation } = before
      const first = { source, prices, status, changed_at, format, notation }
      this.result.history.push({ ...key, ...first, replaced: null })
    }
    const { source, prices, status, format, notation } = after
    const now = { source, prices, status, changed_at: at, format, notation }
    this.result.history.push({ ...key, ...now, replaced: before.prices })
    this.result.changed.push({ ...after, opening: before.opening ?? before.prices, changed_at: at })
    this.result.replaced.push({ before, at })
  }

  #withdraw(before: QuoteRow, at: Date): void {
    if (!isListed(before) || this.#timeOf(before) > at) return
    const nothing = {
      prices: before.prices.map(() => null),
      notation: null,
      status: '-'.repeat(before.prices.length),
    }
    this.#change(before, { ...before, ...nothing, changed_at: at })
    this.result.withdrawn += 1
  }

  /** When a quote was confirmed, at the earliest: each quote has its last change, and all of a part the oldest confirmation. */
  #timeOf(before: QuoteRow): Date {
    const { seen, wasSetBack } = this.#of
    const { seen_at } = seen.of(before.event, before.bookmaker, before.source, before.part) ?? {}
    const isOwnTime = !this.#returned.has(before) && !wasSetBack.has(before.event)
    return new Date(Math.max(seen_at?.getTime() ?? 0, isOwnTime ? before.changed_at.getTime() : 0))
  }

  #answeredAt({ event, seenAt }: Group): Date {
    return this.#of.answeredAt.get(event) ?? seenAt
  }

  #currentOf({ event, bookmaker }: { event: string; bookmaker: number }): Current {
    return this.#current.get(`${event} ${bookmaker}`) ?? new Map()
  }
}

/** Whether both have the same prices in the same state. */
const isSame = (before: QuoteRow, after: Written) =>
  samePrices(before.prices, after.prices) && before.status === after.status

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
