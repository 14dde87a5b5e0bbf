import type { Socket } from 'node:net'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

const DEFAULTS = {
  /** The time limit of opening a connection of a pool that has no other limit, and of reading its session; 0: none. */
  openMs: 30_000,
  /** The interval of the looks. A connection without a byte of its answer between two of them is asked about. */
  beatMs: 5_000,
  /** How long the server may take to answer. */
  limitMs: 5_000,
  /** For how long looks have to fail before requests fail, too: longer than the time limit of their statements. */
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

/** What a transaction of a request with a longer time limit calls its session; the server tells the client. */
const LONG_NAME = 'overround long'

/** Gives the statements of a transaction of a request ten minutes each. */
export async function allowLongStatements(tx: Kysely<DB>): Promise<void> {
  const name = sql`set_config('application_name', ${LONG_NAME}, true)`
  await sql`select set_config('statement_timeout', '10min', true), ${name}`.execute(tx)
}

/**
 * The server's process of a connection. `started` tells it from a later one with the same number, `server` from that of
 * another server at the same address.
 */
interface Session {
  pid: number
  started: string
  server: string
}

interface Watched {
  client: pg.Client
  session: Session
  bytesRead: number
  /** Whether its transaction has a longer time limit than other requests. */
  isLong: boolean
  /** Since when it is silent and its server could not be asked at any look. */
  unaskedSince: number | undefined
  /** Whether the server did not work for it at the last look. */
  isDoubted: boolean
}

/** A setting that the server tells the client. */
interface Parameter {
  parameterName: string
  parameterValue: string
}

interface Found {
  isHere: boolean
  isIdle: boolean | null
}

const SERVER = `extract(epoch from pg_postmaster_start_time())::text`
const SESSION = `select pid, extract(epoch from backend_start)::text as started, ${SERVER} as server
  from pg_stat_activity where pid = pg_backend_pid()`
const LISTED = `unnest($1::int[], $2::text[], $3::text[]) with ordinality as listed (pid, started, server, number)
  left join pg_stat_activity as known
    on known.pid = listed.pid and extract(epoch from known.backend_start)::text = listed.started`
/** A session that waits for the network to take its answer does not work, either. */
const FOUND = `select listed.server = ${SERVER} as "isHere",
    known.pid is null or known.state like 'idle%' or known.wait_event = 'ClientWrite' as "isIdle"
  from ${LISTED} order by listed.number`
const TERMINATE = `select pg_terminate_backend(known.pid) from ${LISTED}
  where known.pid is not null and listed.server = ${SERVER}`

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
    const at = performance.now()
    try {
      await ask(async (client) => {
        const { rows } = await client.query<Found>(FOUND, sessionsOf(silent))
        for (const [i, found] of rows.entries()) judge(silent[i], found, at)
        if (ended.size > 0) await client.query(TERMINATE, sessionsOf([...ended]))
        ended.clear()
      })
    } catch (error) {
      // A server that refuses the connection can be working for the others.
      const isAnswer = error instanceof pg.DatabaseError
      for (const it of silent) {
        if (isAnswer) it.unaskedSince = undefined
        else miss(it, at)
      }
    }
  }

  const hasLimit = (it: Watched) => forRequests && !it.isLong

  /**
   * At the address of several replicas, another one can have been asked. Jobs and long statements are those of the one
   * server that is written to: if it is another one, it has taken the place of theirs.
   */
  function judge(it: Watched | undefined, { isHere, isIdle }: Found, at: number): void {
    if (!it) return
    if (isHere || !hasLimit(it)) {
      it.unaskedSince = undefined
      if (isIdle && it.isDoubted) endSilent(it)
      it.isDoubted = isIdle === true
    } else miss(it, at)
  }

  /** @param at the beginning of a look that could not ask about it */
  function miss(it: Watched, at: number): void {
    const since = it.unaskedSince
    it.unaskedSince ??= at
    // One look can take long, also because this process is busy.
    if (since !== undefined && since <= performance.now() - patienceMs && hasLimit(it)) endSilent(it)
  }

  function endSilent(it: Watched): void {
    // Its answer can have come since the look began.
    if (streamOf(it).bytesRead !== it.bytesRead) return
    ended.add(it)
    end(it)
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
    const it: Watched = {
      client,
      session,
      bytesRead: 0,
      isLong: false,
      unaskedSince: undefined,
      isDoubted: false,
    }
    watched.add(it)
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName === 'application_name') it.isLong = parameterValue === LONG_NAME
    })
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
  if (!silent) it.unaskedSince = undefined
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
  several.map(({ session }) => session.server),
]
