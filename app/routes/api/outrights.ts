import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { listOutrights } from '#app/features/read-api/outrights.server.ts'
import { readLeagueRange } from './league-range.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The outrights of a league: those that have not begun in the order of their start, or the closed ones. */
export const loader = publicRead(ENDPOINTS.listOutrights, async ({ services, query }) => {
  const range = readLeagueRange(query)
  if (!range) return BAD_CURSOR
  const value = await listOutrights(services, { ...range, status: query.status })
  return value ? { value } : { error: 'not-found' }
})
