import { z } from 'zod'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { decideExperiment } from './commands.server.ts'

const payload = z.object({})

/** Every minute: ends the running experiment when its rule says so. */
export function experimentJob({
  database,
  log,
}: Pick<Services, 'database' | 'log'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'experiment-decision',
    payload,
    exclusive: true,
    cron: '* * * * *',
    expireInSeconds: 300,
    handle: async () => {
      const decision = await decideExperiment(database.kysely, new Date())
      if (decision) log.info({ decision }, 'an experiment has ended')
    },
  }
}
