import { expect, it, vi } from 'vitest'
import { parseEnv } from '#app/platform/env.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startWork } from './worker.ts'

vi.mock('#app/platform/jobs.server.ts', async (load) => ({
  ...(await load<object>()),
  startJobs: vi.fn(async () => ({ stop: async () => {} })),
}))

const EVERY_MINUTE = '* * * * *'

it('a site runs these background jobs at these times', async () => {
  const database = await createTestDatabase()
  const log = createLog('silent')
  try {
    const work = await startWork({ database, env: parseEnv({ DEMO: '0' }), log, say: () => {} })
    await work.stop()
  } finally {
    await database.close()
  }
  const [, , kinds = []] = vi.mocked(startJobs).mock.calls[0] ?? []
  const times = Object.fromEntries(kinds.map(({ name, cron = null }) => [name, cron]))
  expect(times).toEqual({
    ...{ 'import-schedules': EVERY_MINUTE, troubles: EVERY_MINUTE, 'headline-sweep': EVERY_MINUTE },
    ...{ 'visitor-alerts': EVERY_MINUTE, 'visitor-alert-messages': EVERY_MINUTE },
    ...{ webhooks: EVERY_MINUTE, 'experiment-decision': EVERY_MINUTE },
    ...{ value: '*/5 * * * *', statistics: '*/5 * * * *' },
    ...{ 'noted-bets': '20 * * * *', 'bookmaker-figures': '23 * * * *', 'change-retention': '53 * * * *' },
    ...{ 'link-check': '47 3 * * *', 'closing-odds': '51 3 * * *', 'league-order': '7 4 * * *' },
    ...{ 'price-history-folding': '43 2 * * *', 'odds-history-retention': '17 3 * * *' },
    ...{ 'price-set-retention': '7 3 * * *', 'import-retention': '37 3 * * *', 'unused-media': '17 4 * * *' },
    ...{ 'accounts-retention': '47 3 * * *', 'visitor-alerts-retention': '53 3 * * *' },
    ...{ 'audit-retention': '57 3 * * *', 'webhook-retention': '37 4 * * *' },
    // Only on request.
    ...{ runs: null, 'account-mails': null, 'alert-mails': null, 'alert-webhooks': null },
    // There is no demonstration.
    'demo-refresh': null,
    ...(database.kind === 'embedded'
      ? { 'embedded-analyze': EVERY_MINUTE, 'embedded-vacuum': '31 1,7,13,19 * * *' }
      : {}),
  })
})
