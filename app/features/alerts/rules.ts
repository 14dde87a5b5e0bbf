import { createHmac, randomBytes } from 'node:crypto'
import { toLocalText } from '#app/platform/time.ts'

/** When nothing is sent: times of the day, HH:MM. Equal ones: never. */
export interface QuietHours {
  from: string
  until: string
  timeZone: string
}

/** Whether an instant lies in the quiet hours, which may pass midnight. */
export function isQuiet(now: Date, { from, until, timeZone }: QuietHours): boolean {
  const time = toLocalText(now, timeZone).slice(-5)
  if (from === until) return false
  return from < until ? time >= from && time < until : time >= from || time < until
}

const SECRET_PREFIX = 'whsec_'

/** A new secret of a webhook, as the Standard Webhooks specification writes it. */
export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(24).toString('base64')}`
}

/**
 * The headers of a signed message, by the Standard Webhooks specification (1.0.0): HMAC-SHA256 of the id, the time and the
 * body, with full stops between them.
 */
export function signWebhook(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
