import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listApiDrops } from '#app/features/read-api/movements.server.ts'
import { isVisibleLeague } from '#app/features/read-api/queries.server.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The largest falls of best prices, the largest first. */
export const loader = publicRead(ENDPOINTS.listDrops, async ({ services, query }) => {
  const sport = (await getSportsMenu(services)).find(({ slug }) => slug === query.sport)
  if (query.sport !== undefined && !sport) return { error: 'not-found' }
  const { since, bookmakers: books, market = null, league = null } = query
  if (league !== null && !(await isVisibleLeague(services, league))) return { error: 'not-found' }
  const of = { since, books, market, league, sportId: sport?.id ?? null }
  const value = await listApiDrops(services, of, query)
  return value ? { value } : BAD_CURSOR
})
