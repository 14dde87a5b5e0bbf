import { expect, it } from 'vitest'
import { fromNumber } from '#app/features/odds/prices.ts'
import { createAlert } from '#app/features/visitor-alerts/commands.server.ts'
import { visitorAlertJobs, watchPrices } from '#app/features/visitor-alerts/jobs.server.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { openDesk } from '#tests/support/runs.ts'
import { createServices } from '#tests/support/services.ts'
import { alertSite, createMember, createPricedMatch, RESULT } from '#tests/support/visitor-alerts.ts'

it('the worker tells a price soon after an import has stored it', async () => {
  const database = await createTestDatabase()
  const mailbox = await openMailbox()
  const desk = openDesk(database)
  const site = { ...alertSite(database, { smtpUrl: mailbox.url }), jobs: desk.jobs }
  const kinds = visitorAlertJobs(site).map(({ cron: _, ...kind }) => kind)
  const jobs = await startJobs(database, site.log, kinds)
  const stopWatching = await watchPrices(site)
  try {
    const userId = await createMember(database, 'ada@example.org')
    const { match, offer } = await createPricedMatch(database, { home: 'Inter', away: 'Milan' })
    await offer([2, 3.4, 3.6])
    const problem = await createAlert(createServices(database), {
      userId,
      subject: { kind: 'match', matchId: match },
      condition: { kind: 'price', market: RESULT, outcome: 1, price: fromNumber(2.1) },
      ...{ country: undefined, language: 'de', timeZone: 'Europe/Berlin' },
    })
    expect(problem).toBeUndefined()
    // Without its minute, only the change of a price makes the worker look.
    await offer([2.2, 3.4, 3.6])
    const mail = await mailbox.waitFor('ada@example.org')
    expect(mail.subject).toMatch(/Inter bei 2,20$/)
  } finally {
    await stopWatching()
    await jobs.stop()
    await desk.close()
    await mailbox.close()
    await database.close()
  }
})
