import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readHistory } from './history.server.ts'
import { chartMarket, type MarketChart } from './market-chart.ts'
import type { MarketView } from './market-view.ts'

/** Outcomes of a long list that a chart has: the shortest priced. */
const CHARTED = 3

/**
 * How the prices of a market of an event moved until now, or until it began; null where nothing has moved, and where the
 * history cannot be read: the page goes on without.
 */
export async function readMarketChart(
  services: Services,
  event: string,
  market: MarketView,
  kickOff: Date,
): Promise<MarketChart | null> {
  try {
    return await services.memo.get(`market-chart:${market.id}`, async () => {
      noteRead(`prices:${event}`, `match:${event}`, 'bookmakers')
      const { kysely } = services.database
      const bookmakers = await kysely
        .selectFrom('bookmakers')
        .select(['no', 'commission'])
        .where('is_active', '=', true)
        .execute()
      const changes = await readHistory(kysely, market.id)
      const now = new Date()
      return chartMarket(
        changes.filter(({ side }) => side === 0),
        {
          outcomes: chartedOutcomes(market),
          keptShare: new Map(bookmakers.map(({ no, commission }) => [no, 1 - Number(commission) / 100])),
          until: kickOff < now ? kickOff : now,
        },
      )
    })
  } catch (error) {
    services.log.error({ err: error, event, market: market.id }, 'the history of a market could not be read')
    noteFailure()
    return null
  }
}

function chartedOutcomes({ outcomes, best, average }: MarketView): number[] {
  const places = outcomes.map((_, index) => index)
  if (places.length <= CHARTED) return places
  const priceOf = (index: number) => best[index]?.net ?? average[index] ?? Number.POSITIVE_INFINITY
  return places.sort((a, b) => priceOf(a) - priceOf(b)).slice(0, CHARTED)
}
