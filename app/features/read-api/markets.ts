import type { MarketQuote, MarketView } from '../odds/market-view.ts'
import { definitionOf, isMarket, isMarketType, type Market, readLine } from '../odds/markets.ts'
import { type Price, quotedText, toNumber } from '../odds/prices.ts'

/** A market with the field names of the API; prices are decimal odds. */
export function toApiMarket(market: MarketView) {
  const { type, period, line, participant, outcomes, best, sum, average, count, quotes } = market
  return {
    key: type,
    period,
    line,
    participant,
    main: market.isMain,
    outcomes,
    best: best.map(
      (one) => one && { price: toNumber(one.price), net: toNumber(one.net), bookmaker: one.bookmaker.slug },
    ),
    sum: sum === null ? null : rounded(sum),
    payout: sum === null ? null : rounded(1 / sum),
    average: toNumbers(average),
    count,
    quotes: quotes.map(toApiQuote),
  }
}

function toApiQuote(quote: MarketQuote) {
  const { prices, format } = quote
  return {
    bookmaker: quote.bookmaker.slug,
    side: quote.side,
    prices: toNumbers(prices),
    quoted: prices.map((price) => price && quotedText(price, format)),
    format,
    status: prices.map((price, index) => statusWord(price, quote.status?.[index])),
    opening: toNumbers(quote.opening ?? prices),
    closing: quote.closing && toNumbers(quote.closing),
    changed_at: quote.changedAt,
    seen_at: quote.seenAt,
    ranked: quote.leftOut === null,
    left_out: quote.leftOut,
    max_stake: quote.maxStake,
    link: quote.link,
  }
}

const toNumbers = (prices: readonly (Price | null)[]) => prices.map((price) => price && toNumber(price))

function statusWord(price: Price | null, letter: string | undefined): string {
  if (letter === 's') return 'suspended'
  return letter === '-' || price === null ? 'not_offered' : 'open'
}

/** Ten decimals: the precision of a double, and reproducible in other languages. */
function rounded(value: number): number {
  return Math.round(value * 1e10) / 1e10
}

/** The market of a query; null if the query describes no possible market. */
export function parseMarket(query: URLSearchParams): Market | null {
  const type = query.get('market') ?? ''
  if (!isMarketType(type)) return null
  const stated = query.get('line')
  const isNumber = stated !== null && /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(stated)
  const line = isNumber ? readLine(Number(stated)) : null
  if (stated !== null && line === null) return null
  const market = {
    type,
    period: query.get('period') ?? 'full_time',
    line,
    participant: query.get('participant'),
  }
  return isMarket(market) && definitionOf(type).outcomes !== 'participants' ? market : null
}
