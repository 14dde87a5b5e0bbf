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
  /** How often a failed one is tried again, at growing intervals; three times unless it says otherwise. */
  retries?: number
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

/** Asks for jobs from a process that need not be the one that does them. */
export interface JobSender {
  /** False when one of its kind is already queued or running, and only one may be. */
  send<Payload extends object>(kind: QueueOf<Payload>, payload: Payload): Promise<boolean>
  close(): Promise<void>
}

/** What the queue of a kind of work is made from. */
type QueueOf<Payload> = Pick<JobKind<Payload>, 'name' | 'exclusive' | 'expireInSeconds' | 'retries'>

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

/** Connects at the first job that is asked for. */
export function createJobSender(database: Database, log: Logger): JobSender {
  let connecting: Promise<PgBoss> | undefined
  const queues = new Set<string>()
  const connect = async () => {
    const boss = createBoss(database, { supervise: false, schedule: false })
    boss.on('error', (error) => log.error({ err: error }, 'jobs'))
    await boss.start()
    return boss
  }
  return {
    async send(kind, payload) {
      connecting ??= connect()
      connecting.catch(() => {
        connecting = undefined
      })
      const boss = await connecting
      if (!queues.has(kind.name)) await keepQueue(boss, kind, log)
      queues.add(kind.name)
      return (await boss.send(kind.name, payload)) !== null
    },
    async close() {
      const boss = await connecting?.catch(() => undefined)
      await boss?.stop({ graceful: false })
    },
  }
}

/** Makes the kind's queue, or brings the one of an earlier version up to date. */
async function keepQueue(boss: PgBoss, kind: QueueOf<never>, log: Logger): Promise<void> {
  const policy = kind.exclusive ? 'exclusive' : 'standard'
  const { retries = RETRIES, expireInSeconds } = kind
  const limits = { retryLimit: retries, retryBackoff: true, expireInSeconds }
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

function createBoss(database: Database, more: { supervise?: boolean; schedule?: boolean } = {}): PgBoss {
  const options = { schema: 'pgboss', persistWarnings: false, ...more }
  if (database.pglite) return new PgBoss({ ...options, db: fromPglite(database.pglite), backend: 'pglite' })
  return new PgBoss({ ...options, connectionString: database.url ?? '', max: 3 })
}
