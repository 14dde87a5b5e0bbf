import { inHundredths, type Outcome, type OutcomePrices, outcomesOf } from './rules.ts'

/** One bookmaker's prices that count for a match, net of commission. */
export interface Quote extends OutcomePrices {
  bookmakerId: string
  updatedAt: Date
}

/** The best price of one outcome, with every bookmaker that offers it (in the order of the quotes). */
export interface BestQuote {
  price: number
  bookmakerIds: string[]
  /** When the freshest of those quotes was last seen. */
  updatedAt: Date
}

export type BestQuotes = Record<Outcome, BestQuote | null>

/** The best price of each outcome over quotes of one market that count; null where nobody quotes it. */
export function bestQuotes(quotes: readonly Quote[]): BestQuotes {
  const best: BestQuotes = { home: null, draw: null, away: null }
  for (const quote of quotes) {
    for (const { outcome, price } of outcomesOf(quote)) {
      best[outcome] = betterOf(best[outcome], price, quote)
    }
  }
  return best
}

function betterOf(best: BestQuote | null, price: number, quote: Quote): BestQuote {
  const { bookmakerId, updatedAt } = quote
  const difference = best ? inHundredths(price) - inHundredths(best.price) : 1
  if (!best || difference > 0) return { price, bookmakerIds: [bookmakerId], updatedAt }
  if (difference < 0) return best
  return {
    price: best.price,
    bookmakerIds: [...best.bookmakerIds, bookmakerId],
    updatedAt: new Date(Math.max(best.updatedAt.getTime(), updatedAt.getTime())),
  }
}

/** The prices of the best quotes, or null where a side has none. */
export function bestPrices(best: BestQuotes): OutcomePrices | null {
  if (!best.home || !best.away) return null
  return { home: best.home.price, draw: best.draw?.price ?? null, away: best.away.price }
}
