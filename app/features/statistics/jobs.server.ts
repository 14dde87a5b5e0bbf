import { z } from 'zod'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { hasBookmakerFigures, storeBookmakerFigures } from './bookmaker-figures.server.ts'
import { nameTeams, storeClosingOdds } from './closing.server.ts'

const payload = z.object({})

/** Older matches change rarely, so all matches are checked once a night. */
const RECENT_MS = 14 * DAY_MS

/**
 * Every five minutes: addresses of new teams, the closing odds of matches that are over, and the first figures of
 * bookmakers, so that a new site does not wait an hour for them.
 */
export function statisticsJob(site: Pick<Services, 'database' | 'log'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'statistics',
    payload,
    exclusive: true,
    cron: '*/5 * * * *',
    expireInSeconds: 1_800,
    handle: async (_, signal) => {
      await nameTeams(site)
      await storeClosingOdds(site, new Date(), { within: RECENT_MS, signal })
      if (!(await hasBookmakerFigures(site))) await storeBookmakerFigures(site, new Date(), signal)
    },
  }
}

/** Every night: the closing odds of matches of any age, such as those of imported past seasons. */
export function closingOddsJob(site: Pick<Services, 'database' | 'log'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'closing-odds',
    payload,
    exclusive: true,
    cron: '51 3 * * *',
    expireInSeconds: 14_400,
    handle: async (_, signal) => {
      await storeClosingOdds(site, new Date(), { signal })
    },
  }
}

/** Every hour: what each bookmaker offers and pays. */
export function bookmakerFiguresJob({
  database,
}: Pick<Services, 'database'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'bookmaker-figures',
    payload,
    exclusive: true,
    cron: '23 * * * *',
    expireInSeconds: 1_800,
    handle: (_, signal) => storeBookmakerFigures({ database }, new Date(), signal),
  }
}
