import { type MarketQuote, type MarketView, netAverages } from '../odds/market-view.ts'
import { definitionOf, isMarket, type Market, type MarketType, readLine } from '../odds/markets.ts'
import { type Price, quotedText, toNumber } from '../odds/prices.ts'
import { asWritten, type ShownPrice } from '../odds/shown-price.ts'

/** A market with the field names of the API; prices are decimal odds. */
export function toApiMarket(market: MarketView) {
  const { type, period, line, participant, outcomes, best, sum, count, quotes } = market
  return {
    key: type,
    period,
    line,
    participant,
    main: market.isMain,
    outcomes: [...outcomes],
    best: best.map(
      (one) => one && { price: toNumber(one.price), net: toNumber(one.net), bookmaker: one.bookmaker.slug },
    ),
    sum: sum === null ? null : rounded(sum),
    payout: sum === null ? null : rounded(1 / sum),
    average: toNumbers(netAverages(market)),
    count,
    quotes: quotes.map(toApiQuote),
  }
}

function textOf({ price, quoted, text }: ShownPrice): string {
  return text ?? quotedText(price, quoted === null || quoted === 'net' ? 'decimal' : quoted)
}

function toApiQuote(quote: MarketQuote) {
  const { prices, format } = quote
  return {
    bookmaker: quote.bookmaker.slug,
    side: quote.side,
    prices: toNumbers(prices),
    quoted: prices.map((price, index) => (price === null ? null : textOf(asWritten(price, quote, index)))),
    format,
    status: prices.map((price, index) => statusWord(quote.status?.[index], price !== null)),
    opening: toNumbers(quote.opening ?? prices),
    // A match that is cancelled has last prices, and none that it closed at.
    closing: quote.closing && quote.leftOut !== 'cancelled' ? toNumbers(quote.closing) : null,
    changed_at: quote.changedAt,
    seen_at: quote.seenAt,
    typed: quote.isTyped,
    ranked: quote.leftOut === null,
    left_out: quote.leftOut,
    max_stake: quote.maxStake,
    link: quote.link,
  }
}

export const toNumbers = (prices: readonly (Price | null)[]) =>
  prices.map((price) => price && toNumber(price))

/** @param letter of a stored status; undefined: open */
export function statusWord(
  letter: string | undefined,
  hasPrice = true,
): 'open' | 'suspended' | 'not_offered' {
  if (letter === 's') return 'suspended'
  return letter === '-' || !hasPrice ? 'not_offered' : 'open'
}

/** Ten decimals: the precision of a double, and reproducible in other languages. */
export function rounded(value: number): number {
  return Math.round(value * 1e10) / 1e10
}

/** The market of a query; null if the query describes no possible market. */
export function readMarket(query: {
  market: MarketType
  period: string
  line?: string | undefined
  participant?: string | undefined
}): Market | null {
  const line = query.line === undefined ? null : readLine(Number(query.line))
  if (query.line !== undefined && line === null) return null
  const market = {
    type: query.market,
    period: query.period,
    line,
    participant: query.participant ?? null,
  }
  return isMarket(market) && definitionOf(market.type).outcomes !== 'participants' ? market : null
}
