import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { type Sandbox, startSandbox } from '#sandbox/server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { importHistoryCommand } from './import-history.ts'

let database: Database
let sandbox: Sandbox
const before = { url: process.env.ODDS_API_URL, key: process.env.ODDS_API_KEY }
/** A midnight two days ago: the matches of that day are over. */
const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
const instant = (hour: number) => new Date(DAY + hour * HOUR_MS).toISOString().replace('.000Z', 'Z')

beforeAll(async () => {
  database = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, seed: 7 })
  process.env.ODDS_API_URL = sandbox.origin
  process.env.ODDS_API_KEY = 'sandbox'
})
afterAll(async () => {
  for (const [name, value] of [
    ['ODDS_API_URL', before.url],
    ['ODDS_API_KEY', before.key],
  ] as const) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await sandbox.close()
  await database.close()
})

async function run(argv: string[]) {
  let out = ''
  let err = ''
  const io = {
    cwd: '.',
    isTerminal: false,
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
  }
  const code = await importHistoryCommand(database, argv, io, new AbortController().signal)
  return { code, err, outcome: out === '' ? null : JSON.parse(out) }
}

const range = [
  'soccer_epl',
  '--from',
  instant(0),
  '--to',
  instant(8),
  '--every',
  '120',
  '--markets',
  'h2h,totals',
]

async function timeline() {
  const rows = await database.kysely
    .selectFrom('quote_changes')
    .select(['market', 'bookmaker', 'side', 'at', 'prices'])
    .orderBy('market')
    .orderBy('bookmaker')
    .orderBy('at')
    .execute()
  return JSON.stringify(rows)
}

describe('overround import-history', () => {
  it('rejects a range that it cannot import, before any request', async () => {
    for (const [argv, text] of [
      [[], 'Which competition?'],
      [['golf_masters_winner'], 'Outrights'],
      [['soccer_epl', '--from', 'yesterday', '--to', instant(0)], '--from and --to'],
      [['soccer_epl', '--from', instant(2), '--to', instant(0)], 'must not be later'],
      [['soccer_epl', '--from', instant(0), '--to', '2999-01-01'], 'must be in the past'],
      [['soccer_epl', '--from', '2001-01-01', '--to', instant(0)], 'five years'],
      [[...range, '--every', '1', '--credits', '9'], '--every'],
      [range, '--credits'],
    ] as [string[], string][]) {
      const { code, err } = await run(argv)
      expect([code, err.split('\n')[0]]).toEqual([2, expect.stringContaining(text)])
    }
    expect(await run([...range, '--plan'])).toMatchObject({
      code: 0,
      err: '5 snapshots, 40 credits each: at most 200 credits.\n',
    })
    expect(await database.kysely.selectFrom('runs').select('id').execute()).toEqual([])
  })

  it('stops before it exceeds its credits, goes on where it stopped, and writes history alone', async () => {
    const first = await run([...range, '--credits', '100'])
    expect(first).toMatchObject({
      code: 1,
      outcome: {
        imported: 2,
        credits: 80,
        isOverBudget: true,
        next: new Date(DAY + 4 * HOUR_MS).toISOString(),
      },
    })
    expect(first.outcome.inserted).toBeGreaterThan(0)
    expect(first.outcome.changes).toBeGreaterThan(0)
    const second = await run([...range, '--credits', '1000'])
    expect(second).toMatchObject({ code: 0, outcome: { before: 2, imported: 3, credits: 120, next: null } })
    const written = await timeline()
    // The same range again: no request, no change. The same snapshots again: no change.
    expect(await run([...range, '--credits', '1000'])).toMatchObject({
      code: 0,
      outcome: { before: 5, imported: 0, credits: 0 },
    })
    await database.kysely.updateTable('runs').set({ status: 'cancelled' }).execute()
    expect((await run([...range, '--credits', '1000'])).outcome).toMatchObject({ imported: 5, changes: 0 })
    expect(await timeline()).toBe(written)
    const current = await database.kysely
      .selectFrom('quotes')
      .select(['market'])
      .where('opening', 'is', null)
      .execute()
    const headlines = await database.kysely.selectFrom('odds').select('match_id').execute()
    expect([current, headlines]).toEqual([[], []])
  }, 60_000)
})
