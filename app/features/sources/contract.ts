/**
 * The definition of a source, of the items that its answers are parsed into, and of the reasons for rejecting an item.
 */

import type { IncomingHttpHeaders } from 'node:http'
import type { ScoreCode } from '#app/features/matches/score-codes.ts'
import type { MarketType, Period } from '#app/features/odds/markets.ts'
import type { Offer, Side, UnknownMarket } from '#app/features/odds/offers.ts'
import type { Price, PriceFormat } from '#app/features/odds/prices.ts'

/**
 * Why an item of a feed was not stored. A closed list: each code has a text in the `admin` namespace,
 * `feeds.reason.<code>`.
 */
export const REASONS = [
  /** The item's own text is not JSON (NaN, a broken bracket). */
  'malformed_json',
  /** One item is larger than 8 MB. */
  'item_too_large',
  /** Nested more deeply than any known feed. */
  'item_too_deep',
  /** An entry of the promo feed that is not `[key, payload]`. */
  'malformed_entry',
  /** A row without headings above it, or with more cells than headings. */
  'malformed_row',
  /** Not an event, for example a row of the list of sports. */
  'not_an_event',
  'missing_id',
  'missing_team',
  'same_team',
  'wrong_competitors',
  'missing_place',
  /** The body does not define the id of the sport, category or tournament. */
  'unknown_reference',
  'name_too_long',
  'invalid_start',
  'virtual',
  /** A simulated or e-sports double of a real pairing. */
  'simulated',
  /** Not a match, for example a tournament. */
  'not_a_match',
  'market_without_match',
  'duplicate_market',
  /** The same event a second time in one body, by its id or as the same pairing at the same time. */
  'duplicate_match',
  /** A result of a match that no earlier import has linked. */
  'unknown_match',
  'not_finished',
  'invalid_score',
  /** The further pages of an answer, which the operator's plan at the source does not include. */
  'beyond_plan',
  /** The database rejected the item. */
  'not_storable',
] as const
export type ReasonCode = (typeof REASONS)[number]

/** A problem inside an item that was stored. Texts: `feeds.warning.<code>`. */
export const WARNINGS = [
  /** One outcome has no usable price: the quote is shown as suspended and is not compared. */
  'invalid_price',
  /** No outcome has a usable price. */
  'no_valid_price',
  /** The quote's implied probabilities sum to less than 70 %: no bookmaker offers that, so it is not stored. */
  'implausible_prices',
  /** Neither one of the teams nor the draw: skipped. */
  'unknown_outcome',
  'malformed_bookmaker',
  'duplicate_bookmaker',
  /** A request for further markets of a match failed. */
  'detail_failed',
  /** The daily credits, or the source's remaining credits, do not suffice for further markets of this match. */
  'credits_used_up',
] as const
export type WarningCode = (typeof WARNINGS)[number]

export interface FeedWarning {
  code: WarningCode
  detail: string
}

/**
 * One bookmaker's prices in decimal odds with two decimals, each at least 1.01; null for an outcome that is not on
 * offer.
 */
export interface FeedQuote {
  bookmaker: { key: string; name: string }
  home: number | null
  /** Null also where the market has no draw. */
  draw: number | null
  away: number | null
  /** Why the quote as a whole cannot be bet on: an outcome has no price or is missing. Null: it is open. */
  status: 'suspended' | 'incomplete' | null
  /** When the bookmaker's price was last confirmed, if the feed states it. */
  updatedAt: Date
  /** Whether its two prices can be of a three-way market of which the source leaves out the draw. */
  mayLackDraw?: boolean
}

/** Goals or points of both sides. */
export interface Score {
  home: number
  away: number
}

export interface FinalScore extends Score {
  /** How the match ended; absent where the source does not say it. */
  code?: ScoreCode
}

/** The status of a match from a source of live scores. Null where the source does not state it. */
export interface FixtureState {
  /** A short code: NS, TBD, 1H, HT, 2H, ET, BT, P, LIVE, SUSP, INT, FT, AET, PEN, PST, CANC, ABD, AWD, WO. */
  status: string
  /** The status in the source's own words. */
  statusText: string | null
  /** Minutes played; 90 during stoppage time, 120 after extra time. */
  elapsed: number | null
  goals: Score | null
  /**
   * Goals by the end of each part: those of regular time are cumulative, those of extra time and penalties are
   * separate.
   */
  halfTime: Score | null
  fullTime: Score | null
  extraTime: Score | null
  penalties: Score | null
  round: string | null
  venue: string | null
  city: string | null
  referee: string | null
  /** Addresses of images. */
  homeLogo: string | null
  awayLogo: string | null
}

