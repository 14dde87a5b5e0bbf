import { findMatchById } from '#app/features/matches/queries.server.ts'
import { readClosing } from '#app/features/read-api/closing.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/** The closing prices of a match. */
export const loader = publicRead(ENDPOINTS.readClosing, async ({ services, params }) => {
  const { id = '' } = params
  const match = isId(id) ? await findMatchById(services, id) : undefined
  return match ? { value: await readClosing(services, match) } : { error: 'not-found' }
})
