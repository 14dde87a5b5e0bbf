import { postGuarded } from '#app/platform/http/fetch-guarded.server.ts'
import type { Services } from '#app/platform/services.ts'
import { signWebhook } from '#app/platform/webhook.ts'
import { type AlertSettings, openWebhookSecret } from './settings.server.ts'

const POST_LIMITS = { connectTimeoutMs: 10_000, headersTimeoutMs: 20_000, totalTimeoutMs: 30_000 }

/**
 * Posts a signed message to the webhook of alerts, once.
 * @param message.id the same in each attempt, so that the receiver can detect a repetition
 * @returns the status of the receiver; `no-secret` where the secret cannot be read, and nothing was sent
 * @throws FetchError
 */
export async function postAlert(
  { database, env }: Pick<Services, 'database' | 'env'>,
  webhook: NonNullable<AlertSettings['webhook']>,
  message: { id: string; content: object },
  signal?: AbortSignal,
): Promise<number | 'no-secret'> {
  const secret = await openWebhookSecret(database.kysely, env, webhook.sealedSecret)
  if (!secret) return 'no-secret'
  const body = JSON.stringify(message.content)
  const headers = {
    'content-type': 'application/json',
    ...signWebhook(secret, { id: message.id, at: new Date(), body }),
  }
  return postGuarded(webhook.url, body, {
    ...POST_LIMITS,
    headers,
    allowPrivateAddresses: env.allowPrivateFeeds,
    ...(signal && { signal }),
  })
}
