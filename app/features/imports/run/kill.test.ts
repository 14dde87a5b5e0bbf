import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunner } from '#app/features/runs/carry-out.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { fillFolder } from '#tests/support/server-data.ts'
import { importHere } from './import-here.server.ts'

const EVENTS = 200

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overround-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Imports the file in a separate process, on an embedded database, which reports its progress. */
function importInChild(dataDir: string, file: string): ChildProcess {
  const program = `
    import { openDatabase } from '#app/platform/db/connection.server.ts'
    import { importHere } from '#app/features/imports/run/import-here.server.ts'
    import { openRunner } from '#app/features/runs/carry-out.server.ts'
    import { createLog } from '#app/platform/log.ts'
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    const runner = await openRunner(database, createLog('silent'))
    await importHere({ database, runner }, {
      source: 'the-odds-api',
      origin: ${JSON.stringify(file)},
      options: { batchItems: 10 },
      onProgress: ({ counts }) => process.stdout.write(counts.items + '\\n'),
    })
    await runner.close()
    await database.close()`
  const root = path.resolve(import.meta.dirname, '../../../..')
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills the process without cleanup once it has stored that many items. */
async function killAfter(child: ChildProcess, items: number): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.stdout?.on('data', (text) => {
    if (Number(String(text).trim().split('\n').at(-1)) >= items) child.kill('SIGKILL')
  })
  await exited
}

describe('an import killed with kill -9', () => {
  it('resumes after its last stored batch, and ends with the same result', async () => {
    const dataDir = path.join(folder, 'data')
    const file = path.join(folder, 'feed.json')
    const events = Array.from({ length: EVENTS }, (_, n) =>
      oddsApiEvent(
        {
          id: `e${n}`,
          home: `Home ${n}`,
          away: `Away ${n}`,
          start: '2024-03-05T15:00:00Z',
          league: '',
          country: '',
          sport: '',
        },
        [{ key: 'alpha', title: 'Alpha Bet', prices: [1.5 + n / 1000, 3, 4], at: '2024-03-01T12:00:00Z' }],
      ),
    )
    await writeFile(file, JSON.stringify(events))
    await fillFolder(dataDir)
    const fresh = await openDatabase({ dataDir })
    await fresh.close()

    for (const items of [30, 80]) await killAfter(importInChild(dataDir, file), items)

    const database = await openDatabase({ dataDir })
    const runner = await openRunner(database, createLog('silent'))
    const importAgain = () => importHere({ database, runner }, { source: 'the-odds-api', origin: file })
    try {
      const dead = await database.kysely.selectFrom('runs').select('status').execute()
      expect(dead.map(({ status }) => status)).toContain('running')
      const summary = await importAgain()
      expect(summary).toMatchObject({
        status: 'done',
        items: EVENTS,
        inserted: EVENTS,
        odds: EVENTS,
        rejected: 0,
      })
      expect(summary.resumedAfter).toBeGreaterThanOrEqual(79)
      for (const table of ['matches', 'odds', 'odds_history', 'match_sources'] as const) {
        const { count } = await database.kysely
          .selectFrom(table)
          .select((expression) => expression.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        expect([table, Number(count)]).toEqual([table, EVENTS])
      }
      const again = await importAgain()
      expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: EVENTS })
      const runs = await database.kysely.selectFrom('runs').select('status').orderBy('created_at').execute()
      expect(runs.map(({ status }) => status)).toEqual(['failed', 'failed', 'done', 'done'])
    } finally {
      await runner.close()
      await database.close()
    }
  }, 120_000)
})
