import { createHash } from 'node:crypto'
import { definitionOf, type Market, marketKey, turnMarket } from './markets.ts'
import type { Notation } from './notation.ts'
import type { Price, PriceFormat } from './prices.ts'

/** In the order of their numbers in the database. */
export const SIDES = ['back', 'lay'] as const
export type Side = (typeof SIDES)[number]

/** One bookmaker's prices of one market, as a source sends them. */
export interface OfferedQuote {
  market: Market
  side: Side
  /** How the bookmaker, or its source, writes prices. */
  format: PriceFormat
  /** In the order of the type's outcomes; null where an outcome is not on offer. */
  prices: (Price | null)[]
  /** How the bookmaker writes them, where the format does not give it back. */
  notation?: Notation
  /** A letter for each outcome: o open, s suspended, - not offered. Null if all are open. */
  status: string | null
  /** In whole units of the bookmaker's currency. */
  maxStake: number | null
  /** When the source last confirmed it, where that is later than `seenAt` of its offer. */
  confirmedAt?: Date
  /** Whether its two prices can be of a three-way market of which the source leaves out the draw. */
  mayLackDraw?: boolean
}

/** A bookmaker's offers for an event, from one request. */
export interface Offer {
  bookmaker: { key: string; name: string }
  /** When the oldest of its prices was last confirmed, if the source states it. */
  seenAt: Date
  /**
   * Whether these are the markets that the source confirmed earlier than the bookmaker's others, or alone: one old market
   * must not expire the others, and they must not renew it.
   */
  isLate: boolean
  link: string | null
  /** The bookmaker's own id of the event, if the source has it. */
  sid?: string | null
  quotes: OfferedQuote[]
}

/** A market or an outcome that the registry does not know. */
export interface UnknownMarket {
  key: string
  example: string
}

/** The status of prices some of which are missing. @param stated whether the source names an outcome, priced or not */
export function statusOf(
  prices: readonly (Price | null)[],
  stated: (index: number) => boolean,
): string | null {
  if (!prices.includes(null)) return null
  return prices.map((price, index) => (price !== null ? 'o' : stated(index) ? 's' : '-')).join('')
}

/** An offer with the sides of its event swapped. */
export function turnOffer<T extends Pick<Offer, 'quotes'>>(offer: T): T {
  return { ...offer, quotes: offer.quotes.map(turnQuote) }
}

function turnQuote(quote: OfferedQuote): OfferedQuote {
  const { market, order } = turnMarket(quote.market)
  if (order === null) return { ...quote, market }
  const { status: letters, notation } = quote
  return {
    ...quote,
    ...(notation && { notation: order.map((index) => notation[index] ?? null) }),
    market,
    prices: order.map((index) => quote.prices[index] ?? null),
    status: letters === null ? null : order.map((index) => letters[index] ?? '-').join(''),
  }
}

/** Two prices as a match result whose draw is missing. */
export function withMissingDraw({ mayLackDraw: _, ...quote }: OfferedQuote): OfferedQuote {
  const [home = null, away = null] = quote.prices
  const { notation, status } = quote
  return {
    ...quote,
    market: { ...quote.market, type: 'match_result', period: 'full_time' },
    prices: [home, null, away],
    ...(notation && { notation: [notation[0] ?? null, null, notation[1] ?? null] }),
    status: `${status?.[0] ?? 'o'}-${status?.[1] ?? 'o'}`,
  }
}

/** A digest of an offer's prices, independent of their order. Never 0. */
export function digestOf({ link, sid, quotes }: Pick<Offer, 'link' | 'sid' | 'quotes'>): number {
  const lines = quotes.map(
    ({ market, side, format, prices, notation, status, maxStake }) =>
      `${marketKey(market)} ${side} ${format} ${prices.join(',')} ${status ?? ''} ${maxStake ?? ''}${notation ? ` ${notation.join(',')}` : ''}`,
  )
  const hash = createHash('sha1').update(`${[link ?? '', ...(sid ? [sid] : [])].join(' ')}\n`)
  // 52 bits: what a double holds.
  return Number.parseInt(hash.update(lines.sort().join('\n')).digest('hex').slice(0, 13), 16) || 1
}

/**
 * Whether prices that were withdrawn stay so: in the markets and in the headline alike. What a source has withdrawn comes back with
 * its next response, and no older one, or with prices that another has confirmed since. What an operator takes back was his own: it says
 * nothing about the prices of a feed.
 * @param latest later times are of a clock that was ahead: such a withdrawal says nothing
 * @param withdrawn.isOwn whether the same source had listed them
 * @param withdrawn.isTyped whether these prices or the others were typed
 */
export function staysWithdrawn(
  withdrawn: { at: Date; isOwn: boolean; isTyped: boolean },
  { confirmedAt, answeredAt }: { confirmedAt: Date; answeredAt: Date },
  latest: Date,
): boolean {
  if (withdrawn.isTyped || withdrawn.at > latest) return false
  return (withdrawn.isOwn ? answeredAt : confirmedAt) < withdrawn.at
}

/** Of several quotes of the same market and side the first counts. */
export function withoutRepeats(quotes: readonly OfferedQuote[]): OfferedQuote[] {
  const seen = new Set<string>()
  return quotes.filter(({ market, side }) => {
    const key = `${side} ${marketKey(market)}`
    return !seen.has(key) && seen.add(key)
  })
}

/** When the newest of an offer's markets was confirmed: two responses are in the order of their markets. */
export function newestOf({ seenAt, quotes }: Pick<Offer, 'seenAt' | 'quotes'>): Date {
  return latestOf(seenAt, ...quotes.map(({ confirmedAt = seenAt }) => confirmedAt))
}

/** The time of a response about an event: no market of it, the headline among them, is later. */
export function answerTime(
  confirmedAt: Date,
  {
    offers = [],
    quotes,
  }: { offers?: readonly Pick<Offer, 'seenAt' | 'quotes'>[]; quotes?: readonly { updatedAt: Date }[] | null },
): Date {
  return latestOf(confirmedAt, ...offers.map(newestOf), ...(quotes ?? []).map(({ updatedAt }) => updatedAt))
}

const latestOf = (...times: readonly Date[]) => new Date(Math.max(...times.map((time) => time.getTime())))

/** Whether a bookmaker may offer only a part of a market's outcomes. */
export function isOpenList({ type }: Market): boolean {
  return definitionOf(type).isOpenList
}
