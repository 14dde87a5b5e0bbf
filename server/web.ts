import cluster from 'node:cluster'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { createFirstAdmin } from '#app/features/accounts/first-admin.server.ts'
import { checkSettings } from '#app/features/sources/registry.server.ts'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import type { Precedence } from '#app/platform/db/precedence.ts'
import { type ReadDatabase, readFromReplica } from '#app/platform/db/replica.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.ts'
import { type Env, parseEnv } from '#app/platform/env.ts'
import { FrontServer } from '#app/platform/http/front-server.server.ts'
import { createLog, type Logger } from '#app/platform/log.ts'
import { serveCommands } from './control.ts'
import { describeFailure } from './describe-failure.ts'
import { listen } from './listen.ts'
import { loadApp, type Readiness } from './load-app.ts'
import { answerCollection, measureReplica, measureServing, measureWork, serveMetrics } from './metrics.ts'
import { type Stop, stopAll, stopWithin } from './stop.ts'
import { superviseServers } from './supervise.ts'
import { isFull, untilConnected } from './until-connected.ts'
import { startWork } from './worker.ts'

/** The time limit of running requests when the server stops. */
const SHUTDOWN_LIMIT_MS = 10_000
/** How long a stopping server still takes requests: some were sent before the signal, and have not arrived. */
const LAST_CALL_MS = 500
/** Longer than the idle time of common proxies, so that they close first. */
const KEEP_ALIVE_MS = 65_000

interface Process {
  env: Env
  log: Logger
  database: Database
  /** Undefined without METRICS_PORT. */
  metrics: Registry | undefined
  readiness: Readiness
}

/** How often the background work is asked for its connections. */
const WORK_CHECK_MS = 5_000

/** What `/readyz` answers while the background work waits for the database. */
const WAITS = 'the background work has not started'

/** Progress for a person: standard output, one line a step. The log for machines is on standard error. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  checkSettings(env)
  const log = createLog(env.logLevel)
  if (!cluster.isPrimary) return serveOnly(env, log)
  const several = env.webConcurrency > 1 && env.databaseUrl !== undefined
  if (env.webConcurrency > 1 && !several) {
    say('WEB_CONCURRENCY is 1 with the embedded database: it belongs to one process.')
  }
  const database = await untilConnected('the start', () => open(env, log), { log, passes: isFull })
  if (!database) return
  const stops: Stop[] = [() => database.close()]
  // From now on, because a signal can arrive as soon as the port answers.
  stopOnSignal(log, stops)
  try {
    const metrics = env.metrics && new Registry()
    const readiness: Readiness = { problem: null }
    const site: Process = { env, log, database, metrics, readiness }
    await announceFirstAdmin(site)
    if (env.metrics && metrics) {
      measureWork(metrics, database, log)
      const { stop } = await serveMetrics(env.metrics, metrics)
      stops.unshift(stop)
    }
    stops.unshift(
      ...(several
        ? [await superviseServers({ count: env.webConcurrency, log })]
        : env.databaseUrl
          ? await serveOnPostgres(site, database.precedence)
          : await serve(site)),
    )
    // After the site, which answers as soon as its database is migrated.
    const ending = new AbortController()
    const starting = work(site, ending.signal)
    stops.splice(-1, 0, async () => {
      ending.abort()
      await (await starting.catch(() => undefined))?.stop()
    })
    await starting
  } catch (error) {
    await stopAll(log, stops)
    throw error
  }
}

/** Starts the background work; while the database has no connection for it, no process is ready. */
async function work(site: Process, signal: AbortSignal): ReturnType<typeof untilStarted> {
  const setProblem = (problem: string | null) => {
    site.readiness.problem = problem
    // Each time, because a process that has replaced another one was told nothing yet.
    for (const server of Object.values(cluster.workers ?? {}))
      if (server?.isConnected()) server.send(site.readiness)
  }
  const started = await untilStarted(site, { signal, onWait: () => setProblem(WAITS) })
  if (site.readiness.problem !== null) setProblem(null)
  // The embedded database answers for both with one connection.
  if (started && site.env.databaseUrl) void watchWork(started, { signal, setProblem })
  return started
}

async function watchWork(
  { findProblem }: Awaited<ReturnType<typeof startWork>>,
  { signal, setProblem }: { signal: AbortSignal; setProblem: (problem: string | null) => void },
): Promise<void> {
  while (!signal.aborted) {
    await pause(WORK_CHECK_MS, undefined, { ref: false, signal }).catch(() => {})
    const problem = signal.aborted ? null : await findProblem()
    if (!signal.aborted) setProblem(problem)
  }
}

const untilStarted = (site: Process, waiting: { signal: AbortSignal; onWait: () => void }) =>
  untilConnected('the background work', () => startWork({ ...site, say }), {
    ...{ log: site.log, passes: isDatabaseUnavailable },
    ...waiting,
  })

async function announceFirstAdmin({ env, database }: Pick<Process, 'env' | 'database'>): Promise<void> {
  // In production an administrator is created explicitly: npm run overround -- admin create <e-mail>
  const admin = env.mode === 'production' ? null : await createFirstAdmin(database)
  if (!admin) return
  say(`The first administrator is ${admin.email}, the one-time password ${admin.password}`)
  say('It must be replaced at the first sign-in, under /login.')
}

