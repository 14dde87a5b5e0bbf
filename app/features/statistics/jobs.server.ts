import { z } from 'zod'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { nameTeams, storeClosingOdds } from './closing.server.ts'

const payload = z.object({})

/** Every five minutes: addresses of new teams, and the closing odds of matches that are over. */
export function statisticsJob(site: Pick<Services, 'database' | 'log'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'statistics',
    payload,
    exclusive: true,
    cron: '*/5 * * * *',
    expireInSeconds: 1_800,
    handle: async (_, signal) => {
      await nameTeams(site)
      await storeClosingOdds(site, new Date(), signal)
    },
  }
}
