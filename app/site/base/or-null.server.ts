import { noteFailure } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** A secondary part of a page never fails the page: its error is logged and the part left out. */
export async function orNull<T>(services: Services, message: string, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    services.log.error({ err: error }, message)
    noteFailure()
    return null
  }
}
