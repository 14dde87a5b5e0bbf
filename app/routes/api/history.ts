import { findMatchById } from '#app/features/matches/queries.server.ts'
import { listHistory } from '#app/features/odds/market-queries.server.ts'
import { SIDES } from '#app/features/odds/offers.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import { parseMarket } from '#app/features/read-api/markets.ts'
import { pageOf } from '#app/features/read-api/pages.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/** Every change of the prices of one market of a match, oldest first. */
export const loader = publicRead(async ({ services, params, query, page }) => {
  const { id = '' } = params
  const market = parseMarket(query)
  if (!market) return { error: 'bad-request', message: 'market, period, line and participant name a market' }
  const match = isId(id) ? await findMatchById(services, id) : undefined
  const changes = match && (await listHistory(services, match.id, market))
  if (!changes) return { error: 'not-found' }
  const found = pageOf(
    changes.map((change, index) => ({ ...change, id: String(index) })),
    page,
  )
  if (!found) return { error: 'bad-request', message: 'cursor is none that a page has named as next' }
  return {
    value: {
      data: found.data.map(({ slug, side, at, prices, status }) => ({
        bookmaker: slug,
        side: SIDES[side],
        at,
        prices: prices.map((price) => price && toNumber(price)),
        status: prices.map((_, place) => {
          const letter = status?.[place] ?? 'o'
          return letter === 'o' ? 'open' : letter === 's' ? 'suspended' : 'not_offered'
        }),
      })),
      next: found.next,
    },
  }
})
