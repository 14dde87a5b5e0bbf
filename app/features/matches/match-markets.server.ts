import type { Services } from '#app/platform/services.ts'
import { listMarkets } from '../odds/market-queries.server.ts'
import { type MarketQuote, type MarketView, viewMarkets } from '../odds/market-view.ts'
import { usualPeriod } from '../odds/markets.ts'
import { fromNumber, MILLION, type Price } from '../odds/prices.ts'
import type { Outcome } from '../odds/rules.ts'
import type { OfferedPrices, QuoteRow } from '../odds/schema.ts'
import { listQuotes } from './details.server.ts'
import type { MatchSummary } from './schema.ts'

/**
 * Every market of a match. A match with prices only in the older table, which a process of the previous release writes,
 * has these as its only market.
 */
export async function listMatchMarkets(services: Services, match: MatchSummary): Promise<MarketView[]> {
  const markets = await listMarkets(services, match.id)
  if (markets.length > 0) return markets
  return services.memo.get(`older-markets:${match.id}`, async () => {
    const quotes = await listQuotes(services, match.id)
    return quotes.length === 0 ? [] : [marketOfQuotes(quotes, match)]
  })
}

function marketOfQuotes(quotes: readonly QuoteRow[], { sport }: Pick<MatchSummary, 'sport'>): MarketView {
  const withDraw = quotes.filter(({ draw }) => draw !== null).length * 2 >= quotes.length
  const outcomes: Outcome[] = withDraw ? ['home', 'draw', 'away'] : ['home', 'away']
  const inOrder = (prices: OfferedPrices): (Price | null)[] =>
    outcomes.map((outcome) => (prices[outcome] === null ? null : fromNumber(prices[outcome])))
  const [market] = viewMarkets([
    {
      id: 0,
      type: withDraw ? 'match_result' : 'moneyline',
      period: withDraw ? 'full_time' : usualPeriod(sport.slug.replaceAll('-', ' ')),
      line: null,
      participant: null,
      quotes: quotes.map((quote): MarketQuote => {
        const at = new Date(quote.lastUpdated)
        const isOther = (quote.draw !== null) !== withDraw
        return {
          no: null,
          bookmaker: quote.bookmaker,
          brand: quote.bookmaker.id,
          side: 'back',
          format: 'decimal',
          prices: inOrder(quote),
          nets: inOrder(quote.net),
          kept: keptOf(inOrder(quote), inOrder(quote.net)),
          status: null,
          opening: quote.opening && inOrder(quote.opening),
          closing: null,
          maxStake: null,
          changedAt: at,
          seenAt: at,
          validUntil: new Date(quote.validUntil),
          link: null,
          isTyped: false,
          leftOut: quote.leftOut ?? (isOther ? 'incomplete' : null),
        }
      }),
    },
  ])
  return market as MarketView
}

/** The share of the winnings that is paid, from the highest price, whose rounding weighs least. */
function keptOf(prices: readonly (Price | null)[], nets: readonly (Price | null)[]): number {
  const gross = Math.max(...prices.map((price) => price ?? 0))
  const net = nets[prices.indexOf(gross)] ?? gross
  return net === gross ? 1 : (net - MILLION) / (gross - MILLION)
}
