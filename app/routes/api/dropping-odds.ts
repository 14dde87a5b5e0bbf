import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listApiDrops } from '#app/features/read-api/movements.server.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The largest falls of best prices, the largest first. */
export const loader = publicRead(ENDPOINTS.listDrops, async ({ services, query }) => {
  const sport = (await getSportsMenu(services)).find(({ slug }) => slug === query.sport)
  if (query.sport !== undefined && !sport) return { error: 'not-found' }
  const { since, bookmakers: books, market = null } = query
  const value = await listApiDrops(services, { since, books, market, sportId: sport?.id ?? null }, query)
  return value ? { value } : BAD_CURSOR
})
