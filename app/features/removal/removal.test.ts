import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toolHandler } from '#app/features/runs/carry-out.server.ts'
import { readImportLogs, readRun } from '#app/features/runs/run-queries.server.ts'
import { runTool, type ToolRequest } from '#app/features/runs/tool-run.server.ts'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { openDesk, startWorker } from '#tests/support/runs.ts'
import { fillFolder } from '#tests/support/server-data.ts'
import { startRemoval } from './commands.server.ts'
import { readRemovalCandidates } from './queries.server.ts'
import { removeOldData } from './remove-old-data.server.ts'
import { DEFAULT_REMOVAL_OPTION, REMOVAL_OPTIONS, type RemovalOption, removalWindow } from './rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

describe('what is removed', () => {
  it.each(REMOVAL_OPTIONS)('is never upcoming: %s', (option) => {
    expect(removalWindow(option, NOW).before.getTime()).toBeLessThanOrEqual(NOW.getTime() - 2 * HOUR_MS)
  })
  it.each([
    ['1', 1],
    ['7', 7],
    ['14', 14],
    ['30', 30],
    ['60', 60],
    ['90', 90],
    ['180', 180],
    ['365', 365],
  ] as const)('started before now minus the days: %s', (option, days) => {
    const cutoff = new Date(NOW.getTime() - days * 86_400_000)
    expect(removalWindow(option, NOW)).toEqual({ cutoff, before: cutoff })
  })
  it('started before now minus the days, or more than two hours ago', () => {
    expect(removalWindow(DEFAULT_REMOVAL_OPTION, NOW)).toEqual({
      cutoff: ago(30 * DAY_MS),
      before: ago(30 * DAY_MS),
    })
    expect(removalWindow('all', NOW)).toEqual({ cutoff: NOW, before: ago(2 * HOUR_MS) })
  })
})

let database: Database
let desk: ReturnType<typeof openDesk>
beforeEach(async () => {
  database = await createTestDatabase()
  desk = openDesk(database)
})
afterEach(async () => {
  await desk.close()
  await database.close()
})

/** Matches that started so long ago, each with two quotes. */
async function createMatches(db: Database, ...ages: number[]): Promise<void> {
  const { leagueId } = await createPlace(db.kysely)
  const bookmakers = [await createBookmaker(db.kysely), await createBookmaker(db.kysely)]
  for (const age of ages) {
    const match = await createMatch(db.kysely, { league_id: leagueId, start_time: ago(age) })
    for (const bookmaker of bookmakers) await createQuote(db.kysely, { match, bookmaker, prices: [2, 3, 4] })
  }
}

/** Matches that started an hour apart, the last one 40 days ago, each with a quote of each bookmaker. */
async function createMany({ kysely }: Database, matches: number, bookmakers = 1): Promise<void> {
  const { leagueId } = await createPlace(kysely)
  await sql`insert into matches (league_id, home_team, away_team, start_time)
    select ${leagueId}, 'Home ' || n, 'Away ' || n, ${ago(40 * DAY_MS)}::timestamptz - n * interval '1 hour'
    from generate_series(0, ${matches}::int - 1) n`.execute(kysely)
  for (let n = 0; n < bookmakers; n += 1) {
    const bookmaker = await createBookmaker(kysely)
    await sql`insert into odds (match_id, bookmaker_id, home_odds, away_odds, last_updated, source)
      select id, ${bookmaker}, 2, 2, now(), 'test' from matches`.execute(kysely)
  }
}

/** Requests a removal and executes it, as the worker does. */
async function remove(option: RemovalOption, onProgress: ToolRequest['onProgress'] = () => {}) {
  const asked = await startRemoval(desk, { option, administratorId: 'admin-1', now: NOW })
  if (asked.kind !== 'queued') return asked
  const run = await readRun(database.kysely, asked.runId)
  return runTool(database.kysely, removeOldData, {
    params: run?.params,
    requestedBy: run?.requestedBy ?? null,
    runId: asked.runId,
    onProgress,
  })
}

