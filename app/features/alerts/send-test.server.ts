import { randomUUID } from 'node:crypto'
import { RIGHT_TO_LEFT } from '#app/features/languages/choose-language.ts'
import { getSiteSettings } from '#app/features/settings/queries.server.ts'
import { FetchError } from '#app/platform/http/fetch-guarded.server.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { sendMail } from '#app/platform/mail.server.ts'
import { mailHtml } from '#app/platform/mail-html.ts'
import type { Services } from '#app/platform/services.ts'
import { shippedTexts } from './labels.server.ts'
import { listRecipients, type Recipient } from './recipients.server.ts'
import { readAlertSettings } from './settings.server.ts'
import { postAlert } from './webhook.server.ts'

/** Why a receiver did not take a test message. Texts: `alerts.test.why.<code>`. */
export const TEST_FAILURES = [
  'status',
  'unreachable',
  'timed_out',
  'address_refused',
  'no-secret',
  'mail',
  'too-many',
] as const

/** What became of a test message to one receiver. */
export interface TestResult {
  /** An address of a mail or of the webhook. */
  to: string
  /** Null: it was accepted. */
  why: (typeof TEST_FAILURES)[number] | null
  /** The status of the webhook, or what the mail server said. */
  said: string | null
}

/**
 * Sends a message to the saved addresses by mail, each in the language of its account, whether alerts are on or off.
 * @param isRefused whether the person who asks has sent too many: then nothing is sent
 */
export async function testMails(services: Services, isRefused: boolean): Promise<TestResult[]> {
  const { kysely } = services.database
  const { mailTo } = await readAlertSettings(kysely)
  const recipients = await listRecipients(kysely, services, mailTo)
  if (isRefused) return recipients.map(({ to }) => ({ to, why: 'too-many', said: null }))
  return Promise.all(recipients.map((recipient) => testMail(services, recipient)))
}

async function testMail(services: Services, { to, language }: Recipient): Promise<TestResult> {
  const { site_name: site } = await getSiteSettings(services)
  const { t } = shippedTexts(language)
  const [headline, text] = [t('alerts.mail.test'), t('alerts.mail.test-text')]
  const subject = `${withColon(site, language)} ${headline}`
  const html = mailHtml({
    lang: language,
    direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
    ...{ site, subject, texts: [headline, text], action: '', link: null, note: null },
  })
  try {
    await sendMail(services.env, services.log, {
      ...{ to, subject, html, link: null },
      text: [headline, text, site].join('\n\n'),
    })
    return { to, why: null, said: null }
  } catch (error) {
    return { to, why: 'mail', said: error instanceof Error ? error.message : String(error) }
  }
}

/** Sends a signed message to the saved webhook; nothing if there is none. @param isRefused as for mails */
export async function testWebhook(services: Services, isRefused: boolean): Promise<TestResult[]> {
  const { webhook } = await readAlertSettings(services.database.kysely)
  if (!webhook) return []
  if (isRefused) return [{ to: webhook.url, why: 'too-many', said: null }]
  const id = randomUUID()
  const content = { type: 'test', timestamp: new Date().toISOString(), data: { id } }
  return [await resultOfPost(webhook.url, () => postAlert(services, webhook, { id, content }))]
}

/** What became of a test message that is posted. @param post as `postAlert` */
export async function resultOfPost(
  to: string,
  post: () => Promise<number | 'no-secret'>,
): Promise<TestResult> {
  try {
    const status = await post()
    return status === 'no-secret' ? { to, why: status, said: null } : { to, why: null, said: String(status) }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (error.status !== undefined) return { to, why: 'status', said: String(error.status) }
    return { to, why: TEST_FAILURES.find((code) => code === error.code) ?? 'unreachable', said: null }
  }
}
