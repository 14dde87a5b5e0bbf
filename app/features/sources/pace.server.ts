import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/** The maximum length of one wait, so that a free place is found soon and an abort takes effect. */
const LONGEST_PAUSE_MS = 5_000

export interface Pace {
  /** A source's key: all its requests share the limit. */
  name: string
  requests: number
  seconds: number
}

/**
 * Waits for a place among a source's requests, over all processes of the site. Throws the signal's reason.
 * @param onWait called before each wait, with its length
 */
export async function waitForTurn(
  db: Kysely<DB>,
  { name, requests, seconds }: Pace,
  { signal, onWait }: { signal?: AbortSignal | undefined; onWait?: ((ms: number) => void) | undefined } = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ wait: number }>`
      select take_request_slot(${name}, ${requests}::int, make_interval(secs => ${seconds}::float8)) as wait
    `.execute(db)
    const wait = rows[0]?.wait ?? 0
    if (wait === 0) return
    onWait?.(wait)
    await delay(Math.min(wait, LONGEST_PAUSE_MS), undefined, { signal })
  }
}
