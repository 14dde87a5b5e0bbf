import type { Market } from '../odds/markets.ts'
import type { Price } from '../odds/prices.ts'

/** What an alert watches: a match, the matches of a league or a team, or those of all favourites. */
export type Subject =
  | { kind: 'match'; matchId: string }
  | { kind: 'league'; leagueId: string }
  | { kind: 'team'; countryId: string; team: string }
  | { kind: 'favourites' }

/** An outcome of a market of a match. */
export interface WatchedOutcome {
  market: Market
  /** Its place in the market's prices, from 1. */
  outcome: number
}

/** What is told, and when. Prices are in millionths. */
export type Condition =
  | ({ kind: 'price'; price: Price } & WatchedOutcome)
  /** `price` is the best price from which the fall is measured; `percent` is at least 1. */
  | ({ kind: 'fall'; price: Price; percent: number } & WatchedOutcome)
  | { kind: 'first_price' }
  | { kind: 'kick_off'; minutes: number }

/** How a visitor wants to be told. */
export interface AlertWishes {
  language: string
  timeZone: string
  mails: boolean
  /** Firings a day, in the time zone. */
  dailyLimit: number
  /** HH:MM; equal times: none. */
  quietFrom: string
  quietUntil: string
}

export const MOST_A_DAY = 50
export const LONGEST_FALL = 90
export const LONGEST_NOTICE_MINUTES = 1_440
/**
 * The most alerts of a visitor that can still fire, and the most with those that have fired or are of past matches, which are
 * kept for a while. A new one over these is refused; one that is there can always be resumed or renewed.
 */
export const MOST_ALERTS = 100
export const MOST_KEPT_ALERTS = 500

/**
 * What is told of a match itself to those whose alerts wait for it: that it was cancelled, that it takes place after all, or
 * that its start was moved.
 */
export type News = 'cancelled' | 'restored' | 'moved'

/**
 * The turn of a firing that tells that a match was cancelled. An alert's own turns begin with 1. Other news, cancellations of
 * before and kick-offs that were told too early have turns below it.
 */
export const CANCELLATION = 0

/** A match whose start is moved by as much is told. Feeds differ by a minute or two. */
export const MOVED_SECONDS = 300

/** Why a message was not sent, or is late. */
export const REASONS = [
  /** The quiet hours, or the day's limit: it waits. */
  'quiet',
  'limit',
  /** The mail server or the push service did not take it yet: it is tried again. */
  'delayed',
  /** The match has begun, was moved or cancelled, takes place after all, or is not shown. */
  'started',
  'moved',
  'cancelled',
  'restored',
  'gone',
  /** The price is no longer on offer. */
  'price-gone',
  'paused',
  'not-allowed',
  'turned-off',
  'rejected',
  /** A sending was interrupted: the message may have arrived. */
  'interrupted',
] as const
export type Reason = (typeof REASONS)[number]
