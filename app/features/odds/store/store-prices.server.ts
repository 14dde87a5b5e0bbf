import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type Confirmation, readLimits, storeLapses } from '../lapses.server.ts'
import { answerTime, newestOf } from '../offers.ts'
import { TYPED } from '../typed-prices.ts'
import { latestTime } from './clock-ahead.server.ts'
import { type Compared, compare, type Gone, OfferedMarkets } from './compare.server.ts'
import {
  type EventOffers,
  type Group,
  groupsOf,
  type Keys,
  LATE,
  lockEvents,
  readKeys,
} from './event-offers.server.ts'
import { readHeld, readSeen, SeenRows, seenKey, watchedAt, writeSeen } from './seen-rows.server.ts'
import { writeQuotes } from './write-quotes.server.ts'

/** Of which response prices are. */
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
  const told = events.filter(({ offers }) => offers.length > 0)
  const known = await lockEvents(trx, events, told)
  const present = events.filter(({ event }) => known.has(event))
  if (present.length === 0) return { changed: new Set(), withdrawn: 0 }
  const keys = await readKeys(trx, present, source)
  const ids = present.map(({ event }) => event)
  const { rows, wasSetBack } = await readSeen(trx, present, { confirmedAt, now, keys })
  const seen = new SeenRows(rows)
  const sorted = sortOffers(present, { keys, seen, confirmedAt })
  const { dirty, confirmed, gone } = sorted
  // Typed prices come before those of a feed, also where a merge brings older ones.
  const isTyped = source === TYPED
  const held = dirty.length > 0 && !isTyped ? await readHeld(trx, ids, now) : new Set<string>()
  const idsOf = (wanted: (one: EventOffers) => boolean | undefined) =>
    new Set(present.filter(wanted).map(({ event }) => event))
  const compared = await compare(trx, {
    ...sorted,
    ...{ seen, held, wasSetBack, isTyped },
    partial: idsOf(({ isPartial }) => isPartial),
    relisted: idsOf(({ isRelisted }) => isRelisted),
    latest: latestTime(now),
    source: keys.source,
  })
  const limits = await readLimits(trx)
  const confirmations = confirmationsOf([...dirty, ...confirmed], compared.replaced, seen, keys.source)
  await storeLapses(trx, confirmations, limits)
  const touched = await writeQuotes(trx, compared, now)
  const currentFrom = now.getTime() - (limits.get(keys.source) ?? 0)
  const overtaken = [...compared.overtaken.values()]
  await writeSeen(trx, { dirty, confirmed, gone, overtaken, source: keys.source, currentFrom })
  await sql`select refresh_market_prices(${ids}::uuid[], ${now}::timestamptz, ${touched}::int[])`.execute(trx)
  const written = [...compared.inserted, ...compared.changed]
  return { changed: new Set(written.map(({ event }) => event)), withdrawn: compared.withdrawn }
}

interface SortedOffers {
  /** Offers that differ from the last ones of their part. */
  dirty: Group[]
  /** Offers that do not. */
  confirmed: Group[]
  gone: Gone[]
  offers: OfferedMarkets
  /** The time of the response, by event. */
  answeredAt: Map<string, Date>
}

/** Sorts the offers of a response, without those that are older than the last ones of their part. */
function sortOffers(
  present: readonly EventOffers[],
  { keys, seen, confirmedAt }: { keys: Keys; seen: SeenRows; confirmedAt: Date },
): SortedOffers {
  const [dirty, confirmed, gone]: [Group[], Group[], Gone[]] = [[], [], []]
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
    gone.push(...goneOf(one, at, { keys, seen, taken }))
  }
  return { dirty, confirmed, gone, offers, answeredAt }
}

/**
 * What a response of an event no longer has.
 * @param at its time
 * @param taken the parts that it confirms, by bookmaker and part
 */
function goneOf(
  { event, part, keepsOthers, isPartial, withdrawn = [] }: EventOffers,
  at: Date,
  { keys, seen, taken }: { keys: Keys; seen: SeenRows; taken: ReadonlySet<string> },
): Gone[] {
  const parts = part === null ? null : [keys.parts.get(part), keys.parts.get(part + LATE)]
  const ofSource = seen.ofEvent(event).filter(({ source }) => source === keys.source)
  const missing = ofSource.filter(
    (row) =>
      (parts === null || parts.includes(row.part)) &&
      !taken.has(`${row.bookmaker} ${row.part}`) &&
      row.seen_at <= at,
  )
  const ofOtherRequests = ofSource.filter((row) => parts?.includes(row.part) === false)
  const headlines = withdrawn.flatMap(({ bookmakerId, type }) =>
    ofOtherRequests
      .filter(({ bookmaker }) => bookmaker === keys.bookmakers.get(bookmakerId))
      .map((row) => ({ ...row, headline: type })),
  )
  return [...(keepsOthers || isPartial ? [] : missing), ...headlines].map((row) => ({ ...row, seen_at: at }))
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
