import { accountMails, accountsRetention } from '#app/features/accounts/jobs.server.ts'
import { linkCheck } from '#app/features/affiliates/link-check.server.ts'
import { alertJobs, TROUBLES_QUEUE } from '#app/features/alerts/jobs.server.ts'
import { priceSetRetention } from '#app/features/audiences/jobs.server.ts'
import { leagueOrder } from '#app/features/catalogue/order-leagues.server.ts'
import { experimentJob } from '#app/features/experiments/jobs.server.ts'
import { auditRetention } from '#app/features/history/jobs.server.ts'
import { importRetention } from '#app/features/imports/jobs.server.ts'
import { addSchedules } from '#app/features/imports/schedules/source-schedules.server.ts'
import { unusedMedia } from '#app/features/media/jobs.server.ts'
import { valueJob } from '#app/features/movements/jobs.server.ts'
import { betsJob } from '#app/features/noted-bets/jobs.server.ts'
import {
  embeddedAnalyze,
  embeddedVacuum,
  headlineSweep,
  oddsHistoryRetention,
  priceHistoryFolding,
} from '#app/features/odds/jobs.server.ts'
import { changeRetention } from '#app/features/read-api/jobs.server.ts'
import { bookmakerFiguresJob, closingOddsJob, statisticsJob } from '#app/features/statistics/jobs.server.ts'
import { visitorAlertJobs, watchPrices } from '#app/features/visitor-alerts/jobs.server.ts'
import { webhookJobs } from '#app/features/webhooks/jobs.server.ts'
import { createJobSender, type Jobs, startJobs } from '#app/platform/jobs.server.ts'
import { type DemoOptions, startDemo } from './demo.ts'
import { runJobs } from './runs.ts'

/** The background work of a site: its jobs, and the demonstration while it is shown. */
export async function startWork(options: DemoOptions): Promise<Pick<Jobs, 'findProblem' | 'stop'>> {
  const { database, log, env } = options
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const stopOne of stops) await stopOne()
  }
  try {
    const demo = await startDemo(options)
    stops.unshift(demo.stop)
    await addSchedules(database.kysely)
    const sender = createJobSender(database, log)
    stops.unshift(sender.close)
    const jobs = await startJobs(database, log, [
      demo.refresh,
      ...runJobs({ database, env, log, jobs: sender }),
      ...alertJobs({ database, env, log, jobs: sender }),
      ...visitorAlertJobs({ database, env, log, jobs: sender }),
      ...webhookJobs({ database, env, log, jobs: sender }),
      linkCheck({ database, env, log }, () => sender.send(TROUBLES_QUEUE, {})),
      headlineSweep(database),
      statisticsJob({ database, log }),
      closingOddsJob({ database, log }),
      bookmakerFiguresJob({ database }),
      valueJob({ database, log }),
      betsJob({ database, log }),
      oddsHistoryRetention(database),
      priceHistoryFolding(database),
      priceSetRetention(database),
      changeRetention(database),
      ...(database.kind === 'embedded' ? [embeddedAnalyze(database), embeddedVacuum(database)] : []),
      accountsRetention(database),
      accountMails({ database, env, log }),
      importRetention(database),
      leagueOrder(database),
      auditRetention(database),
      experimentJob({ database, log }),
      unusedMedia({ database, jobs: sender }),
    ])
    stops.unshift(jobs.stop)
    stops.unshift(await watchPrices({ database, log, jobs: sender }))
    return { findProblem: jobs.findProblem, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
