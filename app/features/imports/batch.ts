import type { Candidate, DoubtfulPair } from '#app/features/contests/pairing.ts'
import type { EventItem } from '#app/features/sources/contract.ts'
import type { Place } from './places.server.ts'

export interface PlacedEvent {
  event: EventItem
  place: Place
}

/** The prices of an item. */
export type PricedItem = Pick<EventItem, 'quotes' | 'offers' | 'part' | 'unknownMarkets'>

/** Prices with the match that they are of, its sides as the match has them. */
export interface MatchPrices {
  event: PricedItem
  matchId: string
  /** Null where the match is new. */
  stored: object | null
}

export interface BatchContext {
  /** Under this name the feed's ids and quotes are kept. */
  source: string
  confirmedAt: Date
  /** Ids of bookmakers by their keys. */
  bookmakers: ReadonlyMap<string, string>
  /** Keys of unknown markets that an operator does not want to hear of. */
  ignoredMarkets?: ReadonlySet<string>
  /** Whether this body has had an item of that id before the batch. */
  wasSeen(externalId: string): boolean
}

/** The result of storing an item. */
export type ItemOutcome = 'inserted' | 'updated' | 'unchanged' | 'duplicate_match' | 'unknown_match'

export interface BatchResult {
  /** What became of each item, in their order. */
  outcomes: ItemOutcome[]
  /** Quotes taken from the items. */
  odds: number
  withdrawn: number
  /** Matches that were not there before. */
  inserted: string[]
}

export interface StoredMatch extends Candidate {
  /** The id of the feed that brought the match: that feed's names and kick-off count. */
  externalId: string | null
}

/** A match as the feed's link has it. */
export interface LinkedMatch extends StoredMatch {
  /** What the feed called it the last time; null where that was not kept. */
  told: { home: string; away: string; start: Date | null; league: string | null } | null
  turned: boolean
  /** Other feeds have it too. */
  shared: boolean
}

/** An event with the match it is, its sides and prices as the match has them. */
export interface Resolved extends PlacedEvent {
  index: number
  matchId: string
  stored: StoredMatch | null
  /** The feed's link of an earlier import. */
  link: LinkedMatch | null
  /** The feed has the sides the other way round. */
  turned: boolean
  /** Matches that it may be, for a person to decide. */
  doubts: readonly DoubtfulPair<StoredMatch>[]
}
