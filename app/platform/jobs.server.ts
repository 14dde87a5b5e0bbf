import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { PoolConfig } from 'pg'
import { type ConstructorOptions, fromKysely, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { type Database, KEEP_ALIVE } from './db/connection.server.ts'
import type { DB } from './db/types.ts'
import type { Logger } from './log.ts'
import { setBackQueueTimes } from './queue-times.server.ts'

/** The settings of the queue of a kind of job. */
export interface Queue {
  name: string
  /** At most one of them is queued or running at a time; a second one is rejected. */
  exclusive?: boolean
  /** After this time a job that has not ended counts as lost with its process, and is retried; 24 hours at most. */
  expireInSeconds: number
  /** The interval of the process's heartbeat; a job without a heartbeat for this long is retried. */
  heartbeatSeconds?: number
  /** The number of retries of a failed job, at growing intervals; three by default. */
  retries?: number
}

/** A kind of job, which outlives the request or the process that queued it. */
export interface JobKind<Payload> extends Queue {
  payload: z.ZodType<Payload>
  /** Its automatic schedule: a cron line in UTC. */
  cron?: string
  /** The number of concurrent jobs in this process; one by default. Of a group, one at a time. */
  atOnce?: number
  /** @param signal ends the job when the server stops */
  handle(payload: Payload, signal: AbortSignal, jobId: string): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: one list holds kinds with different payloads.
export type AnyJobKind = JobKind<any>

export interface Jobs {
  /** Queues a job; it is stored until it is done, including over a restart. */
  send(name: string, payload: object): Promise<void>
  /** Why the queue is not available now; null where it responds in time. */
  findProblem(limitMs?: number): Promise<string | null>
  /** Waits until running jobs reach their next stop point, then stops. */
  stop(): Promise<void>
}

export interface SendOptions {
  /** The job's own id, where the caller needs it in advance. */
  id?: string
  /** Of a group, one is executed at a time. */
  group?: string
  /** The seconds until it can start. */
  after?: number
  /** Queues as part of this transaction. The queue must be prepared before it begins. */
  within?: Kysely<DB>
}

/** Queues jobs from any process, including one that does not execute them. */
export interface JobSender {
  /** Connects, and creates the queue if it is missing: neither is possible inside a transaction. */
  prepare(queue: Queue): Promise<void>
  /** False when one of its kind is already queued or running, and only one is allowed. */
  send(queue: Queue, payload: object, options?: SendOptions): Promise<boolean>
  close(): Promise<void>
}

/** The prefix of the names of a process's own queues. */
const OWN = 'own-'
const LONGEST_JOB_MS = 24 * 3_600_000
const RETRIES = 3
const STOP_LIMIT_MS = 8_000
/** Statements of the queue are short: one that waits for longer has no connection. */
const ANSWER_LIMIT_MS = 10_000
/** How long after its end a job's row is kept, for an operator who inspects the queue. */
const KEPT_SECONDS = 3_600
/** How often the queue is read, in seconds. */
export interface Pace {
  /** New jobs notify their workers; only this interval finds jobs that wait for a retry or for their group. */
  look: number
  lookWithHeartbeat: number
  /** For jobs whose process is lost. */
  supervise: number
  /**
   * For cron lines. A line of every minute is due once a minute, at the first look in it: with rare looks, its turns are
   * that much apart, or nearer.
   */
  cron: number
}

/** For a database that sends no notifications. */
const LOOK_SECONDS_WITHOUT_NOTICE = 2

const PACE: Pace = { look: 15, lookWithHeartbeat: 5, supervise: 15, cron: 5 }

/**
 * Executes jobs that are stored in the site's own database, so that they survive a restart and are done once over
 * several processes.
 */
export async function startJobs(
  database: Database,
  log: Logger,
  kinds: readonly AnyJobKind[],
  pace: Pace = PACE,
): Promise<Jobs> {
  const boss = createBoss(database, log, { useListenNotify: true, pace })
  const stopping = new AbortController()
  let watch: NodeJS.Timeout | undefined
  const stop = async () => {
    stopping.abort()
    clearInterval(watch)
    // pg-boss checks only twice a second whether its workers have stopped.
    await withinStopLimit(kinds.map(({ name }) => boss.offWork(name)))
    await boss.stop({ graceful: false })
  }
  try {
    await boss.start()
    await retryLost(boss, database)
    await dropAbandoned(boss)
    watch = setInterval(() => {
      setBackQueueTimes(database.kysely).catch((error: unknown) =>
        log.warn({ err: error }, 'the times of the queue could not be read'),
      )
    }, pace.supervise * 1_000)
    for (const kind of kinds) {
      await keepQueue(boss, kind, log)
      await workOff(boss, kind, { log, stopping: stopping.signal, pace })
      if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'UTC' })
      else await boss.unschedule(kind.name)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    async send(name, payload) {
      await boss.send(name, payload)
    },
    findProblem: (limitMs = ANSWER_LIMIT_MS) => findProblem(boss, limitMs),
    stop,
  }
}

async function findProblem(boss: PgBoss, limitMs: number): Promise<string | null> {
  const limit = new AbortController()
  const late = pauseInSteps(limitMs, limit.signal).then(() => false)
  const answer = boss
    .getDb()
    .executeSql('select 1')
    .then(
      () => true,
      () => false,
    )
  const isAnswered = await Promise.race([answer, late])
  limit.abort()
  return isAnswered ? null : 'the background work has no connection to the database'
}

/** A time in which the process is too busy to read an answer counts as one step. */
async function pauseInSteps(ms: number, signal: AbortSignal): Promise<void> {
  const steps = 10
  for (let i = 0; i < steps && !signal.aborted; i++)
    await sleep(ms / steps, undefined, { ref: false, signal }).catch(() => {})
}

async function withinStopLimit(work: Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, STOP_LIMIT_MS)
  })
  await Promise.race([Promise.allSettled(work), limit])
  clearTimeout(timer)
}

