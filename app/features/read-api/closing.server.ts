import type { Services } from '#app/platform/services.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { compareClosing } from '../odds/market-board.ts'
import { listMarkets } from '../odds/market-queries.server.ts'
import { toNumber } from '../odds/prices.ts'
import { rounded, toNumbers } from './markets.ts'

/**
 * The last prices of every market before the start of a match or an outright, and the best of them. No market before the
 * start, and of an event that is cancelled.
 */
export async function readClosing(
  services: Services,
  event: Pick<MatchSummary, 'id' | 'startTime' | 'status'>,
) {
  const kickOff = new Date(event.startTime)
  const started = kickOff <= new Date() && event.status !== 'cancelled'
  const markets = started ? await listMarkets(services, event.id) : []
  return {
    id: event.id,
    start_time: event.startTime,
    started,
    markets: markets.map((market) => {
      const { rows, best, sum, average, count } = compareClosing(market, { sort: 'payout', kickOff })
      return {
        key: market.type,
        period: market.period,
        line: market.line,
        participant: market.participant,
        main: market.isMain,
        outcomes: [...market.outcomes],
        best: best.map(
          (one) =>
            one && {
              price: toNumber(one.price),
              net: toNumber(one.net),
              bookmaker: one.row.quote.bookmaker.slug,
            },
        ),
        sum: sum === null ? null : rounded(sum),
        payout: sum === null ? null : rounded(1 / sum),
        average: toNumbers(average),
        count,
        quotes: rows
          .filter(({ leftOut }) => leftOut === null)
          .map(({ quote, prices, nets }) => ({
            bookmaker: quote.bookmaker.slug,
            prices: toNumbers(prices),
            net: toNumbers(nets),
          })),
      }
    }),
  }
}
