import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listApiSureBets } from '#app/features/read-api/movements.server.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** Sure bets of matches to come, the highest return first. */
export const loader = publicRead(ENDPOINTS.listSureBets, async ({ services, query }) => {
  const sport = (await getSportsMenu(services)).find(({ slug }) => slug === query.sport)
  if (query.sport !== undefined && !sport) return { error: 'not-found' }
  const value = await listApiSureBets(services, sport?.id ?? null, query)
  return value ? { value } : BAD_CURSOR
})
