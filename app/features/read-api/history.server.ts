import type { Services } from '#app/platform/services.ts'
import { listHistory } from '../odds/market-queries.server.ts'
import type { Market } from '../odds/markets.ts'
import { SIDES } from '../odds/offers.ts'
import { statusWord, toNumbers } from './markets.ts'
import { type PageRequest, pageOf } from './pages.ts'

/** A page of the price changes of a market. Null if the event has no such market. */
export async function listApiHistory(services: Services, event: string, market: Market, asked: PageRequest) {
  const changes = await listHistory(services, event, market)
  if (!changes) return null
  const sorted = changes.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || compareText(a.slug, b.slug) || a.side - b.side,
  )
  let [last, times] = ['', 0]
  const placed = sorted.map((change) => {
    const { at, slug, side } = change
    const key = `${at.getTime()} ${slug} ${side}`
    times = key === last ? times + 1 : 0
    last = key
    return { change, position: [at.getTime(), slug, side, times] as const }
  })
  const page = pageOf(placed, asked, {
    positionOf: ({ position }) => position,
    order: [1, 1, 1, 1],
    kinds: ['number', 'string', 'number', 'number'],
  })
  if (!page) return 'bad-cursor'
  return {
    data: page.data.map(({ change: { slug, side, at, prices, status } }) => ({
      bookmaker: slug,
      side: SIDES[side] ?? 'back',
      at,
      prices: toNumbers(prices),
      status: prices.map((_, place) => statusWord(status?.[place])),
    })),
    next: page.next,
  }
}

const compareText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
