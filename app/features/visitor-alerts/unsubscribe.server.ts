import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import { readSecret } from '#app/platform/secret.server.ts'

/** Whose mails a link stops, and the alert that its mail was about. */
export interface Unsubscription {
  userId: string
  alertId: string
}

const sign = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`alerts/unsubscribe ${text}`).digest('base64url')

/** The token of a link that stops mails without a session. It does not expire: a mail is read years later. */
export async function writeUnsubscription(
  db: Kysely<DB>,
  env: { secret?: string | undefined },
  { userId, alertId }: Unsubscription,
): Promise<string> {
  const text = `${userId}.${alertId}`
  return `${text}.${sign(await readSecret(db, env), text)}`
}

/** Undefined for a token that this site has not written. */
export async function readUnsubscription(
  db: Kysely<DB>,
  env: { secret?: string | undefined },
  token: string,
): Promise<Unsubscription | undefined> {
  const [userId = '', alertId = '', signature = '', ...more] = token.split('.')
  if (!isId(userId) || !isId(alertId) || more.length > 0) return undefined
  const right = Buffer.from(sign(await readSecret(db, env), `${userId}.${alertId}`))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, alertId } : undefined
}

/** Stops all mails of alerts to a visitor, or only those of one alert. */
export async function unsubscribe(
  db: Kysely<DB>,
  { userId, alertId }: Unsubscription,
  what: 'all' | 'alert',
): Promise<void> {
  if (what === 'all')
    await db
      .updateTable('visitor_alert_settings')
      .set({ mail_on: false })
      .where('user_id', '=', userId)
      .execute()
  else
    await db
      .updateTable('visitor_alerts')
      .set({ paused_at: new Date() })
      .where('id', '=', alertId)
      .where('user_id', '=', userId)
      .where('paused_at', 'is', null)
      .execute()
}