async function workOff(
  boss: PgBoss,
  kind: AnyJobKind,
  { log, stopping, pace = PACE }: { log: Logger; stopping: AbortSignal; pace?: Pace },
): Promise<void> {
  const look = kind.heartbeatSeconds ? pace.lookWithHeartbeat : pace.look
  const options = {
    includeMetadata: true,
    localConcurrency: kind.atOnce ?? 1,
    localGroupConcurrency: 1,
    notifyPollingIntervalSeconds: look,
    pollingIntervalSeconds: Math.min(look, LOOK_SECONDS_WITHOUT_NOTICE),
  } as const
  await boss.work(kind.name, options, async ([job]: JobWithMetadata[]) => {
    if (!job) return
    const signal = AbortSignal.any([job.signal, stopping])
    try {
      await kind.handle(kind.payload.parse(job.data ?? {}), signal, job.id)
    } catch (error) {
      // The queue stores the error only in the job's row, and retries.
      log[stopping.aborted ? 'warn' : 'error']({ err: error, job: kind.name, id: job.id }, 'a job failed')
      throw error
    }
  })
}

/** Connects when the first job is queued. */
export function createJobSender(database: Database, log: Logger): JobSender {
  let connecting: Promise<PgBoss> | undefined
  const prepared = new Set<string>()
  const connect = async () => {
    const boss = createBoss(database, log, { supervise: false, schedule: false })
    await boss.start()
    await retryLost(boss, database)
    return boss
  }
  async function prepare(queue: Queue): Promise<PgBoss> {
    connecting ??= connect()
    connecting.catch(() => {
      connecting = undefined
    })
    const boss = await connecting
    if (!prepared.has(queue.name)) {
      await keepQueue(boss, queue, log)
      // Reads the state of the queue in advance: inside a transaction the embedded database would wait for itself.
      await boss.findJobs(queue.name, { id: randomUUID() })
      prepared.add(queue.name)
    }
    return boss
  }
  return {
    async prepare(queue) {
      await prepare(queue)
    },
    async send(queue, payload, { id, group, after, within } = {}) {
      if (within && !prepared.has(queue.name)) {
        throw new Error(`The queue ${queue.name} has to be prepared before the transaction begins.`)
      }
      const boss = await prepare(queue)
      const sent = await boss.send(queue.name, payload, {
        ...(id === undefined ? {} : { id }),
        ...(group === undefined ? {} : { group: { id: group } }),
        ...(after === undefined ? {} : { startAfter: after }),
        ...(within ? { db: fromKysely(within) } : {}),
      })
      return sent !== null
    },
    async close() {
      const boss = await connecting?.catch(() => undefined)
      await boss?.stop({ graceful: false })
    },
  }
}

