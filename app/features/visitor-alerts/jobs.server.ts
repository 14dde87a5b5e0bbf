import { z } from 'zod'
import type { AnyJobKind, JobKind, JobSender, Queue } from '#app/platform/jobs.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { deliverAlerts } from './deliver.server.ts'
import { evaluateAlerts } from './evaluate.server.ts'
import { timeOf, type VisitorAlertSite } from './site.server.ts'
import { createTeamCalendar } from './team-calendar.server.ts'

const nothing = z.object({}) as unknown as z.ZodType<Record<string, never>>
const EVERY_MINUTE = '* * * * *'
/** One process evaluates at a time. A heart that does not beat for half a minute ends its job, and another takes it. */
const EVALUATION: Queue = {
  name: 'visitor-alerts',
  exclusive: true,
  expireInSeconds: 300,
  heartbeatSeconds: 30,
}
const DELIVERY: Queue = {
  name: 'visitor-alert-messages',
  exclusive: true,
  expireInSeconds: 900,
  heartbeatSeconds: 30,
}
/** How long alerts of past matches, and what was told, are kept. */
const KEPT_DAYS = 30
/** How long prices settle before alerts are evaluated. */
const SETTLING_MS = 2_000

/** The jobs of visitors' alerts: each minute and after changes of prices. */
export function visitorAlertJobs(site: VisitorAlertSite & { jobs: JobSender }): AnyJobKind[] {
  const calendar = createTeamCalendar()
  const evaluation: JobKind<Record<string, never>> = {
    ...EVALUATION,
    payload: nothing,
    cron: EVERY_MINUTE,
    handle: async () => {
      if ((await evaluateAlerts(site, calendar)) > 0) await site.jobs.send(DELIVERY, {})
    },
  }
  const delivery: JobKind<Record<string, never>> = {
    ...DELIVERY,
    payload: nothing,
    cron: EVERY_MINUTE,
    handle: async (_, signal) => {
      await deliverAlerts(site, signal)
    },
  }
  const retention: JobKind<Record<string, never>> = {
    name: 'visitor-alerts-retention',
    payload: nothing,
    exclusive: true,
    cron: '53 3 * * *',
    expireInSeconds: 600,
    handle: () => deletePastAlerts(site),
  }
  return [evaluation, delivery, retention]
}

/** Deletes alerts and favourites of matches that are long over, and what was told long ago. */
export async function deletePastAlerts(site: VisitorAlertSite): Promise<void> {
  const { kysely } = site.database
  const before = new Date(timeOf(site).getTime() - KEPT_DAYS * DAY_MS)
  const past = kysely.selectFrom('matches').select('id').where('start_time', '<', before)
  await kysely.deleteFrom('visitor_alerts').where('match_id', 'in', past).execute()
  await kysely.deleteFrom('visitor_alert_known').where('match_id', 'in', past).execute()
  await kysely.deleteFrom('visitor_alert_cancellations').where('match_id', 'in', past).execute()
  await kysely.deleteFrom('visitor_alert_starts').where('match_id', 'in', past).execute()
  await kysely.deleteFrom('match_moves').where('match_id', 'in', past).execute()
  await kysely.deleteFrom('visitor_alert_firings').where('match_id', 'in', past).execute()
  await kysely.deleteFrom('favorite_matches').where('match_id', 'in', past).execute()
}

/** Evaluates alerts soon after prices have changed. @returns a function that ends it */
export async function watchPrices({
  database,
  jobs,
  log,
}: Pick<VisitorAlertSite, 'database' | 'log'> & { jobs: JobSender }): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined
  const request = () => {
    timer = undefined
    jobs
      .send(EVALUATION, {})
      .catch((error: unknown) => log.error({ err: error }, 'alerts are evaluated later'))
  }
  const later = () => {
    timer ??= setTimeout(request, SETTLING_MS)
    timer.unref()
  }
  const stop = await database.listen(
    'overround_changes',
    (payload) => {
      if (payload.includes('prices:')) later()
    },
    later,
  )
  return async () => {
    clearTimeout(timer)
    await stop()
  }
}
