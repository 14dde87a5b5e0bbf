import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { deleteUnusedBests } from './commands.server.ts'

const payload = z.object({})

/** Every night: deletes the best prices and closing odds of sets of bookmakers that no group of countries has now. */
export function priceSetRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'price-set-retention',
    payload,
    exclusive: true,
    cron: '7 3 * * *',
    expireInSeconds: 3_600,
    handle: () => deleteUnusedBests({ database }),
  }
}
