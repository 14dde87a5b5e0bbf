import { isSure, isTooGood, marketSum } from './market-maths.ts'
import { canPush, usualPeriod } from './markets.ts'
import { fromNumber, type Price, toNumber } from './prices.ts'
import { inHundredths, isQuoted, type Outcome, type OutcomePrices, PRICE_AGE_SHOWN_MS } from './rules.ts'
import type { BestPrice, Headline } from './schema.ts'
import type { ShownPrice } from './shown-price.ts'

/** The headline when no price counts. */
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

/** The columns of a stored headline: of `matches`, and of `event_prices` if the event has a row there. */
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
 * The stored prices of a headline that are valid at `now`, or null. Quoted prices are valid until the first counting
 * quote expires; prices that an operator typed are valid until kick-off.
 */
export function storedHeadline(row: HeadlineColumns, now: Date): OutcomePrices | null {
  const prices = { home: row.home_odds, draw: row.draw_odds, away: row.away_odds }
  const until = headlineEnd(row)
  if (until === null || until <= now) return null
  return row.odds_locked ? (isQuoted(prices) ? prices : null) : row.bookmaker_count > 0 ? prices : null
}

/** When a stored headline expires; null if it does not. */
export function headlineEnd({ odds_locked, status, start_time, valid_until }: HeadlineColumns): Date | null {
  if (!odds_locked) return valid_until
  return status === 'scheduled' ? start_time : null
}

/** A headline as of `now`; a page may have been open for a long time. */
export function headlineAt(headline: Headline, now: Date): Headline {
  const holds = headline.validUntil === null || Date.parse(headline.validUntil) > now.getTime()
  return holds ? headline : { ...NO_HEADLINE, withDraw: headline.withDraw }
}

/** When the oldest price of a headline was confirmed, if it is old enough to show its age. */
export function headlineAge({ confirmedAt }: Headline, now: Date): Date | null {
  if (confirmedAt === null) return null
  return now.getTime() - Date.parse(confirmedAt) >= PRICE_AGE_SHOWN_MS ? new Date(confirmedAt) : null
}

/** A price of a headline in its bookmaker's format; any other price in decimals. */
export function asQuoted(headline: Headline, outcome: Outcome, price: number): ShownPrice {
  const best = headline[outcome]
  const isOfHeadline = best && inHundredths(best.price) === inHundredths(price)
  return (isOfHeadline && best.shown) || { price: fromNumber(price), quoted: null }
}

/** The prices of a headline; null if one of the sides is not quoted. */
export function headlinePrices({ home, draw, away }: Headline): OutcomePrices | null {
  return home && away ? { home: home.price, draw: draw?.price ?? null, away: away.price } : null
}

/** The prices of a headline as their bookmakers quote them; those of `headlinePrices` are rounded to hundredths. */
export function exactPrices({ home, draw, away }: Headline): OutcomePrices | null {
  const exact = ({ price, shown }: BestPrice) => (shown ? toNumber(shown.price) : price)
  return home && away ? { home: exact(home), draw: draw && exact(draw), away: exact(away) } : null
}

/** Whether an operator typed any price of a headline. */
export function hasTypedPrice({ typed, home, draw, away }: Headline): boolean {
  return typed || [home, draw, away].some((price) => price?.typed)
}

/** The return of a sure bet at the headline's prices, as a share of the outlay; null for none, and with a typed price. */
export function headlineSureReturn(headline: Headline): number | null {
  const paid = headlinePayout(headline)
  if (paid === null || hasTypedPrice(headline)) return null
  const sure = isSure(bestPrices(headline, leastOf)) && !isTooGood(bestPrices(headline, exactly))
  return sure ? paid - 1 : null
}

/** Whether the stakes of a sure bet at a headline's prices can be returned. @param sport its own name, or its slug */
export function headlineCanPush({ withDraw }: Headline, sport: string): boolean {
  return !withDraw && canPush({ type: 'moneyline', period: usualPeriod(sport), line: null }, sport)
}

/** The least that a price can be. One that is no decimal was rounded, up to half a millionth. */
function leastOf(best: BestPrice): Price {
  return best.shown && best.shown.quoted !== 'decimal' ? best.shown.price - 1 : exactly(best)
}

function exactly({ price, shown }: BestPrice): Price {
  return shown?.price ?? fromNumber(price)
}

function bestPrices({ home, draw, away }: Headline, read: (best: BestPrice) => Price): Price[] {
  return [home, draw, away].flatMap((best) => (best ? [read(best)] : []))
}

/** The payout at the best prices; null if an outcome of the market has none. */
export function headlinePayout(headline: Headline): number | null {
  const prices = headlinePrices(headline)
  if (!prices || (headline.withDraw && prices.draw === null)) return null
  return 1 / (marketSum(bestPrices(headline, exactly)) ?? 1)
}

/** Ids of the bookmakers of a headline: those with the most of its prices first, then in the order of the outcomes. */
export function headlineBookmakers({ home, draw, away }: Headline): string[] {
  const ids = [home, draw, away].flatMap((price) => price?.bookmakerId ?? [])
  const count = (id: string) => ids.filter((it) => it === id).length
  return [...new Set(ids)].sort((a, b) => count(b) - count(a))
}
