import type { Offer, OfferedQuote, UnknownMarket } from '#app/features/odds/offers.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { SourceContext } from '../contract.ts'
import { asRecord, cleanText, isTooLong, priceFormat, readInstant, readNumber } from '../reading.ts'
import { readOddsApiKey, readOddsApiMarkets, requestedKey } from './markets.ts'

/** Every market of an event, by bookmaker. */
export interface EventPrices {
  offers: Offer[]
  part: string | null
  unknownMarkets: UnknownMarket[]
}

const CLOCK_SKEW_MS = 5 * MINUTE_MS
/** Markets of a bookmaker that were confirmed longer before its newest are a part of their own. */
const LATE_MS = 2 * MINUTE_MS

interface MatchPlace {
  home: string
  away: string
  sport: string
}

/** What the bookmakers of an event offer; undefined where the event says nothing of bookmakers. */
export function readEventPrices(
  value: unknown,
  event: MatchPlace,
  context: SourceContext,
): EventPrices | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = value.map(asRecord).filter((entry) => entry !== null)
  // What an unknown market calls a price need not be one.
  const { mapped = new Map() } = context
  const known = entries
    .flatMap(marketsOf)
    .filter((market) => readOddsApiKey(cleanText(market.key), mapped) !== null)
  const format = priceFormat(known.flatMap(pricesOf))
  const keys = new Set<string>()
  const unknownMarkets: UnknownMarket[] = []
  const offers = new Map<string, Offer[]>()
  for (const entry of entries) {
    const key = cleanText(entry.key).toLowerCase()
    if (!key || isTooLong(key)) continue
    const markets = marketsOf(entry)
    for (const market of markets) keys.add(requestedKey(cleanText(market.key)))
    const title = cleanText(entry.title)
    const bookmaker = { key, name: title && !isTooLong(title) ? title : key }
    const dated = markets.map((market) => ({
      seenAt: seenAt(market, entry, context),
      ...readOddsApiMarkets([market], { ...event, format, mapped }),
    }))
    unknownMarkets.push(...dated.flatMap(({ unknown }) => unknown))
    const made = offersOf(bookmaker, dated, cleanText(entry.link) || null)
    const others = offers.get(key)
    if (!others || newest(made) > newest(others)) offers.set(key, made)
  }
  return { offers: [...offers.values()].flat(), part: partOf(context.origin, keys), unknownMarkets }
}

/** What was asked for: as the address says it, or what a file shows. Null: nobody can tell. */
function partOf(origin: string | undefined, keys: ReadonlySet<string>): string | null {
  if (origin && /^https?:/i.test(origin)) {
    const asked = new URL(origin).searchParams.get('markets') ?? 'h2h'
    return asked.split(',').map(requestedKey).sort().join()
  }
  return keys.size === 0 ? null : [...keys].sort().join()
}

function offersOf(
  bookmaker: Offer['bookmaker'],
  dated: readonly { seenAt: Date; quotes: OfferedQuote[] }[],
  link: string | null,
): Offer[] {
  const latest = Math.max(...dated.map(({ seenAt }) => seenAt.getTime()))
  return [false, true].flatMap((isLate) => {
    const markets = dated.filter(({ seenAt }) => latest - seenAt.getTime() > LATE_MS === isLate)
    const quotes = markets.flatMap((market) => market.quotes)
    if (quotes.length === 0) return []
    const oldest = new Date(Math.min(...markets.map(({ seenAt }) => seenAt.getTime())))
    return [{ bookmaker, seenAt: oldest, isLate, link: isLink(link) ? link : null, quotes }]
  })
}

const isLink = (link: string | null) => link !== null && /^https:\/\//i.test(link) && link.length <= 2_000

function newest(offers: readonly Offer[]): number {
  return Math.max(0, ...offers.map(({ seenAt }) => seenAt.getTime()))
}

function seenAt(
  market: Record<string, unknown>,
  entry: Record<string, unknown>,
  context: SourceContext,
): Date {
  const stated = readInstant(market.last_update) ?? readInstant(entry.last_update)
  // A time to come would keep every later price out.
  return stated && stated.getTime() <= Date.now() + CLOCK_SKEW_MS ? stated : context.confirmedAt
}

function marketsOf(entry: Record<string, unknown>): Record<string, unknown>[] {
  return (Array.isArray(entry.markets) ? entry.markets : []).map(asRecord).filter((market) => market !== null)
}

function pricesOf(market: Record<string, unknown>): number[] {
  const outcomes = Array.isArray(market.outcomes) ? market.outcomes : []
  return outcomes.map((outcome) => readNumber(asRecord(outcome)?.price)).filter((price) => price !== null)
}
