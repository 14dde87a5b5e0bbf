import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { forgetOldRuns } from './jobs.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

interface TestRun {
  origin?: string
  /** Age in days, for both its beginning and its end. */
  began: number
  ended?: number | null
  status?: 'queued' | 'running' | 'failed' | 'done'
  items?: number
}

async function createRun({ origin = 'feed', began, ended = began, status = 'done', items = 0 }: TestRun) {
  const { id } = await database.kysely
    .insertInto('runs')
    .values({
      kind: 'promo',
      subject: origin,
      status,
      created_at: daysAgo(began),
      finished_at: ended === null ? null : daysAgo(ended),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: items }, (_, position) => ({
    run_id: id,
    position,
    level: 'rejected',
    reason: 'missing_id',
  }))
  if (rows.length > 0) await database.kysely.insertInto('run_items').values(rows).execute()
  return id
}

async function runsLeft(): Promise<string[]> {
  const rows = await database.kysely.selectFrom('runs').select('id').execute()
  return rows.map(({ id }) => id).sort()
}

async function itemsLeft(): Promise<string[]> {
  const rows = await database.kysely.selectFrom('run_items').select('run_id').distinct().execute()
  return rows.map(({ run_id }) => run_id).sort()
}

describe('deleting the records of old imports', () => {
  it('keeps rejected items for 14 days after the end of their run', async () => {
    const recent = await createRun({ began: 13, items: 2 })
    const resumed = await createRun({ began: 40, ended: 1, items: 2 })
    const running = await createRun({ began: 40, ended: null, status: 'running', items: 2 })
    const old = []
    for (let n = 0; n < 45; n += 1) old.push(await createRun({ began: 15 + n, items: 2 }))
    const forgotten = await forgetOldRuns(database, NOW)
    expect(await itemsLeft()).toEqual([recent, resumed, running].sort())
    expect(forgotten).toMatchObject({ items: 90, runs: 0 })
    expect(await runsLeft()).toEqual([recent, resumed, running, ...old].sort())
  })

  it('keeps runs for 90 days, and those under way and the last of each feed permanently', async () => {
    await createRun({ began: 92 })
    await createRun({ began: 91, status: 'failed', items: 1 })
    const kept = [
      await createRun({ began: 95, ended: null, status: 'running' }),
      await createRun({ origin: 'waiting feed', began: 94, ended: null, status: 'queued' }),
      await createRun({ began: 93, ended: 3, status: 'done' }),
      await createRun({ began: 89 }),
      // The next run of that feed resumes where it stopped.
      await createRun({ origin: 'another feed', began: 400, status: 'failed' }),
    ]
    expect(await forgetOldRuns(database, NOW)).toMatchObject({ runs: 2 })
    expect(await runsLeft()).toEqual(kept.sort())
    expect(await forgetOldRuns(database, NOW)).toEqual({ items: 0, runs: 0, logs: 0 })
  })

  it('keeps logs for 90 days, and the one that says that the demonstration is loaded permanently', async () => {
    const log = (type: string, days: number) => ({ type, created_at: daysAgo(days) })
    await database.kysely
      .insertInto('import_logs')
      .values([log('import', 91), log('import', 89), log('demo', 400)])
      .execute()
    expect(await forgetOldRuns(database, NOW)).toMatchObject({ logs: 1 })
    const left = await database.kysely.selectFrom('import_logs').select('type').orderBy('type').execute()
    expect(left.map(({ type }) => type)).toEqual(['demo', 'import'])
  })
})
