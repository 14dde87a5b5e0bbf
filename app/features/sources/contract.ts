/** What a source is, what its answers are turned into, and why an item of one is rejected. */

import type { IncomingHttpHeaders } from 'node:http'
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
  /** Nested deeper than any feed does. */
  'item_too_deep',
  /** An entry of the promo feed that is not `[key, payload]`. */
  'malformed_entry',
  /** A row that has no headings above it, or more cells than they are. */
  'malformed_row',
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
  /** A request for more of a match brought nothing. */
  'detail_failed',
  /** The credits of the day, or those that the source has left, do not reach for more of this match. */
  'credits_used_up',
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

/** Goals or points of both sides. */
export interface Score {
  home: number
  away: number
}

/** How a match stands, as a source of live scores tells it. Null where it does not say. */
export interface FixtureState {
  /** A short code: NS, TBD, 1H, HT, 2H, ET, BT, P, LIVE, SUSP, INT, FT, AET, PEN, PST, CANC, ABD, AWD, WO. */
  status: string
  /** The status in the source's own words. */
  statusText: string | null
  /** Minutes played; 90 during stoppage time, 120 after extra time. */
  elapsed: number | null
  goals: Score | null
  /** Goals by the end of each part: after half-time the sum so far, of extra time and penalties their own. */
  halfTime: Score | null
  fullTime: Score | null
  extraTime: Score | null
  penalties: Score | null
  round: string | null
  venue: string | null
  city: string | null
  referee: string | null
  /** Addresses of pictures. */
  homeLogo: string | null
  awayLogo: string | null
}

/** A match that a source lists, with where it belongs. It is stored, or paired with one that another source brought. */
export interface EventItem {
  kind: 'event'
  /** Running number within the body, from 0, in the order of the items; the same for the same body. */
  position: number
  externalId: string
  sport: string
  /** The country, or what stands in its place (`International`, `ATP`). */
  category: string
  league: string
  /** Key of the competition as the source names it, where a request for the event needs it. */
  competition?: string
  home: string
  away: string
  start: Date
  /** Null when the source says nothing of prices; `[]` when nobody quotes the match (any longer). */
  quotes: FeedQuote[] | null
  /** All markets, by bookmaker. Undefined if the feed carries none, or if its body was not read to the end. */
  offers?: Offer[]
  /** What the request covers: prices of this part that the event no longer has are withdrawn. Null: any of the source's. */
  part?: string | null
  /** Markets that the registry does not know. */
  unknownMarkets?: UnknownMarket[]
  /** How it stands; left out by a source without live scores. */
  state?: FixtureState
  /** The final score, once there is one: what the match counts as, without a shoot-out. */
  result?: Score
  warnings: FeedWarning[]
}

/** Prices of a match that an earlier item of the source, an event, has brought or been paired with. */
export interface PricesItem
  extends Pick<EventItem, 'quotes' | 'offers' | 'part' | 'unknownMarkets' | 'warnings'> {
  kind: 'prices'
  position: number
  externalId: string
  /** Prices in play of a source that also quotes what is to come: they are kept under a name of their own. */
  isInPlay?: boolean
  /** The sides as the source names them; left out where it names none. */
  sides?: { home: string; away: string }
}

/** What a bookmaker asks for each participant of an outright, on one side. */
export interface ParticipantPrices {
  side: Side
  format: PriceFormat
  /** Null: not on offer. */
  prices: { name: string; price: Price | null }[]
  maxStake: number | null
}

/** A bookmaker's offer of an outright, by one request. */
export interface OutrightOffer extends Omit<Offer, 'quotes'> {
  quotes: ParticipantPrices[]
}

/** A list of participants of whom one wins, with where it belongs. */
export interface OutrightItem {
  kind: 'outright'
  position: number
  externalId: string
  sport: string
  category: string
  league: string
  /** Key of the competition as the source names it: an answer of it lists all its outrights. */
  competition: string
  name: string
  start: Date
  offers: OutrightOffer[]
  part: string | null
  unknownMarkets: UnknownMarket[]
  warnings: FeedWarning[]
}

