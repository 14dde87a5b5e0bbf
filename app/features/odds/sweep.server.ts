import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { sweepHeadlines } from './best-prices.server.ts'
import { sweepPrices } from './refresh-prices.server.ts'

/** Removes expired prices from headlines and best prices. @param signal ends it between two batches */
export async function sweepExpired(db: Kysely<DB>, signal: AbortSignal): Promise<void> {
  await sweepHeadlines(db, new Date(), signal)
  await sweepPrices(db, new Date(), signal)
}
