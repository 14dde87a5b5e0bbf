import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { AnyJobKind } from '#app/platform/jobs.server.ts'
import { runWebhooks, type WebhookSite } from './deliver.server.ts'

/** A job goes on for most of its minute, so that a message does not wait for the next one. */
const LASTS_MS = 50_000
const EVERY_MS = 5_000

const payload = z.object({})

/** The jobs that send the messages of webhooks, and delete old ones. */
export function webhookJobs(site: Omit<WebhookSite, 'memo'>): AnyJobKind[] {
  return [
    {
      name: 'webhooks',
      payload,
      exclusive: true,
      cron: '* * * * *',
      expireInSeconds: 300,
      heartbeatSeconds: 30,
      retries: 0,
      handle: async (_: unknown, signal: AbortSignal) => {
        const end = Date.now() + LASTS_MS
        // Without webhooks, one look a minute is enough. The memo is new each time: nobody tells this process of changes.
        while (await runWebhooks({ ...site, memo: createMemo() }, signal)) {
          if (signal.aborted || Date.now() + EVERY_MS > end) return
          await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
        }
      },
    },
    {
      name: 'webhook-retention',
      payload,
      exclusive: true,
      cron: '37 4 * * *',
      expireInSeconds: 600,
      handle: () => forgetOldMessages(site.database.kysely, new Date()),
    },
  ]
}

const KEPT_DAYS = 7
const FAILED_KEPT_DAYS = 30

/** Deletes old messages, except those of matches to come that are still cancelled, and the prices of matches that are over. */
export async function forgetOldMessages(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    delete from webhook_deliveries d where state <> 'waiting'
      -- What was told is taken back, however late.
      and not (type = 'match.cancelled' and exists (select 1 from matches m
        where m.id = d.match_id and m.status = 'cancelled' and m.start_time > ${now}::timestamptz))
      and created_at < ${now}::timestamptz - make_interval(days => case state when 'failed' then ${FAILED_KEPT_DAYS}::int else ${KEPT_DAYS}::int end)`.execute(
    db,
  )
  await sql`
    delete from webhook_prices p where not exists (
      select 1 from matches m where m.id = p.match_id and m.start_time > ${now}::timestamptz - interval '7 days')`.execute(
    db,
  )
}