/** How a match stands that an earlier item of the source, an event, has brought or been paired with. */
export interface LiveItem {
  kind: 'live'
  position: number
  externalId: string
  home: string
  away: string
  state: FixtureState
  result?: Score
}

/** The final score of a match that an earlier item of the source, an event, has brought or been paired with. */
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

/** Which market of the registry an operator says a market of a source is. */
export interface MappedMarket {
  type: MarketType
  period: Period
  /** The side that it speaks of, where the type speaks of one and the source's outcomes do not say which. */
  participant: 'home' | 'away' | null
}
export type MappedMarkets = ReadonlyMap<string, MappedMarket>

/** Of what a whole answer lists everything. */
export type AnswerScope = 'sport' | 'league'

/** What a parser is told besides the body, and what it tells besides the items. */
export interface SourceContext {
  /** When the body was true: a file's time of change, an answer's Last-Modified or Date. */
  confirmedAt: Date
  /** Name of the bookmaker of a source that carries one bookmaker's offer. */
  bookmaker: string | undefined
  /** The file's path or the address that the body is of, without keys. */
  origin?: string
  /** Keys of the competitions that are wanted, where the answer holds more; undefined: all. */
  competitions?: readonly string[]
  /** Markets that an operator has mapped, by the keys that the source gives them. */
  mapped?: MappedMarkets
  /** Told how many items there are in all, as soon as the parser knows before it has yielded them. */
  onTotal?: (items: number) => void
  /** Told the number of pages that the answer has, where it is one of several. */
  onPages?: (pages: number) => void
  /** Told at the end of a body that lists all that its source has of each sport, or of each competition, in it. */
  onComplete?: (scope: AnswerScope) => void
}

/** What a source carries. A source of fixtures or prices is offered on the import screen. */
export type Carried = 'fixtures' | 'prices' | 'results' | 'live'

/** A variable of the environment, which an operator can also keep in the back office. An `address` is http(s). */
export interface Variable {
  kind: 'address' | 'text'
  /** Whether it is, or may hold, a key: the back office never shows it again. */
  isSecret?: true
  /** What it is, in a few words of English for the operator. */
  about: string
  default?: string
}

/** What the environment says of a source, by the names of its variables. */
export type SourceSettings = Readonly<Record<string, string | undefined>>

/** Where a source is and with which key it is asked. */
export interface SourcePlace {
  address: string
  /** Where it goes into headers or the path of an address; a key within `address` need not stand here again. */
  key?: string
  /** Whose prices a source of one bookmaker carries. */
  bookmaker?: string
}

/** What is asked of a source, kept with the run. Without any member: everything, or what the source has next. */
export interface Part {
  /** A sport or competition, by the value of its choice. */
  sport?: string | undefined
  /** Scores in place of matches and prices. */
  results?: boolean | undefined
  /** What is in play, in place of matches. */
  live?: boolean | undefined
  /** The matches of one day, `YYYY-MM-DD`. */
  day?: string | undefined
  /** Only these competitions of the answer. */
  competitions?: readonly string[] | undefined
  /** Prices, where the source has them apart from its matches. */
  prices?: boolean | undefined
  /** Markets in place of those that the source is asked for anyway. */
  markets?: readonly string[] | undefined
  /** Markets that are asked for match by match. */
  eventMarkets?: readonly string[] | undefined
  /** Match by match only of those that begin within so many hours. */
  horizonHours?: number | undefined
}

/** What an operator has chosen for a schedule. */
export type Chosen = Pick<Part, 'markets' | 'eventMarkets' | 'horizonHours'>

/** An event of a list that more can be asked of. */
export type ListedEvent = Pick<EventItem, 'externalId' | 'start' | 'home' | 'away'> & { competition: string }

/** What is left of the requests or credits that a source sells. */
export interface Quota {
  remaining: number
  /** Null where the source does not say. */
  limit: number | null
  /** What the request has cost; left out where the source does not say. */
  cost?: number
}

export interface SourceRequest {
  address: string
  headers?: Record<string, string>
}

/** A choice of the import screen's select box. */
export interface Choice {
  /** What an import is asked for with. */
  value: string
  label: string
  /** The sport or country of a competition; null where the choice is a sport itself. */
  group: string | null
}

