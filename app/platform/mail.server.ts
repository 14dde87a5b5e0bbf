import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Env } from './env.ts'
import type { Logger } from './log.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The link of the message: without a mail server, the log shows it for developers. */
  link: string | null
  /**
   * For the header Message-ID, without its brackets; random by default. A message that is sent again has the same, by
   * which mailboxes recognise a copy.
   */
  messageId?: string
  /** The address of one-click unsubscription (RFC 8058). */
  unsubscribe?: string
}

/** Whether the mail server has permanently rejected a message for this address. */
export function isRejectedPermanently(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return error.code === 'EENVELOPE' && Number(error.responseCode) >= 500
}

/**
 * The seconds in which a mail is sent or has failed. A server that sends its answers bit by bit can take longer, because the
 * time limit of a socket is one of silence: its mail can arrive twice, with the same Message-ID.
 */
export const LONGEST_SENDING_SECONDS = 300

/** The host of the site's own addresses in mails. */
export function mailHost(env: Env): string {
  return env.appUrl ? new URL(env.appUrl).hostname : 'localhost'
}

/** Not folded: some mail programs do not join the lines of a long address. */
function unsubscribeHeaders(address: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${address}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Of each answer of the mail server, at its longest silence: those to one mail add up to four minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

const transports = new Map<string, ReturnType<typeof createTransport>>()

/**
 * Sends a message over SMTP_URL. Without it, outside production, the message is written to the data folder and its link
 * to the log.
 * @throws if the server does not accept it, or in production without SMTP_URL
 */
export async function sendMail(env: Env, log: Logger, message: Message): Promise<void> {
  const { link, messageId, unsubscribe, ...parts } = message
  const mail = {
    from: env.mailFrom ?? `no-reply@${mailHost(env)}`,
    ...parts,
    ...(messageId && { messageId: `<${messageId}>` }),
    ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
  }
  if (env.smtpUrl) {
    const known = transports.get(env.smtpUrl)
    const transport = known ?? createTransport({ url: env.smtpUrl, ...TIMEOUTS })
    transports.set(env.smtpUrl, transport)
    await transport.sendMail(mail)
    return
  }
  if (env.mode === 'production') throw new Error('SMTP_URL is not set: the message cannot be sent.')
  const composed = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail)
  const folder = path.join(env.dataDir, 'mail')
  await mkdir(folder, { recursive: true })
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`
  await writeFile(path.join(folder, name), composed.message as Buffer, { mode: 0o600 })
  log.info(
    { file: path.join(folder, name), link },
    'SMTP_URL is not set: a mail was written to the data folder',
  )
}