/** A queue of this process, for work that only this process can do. */
export interface OwnQueue extends JobSender {
  queue: Queue
  /** Closes it; its remaining jobs are discarded. */
  close(): Promise<void>
}

/** Creates a queue that is processed here and deleted when it is closed. */
export async function openOwnQueue(
  database: Database,
  log: Logger,
  work: Omit<AnyJobKind, 'name'>,
): Promise<OwnQueue> {
  const kind = { ...work, name: `${OWN}${randomUUID()}` } as AnyJobKind
  const sender = createJobSender(database, log)
  const boss = createBoss(database, log, { useListenNotify: true, supervise: false, schedule: false })
  const stopping = new AbortController()
  try {
    await sender.prepare(kind)
    await boss.start()
    await workOff(boss, kind, { log, stopping: stopping.signal })
  } catch (error) {
    await boss.stop({ graceful: false })
    await sender.close()
    throw error
  }
  return {
    ...sender,
    queue: kind,
    async close() {
      stopping.abort()
      try {
        await boss.offWork(kind.name)
        if (await boss.getQueue(kind.name)) await boss.deleteQueue(kind.name)
      } finally {
        await boss.stop({ graceful: false })
        await sender.close()
      }
    },
  }
}

/** Creates the queue, or updates that of an earlier version. */
async function keepQueue(boss: PgBoss, queue: Queue, log: Logger): Promise<void> {
  const policy = queue.exclusive ? 'exclusive' : 'standard'
  const { retries = RETRIES, expireInSeconds, heartbeatSeconds } = queue
  const limits = {
    retryLimit: retries,
    retryBackoff: heartbeatSeconds === undefined,
    expireInSeconds,
    deleteAfterSeconds: KEPT_SECONDS,
    notify: true,
    ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
  }
  await boss.createQueue(queue.name, { policy, ...limits })
  // If a queue of that name exists, the call above changes nothing.
  await boss.updateQueue(queue.name, limits)
  const kept = await boss.getQueue(queue.name)
  if (kept?.policy === policy) return
  log.error(
    { job: queue.name, policy: kept?.policy, wanted: policy },
    'a queue keeps the policy that it was made with: give it another name',
  )
}

/** Deletes the queues of processes that were killed before they could do it. */
async function dropAbandoned(boss: PgBoss): Promise<void> {
  for (const { name, createdOn } of await boss.getQueues()) {
    const isOld = Date.now() - createdOn.getTime() > LONGEST_JOB_MS
    if (name.startsWith(OWN) && isOld) await boss.deleteQueue(name)
  }
}

const opened = new WeakSet<object>()

/**
 * An embedded database belongs to one process: jobs that its queue lists as running when it is opened were lost with
 * the previous process, and are retried immediately.
 */
async function retryLost(boss: PgBoss, { pglite }: Database): Promise<void> {
  if (!pglite || opened.has(pglite)) return
  opened.add(pglite)
  for (const { name } of await boss.getQueues()) {
    const jobs = await boss.findJobs(name)
    const lost = jobs.filter(({ state }) => state === 'active').map(({ id }) => id)
    if (lost.length > 0) await boss.fail(name, lost, { message: 'The process that ran it ended.' })
  }
}

function createBoss(
  database: Database,
  log: Logger,
  {
    pace = PACE,
    ...more
  }: { useListenNotify?: boolean; supervise?: boolean; schedule?: boolean; pace?: Pace } = {},
): PgBoss {
  const options = {
    schema: 'pgboss',
    persistWarnings: false,
    superviseIntervalSeconds: pace.supervise,
    monitorIntervalSeconds: pace.supervise,
    cronMonitorIntervalSeconds: pace.cron,
    cronWorkerIntervalSeconds: pace.cron,
    ...more,
  }
  const boss = database.pglite
    ? new PgBoss({ ...options, db: fromPglite(database.pglite), backend: 'pglite' })
    : new PgBoss({ ...options, ...poolOptions(database) })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  return boss
}

/** pg-boss passes them to its pool as they are. */
function poolOptions({ url = '', onConnect }: Database): ConstructorOptions {
  const pool: PoolConfig = {
    connectionString: url,
    max: 3,
    ...KEEP_ALIVE,
    ...(onConnect && { onConnect }),
  }
  return pool as ConstructorOptions
}
