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
}: ReplicaOptions): Promise<Database> {
  const { patienceMs, pauseMs, healthMs } = { ...DEFAULTS, ...options }
  const waiting: (() => void)[] = []
  let told = 0
  let isTelling = false
  let isCurrent = false
  let isClosed = false

  /** Whether the replica has what the primary has now. @param limitMs how long it is waited for */
  async function isCaughtUp(limitMs: number): Promise<boolean> {
    const limit = AbortSignal.timeout(Math.max(limitMs, patienceMs))
    const until = performance.now() + limitMs
    const look = async () => {
      const { rows } = await sql<{
        position: string
      }>`select pg_current_wal_flush_lsn()::text as position`.execute(primary.kysely)
      const position = rows[0]?.position ?? ''
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
    get kysely(): Kysely<DB> {
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

async function hasReplayedTo({ kysely }: Database, position: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(kysely)
  return rows[0]?.has ?? false
}
