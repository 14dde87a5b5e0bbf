import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listResults } from '#app/features/read-api/results.server.ts'
import { readLeagueRange } from './league-range.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The matches of a league that are over, the latest first. */
export const loader = publicRead(ENDPOINTS.listResults, async ({ services, query }) => {
  const range = readLeagueRange(query)
  if (!range) return BAD_CURSOR
  const value = await listResults(services, { ...range, to: query.to ? new Date(query.to) : null })
  return value ? { value } : { error: 'not-found' }
})
