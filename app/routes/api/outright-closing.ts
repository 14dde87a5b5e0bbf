import { readClosing } from '#app/features/read-api/closing.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { findOutrightStart } from '#app/features/read-api/outrights.server.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/** The closing prices of an outright. */
export const loader = publicRead(ENDPOINTS.readOutrightClosing, async ({ services, params }) => {
  const { id = '' } = params
  const outright = isId(id) ? await findOutrightStart(services, id) : undefined
  return outright ? { value: await readClosing(services, outright) } : { error: 'not-found' }
})
