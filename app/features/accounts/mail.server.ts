import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { isRejectedPermanently, type Message, mailHost, sendMail } from '#app/platform/mail.server.ts'
import { mailHtml } from '#app/platform/mail-html.ts'
import { accountPath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { FALLBACK_LANGUAGE, RIGHT_TO_LEFT } from '../languages/choose-language.ts'
import { getSiteSettings } from '../settings/queries.server.ts'
import { getResources } from '../translations/queries.server.ts'
import { MAIL_QUEUE, sealMail } from './mail-queue.server.ts'
import type { StaffRole } from './permissions.ts'
import { resetPath } from './rules.ts'

/** Something that has happened: there is nothing to confirm, but the owner may want to react. */
export type AccountNotice = 'password-changed' | 'two-factor-off' | 'account-deleted'

export interface AccountMail {
  kind: 'confirm' | 'reset' | 'already-registered' | 'invitation' | AccountNotice
  email: string
  /** The token in the link. */
  token?: string | undefined
  /** The role that is offered, and the address of the sender. */
  invitation?: { role: StaffRole; by: string }
}

const NOTICES: ReadonlySet<string> = new Set<AccountNotice>([
  'password-changed',
  'two-factor-off',
  'account-deleted',
])

/** The page from which a mail is sent: it determines the language and the site of its links. */
export interface MailOrigin {
  lang: string
  origin: string
}

const pages = new AsyncLocalStorage<MailOrigin>()

/** Runs a function that can send mails, now or in the background. */
export function withMailOrigin<T>(page: MailOrigin, run: () => Promise<T>): Promise<T> {
  return pages.run(page, run)
}

/** Composes and sends an account mail, in the visitor's language, as text and HTML. */
export async function sendAccountMail(services: Services, mail: AccountMail): Promise<void> {
  const page = pages.getStore()
  const lang = page?.lang ?? FALLBACK_LANGUAGE
  const [labels, settings] = await Promise.all([getResources(services, lang), getSiteSettings(services)])
  const { t } = createI18n(lang, { auth: labels.auth ?? {} })
  const site = settings.site_name
  const link = `${originOf(services, page, settings.site_url)}${linkPath(mail, lang)}`
  const subject = t(`mail-subject.${mail.kind}`, { ns: 'auth', site })
  const text = t(`mail-text.${mail.kind}`, {
    ns: 'auth',
    site,
    by: mail.invitation?.by ?? '',
    role: mail.invitation ? t(`invitation.role.${mail.invitation.role}`, { ns: 'auth' }) : '',
  })
  const action = t(`mail-action.${mail.kind}`, { ns: 'auth' })
  // A change is notified whoever made it; the text says what to do.
  const ignore = NOTICES.has(mail.kind) ? null : t('mail.ignore', { ns: 'auth' })
  await deliver(services, {
    // The server may have taken a mail whose sending has failed: a copy has the same id.
    messageId: `account-${randomUUID()}@${mailHost(services.env)}`,
    to: mail.email,
    subject,
    link,
    text: [text, `${action}:\n${link}`, ...(ignore ? [ignore] : []), site].join('\n\n'),
    html: mailHtml({
      lang,
      direction: RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr',
      site,
      subject,
      texts: [text],
      action,
      link,
      note: ignore,
    }),
  })
}

/** A mail that the mail server does not accept now is queued and retried; no request waits for it. */
async function deliver(services: Services, message: Message): Promise<void> {
  try {
    await sendMail(services.env, services.log, message)
  } catch (error) {
    if (isRejectedPermanently(error)) throw error
    services.log.warn({ err: error }, 'accounts: a mail could not be sent and is kept for later')
    await services.jobs.send(MAIL_QUEUE, await sealMail(services, message))
  }
}

/**
 * Called before a mail is announced, whether or not it is sent in the end.
 * @throws when the site cannot send mails, or has no public address for their links
 */
export async function ensureMailing(services: Services, page: MailOrigin): Promise<void> {
  const { env } = services
  if (env.mode === 'production' && !env.smtpUrl)
    throw new Error('SMTP_URL is not set, so mails cannot be sent.')
  originOf(services, page, (await getSiteSettings(services)).site_url)
}

/** In production never the host of the request: an attacker could have mails sent that link to the attacker's host. */
function originOf({ env }: Services, page: MailOrigin | undefined, siteUrl: string | null): string {
  if (env.appUrl) return env.appUrl
  if (siteUrl) return new URL(siteUrl).origin
  if (env.mode !== 'production' && page) return page.origin
  throw new Error('APP_URL is not set, so mails cannot contain links.')
}

function linkPath({ kind, token = '' }: AccountMail, lang: string): string {
  const login = accountPath(lang, 'login')
  if (kind === 'account-deleted') return accountPath(lang, 'register')
  if (kind === 'confirm') return `${login}?confirm=${encodeURIComponent(token)}`
  if (kind === 'reset') return resetPath(lang, token)
  if (kind === 'invitation') return `${accountPath(lang, 'invitation')}#${encodeURIComponent(token)}`
  return NOTICES.has(kind) ? `${login}?forgot=1` : login
}
