import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'

/** The retention of the history, in years. */
const RETENTION_YEARS = 2
/** Rows per batch: short transactions, so saves do not wait. */
const BATCH = 1_000

const payload = z.object({})

/** Every night: deletes old entries of the history. */
export function auditRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'audit-retention',
    payload,
    exclusive: true,
    cron: '57 3 * * *',
    expireInSeconds: 3_600,
    handle: async (_, signal) => {
      await deleteOldAudit(database, new Date(), signal)
    },
  }
}

/** @returns the number of deleted rows */
export async function deleteOldAudit(database: Database, now: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  while (!signal?.aborted) {
    const { numAffectedRows } = await sql`
      delete from audit_log where id in (
        select id from audit_log where at < ${now}::timestamptz - make_interval(years => ${RETENTION_YEARS})
        order by at limit ${BATCH})`.execute(database.kysely)
    if (!numAffectedRows) break
    deleted += Number(numAffectedRows)
  }
  return deleted
}
