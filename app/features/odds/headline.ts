import { fromNumber } from './prices.ts'
import {
  inHundredths,
  isQuoted,
  type Outcome,
  type OutcomePrices,
  PRICE_AGE_SHOWN_MS,
  payout,
  priceList,
} from './rules.ts'
import type { Headline } from './schema.ts'
import type { ShownPrice } from './shown-price.ts'
import { sureReturn } from './sure-bets.ts'

/** What stands where no price may be called best. */
export const NO_HEADLINE: Headline = {
  home: null,
  draw: null,
  away: null,
  bookmakerCount: 0,
  typed: false,
  withDraw: false,
  confirmedAt: null,
  validUntil: null,
}

/** The columns in which a headline is stored: of `matches`, and of `event_prices` where the event has a row there. */
export interface HeadlineColumns {
  start_time: Date
  status: string
  home_odds: number
  draw_odds: number | null
  away_odds: number
  odds_locked: boolean
  bookmaker_count: number
  valid_until: Date | null
}

/**
 * The stored prices of a headline that may be called best at `now`, or null. Those of quotes hold until the first quote
 * that counts ceases to; those that an operator typed hold until kick-off.
 */
export function storedHeadline(row: HeadlineColumns, now: Date): OutcomePrices | null {
  const prices = { home: row.home_odds, draw: row.draw_odds, away: row.away_odds }
  const until = headlineEnd(row)
  if (until === null || until <= now) return null
  return row.odds_locked ? (isQuoted(prices) ? prices : null) : row.bookmaker_count > 0 ? prices : null
}

/** When a stored headline ceases to hold; null where none does. */
export function headlineEnd({ odds_locked, status, start_time, valid_until }: HeadlineColumns): Date | null {
  if (!odds_locked) return valid_until
  return status === 'scheduled' ? start_time : null
}

/** A headline as it is at `now`, after which a page may have stood open for long. */
export function headlineAt(headline: Headline, now: Date): Headline {
  const holds = headline.validUntil === null || Date.parse(headline.validUntil) > now.getTime()
  return holds ? headline : { ...NO_HEADLINE, withDraw: headline.withDraw }
}

/** When the oldest price of a headline was confirmed, once that is so long ago that it matters. */
export function headlineAge({ confirmedAt }: Headline, now: Date): Date | null {
  if (confirmedAt === null) return null
  return now.getTime() - Date.parse(confirmedAt) >= PRICE_AGE_SHOWN_MS ? new Date(confirmedAt) : null
}

/** A price of a headline as its bookmaker quoted it; any other price as it is. */
export function asQuoted(headline: Headline, outcome: Outcome, price: number): ShownPrice {
  const best = headline[outcome]
  const isOfHeadline = best && inHundredths(best.price) === inHundredths(price)
  return (isOfHeadline && best.shown) || { price: fromNumber(price), quoted: null }
}

/** The prices of a headline; null where one of the sides is not quoted. */
export function headlinePrices({ home, draw, away }: Headline): OutcomePrices | null {
  return home && away ? { home: home.price, draw: draw?.price ?? null, away: away.price } : null
}

/** The return on the outlay that a headline's prices promise for sure; null for none, and for typed prices. */
export function headlineSureReturn(headline: Headline): number | null {
  const prices = headlinePrices(headline)
  if (!prices || headline.typed || headlinePayout(headline) === null) return null
  return sureReturn(priceList(prices))
}

/** The share that comes back of all stakes laid at the best prices; null where an outcome of the market has none. */
export function headlinePayout(headline: Headline): number | null {
  const prices = headlinePrices(headline)
  if (!prices || (headline.withDraw && prices.draw === null)) return null
  return payout(priceList(prices))
}

/** Ids of the bookmakers of a headline: who quotes most of its prices first, then in the order of the outcomes. */
export function headlineBookmakers({ home, draw, away }: Headline): string[] {
  const ids = [home, draw, away].flatMap((price) => price?.bookmakerId ?? [])
  const count = (id: string) => ids.filter((it) => it === id).length
  return [...new Set(ids)].sort((a, b) => count(b) - count(a))
}
