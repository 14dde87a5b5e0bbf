import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { AppStatistics } from './load-app.ts'
import { measureReplica, measureServing, measureWork, serveMetrics } from './metrics.ts'

const statistics: AppStatistics = {
  pageCache: {
    counters: { hits: 7, misses: 2, stale: 3, staleOnError: 1, busy: 4, renders: 5, ahead: 2, failures: 1 },
    size: { bytes: 1234, entries: 6, tags: 8 },
    renderQueue: { running: 2, waiting: 9 },
    waiting: 11,
  },
}

describe('metrics', () => {
  it('are served at /metrics and nowhere else', async () => {
    const database = await createTestDatabase()
    await database.kysely
      .insertInto('runs')
      .values([
        { kind: 'promo', subject: 'a', status: 'failed' },
        { kind: 'promo', subject: 'b', status: 'done' },
        { kind: 'promo', subject: 'c', status: 'done' },
      ])
      .execute()
    const registry = new Registry()
    measureServing(registry, { statistics: () => statistics }, database)
    measureWork(registry, database, createLog('silent'))
    const { server, stop } = await serveMetrics({ port: 0, host: '127.0.0.1' }, registry)
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async () => (await fetch(`${origin}/metrics`)).text()
    await ask()
    const lines = (await ask()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'overround_page_cache_requests_total{result="hit"} 7',
        'overround_page_cache_requests_total{result="miss"} 2',
        'overround_page_cache_requests_total{result="stale"} 3',
        'overround_page_cache_requests_total{result="stale_on_error"} 1',
        'overround_page_cache_requests_total{result="busy"} 4',
        'overround_page_cache_renders_total{result="ahead"} 2',
        'overround_page_cache_renders_total{result="failed"} 1',
        'overround_page_cache_bytes 1234',
        'overround_render_queue_pages{state="waiting"} 9',
        'overround_waiting_visitors 11',
        'overround_runs{kind="promo",status="done"} 2',
        'overround_runs{kind="promo",status="failed"} 1',
        expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds /),
        expect.stringMatching(/^process_resident_memory_bytes \d+/),
        ...(database.kind === 'postgres'
          ? [expect.stringMatching(/^overround_database_connections\{state="open"\} \d/)]
          : []),
      ]),
    )
    expect((await fetch(`${origin}/`)).status).toBe(404)
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
    await stop()
    await database.close()
  })

  it('are served without the import runs while the database is unavailable', async () => {
    const database = await createTestDatabase()
    const registry = new Registry()
    measureServing(registry, { statistics: () => statistics }, database)
    measureWork(registry, database, createLog('silent'))
    await database.close()
    expect(await registry.metrics()).toContain('overround_page_cache_bytes 1234')
  })

  it.each([
    ['that works', { isReachable: true, isReplica: true, lagSeconds: 0 }, ['1', '0']],
    ['that is behind', { isReachable: true, isReplica: true, lagSeconds: 12.5 }, ['1', '12.5']],
    ['that is away', { isReachable: false, isReplica: false, lagSeconds: null }, ['0', undefined]],
    ['that is none', { isReachable: true, isReplica: false, lagSeconds: null }, ['0', undefined]],
  ])(
    'say of a replica %s whether it answers, its lag, and who served the reads',
    async (_, state, expected) => {
      const registry = new Registry()
      measureReplica(registry, { reads: { replica: 7, primary: 2 }, readState: async () => state })
      const read = async () => (await registry.metrics()).split('\n')
      await read()
      const lines = await read()
      const shown = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]
      expect(['reachable', 'lag_seconds'].map((name) => shown(`overround_replica_${name}`))).toEqual(expected)
      expect(shown('overround_replica_reads_total{database="replica"}')).toBe('7')
      expect(shown('overround_replica_reads_total{database="primary"}')).toBe('2')
    },
  )
})

describe('the dashboard of Grafana', () => {
  it('uses existing metrics and labels', async () => {
    const file = path.resolve(import.meta.dirname, '../deploy/grafana-dashboard.json')
    const board = JSON.parse(readFileSync(file, 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
      templating: { list: { query: unknown }[] }
    }
    const database = await createTestDatabase()
    await database.kysely
      .insertInto('runs')
      .values([
        { kind: 'promo', subject: 'a', status: 'failed' },
        { kind: 'promo', subject: 'b', status: 'queued' },
      ])
      .execute()
    const registry = new Registry()
    const pool = { totalCount: 1, idleCount: 1, waitingCount: 0 }
    measureServing(registry, { statistics: () => statistics }, { ...database, pool })
    measureWork(registry, database, createLog('silent'))
    const state = { isReachable: true, isReplica: true, lagSeconds: 0 }
    measureReplica(registry, { reads: { replica: 1, primary: 1 }, readState: async () => state })
    await registry.metrics()
    const text = await registry.metrics()
    const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const names = new Set(series.map((line) => line.split(/[{ ]/, 1)[0]))
    const drawn = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join()
    for (const name of ['reachable', 'lag_seconds', 'reads_total'])
      expect(drawn).toContain(`overround_replica_${name}{`)
    for (const { title, targets } of board.panels) {
      for (const { expr } of targets) {
        const asked = [...expr.matchAll(/\b((?:overround|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
        expect(asked.length, title).toBeGreaterThan(0)
        for (const [, name = '', selector = ''] of asked) {
          expect(names, title).toContain(name)
          const labels = selector.split(',').filter((label) => label !== 'job="$job"')
          for (const label of labels)
            expect(
              series.some((line) => line.startsWith(`${name}{`) && line.includes(label)),
              `${title}: ${label}`,
            ).toBe(true)
        }
        const [, by = ''] = /by \((\w+)\)/.exec(expr) ?? []
        if (by)
          expect(
            series.some((line) => line.includes(`${by}="`)),
            title,
          ).toBe(true)
      }
    }
    expect(JSON.stringify(board.templating)).toContain('label_values(overround_waiting_visitors, job)')
    await database.close()
  })
})
