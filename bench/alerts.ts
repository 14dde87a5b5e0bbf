/**
 * Kills processes that evaluate and deliver alerts of visitors a hundred times with SIGKILL, on PostgreSQL
 * (TEST_DATABASE_URL) and with a mail server. Prints a line of JSON: the firings, those that were due, the different mails that arrived, the
 * copies of mails, and what was lost. Fails if something due did not fire, a firing has no mail, or more than its kills explain. KILLS and SEED
 * change them.
 */
import './support/templates.ts'
import { killAlerts } from '#tests/support/alert-kills.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const kills = Number(process.env.KILLS ?? 100)
const seed = Number(process.env.SEED ?? 42)

const database = await createTestDatabase()
try {
  const report = await killAlerts(database, { kills, seed, visitors: 40 })
  process.stdout.write(`${JSON.stringify({ bench: 'alerts', seed, ...report })}\n`)
  const isExact =
    report.firings === report.due &&
    report.arrived === report.due &&
    report.lost === 0 &&
    report.unexplained === 0
  process.exitCode = isExact ? 0 : 1
} finally {
  await database.close()
}
