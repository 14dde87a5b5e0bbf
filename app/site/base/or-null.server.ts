import { noteFailure } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** What stands beside the matter of a page never takes the page with it: a part that fails is logged and left out. */
export async function orNull<T>(services: Services, message: string, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    services.log.error({ err: error }, message)
    noteFailure()
    return null
  }
}
