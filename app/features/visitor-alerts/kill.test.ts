import { expect, it } from 'vitest'
import { killAlerts } from '#tests/support/alert-kills.ts'
import { createTestDatabase } from '#tests/support/database.ts'

// `npm run bench -- alerts` kills a hundred.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'each firing arrives once, however often the processes are killed',
  async () => {
    const database = await createTestDatabase()
    const kills = 3
    const report = await killAlerts(database, { kills, seed: 1, visitors: 15 })
    await database.close()
    expect(report.firings).toBeGreaterThan(40)
    expect(report.kills).toEqual({ inMail: 2, inEvaluation: 1 })
    expect(report).toMatchObject({ firings: report.due, arrived: report.due, lost: 0, unexplained: 0 })
    // A copy has the same Message-ID, and only a kill makes one.
    expect(report.copies).toBeLessThanOrEqual(report.takenAgain)
  },
  // Each process starts anew.
  300_000,
)
