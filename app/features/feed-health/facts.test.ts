import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readScheduleHealth } from './facts.server.ts'
import { listHealth } from './view.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const now = new Date()
const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)

it.each([
  ['whose process is silent', { attempt: 1, heartbeat_at: ago(12) }, 'interrupted'],
  ['that another process has taken over', { attempt: 2, heartbeat_at: now }, 'interrupted'],
  ['that takes long', { attempt: 1, heartbeat_at: now }, 'slow'],
])('a run %s makes its schedule late: %s', async (_, run, reason) => {
  const db = database.kysely
  await db.deleteFrom('runs').execute()
  await db.deleteFrom('import_schedules').execute()
  const { id } = await db
    .insertInto('import_schedules')
    .values({ source: 'the-odds-api', every_minutes: 10, is_active: true, last_run_at: ago(13) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('runs')
    .values({
      ...{ kind: 'the-odds-api', subject: 'x', status: 'running', schedule_id: id, turn_at: ago(13) },
      ...run,
    })
    .execute()
  const health = await readScheduleHealth(db, parseEnv({ ODDS_API_KEY: 'k' }), now)
  expect(health).toMatchObject([{ state: 'late', reason }])
})

it('turns of a time when the clock was ahead do not hide those that fail now', async () => {
  const db = database.kysely
  await db.deleteFrom('runs').execute()
  await db.deleteFrom('import_schedules').execute()
  const { id } = await db
    .insertInto('import_schedules')
    .values({ source: 'the-odds-api', every_minutes: 10, is_active: true, last_run_at: ago(3) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const run = { kind: 'the-odds-api', subject: 'x', schedule_id: id }
  await db
    .insertInto('runs')
    .values([
      { ...run, status: 'done', turn_at: ago(-180), finished_at: ago(-181), counts: '{"rejected":5}' },
      { ...run, status: 'failed', turn_at: ago(3), finished_at: ago(2), error: '{"code":"http_500"}' },
    ])
    .execute()
  const health = await listHealth(db, parseEnv({ ODDS_API_KEY: 'k' }), now)
  expect(health).toMatchObject([{ state: 'failing', reason: 'http_500', rejected: 0 }])
})
