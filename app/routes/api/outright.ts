import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { readOutright } from '#app/features/read-api/outrights.server.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/** One outright with the prices of every participant. */
export const loader = publicRead(ENDPOINTS.readOutright, async ({ services, params }) => {
  const { id = '' } = params
  const value = isId(id) ? await readOutright(services, id) : undefined
  return value ? { value } : { error: 'not-found' }
})
