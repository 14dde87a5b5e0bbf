import { randomUUID } from 'node:crypto'
import type { Services } from '#app/platform/services.ts'
import { resultOfPost, type TestResult } from '../alerts/send-test.server.ts'
import { postSigned } from './deliver.server.ts'
import { openSecret } from './secret.server.ts'

/**
 * Sends a signed message to the saved receiver of a webhook, once, whether the webhook is on or off; nothing if there is none.
 * It has no place among the messages.
 * @param isRefused whether the person who asks has sent too many: then nothing is sent
 */
export async function testReceiver(
  { database, env }: Pick<Services, 'database' | 'env'>,
  webhookId: string,
  isRefused: boolean,
): Promise<TestResult[]> {
  const webhook = await database.kysely
    .selectFrom('webhooks')
    .select(['url', 'sealed_secret'])
    .where('id', '=', webhookId)
    .executeTakeFirst()
  if (!webhook) return []
  const { url } = webhook
  if (isRefused) return [{ to: url, why: 'too-many', said: null }]
  const at = new Date()
  const id = `msg_test_${randomUUID()}`
  const body = JSON.stringify({ type: 'test', timestamp: at, data: { id } })
  return [
    await resultOfPost(url, async () => {
      const secret = await openSecret(database.kysely, env, webhook.sealed_secret)
      return secret === null ? 'no-secret' : postSigned(env, { url, secret }, { id, at, body })
    }),
  ]
}
