import { fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database } from './db/connection.server.ts'
import type { Logger } from './log.ts'

/** A kind of work that outlives the request or the process that asked for it. */
export interface JobKind<Payload> {
  name: string
  payload: z.ZodType<Payload>
  /** At most one of them is queued or running at a time; a second one is not taken in. */
  exclusive?: boolean
  /** When it runs by itself: a cron line in UTC. */
  cron?: string
  /** After this long without an end a job counts as lost with its process, and is tried again. */
  expireInSeconds: number
  /** @param signal ends the job when the server stops */
  handle(payload: Payload, signal: AbortSignal): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: kinds of different payloads stand in one list.
export type AnyJobKind = JobKind<any>

export interface Jobs {
  /** Asks for a job; it is kept until it has been done, also over a restart. */
  send(name: string, payload: object): Promise<void>
  /** Lets running jobs come to their next halt, then stops. */
  stop(): Promise<void>
}

const RETRIES = 3
const STOP_LIMIT_MS = 8_000

/** Works off jobs that are kept in the site's own database, so that they survive a restart and are done once over several processes. */
export async function startJobs(
  database: Database,
  log: Logger,
  kinds: readonly AnyJobKind[],
): Promise<Jobs> {
  const boss = createBoss(database)
  const stopping = new AbortController()
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  for (const kind of kinds) {
    await keepQueue(boss, kind, log)
    await boss.work(kind.name, { includeMetadata: true }, async ([job]: JobWithMetadata[]) => {
      if (!job) return
      const signal = AbortSignal.any([job.signal, stopping.signal])
      try {
        await kind.handle(kind.payload.parse(job.data ?? {}), signal)
      } catch (error) {
        // The queue keeps the error in the job's row, where nobody looks, and tries again.
        log[stopping.signal.aborted ? 'warn' : 'error'](
          { err: error, job: kind.name, id: job.id },
          'a job failed',
        )
        throw error
      }
    })
    if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'UTC' })
    else await boss.unschedule(kind.name)
  }
  return {
    async send(name, payload) {
      await boss.send(name, payload)
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS })
    },
  }
}

/** Makes the kind's queue, or brings the one of an earlier version up to date. */
async function keepQueue(boss: PgBoss, kind: AnyJobKind, log: Logger): Promise<void> {
  const policy = kind.exclusive ? 'exclusive' : 'standard'
  const limits = { retryLimit: RETRIES, retryBackoff: true, expireInSeconds: kind.expireInSeconds }
  await boss.createQueue(kind.name, { policy, ...limits })
  // Where there is one of that name, the call above changes nothing.
  await boss.updateQueue(kind.name, limits)
  const queue = await boss.getQueue(kind.name)
  if (queue?.policy === policy) return
  log.error(
    { job: kind.name, policy: queue?.policy, wanted: policy },
    'a queue keeps the policy that it was made with: give it another name',
  )
}

function createBoss(database: Database): PgBoss {
  const options = { schema: 'pgboss', persistWarnings: false }
  if (database.pglite) return new PgBoss({ ...options, db: fromPglite(database.pglite), backend: 'pglite' })
  return new PgBoss({ ...options, connectionString: database.url ?? '', max: 3 })
}
