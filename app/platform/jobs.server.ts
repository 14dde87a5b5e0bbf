import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fromKysely, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database } from './db/connection.server.ts'
import type { DB } from './db/types.ts'
import type { Logger } from './log.ts'

/** What the queue of a kind of work is made from. */
export interface Queue {
  name: string
  /** At most one of them is queued or running at a time; a second one is not taken in. */
  exclusive?: boolean
  /** After this long without an end a job counts as lost with its process, and is tried again; 24 hours at most. */
  expireInSeconds: number
  /** Its process says so often that it is still at it; a job that is not heard of for so long is tried again at once. */
  heartbeatSeconds?: number
  /** How often a failed one is tried again, at growing intervals; three times unless it says otherwise. */
  retries?: number
}

/** A kind of work that outlives the request or the process that asked for it. */
export interface JobKind<Payload> extends Queue {
  payload: z.ZodType<Payload>
  /** When it runs by itself: a cron line in UTC. */
  cron?: string
  /** So many at a time in this process; one unless it says otherwise. Of a group, one at a time. */
  atOnce?: number
  /** @param signal ends the job when the server stops */
  handle(payload: Payload, signal: AbortSignal, jobId: string): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: kinds of different payloads stand in one list.
export type AnyJobKind = JobKind<any>

export interface Jobs {
  /** Asks for a job; it is kept until it has been done, also over a restart. */
  send(name: string, payload: object): Promise<void>
  /** Lets running jobs come to their next halt, then stops. */
  stop(): Promise<void>
}

export interface SendOptions {
  /** The job's own id, where somebody has to know it before. */
  id?: string
  /** Of a group, one is done at a time. */
  group?: string
  /** Sends as part of this transaction. The queue must be prepared before it begins. */
  within?: Kysely<DB>
}

/** Asks for jobs from a process that need not be the one that does them. */
export interface JobSender {
  /** Connects, and makes the queue where there is none: neither can be done inside a transaction. */
  prepare(queue: Queue): Promise<void>
  /** False when one of its kind is already queued or running, and only one may be. */
  send(queue: Queue, payload: object, options?: SendOptions): Promise<boolean>
  close(): Promise<void>
}

/** What the names of queues of one process begin with. */
const OWN = 'own-'
const LONGEST_JOB_MS = 24 * 3_600_000
const RETRIES = 3
const STOP_LIMIT_MS = 8_000
/** How long after its end a job's row is kept, for an operator who looks into the queue. */
const KEPT_SECONDS = 3_600
/** How often the queue is read, in seconds. */
export interface Pace {
  /** New jobs notify their workers; what waits for another attempt or for its group is found that way only. */
  look: number
  lookWithHeartbeat: number
  /** For jobs whose process is gone. */
  supervise: number
}

/** Where the database sends no notifications. */
const LOOK_SECONDS_WITHOUT_NOTICE = 2

const PACE: Pace = { look: 15, lookWithHeartbeat: 5, supervise: 15 }

/** Works off jobs that are kept in the site's own database, so that they survive a restart and are done once over several processes. */
export async function startJobs(
  database: Database,
  log: Logger,
  kinds: readonly AnyJobKind[],
  pace: Pace = PACE,
): Promise<Jobs> {
  const boss = createBoss(database, log, { useListenNotify: true, pace })
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    // pg-boss looks only twice a second whether its workers have stopped.
    await withinStopLimit(kinds.map(({ name }) => boss.offWork(name)))
    await boss.stop({ graceful: false })
  }
  try {
    await boss.start()
    await retryLost(boss, database)
    await dropAbandoned(boss)
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
    stop,
  }
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
      // The queue keeps the error in the job's row, where nobody looks, and tries again.
      log[stopping.aborted ? 'warn' : 'error']({ err: error, job: kind.name, id: job.id }, 'a job failed')
      throw error
    }
  })
}

/** Connects at the first job that is asked for. */
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
      // What is known of the queue is read now: inside a transaction the embedded database would wait for itself.
      await boss.findJobs(queue.name, { id: randomUUID() })
      prepared.add(queue.name)
    }
    return boss
  }
  return {
    async prepare(queue) {
      await prepare(queue)
    },
    async send(queue, payload, { id, group, within } = {}) {
      if (within && !prepared.has(queue.name)) {
        throw new Error(`The queue ${queue.name} has to be prepared before the transaction begins.`)
      }
      const boss = await prepare(queue)
      const sent = await boss.send(queue.name, payload, {
        ...(id === undefined ? {} : { id }),
        ...(group === undefined ? {} : { group: { id: group } }),
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

/** A queue of this process, for work that only it can do. */
export interface OwnQueue extends JobSender {
  queue: Queue
  /** Ends it; what it still has is dropped. */
  close(): Promise<void>
}

/** Makes a queue that is worked off here and goes when it is closed. */
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

/** Makes the queue, or brings the one of an earlier version up to date. */
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
  // Where there is one of that name, the call above changes nothing.
  await boss.updateQueue(queue.name, limits)
  const kept = await boss.getQueue(queue.name)
  if (kept?.policy === policy) return
  log.error(
    { job: queue.name, policy: kept?.policy, wanted: policy },
    'a queue keeps the policy that it was made with: give it another name',
  )
}

/** Takes away the queues of processes that were killed before they could. */
async function dropAbandoned(boss: PgBoss): Promise<void> {
  for (const { name, createdOn } of await boss.getQueues()) {
    const isOld = Date.now() - createdOn.getTime() > LONGEST_JOB_MS
    if (name.startsWith(OWN) && isOld) await boss.deleteQueue(name)
  }
}

const opened = new WeakSet<object>()

/**
 * An embedded database belongs to one process: what a queue of it calls running when it is opened was lost with the
 * process before, and need not wait until it is missed.
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
    ...more,
  }
  const boss = database.pglite
    ? new PgBoss({ ...options, db: fromPglite(database.pglite), backend: 'pglite' })
    : new PgBoss({ ...options, connectionString: database.url ?? '', max: 3 })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  return boss
}
