import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readHistory } from './history.server.ts'
import { readLapses } from './lapses.server.ts'
import { withLapses } from './lapses.ts'
import { chartMarket, type MarketChart } from './market-chart.ts'
import { closesAt, type MarketQuote, type MarketView } from './market-view.ts'
import { definitionOf } from './markets.ts'
import { changesOf, type Member, readMembers } from './members.server.ts'

/** The number of charted outcomes of a long list: those with the shortest prices. */
const CHARTED = 3

/**
 * The price changes of an event's market until now, or until it began or was cancelled; null if there are none, and if the history
 * cannot be read: the page is shown without the chart.
 * @param charted the slug of a bookmaker that has a line of its own
 */
export async function readMarketChart(
  services: Services,
  event: string,
  market: MarketView,
  kickOff: Date,
  charted: string | null = null,
): Promise<MarketChart | null> {
  try {
    return await services.memo.get(`market-chart:${market.id} ${charted ?? ''}`, async () => {
      noteRead(`prices:${event}`, `match:${event}`, 'bookmakers')
      const members = await readMembers(services)
      const quotes = market.quotes.filter(({ side }) => side === 'back')
      const shown = new Set(quotes.flatMap(({ no }) => no ?? []))
      const { kysely } = services.database
      const history = withLapses(await readHistory(kysely, market.id), await readLapses(kysely, market.id))
      const changes = changesOf(history, members, shown)
      const bookmakers = [...members.values()]
      const now = new Date()
      return chartMarket(
        changes.filter(({ side }) => side === 0),
        {
          outcomes: chartedOutcomes(market, quotes),
          keptShare: new Map(bookmakers.map(({ no, commission }) => [no, 1 - Number(commission) / 100])),
          brands: new Map(bookmakers.map(({ no, brand }) => [no, brand])),
          chosen: charted === null ? undefined : bookmakers.find(({ slug }) => slug === charted)?.no,
          ended: endsOf(quotes, members),
          isOpenList: definitionOf(market.type).isOpenList,
          until: closesAt(closesAt(now, kickOff), market.cancelledAt),
        },
      )
    })
  } catch (error) {
    services.log.error({ err: error, event, market: market.id }, 'the history of a market could not be read')
    noteFailure()
    return null
  }
}

/** Until when the prices of each bookmaker count, by its number. */
function endsOf(quotes: readonly MarketQuote[], members: ReadonlyMap<number, Member>): Map<number, Date> {
  return new Map(
    quotes.flatMap(({ no, validUntil }) => {
      const member = no === null ? undefined : members.get(no)
      return member ? [[member.no, validUntil] as const] : []
    }),
  )
}

function chartedOutcomes({ outcomes, best, average }: MarketView, quotes: readonly MarketQuote[]): number[] {
  const places = outcomes.map((_, index) => index)
  if (places.length <= CHARTED) return places
  const closed = (index: number) => {
    const prices = quotes.flatMap(({ closing }) => closing?.[index] ?? [])
    return prices.length > 0 ? Math.max(...prices) : Number.POSITIVE_INFINITY
  }
  const priceOf = (index: number) => best[index]?.net ?? average[index] ?? closed(index)
  return places.sort((a, b) => priceOf(a) - priceOf(b)).slice(0, CHARTED)
}
