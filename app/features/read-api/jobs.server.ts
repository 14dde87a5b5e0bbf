import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { forgetOldChanges } from './changes.server.ts'

const payload = z.object({})

/** Every hour: deletes the changes of matches that are no longer kept. */
export function changeRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'change-retention',
    payload,
    exclusive: true,
    cron: '53 * * * *',
    expireInSeconds: 600,
    handle: async (_, signal) => {
      await forgetOldChanges(database.kysely, new Date(), signal)
    },
  }
}
