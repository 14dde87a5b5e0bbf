import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './connection.server.ts'
import type { DB } from './types.ts'

const DEFAULTS = {
  /** How long a change is held back until the replica has it. */
  patienceMs: 1_000,
  /** The pause between two looks at a replica that is behind, and between two of the replica's health. */
  pauseMs: 20,
  healthMs: 1_000,
}

/** How a replica stands. */
export interface ReplicaState {
  isReachable: boolean
  /** Whether it is one: it replays the log of another database. */
  isReplica: boolean
  /** How long ago the last change that it has was made, while it lacks one; 0 if it has all. Null if it is unknown. */
  lagSeconds: number | null
}

export interface ReadDatabase extends Database {
  /** How often pages have read the replica, and the primary in its place. */
  reads: Readonly<Record<'replica' | 'primary', number>>
  readState(): Promise<ReplicaState>
}

interface ReplicaOptions extends Partial<typeof DEFAULTS> {
  primary: Database
  replica: Database
  /** Called when pages begin to be read from the replica, or from the primary. */
  onTurn?: (isReplicaRead: boolean) => void
  /** Whether the replica has replayed the primary's log up to a position; tests give another answer. */
  hasReplayed?: (position: string) => Promise<boolean>
}

/**
 * The database that public pages read: the replica, as long as it has every change that listeners were told of, else the primary.
 * Notifications wait until the replica has their changes: a page that is rendered after one has them, too. Writes to it are an error.
 * Closing it closes the replica, not the primary.
 */
export async function readFromReplica({
  primary,
  replica,
  onTurn,
  hasReplayed = (position) => hasReplayedTo(replica, position),
  ...options
}: ReplicaOptions): Promise<ReadDatabase> {
  const { patienceMs, pauseMs, healthMs } = { ...DEFAULTS, ...options }
  const waiting: (() => void)[] = []
  let told = 0
  let isTelling = false
  let isCurrent = false
  let isClosed = false
  const reads = { replica: 0, primary: 0 }

  /** Whether the replica has what the primary has now. @param limitMs how long it is waited for */
  async function isCaughtUp(limitMs: number): Promise<boolean> {
    const limit = AbortSignal.timeout(Math.max(limitMs, patienceMs))
    const until = performance.now() + limitMs
    const look = async () => {
      const position = await readPosition(primary)
      while (!(await hasReplayed(position))) {
        if (limit.aborted || performance.now() >= until) return false
        await sleep(pauseMs)
      }
      return true
    }
    // A connection that was cut silently gives no answer.
    const given = new Promise<false>((resolve) => {
      limit.addEventListener('abort', () => resolve(false), { once: true })
    })
    return Promise.race([look(), given]).catch(() => false)
  }

  function turn(current: boolean): void {
    if (current !== isCurrent) onTurn?.(current)
    isCurrent = current
  }

  async function tellAll(): Promise<void> {
    if (isTelling) return
    isTelling = true
    while (waiting.length > 0) {
      const next = waiting.splice(0)
      if (isCurrent) turn(await isCaughtUp(patienceMs))
      told += next.length
      for (const tell of next) tell()
    }
    isTelling = false
  }

  async function watch(): Promise<void> {
    const before = told
    const current = await isCaughtUp(isCurrent ? patienceMs : 0)
    // What was told meanwhile, the replica need not have.
    if (!isClosed && !isTelling && told === before) turn(current)
  }
  async function keepWatch(): Promise<void> {
    while (!isClosed) {
      await sleep(healthMs, undefined, { ref: false })
      if (!isClosed) await watch()
    }
  }

  const holdBack = (tell: () => void) => {
    waiting.push(tell)
    void tellAll()
  }
  await watch()
  void keepWatch()
  return {
    ...primary,
    primary: primary.kysely,
    reads,
    readState: () => readReplicaState(primary, replica, patienceMs),
    get kysely(): Kysely<DB> {
      reads[isCurrent ? 'replica' : 'primary'] += 1
      return isCurrent ? replica.kysely : primary.kysely
    },
    listen: (channel, onMessage, onGap) =>
      primary.listen(
        channel,
        (payload) => holdBack(() => onMessage(payload)),
        () => holdBack(onGap),
      ),
    async close() {
      isClosed = true
      await replica.close()
    },
  }
}

/** How a replica of a database stands, asked for no longer than `limitMs`. */
export async function readReplicaState(
  primary: Database,
  replica: Database,
  limitMs = DEFAULTS.patienceMs,
): Promise<ReplicaState> {
  const none: ReplicaState = { isReachable: false, isReplica: false, lagSeconds: null }
  const read = async (): Promise<ReplicaState> => {
    const position = await readPosition(primary)
    const { rows } = await sql<{ is_replica: boolean; lag: number | null }>`
      select pg_is_in_recovery() as is_replica, case when not pg_is_in_recovery() then null
        when pg_last_wal_replay_lsn() >= ${position}::pg_lsn then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as lag`.execute(
      replica.kysely,
    )
    return { isReachable: true, isReplica: rows[0]?.is_replica ?? false, lagSeconds: rows[0]?.lag ?? null }
  }
  return Promise.race([read(), sleep(limitMs, none, { ref: false })]).catch(() => none)
}

async function readPosition({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(kysely)
  return rows[0]?.position ?? ''
}

async function hasReplayedTo({ kysely }: Database, position: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(kysely)
  return rows[0]?.has ?? false
}
