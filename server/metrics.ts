/** Metrics in the format of Prometheus, on a separate address (decision 0022). */
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countRuns } from '#app/features/runs/run-queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { ReadDatabase, ReplicaState } from '#app/platform/db/replica.server.ts'
import type { Logger } from '#app/platform/log.ts'
import { listen } from './listen.ts'
import type { App } from './load-app.ts'

/** The metrics of a serving process. */
export function measureServing(registry: Registry, app: Pick<App, 'statistics'>, database: Database): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'overround_page_cache_requests_total',
    help: 'Requests for public pages, by how they were answered',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, misses, stale, staleOnError, busy } = app.statistics().pageCache.counters
      const results = { hit: hits, miss: misses, stale, stale_on_error: staleOnError, busy }
      this.reset()
      for (const [result, count] of Object.entries(results)) this.inc({ result }, count)
    },
  })
  new Counter({
    name: 'overround_page_cache_renders_total',
    help: 'Pages rendered for the cache: started and, of these, ahead of visitors and failed',
    labelNames: ['result'],
    registers,
    collect() {
      const { renders, ahead, failures } = app.statistics().pageCache.counters
      this.reset()
      this.inc({ result: 'started' }, renders)
      this.inc({ result: 'ahead' }, ahead)
      this.inc({ result: 'failed' }, failures)
    },
  })
  for (const part of ['bytes', 'entries', 'tags'] as const) {
    new Gauge({
      name: `overround_page_cache_${part}`,
      help: `What the page cache holds, in ${part}`,
      registers,
      collect() {
        this.set(app.statistics().pageCache.size[part])
      },
    })
  }
  new Gauge({
    name: 'overround_render_queue_pages',
    help: 'Pages that are being rendered, and pages that wait for their turn',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = app.statistics().pageCache.renderQueue
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'overround_waiting_visitors',
    help: 'Visitors who wait for a page',
    registers,
    collect() {
      this.set(app.statistics().pageCache.waiting)
    },
  })
  const { pool } = database
  if (!pool) return
  new Gauge({
    name: 'overround_database_connections',
    help: 'Connections to PostgreSQL, and queries that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** The metrics of the replica that a serving process reads pages from. */
export function measureReplica(
  registry: Registry,
  { reads, readState }: Pick<ReadDatabase, 'reads' | 'readState'>,
): void {
  const registers = [registry]
  new Counter({
    name: 'overround_replica_reads_total',
    help: 'Reads of public pages, by the database that served them: the replica, or the primary in its place',
    labelNames: ['database'],
    registers,
    collect() {
      this.reset()
      for (const [database, count] of Object.entries(reads)) this.inc({ database }, count)
    },
  })
  // One question for both, which the first of them asks.
  let asked: Promise<ReplicaState> | undefined
  new Gauge({
    name: 'overround_replica_lag_seconds',
    help: 'Age of the last change that the replica has, while it lacks one; absent while it is unknown',
    // Of several processes.
    aggregator: 'max',
    registers,
    async collect() {
      asked = readState()
      const { lagSeconds } = await asked
      if (lagSeconds === null) this.remove()
      else this.set(lagSeconds)
    },
  })
  new Gauge({
    name: 'overround_replica_reachable',
    help: 'Whether the replica answers, and is one',
    aggregator: 'min',
    registers,
    async collect() {
      const state = await asked
      this.set(state?.isReachable && state.isReplica ? 1 : 0)
    },
  })
}

/** The metrics of background work, which one process does for the whole site. */
export function measureWork(registry: Registry, database: Database, log: Logger): void {
  new Gauge({
    name: 'overround_runs',
    help: 'Runs that are kept, by kind and status',
    labelNames: ['kind', 'status'],
    registers: [registry],
    async collect() {
      this.reset()
      // The other metrics are needed most while the database is unavailable.
      const runs = await countRuns(database.kysely).catch((error: unknown) => {
        log.warn({ err: error }, 'the runs are missing from the metrics')
        return []
      })
      for (const { kind, status, count } of runs) this.set({ kind, status }, count)
    },
  })
}

/** Answers when the first process collects the metrics of all processes. */
export function answerCollection(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
}

/**
 * Serves /metrics: those of this process and of its forked processes.
 * @throws EnvironmentError when the port cannot be opened
 */
export async function serveMetrics(
  address: { port: number; host: string },
  registry: Registry,
): Promise<{ server: Server; stop: () => Promise<void> }> {
  const workers = new AggregatorRegistry()
  const collect = async () =>
    [await registry.metrics(), await workers.clusterMetrics()].filter(Boolean).join('\n')
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    const text = await collect().catch(() => undefined)
    if (text === undefined) return response.writeHead(503).end()
    response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
  })
  await listen(server, address, 'METRICS_')
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, stop }
}