/**
 * A match that a source lists, with its sport, country and league. It is stored, or paired with a match of another
 * source.
 */
export interface EventItem {
  kind: 'event'
  /** Index of the item within the body, from 0; the same for the same body. */
  position: number
  externalId: string
  sport: string
  /** The country, or what the source has in its place (`International`, `ATP`). */
  category: string
  league: string
  /** The source's key of the competition, where a request for the event needs it. */
  competition?: string
  home: string
  away: string
  start: Date
  /** Null when the source states no prices; `[]` when no bookmaker quotes the match (any longer). */
  quotes: FeedQuote[] | null
  /** All markets, by bookmaker. Undefined if the feed has none. */
  offers?: Offer[]
  /** Whether the body breaks off, so that prices that were not read can be on offer. */
  isPartial?: boolean
  /**
   * The scope of the request: prices in it that the event no longer has are withdrawn. Null: all prices of the source.
   */
  part?: string | null
  /** Markets that are not in the registry. */
  unknownMarkets?: UnknownMarket[]
  /** The live status; omitted by a source without live scores. */
  state?: FixtureState
  /** The final score that the match is settled by, without a shoot-out. Null until it is known. */
  result?: FinalScore
  warnings: FeedWarning[]
}

/** Prices of a match that an earlier event of the same source has created or been paired with. */
export interface PricesItem
  extends Pick<EventItem, 'quotes' | 'offers' | 'isPartial' | 'part' | 'unknownMarkets' | 'warnings'> {
  kind: 'prices'
  position: number
  externalId: string
  /**
   * In-play prices of a source that also quotes matches before their kick-off: they are stored under a separate key.
   */
  isInPlay?: boolean
  /** The sides as the source names them; omitted where it names none. */
  sides?: { home: string; away: string }
}

/** A bookmaker's prices for each participant of an outright, on one side. */
export interface ParticipantPrices {
  side: Side
  format: PriceFormat
  /** Null: not on offer. */
  prices: {
    name: string
    price: Price | null /** As written, where the format does not give it back. */
    text?: string | null
  }[]
  maxStake: number | null
  /** When the source last confirmed them, where that is later than `seenAt` of the offer. */
  confirmedAt?: Date
}

/** A bookmaker's offer of an outright, from one request. */
export interface OutrightOffer extends Omit<Offer, 'quotes'> {
  quotes: ParticipantPrices[]
}

/** A list of participants of whom one wins, with its sport, country and league. */
export interface OutrightItem {
  kind: 'outright'
  position: number
  externalId: string
  sport: string
  category: string
  league: string
  /** The source's key of the competition: an answer for it lists all its outrights. */
  competition: string
  name: string
  start: Date
  offers: OutrightOffer[]
  part: string | null
  unknownMarkets: UnknownMarket[]
  warnings: FeedWarning[]
}

/** The live status of a match that an earlier event of the same source has created or been paired with. */
export interface LiveItem {
  kind: 'live'
  position: number
  externalId: string
  home: string
  away: string
  state: FixtureState
  result?: FinalScore
}

/** The final score of a match that an earlier event of the same source has created or been paired with. */
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

export type FeedItem = EventItem | PricesItem | OutrightItem | LiveItem | ResultItem | RejectedItem

/** The market of the registry that an operator has mapped a market of a source to. */
export interface MappedMarket {
  type: MarketType
  period: Period
  /** The side, where the type is about one side and the source's outcomes do not name it. */
  participant: 'home' | 'away' | null
}
export type MappedMarkets = ReadonlyMap<string, MappedMarket>

/** The scope that a complete answer lists in full. */
export type AnswerScope = 'sport' | 'league'

