/** Sends the messages of webhooks: of each webhook one after the other, in the order of their ids, at least once. */
import type { Selectable } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { FetchError, postGuarded } from '#app/platform/http/fetch-guarded.server.ts'
import type { Services } from '#app/platform/services.ts'
import { signWebhook } from '#app/platform/webhook.ts'
import { type ActiveWebhook, audienceOfWebhook, listActiveWebhooks, planMessages } from './plan.server.ts'
import { nextWait } from './rules.ts'
import { readWebhookSecret } from './secret.server.ts'

const POST_LIMITS = { connectTimeoutMs: 5_000, headersTimeoutMs: 10_000, totalTimeoutMs: 15_000 }

export interface WebhookSite extends Services {
  /** The current time; tests set their own. */
  clock?: () => Date
}

/**
 * Queues the messages of every webhook, and sends those that are due.
 * @returns whether there is any active webhook
 */
export async function runWebhooks(site: WebhookSite, signal?: AbortSignal): Promise<boolean> {
  const now = site.clock?.() ?? new Date()
  const webhooks = await listActiveWebhooks(site.database.kysely, now)
  await Promise.all(
    webhooks.map(async (webhook) => {
      try {
        await planMessages(site, webhook, now)
        await sendDue(site, webhook, signal)
      } catch (error) {
        site.log.error({ err: error, webhook: webhook.id }, 'a webhook failed')
      }
    }),
  )
  return webhooks.length > 0
}

type Delivery = Pick<
  Selectable<DB['webhook_deliveries']>,
  'id' | 'body' | 'audience' | 'attempts' | 'next_at'
>

/** A slow receiver must not keep those of other webhooks waiting, nor see what it was allowed to see long ago. */
const TURN_MS = 5_000

/** Sends until a message fails, or its turn is over: the next ones wait, so that they arrive in order. */
async function sendDue(site: WebhookSite, webhook: ActiveWebhook, signal?: AbortSignal): Promise<void> {
  const end = Date.now() + TURN_MS
  while (!signal?.aborted && Date.now() < end) {
    const delivery = await findFirst(site, webhook.id)
    if (!delivery || delivery.next_at > (site.clock?.() ?? new Date())) return
    if (delivery.audience !== null && delivery.audience !== (await audienceOfWebhook(site, webhook)).key) {
      // The receiver may no longer see these prices.
      await giveUp(site, delivery.id, 'audience')
      continue
    }
    // Planning and earlier messages take time: a renewed secret is valid at once, and the previous one no longer.
    const secret = await readWebhookSecret(site.database.kysely, site.env, webhook.id)
    if (secret === undefined) return
    const outcome: Outcome =
      secret === null ? { error: 'secret' } : await post(site, webhook, delivery, secret, signal)
    if (signal?.aborted && outcome.error !== null) return
    if (outcome.error !== null) return noteFailure(site, webhook.id, delivery, outcome)
    await site.database.kysely
      .updateTable('webhook_deliveries')
      .set({ state: 'delivered', delivered_at: new Date(), attempts: delivery.attempts + 1 })
      .set({ status: outcome.status ?? null, error: null })
      .where('id', '=', delivery.id)
      .execute()
  }
}

function findFirst({ database }: WebhookSite, webhook: string): Promise<Delivery | undefined> {
  return database.kysely
    .selectFrom('webhook_deliveries')
    .select(['id', 'body', 'audience', 'attempts', 'next_at'])
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

interface Outcome {
  /** Null: it was accepted. */
  error: string | null
  status?: number | undefined
  /** The seconds that the receiver asked to wait. */
  retryAfter?: number | undefined
}

async function post(
  { env, clock }: WebhookSite,
  { url }: ActiveWebhook,
  { id, body }: Delivery,
  secret: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  try {
    // The id is the same in each attempt, so that the receiver can detect a repetition.
    const message = { id: `msg_${id}`, at: clock?.() ?? new Date(), body }
    return { error: null, status: await postSigned(env, { url, secret }, message, signal) }
  } catch (error) {
    if (error instanceof FetchError) {
      const { code, status, retryAfter } = error
      return { error: code, status, retryAfter }
    }
    return { error: 'unreachable' }
  }
}

/** Posts a message, signed as the Standard Webhooks specification says. @returns the receiver's status @throws FetchError */
export function postSigned(
  env: Pick<Services['env'], 'allowPrivateFeeds'>,
  { url, secret }: { url: string; secret: string },
  message: { id: string; at: Date; body: string },
  signal?: AbortSignal,
): Promise<number> {
  const headers = { 'content-type': 'application/json', ...signWebhook(secret, message) }
  const options = { ...POST_LIMITS, headers, allowPrivateAddresses: env.allowPrivateFeeds }
  return postGuarded(url, message.body, { ...options, ...(signal && { signal }) })
}

/** The next attempt is later; after the last one the webhook stops until an operator resumes it. */
async function noteFailure(
  site: WebhookSite,
  webhook: string,
  { id, attempts }: Delivery,
  { error, status, retryAfter }: Outcome,
): Promise<void> {
  const wait = nextWait(attempts + 1, retryAfter)
  const now = site.clock?.() ?? new Date()
  await site.database.kysely.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({ attempts: attempts + 1, error, status: status ?? null })
      .set(wait === null ? { state: 'failed' } : { next_at: new Date(now.getTime() + wait) })
      .where('id', '=', id)
      .execute()
    if (wait === null)
      await tx.updateTable('webhooks').set({ stopped_at: now }).where('id', '=', webhook).execute()
  })
}

async function giveUp({ database }: WebhookSite, id: number, error: string): Promise<void> {
  await database.kysely
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error })
    .where('id', '=', id)
    .execute()
}
