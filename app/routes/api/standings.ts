import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { readApiStandings } from '#app/features/read-api/standings.server.ts'
import { publicRead } from './reads.server.ts'

/** The table of a league, computed from its results. */
export const loader = publicRead(ENDPOINTS.readStandings, async ({ services, query }) => {
  const { league, season, table } = query
  const asked = { year: season === undefined ? null : season, kind: table }
  const value = await readApiStandings(services, league, asked)
  return value ? { value } : { error: 'not-found' }
})
