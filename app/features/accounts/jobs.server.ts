import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'

const payload = z.object({})

/** Every night: forgets sessions, links and counted attempts that have run out. */
export function accountsRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'accounts-retention',
    payload,
    exclusive: true,
    cron: '47 3 * * *',
    expireInSeconds: 600,
    handle: async () => {
      const now = new Date()
      await database.kysely.deleteFrom('sessions').where('expires_at', '<', now).execute()
      await database.kysely.deleteFrom('verifications').where('expires_at', '<', now).execute()
      await database.kysely.deleteFrom('reserved_usernames').where('until', '<', now).execute()
      await database.kysely.deleteFrom('rate_limits').where('resets_at', '<', now).execute()
    },
  }
}
