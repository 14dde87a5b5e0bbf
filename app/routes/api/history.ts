import { followMatch } from '#app/features/matches/queries.server.ts'
import { hasSides } from '#app/features/odds/markets.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listApiHistory } from '#app/features/read-api/history.server.ts'
import { readMarket } from '#app/features/read-api/markets.ts'
import { isId } from '#app/platform/ids.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** Every change of the prices of one market of a match, oldest first. */
export const loader = publicRead(ENDPOINTS.listHistory, async ({ services, params, query }) => {
  const { id = '' } = params
  const market = readMarket(query)
  if (!market) return { error: 'bad-request', message: 'market, period, line and participant name a market' }
  const followed = isId(id) ? await followMatch(services, id) : undefined
  // The prices of a market do not say whose they are.
  const isMeant = followed && (followed.turned === false || !hasSides(market))
  const changes = isMeant && (await listApiHistory(services, followed.match.id, market, query))
  if (!changes) return { error: 'not-found' }
  return changes === 'bad-cursor' ? BAD_CURSOR : { value: changes }
})
