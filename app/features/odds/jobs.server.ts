import { sql } from 'kysely'
import { z } from 'zod'
import { analyzeChanged } from '#app/platform/db/analyze.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { foldOldWeeks } from './history.server.ts'
import { sweepExpired } from './sweep.server.ts'

/** How long after kick-off the price changes of a match are kept. */
const KEPT_DAYS = 90
/** Matches per batch; transactions are short, so that imports do not wait. */
const BATCH = 500

const payload = z.object({})

/** Every minute: removes expired prices from headlines and best prices, even without an import. */
export function headlineSweep(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'headline-sweep',
    payload,
    exclusive: true,
    cron: '* * * * *',
    expireInSeconds: 300,
    handle: (_, signal) => sweepExpired(database.kysely, signal),
  }
}

/** Every night: deletes the price changes of old matches. Current quotes and the headline stay. */
export function oddsHistoryRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'odds-history-retention',
    payload,
    exclusive: true,
    cron: '17 3 * * *',
    expireInSeconds: 3_600,
    handle: async (_, signal) => {
      await forgetOldOddsHistory(database, new Date(), signal)
    },
  }
}

/** Every night: folds the price changes of old weeks; none is lost. */
export function priceHistoryFolding(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'price-history-folding',
    payload,
    exclusive: true,
    cron: '43 2 * * *',
    expireInSeconds: 3_600,
    handle: async (_, signal) => {
      await foldOldWeeks(database.kysely, new Date(), signal)
    },
  }
}

/** Every minute: the embedded database has no autovacuum, and plans for the tables of its last statistics. */
export function embeddedAnalyze(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'embedded-analyze',
    payload,
    exclusive: true,
    cron: '* * * * *',
    expireInSeconds: 300,
    handle: async () => {
      await analyzeChanged(database)
    },
  }
}

/** Every six hours: the embedded database does not remove dead rows itself. */
export function embeddedVacuum(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'embedded-vacuum',
    payload,
    exclusive: true,
    cron: '31 1,7,13,19 * * *',
    expireInSeconds: 1_800,
    handle: () => vacuumEmbedded(database),
  }
}

export async function vacuumEmbedded(database: Database): Promise<void> {
  if (database.kind === 'embedded') await sql`vacuum (analyze)`.execute(database.kysely)
}

/** @returns the number of deleted rows */
export async function forgetOldOddsHistory(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0
  while (!signal?.aborted) {
    const { numAffectedRows } = await sql`
      delete from odds_history where match_id in (
        select m.id from matches m
        where m.start_time < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
          and exists (select 1 from odds_history h where h.match_id = m.id)
        limit ${BATCH})`.execute(database.kysely)
    if (!numAffectedRows) break
    deleted += Number(numAffectedRows)
  }
  return deleted
}
