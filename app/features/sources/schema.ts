import type { Offer, UnknownMarket } from '#app/features/odds/offers.ts'

/** What outside feeds are turned into, and what a run of an import reports. */

/**
 * Why an item of a feed was not stored. A closed list: each code has a text in the `admin` namespace,
 * `feeds.reason.<code>`.
 */
export const REASONS = [
  /** The item's own text is not JSON (NaN, a broken bracket). */
  'malformed_json',
  /** One item is larger than 8 MB. */
  'item_too_large',
  /** Nested deeper than any feed does. */
  'item_too_deep',
  /** An entry of the promo feed that is not `[key, payload]`. */
  'malformed_entry',
  /** Something else in place of an event, such as a row of the list of sports. */
  'not_an_event',
  'missing_id',
  'missing_team',
  'same_team',
  'wrong_competitors',
  'missing_place',
  /** A sport, category or tournament given by an id that the body does not explain. */
  'unknown_reference',
  'name_too_long',
  'invalid_start',
  'outright',
  'virtual',
  /** A simulated or e-sports double of a real pairing. */
  'simulated',
  /** Of another type than a match, such as a tournament. */
  'not_a_match',
  'market_without_match',
  'duplicate_market',
  /** The same event a second time in one body, by its id or as the same pairing at the same time. */
  'duplicate_match',
  /** A result of a match that no earlier import has linked. */
  'unknown_match',
  'not_finished',
  'invalid_score',
  /** The database refused the item. */
  'not_storable',
] as const
export type ReasonCode = (typeof REASONS)[number]

/** What was wrong inside an item that was stored all the same. Texts: `feeds.warning.<code>`. */
export const WARNINGS = [
  /** One outcome has no usable price: the quote is shown as suspended and does not count. */
  'invalid_price',
  /** No outcome has a usable price. */
  'no_valid_price',
  /** The quote's implied probabilities sum to less than 70 %: no bookmaker offers that, it is not stored. */
  'implausible_prices',
  /** Named neither as one of the teams nor as the draw: left out. */
  'unknown_outcome',
  'malformed_bookmaker',
  'duplicate_bookmaker',
] as const
export type WarningCode = (typeof WARNINGS)[number]

export interface FeedWarning {
  code: WarningCode
  detail: string
}

/** One bookmaker's prices in decimal odds with two decimals, each from 1.01; null where the outcome is not on offer. */
export interface FeedQuote {
  bookmaker: { key: string; name: string }
  home: number | null
  /** Null also where the market has no draw. */
  draw: number | null
  away: number | null
  /** Why it cannot be bet on as a whole: an outcome has no price, or is not there. Null: it is open. */
  status: 'suspended' | 'incomplete' | null
  /** When the bookmaker's price was last confirmed, as far as the feed tells. */
  updatedAt: Date
}

export interface EventItem {
  kind: 'event'
  /** Running number within the body, from 0, in the order of the items; the same for the same body. */
  position: number
  externalId: string
  sport: string
  /** The country, or what stands in its place (`International`, `ATP`). */
  category: string
  league: string
  home: string
  away: string
  start: Date
  /** Null when the feed says nothing of prices; `[]` when nobody quotes the match (any longer). */
  quotes: FeedQuote[] | null
  /** Every market, by bookmaker; undefined where the feed says nothing of them, or was not read to its end. */
  offers?: Offer[]
  /** What the request asks for: prices of it that the event no longer has are taken back. Null: any of the source's. */
  part?: string | null
  /** Markets that the registry does not know. */
  unknownMarkets?: UnknownMarket[]
  warnings: FeedWarning[]
}

export interface ResultItem {
  kind: 'result'
  position: number
  externalId: string
  home: string
  away: string
  homeScore: number
  awayScore: number
}

export interface RejectedItem {
  kind: 'rejected'
  position: number
  externalId?: string
  reason: ReasonCode
  detail: string
}

export type FeedItem = EventItem | ResultItem | RejectedItem

/** Of what a whole answer lists everything. */
export type AnswerScope = 'sport' | 'league'

export interface SourceContext {
  /** When the body was true: a file's time of change, an answer's Last-Modified or Date. */
  confirmedAt: Date
  /** Name of the bookmaker of a feed that carries one bookmaker's offer. */
  bookmaker: string | undefined
  /** The file's path or the address that the body is of. */
  origin?: string
  /** Told how many items there are in all, as soon as the adapter knows before it has yielded them. */
  onTotal?: (items: number) => void
  /** Told at the end of a body that lists all that its source has of each sport, or of each competition, in it. */
  onComplete?: (scope: AnswerScope) => void
}

/** Turns a body into items, as a stream. Throws a RunError when the body as a whole cannot be read (further). */
export interface FeedSource {
  name: string
  parse(body: AsyncIterable<Uint8Array>, context: SourceContext): AsyncIterable<FeedItem>
}
