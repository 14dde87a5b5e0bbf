import { noteFailure } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** A failure in a secondary part of a page does not fail the page: the error is logged and the part is omitted. */
export async function orNull<T>(services: Services, message: string, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    services.log.error({ err: error }, message)
    noteFailure()
    return null
  }
}
