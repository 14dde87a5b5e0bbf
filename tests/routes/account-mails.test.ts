import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountMails } from '#app/features/accounts/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { alertOf, join, PASSWORD, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openMailbox, type ReceivedMail } from '#tests/support/mailbox.ts'
import { freePort } from '#tests/support/server-process.ts'
import { openSite } from '#tests/support/site.ts'

const forgot = { intent: 'forgot', email: 'patient@example.org' }
const FROM = 'Odds of Example <odds@example.org>'

let database: Database
let first: ReceivedMail | undefined

/** There is an account, and a mail was sent for it. */
beforeAll(async () => {
  database = await createTestDatabase()
  const mailbox = await openMailbox()
  const site = await openSite(database, { SMTP_URL: mailbox.url, MAIL_FROM: FROM, TRUST_PROXY: '1' })
  await join(site, mailbox, forgot.email)
  first = mailbox.mails[0]
  await site.close()
  await mailbox.close()
})
afterAll(() => database.close())

describe('mails', () => {
  it('have the sender that the operator configured', () => {
    expect(first?.raw).toContain(`From: ${FROM}`)
  })

  it('that the mail server does not accept are stored, encrypted, and sent when it is available again', async () => {
    const port = await freePort()
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, TRUST_PROXY: '1' }
    const site = await openSite(database, environment)
    const known = await site.post('/en/login?forgot=1', forgot, visitor())
    const nobody = { ...forgot, email: 'nobody@example.org' }
    const unknown = await site.post('/en/login?forgot=1', nobody, visitor())
    const [told, toldNobody] = [await alertOf(known), await alertOf(unknown)]
    expect(told).toBe('Password reset email sent. Please check your inbox.')
    expect(toldNobody).toBe(told)

    const waiting = async () => {
      const { rows } = await sql<{ data: object }>`
        select data from pgboss.job where name = 'account-mails'`.execute(database.kysely)
      return rows.map((row) => JSON.stringify(row.data))
    }
    await expect.poll(() => waiting().catch(() => [])).toHaveLength(1)
    expect((await waiting())[0]).toMatch(/^\{"sealed":"[0-9a-z.$]+"\}$/i)

    const mailbox = await openMailbox(port)
    const log = createLog('silent')
    const jobs = await startJobs(database, log, [accountMails({ database, env: parseEnv(environment), log })])
    const mail = await mailbox.waitFor('patient@example.org')
    expect(mail.link).toContain(`${site.origin}/en/reset-password#access_token=`)
    const password = { password: 'teapot-43', confirmation: 'teapot-43' }
    const reset = { link: mail.link, ...password }
    expect((await site.post('/en/reset-password', reset, visitor())).status).toBe(200)
    // The notice of the change must not come to the next test.
    await mailbox.waitFor('patient@example.org', 2)
    await jobs.stop()
    await site.close()
    await mailbox.close()
  })

  it('that the mail server may have taken are the same mails when they are sent again', async () => {
    const mailbox = await openMailbox()
    mailbox.unconfirmed = 1
    const environment = { SMTP_URL: mailbox.url, TRUST_PROXY: '1' }
    const site = await openSite(database, environment)
    const log = createLog('silent')
    const jobs = await startJobs(database, log, [accountMails({ database, env: parseEnv(environment), log })])
    await site.post('/en/login?forgot=1', forgot, visitor())
    await mailbox.waitFor('patient@example.org', 2)
    const ids = mailbox.mails.map(
      ({ raw }) => /^Message-ID: <account-[0-9a-f-]{36}@localhost>/im.exec(raw)?.[0],
    )
    expect(ids).toEqual([expect.any(String), ids[0]])
    await jobs.stop()
    await site.close()
    await mailbox.close()
  })

  it('are not announced when the site cannot send any', async () => {
    const environment = { NODE_ENV: 'production', EMBEDDED: '1', APP_SECRET: 'of sixteen letters or more' }
    const site = await openSite(database, environment)
    const told = []
    for (const email of ['patient@example.org', 'nobody@example.org'])
      told.push(await alertOf(await site.post('/en/login?forgot=1', { ...forgot, email }, visitor())))
    expect(told).toEqual(Array(2).fill('Failed to send password reset email'))
    const fields = {
      username: 'n',
      email: 'n@example.org',
      password: PASSWORD,
      country: 'IT',
      phone: '06 1234',
      consent: 'on',
    }
    expect(await alertOf(await site.post('/en/register', fields, visitor()))).toBe('Failed to sign up')
    await site.close()
  })
})