/** One of several serving processes; migrations and jobs belong to the first process. */
async function serveOnly(env: Env, log: Logger): Promise<void> {
  const metrics = env.metrics && new Registry()
  // From now on, because /metrics answers 503 for the whole site when one process does not report in five seconds.
  if (metrics) answerCollection(metrics)
  const readiness: Readiness = { problem: null }
  process.on('message', (told: object) => {
    if ('problem' in told) Object.assign(readiness, told)
  })
  const stops = await serveOnPostgres({ env, log, metrics, readiness })
  stopOnSignal(log, stops)
}

/** Serves as soon as the database has the connections for it. */
async function serveOnPostgres(site: Omit<Process, 'database'>, precedence?: Precedence): Promise<Stop[]> {
  const { log } = site
  const serving = () => serveOnce(site, precedence)
  return (await untilConnected('the site', serving, { log, passes: isDatabaseUnavailable })) ?? []
}

/** Serves on separate connections: those of requests have time limits, which imports and jobs must not have. */
async function serveOnce(
  { env, log, metrics, readiness }: Omit<Process, 'database'>,
  precedence?: Precedence,
): Promise<Stop[]> {
  const database = await openDatabase({
    url: env.databaseUrl ?? '',
    log: errorLogger(log),
    forRequests: true,
    ...(precedence ? { precedence } : {}),
  })
  try {
    const replica = env.replicaUrl && (await openReplica({ env, log, database }))
    const stops = await serve({ env, log, database, metrics, readiness }, replica || undefined)
    return [...stops, ...(replica ? [() => replica.close()] : []), () => database.close()]
  } catch (error) {
    await database.close()
    throw error
  }
}

function openReplica({
  env,
  log,
  database,
}: Pick<Process, 'env' | 'log' | 'database'>): Promise<ReadDatabase> {
  const url = env.replicaUrl ?? ''
  const replica = openDatabase({ url, log: errorLogger(log), forRequests: true })
  const onTurn = (isReplicaRead: boolean) =>
    isReplicaRead
      ? log.info('pages are read from the replica')
      : log.warn('the replica is behind: pages are read from the primary')
  return replica.then((opened) => readFromReplica({ primary: database, replica: opened, onTurn }))
}

/** Ends the process, because the site cannot serve without its database; a supervisor restarts it. */
function endWith(log: Logger, error: Error): never {
  log.fatal({ err: error }, 'the embedded database has ended, and the site with it')
  process.exit(1)
}

const errorLogger = (log: Logger) => (message: string, error: unknown) => log.error({ err: error }, message)

async function serve(
  { env, log, database, metrics, readiness }: Process,
  replica?: ReadDatabase,
): Promise<Stop[]> {
  const services = { database, env, log, readiness, ...(replica && { replica }) }
  const app = await loadApp({ dev: process.argv.includes('--dev'), services })
  if (metrics) measureServing(metrics, app, database)
  if (metrics && replica) measureReplica(metrics, replica)
  const server = new FrontServer({
    ...app,
    keepAliveTimeoutMs: KEEP_ALIVE_MS,
    // Behind a proxy every connection is the proxy's, which has to limit them itself.
    connectionsPerNetwork: env.trustedProxies > 0 ? undefined : env.connectionsPerNetwork,
  })
  try {
    await listen(server, env)
  } catch (error) {
    await app.close()
    throw error
  }
  const stopCommands =
    database.kind === 'embedded' ? await serveCommands(database, env.dataDir) : async () => {}
  if (cluster.isPrimary || cluster.worker?.id === 1) say(`\nOverround is at ${addressOf(server, env)}`)
  const finish = async () => {
    app.endStreams()
    // Closing resets connections that wait in the backlog, and those whose request is not read yet.
    await pause(LAST_CALL_MS)
    // Pages that were opened meanwhile have streams, too, which would not end.
    app.endStreams()
    await finishRequests(server, log)
  }
  return [finish, stopCommands, () => app.close()]
}

async function open(env: Env, log: Logger): Promise<Database> {
  say(
    env.databaseUrl ? 'Connecting to PostgreSQL ...' : `Opening the embedded database in ${env.dataDir} ...`,
  )
  const database = await openDatabase(
    env.databaseUrl
      ? { url: env.databaseUrl, log: errorLogger(log) }
      : { dataDir: env.dataDir, onEnd: (error) => endWith(log, error) },
  )
  try {
    const { applied, ahead } = await migrate(database)
    if (applied.length > 0) say(`Migrated the database: ${applied.length} migrations.`)
    if (ahead.length > 0)
      say(`The database is newer than this version, which can work with it: ${ahead.join(', ')}.`)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function addressOf(server: Server, env: Env): string {
  if (env.appUrl) return env.appUrl
  const { port } = server.address() as AddressInfo
  const anywhere = env.host === undefined || env.host === '0.0.0.0' || env.host === '::'
  return `http://${anywhere ? 'localhost' : env.host}:${port}`
}

/** Accepts no new connection, and waits for running requests. */
async function finishRequests(server: Server, log: Logger): Promise<void> {
  const overdue = setTimeout(() => {
    log.warn('requests were still running after 10 s; their connections are closed')
    server.closeAllConnections()
  }, SHUTDOWN_LIMIT_MS)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(overdue)
}

function stopOnSignal(log: Logger, stops: Stop[]): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    if (cluster.isPrimary) say('\nStopping: finishing running requests ...')
    await stopWithin(log, [...stops], (code) => process.exit(code))
    if (cluster.isPrimary) say('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${describeFailure(error, { onPostgres: Boolean(process.env.DATABASE_URL) })}\n`)
  process.exit(1)
})