/**
 * How one sport or competition alone is imported: `read` has the whole answer read for it, and its sports are the choices;
 * `asked` has an address for it, and the choices are those of a list, which may have an address of its own.
 */
export type Choices =
  | { by: 'read' }
  | {
      by: 'asked'
      /** Undefined where `readList` knows the choices by itself: it is given an empty text. */
      list?: (place: SourcePlace) => SourceRequest
      /** @throws RunError when that is no list */
      readList: (text: string) => Choice[]
    }

/** What a plan may depend on. */
export interface ScheduleFacts {
  now: Date
  /** Competitions that the schedule names. */
  competitions: readonly string[]
  chosen: Chosen
  /** Whether a match of the source that should have been over in these days has no score. */
  lacksScores(days: number): Promise<boolean>
  /** Whether matches of the source that are not known to be over begin within these instants. */
  hasOpenMatches(from: Date, to: Date): Promise<boolean>
  /** When this part was last asked for; null: never, or long ago. */
  lastAsked(part: Part): Promise<Date | null>
  /** What the source last said is left of what it sells; null where it says nothing. */
  quota(): Promise<{ remaining: number; at: Date } | null>
}

/** A source of fixtures, prices, results or live scores. One folder each, whose default export is this. */
export interface Source {
  /** Its name in the database, in addresses and on the command line: lower case, hyphens. */
  key: string
  /** Its name in English. Screens show the text `import.source.<key>` of the namespace `admin`. */
  label: string
  /** What it reads, in a line of English for the operator. */
  about: string
  carries: readonly Carried[]
  variables: Readonly<Record<string, Variable>>
  /** Where it is; null when the environment does not set it up. */
  locate(settings: SourceSettings): SourcePlace | null
  /** What to ask for a part, in one request. The place is that of `locate`, or of the demonstration. */
  request(place: SourcePlace, part: Part): SourceRequest
  /** The request of a further page, from 2; left out by a source whose answers have one page. */
  page?(request: SourceRequest, page: number): SourceRequest
  /** Whether an answer to the part may list nothing; an empty answer else ends the run as a failure. */
  mayBeEmpty?(part: Part): boolean
  /** Null when there is nothing to choose. */
  choices: Choices | null
  /** What stands in the select box for an import without a choice. */
  everything: 'import.all-sports' | 'import.next-games' | 'import.next-matches' | 'import.today'
  /** The most requests that it answers in a span of time, over all processes of the site. */
  pace?: { requests: number; seconds: number }
  /** Markets that an operator can choose for a schedule: of lists of matches, and match by match. */
  markets?: { list: readonly string[]; event: readonly string[] }
  /** What a request costs at most of what it sells; left out: requests are free. */
  cost?(request: SourceRequest): number
  /** The request for more of a listed event: the part's `eventMarkets`. */
  detail?(place: SourcePlace, part: Part, event: ListedEvent): SourceRequest
  /** How many requests are left of what it sells, as its headers say; null where they do not. */
  quota?(headers: IncomingHttpHeaders): Quota | null
  /** A request that costs nothing or little and tells whether the key is accepted; left out: the import of everything. */
  probe?(place: SourcePlace): SourceRequest
  /**
   * Whether an answer to the probe is one of this source, told by its beginning. Where there is no probe: an answer to the
   * import of everything. Left out: whatever is neither empty nor a page.
   */
  recognizes?(start: string): boolean
  /** For how many minutes its prices count until an operator says otherwise; left out: for three of its intervals. */
  countedMinutes?: number
  /** Minutes between two turns of its schedule until an operator sets others; null: only its tools have schedules. */
  everyMinutes: number | null
  /** Tools that ask it for more than a parser reads, with the minutes of their schedules. */
  tools?: Readonly<Record<string, { everyMinutes: number }>>
  /** What a turn of the schedule asks for; left out: each competition that it names, or everything. */
  plan?(facts: ScheduleFacts): Promise<Part[]>
  /** Whether a match that is put off keeps its id; left out: it may come back under another one. */
  keepsIds?: boolean
  /** Turns a body into items, as a stream. Throws a RunError when the body as a whole cannot be read (further). */
  parse(body: AsyncIterable<Uint8Array>, context: SourceContext): AsyncIterable<FeedItem>
}