/** What a parser receives besides the body, and what it reports besides the items. */
export interface SourceContext {
  /** The time of the body: a file's time of change, an answer's Last-Modified or Date. */
  confirmedAt: Date
  /** Name of the bookmaker, for a source of one bookmaker's offer. */
  bookmaker: string | undefined
  /** The file's path or the address of the body, without keys. */
  origin?: string
  /** Keys of the competitions to read, where the answer has more; undefined: all. */
  competitions?: readonly string[]
  /** Markets that an operator has mapped, by the source's keys. */
  mapped?: MappedMarkets
  /** Called with the total number of items, if the parser knows it before it has yielded them. */
  onTotal?: (items: number) => void
  /** Called with the number of pages of the answer, where it is one of several. */
  onPages?: (pages: number) => void
  /** Called when there are no pages after this one, whatever was announced. */
  onLastPage?: () => void
  /** Called at the end of a body that lists everything its source has of each sport or competition in it. */
  onComplete?: (scope: AnswerScope) => void
}

/** What a source provides. A source of fixtures or prices is listed on the import screen. */
export type Carried = 'fixtures' | 'prices' | 'results' | 'live'

/** An environment variable that an operator can also set in the back office. An `address` is http(s). */
export interface Variable {
  kind: 'address' | 'text'
  /** What the back office calls it. */
  word: 'address' | 'key' | 'regions' | 'markets' | 'bookmaker'
  /** Whether the value is, or can contain, a key: the back office never shows it again. */
  isSecret?: true
  /** A short description in English for the operator. */
  about: string
  default?: string
}

/** The values of a source's environment variables, by name. */
export type SourceSettings = Readonly<Record<string, string | undefined>>

/** The location of a source, and the key of its requests. */
export interface SourcePlace {
  address: string
  /** The key, where it goes into headers or the path of an address; a key within `address` is not repeated here. */
  key?: string
  /** The bookmaker of a source of one bookmaker's prices. */
  bookmaker?: string
}

/** The part of a source that is requested, stored with the run. Without any member: everything, or the next matches. */
export interface Part {
  /** A sport or competition, by the value of its option. */
  sport?: string | undefined
  /** Scores in place of matches and prices. */
  results?: boolean | undefined
  /** Matches in play only. */
  live?: boolean | undefined
  /** The matches of one day, `YYYY-MM-DD`. */
  day?: string | undefined
  /** Only these competitions of the answer. */
  competitions?: readonly string[] | undefined
  /** Prices, where the source has them separately from its matches. */
  prices?: boolean | undefined
  /** Markets in place of the source's default markets. */
  markets?: readonly string[] | undefined
  /** Markets that are requested match by match. */
  eventMarkets?: readonly string[] | undefined
  /** Requests markets match by match only for matches that begin within this number of hours. */
  horizonHours?: number | undefined
}

/** An operator's settings of a schedule. */
export type Chosen = Pick<Part, 'markets' | 'eventMarkets' | 'horizonHours'>

/** A listed event for which further markets can be requested. */
export type ListedEvent = Pick<EventItem, 'externalId' | 'start' | 'home' | 'away'> & { competition: string }

/** The remaining requests or credits of a source that sells them. */
export interface Quota {
  remaining: number
  /** Null where the source does not state it. */
  limit: number | null
  /** The cost of the request; omitted where the source does not state it. */
  cost?: number
}

export interface SourceRequest {
  address: string
  headers?: Record<string, string>
}

/** A choice of the import screen's select box. */
export interface Choice {
  /** The options of an import. */
  value: string
  label: string
  /** The sport or country of a competition; null where the option is a sport itself. */
  group: string | null
}

/**
 * How one sport or competition alone is imported. `read` reads the whole answer, and its sports are the options.
 * `asked` requests one address for each, and the options come from a list, which can have a separate address.
 */
export type Choices = {
  /** Two of them, as an operator types them. */
  example: string
} & (
  | { by: 'read' }
  | {
      by: 'asked'
      /** Undefined where `readList` needs no request: it receives an empty text. */
      list?: (place: SourcePlace) => SourceRequest
      /** @throws RunError when the text is not a list */
      readList: (text: string) => Choice[]
      /** What it also has, at times when its list does not have it. */
      known?: readonly Choice[]
    }
)