const startsLeft = async () => {
  const rows = await database.kysely
    .selectFrom('matches')
    .select('start_time')
    .orderBy('start_time')
    .execute()
  return rows.map(({ start_time }) => NOW.getTime() - start_time.getTime())
}
const countOf = async (table: 'odds' | 'matches') => {
  const { count } = await database.kysely
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('removing old data', () => {
  it('shows what there is, removes exactly that, and logs it', async () => {
    await createMatches(database, 40 * DAY_MS, 31 * DAY_MS, 29 * DAY_MS, HOUR_MS, -DAY_MS)
    expect(await readRemovalCandidates(database.kysely, '30', NOW)).toMatchObject({
      matches: 2,
      odds: 4,
      from: ago(40 * DAY_MS),
      to: ago(31 * DAY_MS),
    })
    expect(await remove('30')).toMatchObject({ status: 'done', counts: { matches: 2, odds: 4 } })
    expect(await startsLeft()).toEqual([29 * DAY_MS, HOUR_MS, -DAY_MS])
    expect(await countOf('odds')).toBe(6)
    expect(await readImportLogs(database.kysely, { types: ['cleanup'] })).toMatchObject([
      {
        summary: {
          matchesRemoved: 2,
          oddsRemoved: 4,
          cutoffDate: ago(30 * DAY_MS).toISOString(),
          triggeredBy: 'admin-1',
          dateOption: '30',
        },
      },
    ])
  })

  it('keeps matches that may still be played, for any choice', async () => {
    await createMatches(database, 3 * HOUR_MS, HOUR_MS, -HOUR_MS, -30 * DAY_MS)
    expect(await remove('all')).toMatchObject({ counts: { matches: 1, odds: 2 } })
    expect(await startsLeft()).toEqual([HOUR_MS, -HOUR_MS, -30 * DAY_MS])
  })

  it('keeps matches in play: by the duration of their sport, and those that a feed has as live', async () => {
    const play = async (sport: string, hours: number, status = 'scheduled') => {
      const { leagueId } = await createPlace(database.kysely, { sport })
      const start_time = ago(hours * HOUR_MS)
      const home_team = `${sport} ${hours}`
      await createMatch(database.kysely, { league_id: leagueId, start_time, status, home_team })
    }
    await play('Cricket', 9)
    await play('Cricket', 13)
    await play('Tennis', 4.5)
    await play('Tennis', 6)
    await play('Tennis', 4, 'finished')
    await play('Tennis', 1, 'finished')
    await play('Baseball', 3.5)
    await play('Baseball', 4.5)
    await play('Soccer', 1.9)
    await play('Soccer', 2.1)
    await play('Soccer', 3, 'live')
    await play('Soccer', 13, 'live')
    expect(await readRemovalCandidates(database.kysely, 'all', NOW)).toMatchObject({ matches: 6 })
    expect(await remove('all')).toMatchObject({ counts: { matches: 6 } })
    const left = await database.kysely
      .selectFrom('matches')
      .select('home_team')
      .orderBy('home_team')
      .execute()
    expect(left.map(({ home_team }) => home_team)).toEqual([
      ...['Baseball 3.5', 'Cricket 9', 'Soccer 1.9', 'Soccer 3', 'Tennis 1', 'Tennis 4.5'],
    ])
  })

  it('keeps matches that began within the days, to the minute', async () => {
    const MINUTE = 60_000
    await createMatches(database, 30 * DAY_MS + MINUTE, 30 * DAY_MS - MINUTE)
    expect(await remove('30')).toMatchObject({ counts: { matches: 1, odds: 2 } })
    expect(await startsLeft()).toEqual([30 * DAY_MS - MINUTE])
    await createMatches(database, 2 * HOUR_MS + MINUTE, 2 * HOUR_MS - MINUTE)
    expect(await remove('all')).toMatchObject({ counts: { matches: 2, odds: 4 } })
    expect(await startsLeft()).toEqual([2 * HOUR_MS - MINUTE])
  })

  it('deletes a hundred matches at a time with their odds, from the oldest', async () => {
    await createMany(database, 250)
    const seen: unknown[] = []
    await remove('30', ({ counts: { matches, odds }, percent }) => seen.push([matches, odds, percent]))
    expect(seen).toEqual([
      [100, 100, 40],
      [200, 200, 80],
      [250, 250, 99],
    ])
  })

  it('has nothing to remove, and is not requested twice', async () => {
    expect(await remove('1')).toEqual({ kind: 'nothing_to_remove' })
    await createMatches(database, 3 * DAY_MS)
    const ask = () => startRemoval(desk, { option: '1', administratorId: 'a', now: NOW })
    const first = await ask()
    expect(first).toMatchObject({ kind: 'queued' })
    expect(await ask()).toEqual({ ...first, kind: 'already_running' })
  })

  it('stops at the first batch that fails, with the counts of what is done', async () => {
    await createMany(database, 120, 2)
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$`.execute(database.kysely)
    await sql`create trigger refuse before delete on matches for each row
      when (old.start_time > ${sql.lit(ago(40 * DAY_MS + 9 * HOUR_MS).toISOString())}::timestamptz)
      execute function refuse()`.execute(database.kysely)
    const failed = await remove('30')
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'removal_failed', message: 'not this one' },
      counts: { matches: 100, odds: 200 },
    })
    expect([await countOf('matches'), await countOf('odds')]).toEqual([20, 40])
    const logs = await database.kysely.selectFrom('import_logs').selectAll().execute()
    expect(logs).toMatchObject([{ summary: { error: { code: 'removal_failed' } } }])
    await sql`drop trigger refuse on matches`.execute(database.kysely)
    expect(await remove('30')).toMatchObject({ status: 'done', counts: { matches: 20, odds: 40 } })
  })

  it('completes even when its log line cannot be written', async () => {
    await createMatches(database, 3 * DAY_MS)
    await sql`drop table import_logs`.execute(database.kysely)
    const done = await remove('1')
    expect(done).toMatchObject({ status: 'done', counts: { matches: 1 } })
    expect(await readRun(database.kysely, 'runId' in done ? done.runId : '')).toMatchObject({
      status: 'done',
      percent: 100,
    })
  })
})

describe('a removal killed with kill -9', () => {
  it('has removed complete batches, and resumes with the rest', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'overround-removal-'))
    const dataDir = path.join(folder, 'data')
    await fillFolder(dataDir)
    const fresh = await openDatabase({ dataDir })
    await createMany(fresh, 500)
    const freshDesk = openDesk(fresh)
    const asked = await startRemoval(freshDesk, { option: '30', administratorId: 'admin-1', now: NOW })
    await freshDesk.close()
    await fresh.close()

    await killAfter(removeInChild(dataDir), 100)

    const reopened = await openDatabase({ dataDir })
    try {
      const runId = 'runId' in asked ? asked.runId : ''
      const dead = await readRun(reopened.kysely, runId)
      expect(dead).toMatchObject({ status: 'running' })
      expect((dead?.counts.matches ?? 0) % 100).toBe(0)
      const worker = await startWorker(reopened, { removal: toolHandler(reopened, removeOldData) })
      const done = { status: 'done', counts: { matches: 500, odds: 500 } }
      await vi.waitFor(async () => expect(await readRun(reopened.kysely, runId)).toMatchObject(done), 60_000)
      await worker.stop()
      const left = await reopened.kysely.selectFrom('matches').select('id').execute()
      expect(left).toEqual([])
    } finally {
      await reopened.close()
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)
})

/** Executes the queued removal in a separate process, which reports its progress. */
function removeInChild(dataDir: string): ChildProcess {
  const program = `
    import { openDatabase } from '#app/platform/db/connection.server.ts'
    import { runTool } from '#app/features/runs/tool-run.server.ts'
    import { removeOldData } from '#app/features/removal/remove-old-data.server.ts'
    import { startWorker } from '#tests/support/runs.ts'
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    const removal = ({ id, params }, signal) => runTool(database.kysely, removeOldData, {
      params, requestedBy: null, runId: id, signal,
      onProgress: ({ counts }) => process.stdout.write(counts.matches + '\\n'),
    })
    await startWorker(database, { removal })`
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function killAfter(child: ChildProcess, matches: number): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.stdout?.on('data', (text) => {
    if (Number(String(text).trim().split('\n').at(-1)) >= matches) child.kill('SIGKILL')
  })
  await exited
}
