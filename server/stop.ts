import type { Logger } from '#app/platform/log.ts'

export type Stop = () => Promise<void>

/** Shorter than the 30 s after which systemd kills the service (deploy/overround@.service). */
const LIMIT_MS = 25_000

/** Runs the steps in order. A step that fails is logged, and the next one runs. */
export async function stopAll(log: Logger, stops: readonly Stop[]): Promise<void> {
  for (const stop of stops) {
    await stop().catch((error: unknown) => log.error({ err: error }, 'while stopping'))
  }
}

/**
 * Runs the steps and ends the process, at the latest after the limit: the thread of the embedded database can hang, for
 * instance when its files were deleted. It then ends as if it were killed, from which the next start recovers.
 */
export async function stopWithin(
  log: Logger,
  stops: readonly Stop[],
  exit: (code: number) => void,
): Promise<void> {
  const overdue = setTimeout(() => {
    log.error('stopping took longer than 25 s; the process ends without it')
    exit(1)
  }, LIMIT_MS)
  await stopAll(log, stops)
  clearTimeout(overdue)
}