/** What a plan can depend on. */
export interface ScheduleFacts {
  now: Date
  /** Competitions that the schedule names. */
  competitions: readonly string[]
  chosen: Chosen
  /**
   * When the last match of the source in these days began that should have ended and has no score; null: all have one.
   * @param league the source's name of the league and the code of its country, null if unknown; null: any league
   */
  lastUnscored(days: number, league: { name: string; country: string | null } | null): Promise<Date | null>
  /** Whether matches of the source begin between these instants that are not known to have ended. */
  hasOpenMatches(from: Date, to: Date): Promise<boolean>
  /** When this part was last requested, with all its competitions; null: never, long ago, or without success. */
  lastAsked(part: Part): Promise<Date | null>
  /** The last known remainder of what the source sells, of how much; null where it does not state it. */
  quota(): Promise<{ remaining: number; limit?: number | null; at: Date } | null>
}

/** A source of fixtures, prices, results or live scores. Each has a folder, whose default export is this. */
export interface Source {
  /** Its key in the database, in addresses and on the command line: lower case, hyphens. */
  key: string
  /** Its name in English. Screens show the text `import.source.<key>` of the namespace `admin`. */
  label: string
  /** What it reads, in one line of English for the operator. */
  about: string
  carries: readonly Carried[]
  variables: Readonly<Record<string, Variable>>
  /** Its location; null when the environment does not configure it. */
  locate(settings: SourceSettings): SourcePlace | null
  /** The request for a part. The location is that of `locate`, or of the demonstration. */
  request(place: SourcePlace, part: Part): SourceRequest
  /** The request for a further page, from 2; omitted by a source whose answers have one page. */
  page?(request: SourceRequest, page: number): SourceRequest
  /** Whether an answer for the part can be empty; otherwise an empty answer ends the run as failed. */
  mayBeEmpty?(part: Part): boolean
  /** Null when there are no options. */
  choices: Choices | null
  /** The text of the select box for an import without a selection. */
  everything: 'import.all-sports' | 'import.next-games' | 'import.next-matches' | 'import.today'
  /** The maximum number of requests in a period, over all processes of the site. */
  pace?: { requests: number; seconds: number }
  /** Markets that an operator can select for a schedule: for lists of matches, and match by match. */
  markets?: { list: readonly string[]; event: readonly string[] }
  /** The maximum cost of a request; omitted: requests are free. */
  cost?(request: SourceRequest): number
  /** The request for further markets of a listed event: the part's `eventMarkets`. */
  detail?(place: SourcePlace, part: Part, event: ListedEvent): SourceRequest
  /** The request for a competition's prices at a past instant. */
  snapshot?(
    place: SourcePlace,
    asked: { sport: string; markets: readonly string[] | undefined; at: Date },
  ): SourceRequest
  /** The remaining requests or credits, from the answer's headers; null where they do not state it. */
  quota?(headers: IncomingHttpHeaders): Quota | null
  /** A free or cheap request that shows whether the key is accepted; omitted: the import of everything. */
  probe?(place: SourcePlace): SourceRequest
  /**
   * Whether an answer to the probe is one of this source, by its first part. Without a probe: an answer to the import
   * of everything.
   */
  recognizes(start: string): boolean
  /** Decodes that first part as the parser does; omitted: UTF-8. */
  decode?(start: Buffer): string
  /** For how many minutes its prices are valid by default; omitted: three of its intervals. */
  countedMinutes?: number
  /** Default minutes between two runs of its schedule; null: only its tools have schedules. */
  everyMinutes: number | null
  /** Tools that make further requests to it beyond those of the parser, with the minutes of their schedules. */
  tools?: Readonly<Record<string, { everyMinutes: number }>>
  /** For how many minutes at least a scheduled run waits for the answer to a part that its plan requests less often. */
  patienceMinutes?(part: Part): number
  /** The parts that a scheduled run requests; omitted: each competition of the schedule, or everything. */
  plan?(facts: ScheduleFacts): Promise<Part[]>
  /** Whether a postponed match keeps its id; omitted: it can return under another one. */
  keepsIds?: boolean
  /** Parses a body into items, as a stream. Throws a RunError when the body as a whole cannot be read (further). */
  parse(body: AsyncIterable<Uint8Array>, context: SourceContext): AsyncIterable<FeedItem>
}
