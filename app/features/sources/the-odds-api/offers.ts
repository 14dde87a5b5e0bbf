import type { Offer, OfferedQuote, UnknownMarket } from '#app/features/odds/offers.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { OutrightOffer, SourceContext } from '../contract.ts'
import { asRecord, cleanText, isTooLong, type PriceFormat, priceFormat, readInstant } from '../reading.ts'
import {
  marketsOf,
  OUTRIGHTS,
  outrightFormat,
  readOddsApiKey,
  readOddsApiMarkets,
  readOutrights,
  requestedKey,
  usualPricesOf,
} from './markets.ts'
import { MissingDraws } from './missing-draw.ts'

/** Every market of an event, by bookmaker. */
export interface EventPrices {
  offers: Offer[]
  part: string | null
  unknownMarkets: UnknownMarket[]
}

/** Every market of an outright, by bookmaker. */
interface OutrightPrices extends Omit<EventPrices, 'offers'> {
  offers: OutrightOffer[]
}

type OfferHead = Omit<Offer, 'quotes'>
type DatedQuote = Pick<OfferedQuote, 'confirmedAt'>

/** Markets of a bookmaker that were confirmed this much earlier than its newest are a separate part. */
const LATE_MS = 2 * MINUTE_MS
const LONGEST_SID = 200

interface MatchPlace {
  home: string
  away: string
  sport: string
}

/** The offers of an event's bookmakers; undefined where the event does not list bookmakers. */
export function readEventPrices(
  value: unknown,
  event: MatchPlace,
  context: SourceContext,
): EventPrices | undefined {
  if (!Array.isArray(value)) return undefined
  // The price of an unknown market can have any form.
  const { mapped = new Map() } = context
  const known = value
    .flatMap((entry) => marketsOf(asRecord(entry)))
    .filter((market) => readOddsApiKey(cleanText(market.key), mapped) !== null)
  const format = statedFormat(context.origin) ?? priceFormat(known.flatMap(usualPricesOf))
  const draws = new MissingDraws(value, { sport: event.sport, format, asked: askedMarkets(context.origin) })
  const read = { ...event, format, mapped, draws }
  return readOffers(value, context, (market) => readOddsApiMarkets([market], read))
}

/** What the bookmakers of an outright offer. */
export function readOutrightPrices(value: unknown, context: SourceContext): OutrightPrices {
  const entries = Array.isArray(value) ? value : []
  const known = entries
    .flatMap((entry) => marketsOf(asRecord(entry)))
    .filter((market) => requestedKey(cleanText(market.key)) === OUTRIGHTS)
  const format = statedFormat(context.origin) ?? outrightFormat(known.flatMap(usualPricesOf))
  return readOffers(entries, context, (market) => readOutrights([market], format))
}

/** The offers of an event's bookmakers: of a bookmaker that is listed twice, the latest. */
function readOffers<Q extends DatedQuote>(
  entries: readonly unknown[],
  context: SourceContext,
  readMarket: (market: Record<string, unknown>) => { quotes: Q[]; unknown: UnknownMarket[] },
): { offers: (OfferHead & { quotes: Q[] })[]; part: string | null; unknownMarkets: UnknownMarket[] } {
  const keys = new Set<string>()
  const unknownMarkets: UnknownMarket[] = []
  const offers = new Map<string, (OfferHead & { quotes: Q[] })[]>()
  for (const entry of entries.map(asRecord)) {
    const key = cleanText(entry?.key).toLowerCase()
    if (!entry || !key || isTooLong(key)) continue
    const markets = marketsOf(entry)
    for (const market of markets) keys.add(requestedKey(cleanText(market.key)))
    const title = cleanText(entry.title)
    const bookmaker = { key, name: title && !isTooLong(title) ? title : key }
    const dated = markets.map((market) => ({
      seenAt: confirmationOf(market, entry, context),
      ...readMarket(market),
    }))
    unknownMarkets.push(...dated.flatMap(({ unknown }) => unknown))
    const made = offersOf(dated, {
      bookmaker,
      link: readLink(entry.link),
      sid: cleanText(entry.sid).slice(0, LONGEST_SID) || null,
    })
    const others = offers.get(key)
    if (!others || newest(made) > newest(others)) offers.set(key, made)
  }
  return { offers: [...offers.values()].flat(), part: partOf(context.origin, keys), unknownMarkets }
}

/** The requested markets: from the address, or from the contents of a file. Null: unknown. */
function partOf(origin: string | undefined, keys: ReadonlySet<string>): string | null {
  const asked = askedMarkets(origin)
  if (asked) return asked.map(requestedKey).sort().join()
  return keys.size === 0 ? null : [...keys].sort().join()
}

/** The markets in an address's query; null where it is not an address. */
export function askedMarkets(origin: string | undefined): string[] | null {
  if (!origin || !/^https?:/i.test(origin)) return null
  return (new URL(origin).searchParams.get('markets') ?? 'h2h').split(',')
}

function offersOf<Q extends DatedQuote>(
  dated: readonly { seenAt: Date; quotes: Q[] }[],
  head: Omit<OfferHead, 'seenAt' | 'isLate'>,
): (OfferHead & { quotes: Q[] })[] {
  const latest = Math.max(...dated.map(({ seenAt }) => seenAt.getTime()))
  return [false, true].flatMap((isLate) => {
    const markets = dated.filter(({ seenAt }) => latest - seenAt.getTime() > LATE_MS === isLate)
    const oldest = new Date(Math.min(...markets.map(({ seenAt }) => seenAt.getTime())))
    const quotes = markets.flatMap(({ seenAt, quotes }) =>
      seenAt > oldest ? quotes.map((quote) => ({ ...quote, confirmedAt: seenAt })) : quotes,
    )
    return quotes.length === 0 ? [] : [{ ...head, seenAt: oldest, isLate, quotes }]
  })
}

/** The bookmaker's own page of the event. */
function readLink(value: unknown): string | null {
  const link = cleanText(value)
  return /^https:\/\//i.test(link) && link.length <= 2_000 ? link : null
}

function newest(offers: readonly (OfferHead & { quotes: readonly DatedQuote[] })[]): number {
  const times = offers.flatMap(({ seenAt, quotes }) => quotes.map(({ confirmedAt = seenAt }) => confirmedAt))
  return Math.max(0, ...times.map((time) => time.getTime()))
}

/** When a market of a bookmaker was confirmed. Nobody has confirmed it later than now: a future time would block every later price. */
export function confirmationOf(
  market: Record<string, unknown>,
  entry: Record<string, unknown>,
  context: SourceContext,
): Date {
  const stated = readInstant(market.last_update) ?? readInstant(entry.last_update)
  return stated && stated.getTime() <= Date.now() ? stated : context.confirmedAt
}

/** The odds format that the address requests. */
export function statedFormat(origin: string | undefined): PriceFormat | null {
  const stated = origin && /^https?:/i.test(origin) ? new URL(origin).searchParams.get('oddsFormat') : null
  return stated === 'decimal' || stated === 'american' ? stated : null
}
