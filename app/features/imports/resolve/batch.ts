import type { Candidate, DoubtfulPair } from '#app/features/contests/pairing.ts'
import type { EventItem } from '#app/features/sources/contract.ts'
import type { Place } from '../places/places.server.ts'

export interface PlacedEvent {
  event: EventItem
  place: Place
}

/** The prices of an item. */
export type PricedItem = Pick<EventItem, 'quotes' | 'offers' | 'isPartial' | 'part' | 'unknownMarkets'>

/** Prices with their match, and with its sides as the match has them. */
export interface MatchPrices {
  event: PricedItem
  matchId: string
  /** Null where the match is new. */
  stored: object | null
}

export interface BatchContext {
  /** The key under which the feed's ids and quotes are stored. */
  source: string
  confirmedAt: Date
  /** Whether the body is of a past instant: what is known of matches is newer. */
  isPast?: boolean
  /** Ids of bookmakers by their keys. */
  bookmakers: ReadonlyMap<string, string>
  /** Keys of unknown markets that an operator ignores. */
  ignoredMarkets?: ReadonlySet<string>
  /** Whether an item of this body before the batch had that id. */
  wasSeen(externalId: string): boolean
}

/** The result of storing an item. */
export type ItemOutcome = 'inserted' | 'updated' | 'unchanged' | 'duplicate_match' | 'unknown_match'

export interface BatchResult {
  /** The result of each item, in their order. */
  outcomes: ItemOutcome[]
  /** Quotes read from the items. */
  odds: number
  withdrawn: number
}

export interface StoredMatch extends Candidate {
  /** The id of the feed that created the match: its names and kick-off take precedence. */
  externalId: string | null
}

/** A match in the feed's link. */
export interface LinkedMatch extends StoredMatch {
  /** The feed's last names of the sides; null where they were not stored. */
  told: { home: string; away: string; start: Date | null; league: string | null } | null
  turned: boolean
  /** Whether other feeds have it, too. */
  shared: boolean
  /** Whether one of these still lists it. */
  isListedElsewhere: boolean
  /** Whether the last complete answer of the feed did not list it. */
  isUnlisted: boolean
  /** Whether an operator has entered the kick-off. */
  isStartTyped: boolean
  /** Whether it has no result, and no operator has cancelled it. */
  isOpen: boolean
}

/** An event with its match, and with its sides and prices as the match has them. */
export interface Resolved extends PlacedEvent {
  index: number
  matchId: string
  stored: StoredMatch | null
  /** The feed's link of an earlier import. */
  link: LinkedMatch | null
  /** Whether the feed lists the sides in reverse. */
  turned: boolean
  /** Matches that it may be; a person decides. */
  doubts: readonly DoubtfulPair<StoredMatch>[]
}
