import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  PAST_PRICES,
  pastPricesTool,
  startPastPrices,
} from '#app/features/imports/past/past-prices.server.ts'
import { cancelRun, SITE } from '#app/features/runs/runs.server.ts'
import { runTool } from '#app/features/runs/tool-run.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { type Sandbox, startSandbox } from '#sandbox/server.ts'
import { createTestDatabase } from '#tests/support/database.ts'

let database: Database
let sandbox: Sandbox
const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
const env = () =>
  parseEnv({ ODDS_API_URL: sandbox.origin, ODDS_API_KEY: 'sandbox', ALLOW_PRIVATE_FEEDS: '1' })

/** Five snapshots, 40 credits each. */
const params = (credits: number, sports = ['soccer_epl']) => ({
  source: 'the-odds-api',
  sports,
  from: new Date(DAY).toISOString(),
  to: new Date(DAY + 8 * HOUR_MS).toISOString(),
  everyMinutes: 120,
  markets: ['h2h', 'totals'],
  credits,
})

beforeAll(async () => {
  database = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, seed: 7 })
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(async () => {
  await database.kysely.deleteFrom('runs').execute()
})

const run = (credits: number, sports?: string[]) =>
  runTool(database.kysely, pastPricesTool({ database, env: env() }), {
    params: params(credits, sports),
    requestedBy: 'ada',
  })

const snapshots = () =>
  database.kysely
    .selectFrom('runs')
    .select(['status', 'requested_by'])
    .where('kind', '=', 'the-odds-api')
    .execute()

it('are one run, which stops before it exceeds its credits and goes on with more', async () => {
  const first = await run(100)
  expect(first).toMatchObject({
    status: 'failed',
    error: { code: 'budget_spent' },
    counts: { done: 2, credits: 80 },
  })
  expect(first.counts.odds).toBeGreaterThan(0)
  expect(await snapshots()).toEqual(Array(2).fill({ status: 'done', requested_by: 'ada' }))
  // Counted with the attempt before, because both have the same options here.
  expect(await run(1_000)).toMatchObject({ status: 'done', counts: { done: 5, credits: 200 } })
  expect(await snapshots()).toHaveLength(5)
  const current = await database.kysely.selectFrom('odds').selectAll().execute()
  expect(current).toEqual([])
})

it('share the credits among their competitions', async () => {
  const { error, counts } = await run(240, ['soccer_epl', 'soccer_spain_la_liga'])
  expect([error?.code, counts.done, counts.credits]).toEqual(['budget_spent', 6, 240])
  expect(error?.message).toContain('soccer_spain_la_liga')
})

it('end with the snapshot that is stopped', async () => {
  const tool = pastPricesTool({ database, env: env() })
  const stops: Promise<void>[] = []
  const stopSnapshot = async () => {
    const own = await database.kysely
      .selectFrom('runs')
      .select('id')
      .where('kind', '=', PAST_PRICES)
      .executeTakeFirstOrThrow()
    await cancelRun(database.kysely, own.id)
  }
  const summary = await runTool(database.kysely, tool, {
    params: params(1_000),
    requestedBy: 'ada',
    onProgress: () => {
      stops.push(stopSnapshot())
    },
  })
  await Promise.all(stops)
  expect(summary.status).toBe('cancelled')
  expect(summary.counts.done).toBeLessThan(5)
  const left = (await snapshots()).filter(({ status }) => !['done', 'cancelled'].includes(status))
  expect(left).toEqual([])
})

it('are refused before any request where the range is wrong or the source is not set up', async () => {
  const desk = { db: database.kysely, jobs: undefined as never }
  const ask = (more: object, own = env()) =>
    startPastPrices(desk, own, { ...params(100), administratorId: 'ada', ...more } as never)
  const at = (days: number) => new Date(DAY + days * DAY_MS)
  expect(await ask({ from: at(0), to: at(-1) })).toEqual({ kind: 'invalid', problem: 'order' })
  expect(await ask({ from: at(0), to: at(9) })).toEqual({ kind: 'invalid', problem: 'future' })
  expect(await ask({ from: at(-2_000), to: at(0) })).toEqual({ kind: 'invalid', problem: 'too-old' })
  expect(await ask({ from: at(-1_800), to: at(0), everyMinutes: 5 })).toEqual({
    kind: 'invalid',
    problem: 'too-many',
  })
  expect(await ask({ from: at(-1), to: at(0) }, parseEnv({}))).toEqual({ kind: 'not_configured' })
  expect(await database.kysely.selectFrom('runs').selectAll().where('subject', '=', SITE).execute()).toEqual(
    [],
  )
})
