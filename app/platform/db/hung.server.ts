import type { Socket } from 'node:net'
import pg from 'pg'

const DEFAULTS = {
  /** The time limit of opening a connection of a pool that has no other limit, and of reading its session; 0: none. */
  openMs: 30_000,
  /** The interval of the looks. A connection without a byte of its answer between two of them is asked about. */
  beatMs: 5_000,
  /** How long the server may take to answer. */
  limitMs: 5_000,
  /** How long requests wait for a server that cannot be reached: longer than the time limit of their statements. */
  patienceMs: 20_000,
}

export type HungLimits = Partial<typeof DEFAULTS>

export const openLimit = (limits?: HungLimits) => limits?.openMs ?? DEFAULTS.openMs

interface HungOptions {
  url: string
  /** Whether visitors wait for the statements: they fail, too, when the server cannot be reached. */
  forRequests: boolean
  limits?: HungLimits | undefined
}

/** The server's process of a connection. `started` tells it from a later one with the same number. */
interface Session {
  pid: number
  started: string
}

interface Watched {
  client: pg.Client
  session: Session
  bytesRead: number
  /** Since when looks have found no byte of an answer; undefined if there is one, or nothing is awaited. */
  silentSince: number | undefined
  /** Whether the server did not work for it at the last look. */
  isDoubted: boolean
}

const SESSION = `select pid, extract(epoch from backend_start)::text as started
  from pg_stat_activity where pid = pg_backend_pid()`
const LISTED = `unnest($1::int[], $2::text[]) with ordinality as listed (pid, started, number)
  left join pg_stat_activity as known
    on known.pid = listed.pid and extract(epoch from known.backend_start)::text = listed.started`
/** A session that waits for the network to take its answer does not work, either. */
const NOT_WORKING = `select listed.number::int - 1 as place from ${LISTED}
  where known.pid is null or known.state like 'idle%' or known.wait_event = 'ClientWrite'`
const TERMINATE = `select pg_terminate_backend(known.pid) from ${LISTED} where known.pid is not null`

/**
 * Ends connections that hang: the network keeps them open and passes nothing on, so that neither end has an error. Long
 * statements are legitimate, so the server is asked on a new connection whether it works for a silent one. If twice
 * running it does not, both ends are closed: the user of the connection gets an error, and its place in the pool and
 * the locks of its transaction are free.
 * @returns has to be awaited with each new connection of a pool
 */
export function watchHung({ url, forRequests, limits }: HungOptions): (base: pg.ClientBase) => Promise<void> {
  const { openMs, beatMs, limitMs, patienceMs } = { ...DEFAULTS, ...limits }
  const watched = new Set<Watched>()
  /** Those whose session at the server is to be ended, too. */
  const ended = new Set<Watched>()
  let isBeating = false

  async function ask<Result>(run: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
      application_name: 'overround watch',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return await run(client)
    } finally {
      void client.end()
    }
  }

  async function look(): Promise<void> {
    const silent = [...watched].filter(isSilent)
    if (silent.length === 0 && ended.size === 0) return
    try {
      await ask(async (client) => {
        const { rows } = await client.query<{ place: number }>(NOT_WORKING, sessionsOf(silent))
        const idle = new Set(rows.map(({ place }) => silent[place]))
        endAll(silent.filter((it) => it.isDoubted && idle.has(it)))
        for (const it of silent) it.isDoubted = idle.has(it)
        if (ended.size > 0) await client.query(TERMINATE, sessionsOf([...ended]))
        ended.clear()
      })
    } catch (error) {
      // A server that refuses the connection can be working for the others.
      if (!forRequests || error instanceof pg.DatabaseError) return
      const until = performance.now() - patienceMs
      endAll(silent.filter(({ silentSince }) => silentSince !== undefined && silentSince <= until))
    }
  }

  function endAll(hung: readonly Watched[]): void {
    for (const it of hung) {
      ended.add(it)
      end(it)
    }
  }

  function beat(): void {
    isBeating = watched.size > 0 || ended.size > 0
    if (isBeating) setTimeout(() => void look().finally(beat), beatMs).unref()
  }

  return async (base) => {
    const client = base as pg.Client
    // Users of a pool who have taken a connection do not all listen, and an unhandled error would end the process.
    client.on('error', () => {})
    const { rows } = await client.query<Session>({ text: SESSION, query_timeout: openMs } as pg.QueryConfig)
    const [session] = rows
    if (!session) return
    const it: Watched = { client, session, bytesRead: 0, silentSince: undefined, isDoubted: false }
    watched.add(it)
    client.once('end', () => watched.delete(it))
    if (!isBeating) beat()
  }
}

/** Notes what has arrived since the last look. @returns whether an answer, or the end, is awaited and nothing has */
function isSilent(it: Watched): boolean {
  const stream = streamOf(it)
  const isAwaiting = !(it.client as { readyForQuery?: boolean }).readyForQuery || stream.writableEnded
  const silent = isAwaiting && stream.bytesRead === it.bytesRead
  it.bytesRead = stream.bytesRead
  it.silentSince = silent ? (it.silentSince ?? performance.now()) : undefined
  it.isDoubted &&= silent
  return silent
}

/** The error counts as one of an unavailable database (`isDatabaseUnavailable`). */
function end(it: Watched): void {
  const stream = streamOf(it)
  // A connection that its pool has closed has no user.
  if (stream.writableEnded) stream.destroy()
  else stream.destroy(new Error('Connection terminated because the database did not answer on it'))
}

const streamOf = ({ client }: Watched) => client.connection.stream as Socket

const sessionsOf = (several: readonly Watched[]) => [
  several.map(({ session }) => session.pid),
  several.map(({ session }) => session.started),
]
