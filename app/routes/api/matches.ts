import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listMatches } from '#app/features/read-api/queries.server.ts'
import { readLeagueRange } from './league-range.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The matches of a league, by default those that are not over, in the order of kick-off. */
export const loader = publicRead(ENDPOINTS.listMatches, async ({ services, query }) => {
  const range = readLeagueRange(query)
  if (!range) return BAD_CURSOR
  const value = await listMatches(services, range)
  return value ? { value } : { error: 'not-found' }
})
