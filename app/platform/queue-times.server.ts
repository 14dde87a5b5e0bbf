import { type Kysely, sql } from 'kysely'
import type { DB } from './db/types.ts'

/** The queue's cron lines are read every few seconds, so a later time is of a clock that was ahead. */
const MOST_AHEAD = sql`interval '1 minute'`

/**
 * Sets back the times that the queue stored while the database's clock was ahead. Until these times have passed, no cron
 * line would be due, and jobs of that time would not begin.
 */
export async function setBackQueueTimes(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ahead: string }>`
      select (cron_on - now())::text as ahead from pgboss.version where cron_on > now() + ${MOST_AHEAD} for update`.execute(
      tx,
    )
    if (!rows[0]) return
    const ahead = sql`${rows[0].ahead}::interval`
    await sql`
      update pgboss.version set cron_on = now(), flow_on = least(flow_on, now()), bam_on = least(bam_on, now()),
        reindex_on = least(reindex_on, now()), monitor_backoff_on = null`.execute(tx)
    await sql`
      update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()),
        maintain_on = least(maintain_on, now())`.execute(tx)
    // Without the minute of a cron line: it would prevent the job of that minute when it comes.
    await sql`
      update pgboss.job set created_on = least(created_on, now()), started_on = least(started_on, now()),
        heartbeat_on = least(heartbeat_on, now()), completed_on = least(completed_on, now()),
        start_after = start_after - ${ahead}, keep_until = keep_until - ${ahead}, singleton_on = null
      where greatest(created_on, started_on, completed_on) > now()`.execute(tx)
  })
}
