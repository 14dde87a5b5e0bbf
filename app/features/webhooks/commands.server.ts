import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, recordAudit, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import { isKeyValid } from '../read-api/valid-key.server.ts'
import { needsLeagues, type webhookRequest } from './schema.ts'
import { makeSecret, type SecretEnv } from './secret.server.ts'

const ENTITY = 'webhooks'
/** Deliveries on the screen of a webhook. */
const SHOWN = 50

const WEBHOOKS: EditableList = {
  table: ENTITY,
  columns: ['name', 'url', 'events', 'leagues', 'price_percent', 'country', 'is_active'],
  label: sql<string>`r.name`,
}

/** A new webhook tells nothing until events are chosen. @returns its id, and its secret, which is shown once */
export async function createWebhook(
  db: Kysely<DB>,
  env: SecretEnv,
  { name, url, key_id }: z.infer<typeof webhookRequest>,
  actor: Actor,
): Promise<{ id: string; secret: string } | undefined> {
  const { secret, sealed } = await makeSecret(db, env)
  return db.transaction().execute(async (tx) => {
    const key = await tx.selectFrom('api_keys').select('id').where('id', '=', key_id).executeTakeFirst()
    if (!key) return undefined
    const { id } = await tx
      .insertInto('webhooks')
      .values({ name, url, key_id, sealed_secret: sealed, events: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { name, url, key_id }
    await recordAudit(tx, actor, [{ entity: ENTITY, entityId: id, label: name, action: 'create', after }])
    return { id, secret }
  })
}

/** Generates a new secret. Signatures with the previous one become invalid. @returns undefined if the webhook is gone */
export async function renewSecret(
  db: Kysely<DB>,
  env: SecretEnv,
  id: string,
  actor: Actor,
): Promise<string | undefined> {
  const { secret, sealed } = await makeSecret(db, env)
  const isRenewed = await change(db, id, actor, { sealed_secret: sealed }, { sealed_secret: '•••' })
  return isRenewed ? secret : undefined
}

/** Sends again after a webhook was stopped, first the changes of meanwhile. */
export function resume(db: Kysely<DB>, id: string, actor: Actor): Promise<boolean> {
  return change(db, id, actor, { stopped_at: null }, { stopped_at: null })
}

function change(
  db: Kysely<DB>,
  id: string,
  actor: Actor,
  set: { sealed_secret: string } | { stopped_at: null },
  after: Record<string, string | null>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const webhook = await tx
      .updateTable('webhooks')
      .set(set)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!webhook) return false
    await recordAudit(tx, actor, [
      { entity: ENTITY, entityId: id, label: webhook.name, action: 'update', after },
    ])
    return true
  })
}

/** Deletes a webhook with its messages. */
export function removeWebhook(db: Kysely<DB>, id: string, actor: Actor): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const webhook = await tx
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .returning(['name', 'url'])
      .executeTakeFirst()
    if (!webhook) return false
    const { name, url } = webhook
    await recordAudit(tx, actor, [
      { entity: ENTITY, entityId: id, label: name, action: 'delete', before: { name, url } },
    ])
    return true
  })
}

/** Saves an editor's changes. A webhook that tells prices needs leagues. */
export async function saveWebhooks(db: Kysely<DB>, { update }: Changes, actor: Actor): Promise<SaveOutcome> {
  return db.transaction().execute(async (tx) => {
    for (const { id, after } of update) {
      const row = await tx
        .selectFrom('webhooks')
        .select(['events', 'leagues'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (row && needsLeagues({ ...row, ...(after as Partial<typeof row>) }))
        return {
          kind: 'invalid',
          problems: [{ id, column: 'leagues', problem: 'webhooks.problem-no-league' }],
        }
    }
    const outcome = await saveChanges(tx, WEBHOOKS, { create: [], update, remove: [] }, actor)
    if (outcome.kind !== 'saved') return outcome
    for (const { id, after } of update) {
      if (!('leagues' in after || 'events' in after || 'country' in after)) continue
      // The prices that later ones are compared with are read again.
      await tx.updateTable('webhooks').set({ is_seeded: false }).where('id', '=', id).execute()
      await tx.deleteFrom('webhook_prices').where('webhook_id', '=', id).execute()
    }
    return outcome
  })
}

/**
 * Sends messages again, also those that were delivered. They keep their ids.
 * @param webhook if they must be its own
 * @returns how many there are
 */
export async function redeliver(
  db: Kysely<DB>,
  ids: readonly (number | string)[],
  webhook?: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: new Date(), error: null, status: null })
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .$if(webhook !== undefined, (query) => query.where('webhook_id', '=', webhook ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether the key `k` of a webhook was revoked or has expired: nothing is sent any more. */
const hasKeyEnded = () => sql<boolean>`not ${isKeyValid(new Date())}`.as('has_key_ended')

/** Every webhook with its key and its messages that wait, by name. */
export async function listWebhooks(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('webhooks as w')
    .innerJoin('api_keys as k', 'k.id', 'w.key_id')
    .select(['w.id', 'w.name', 'w.url', 'w.is_active', 'w.stopped_at', 'k.name as key'])
    .select(hasKeyEnded())
    .select((eb) => [
      eb
        .selectFrom('webhook_deliveries as d')
        .whereRef('d.webhook_id', '=', 'w.id')
        .where('d.state', '=', 'waiting')
        .select(eb.fn.countAll<number>().as('count'))
        .as('waiting'),
    ])
    .orderBy('w.name')
    .orderBy('w.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    waiting: Number(row.waiting ?? 0),
  }))
}

/** A webhook as its editor shows it, with its last messages, the newest first. */
export async function findWebhook(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('webhooks as w')
    .innerJoin('api_keys as k', 'k.id', 'w.key_id')
    .select(['w.id', 'w.name', 'w.url', 'w.events', 'w.leagues', 'w.price_percent', 'w.country'])
    .select(['w.is_active', 'w.stopped_at', 'k.name as key'])
    .select(hasKeyEnded())
    .where('w.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { stopped_at, key, has_key_ended, ...columns } = row
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'state', 'attempts', 'next_at', 'status', 'error', 'created_at', 'delivered_at'])
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  const leagues = await db
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .select(['l.id', 'c.name as country', 'l.name as league'])
    .where(sql<boolean>`l.id = any (string_to_array(nullif(${row.leagues}, ''), ' ')::uuid[])`)
    .orderBy('c.name')
    .orderBy('l.name')
    .execute()
  return {
    row: columns,
    key,
    hasKeyEnded: has_key_ended,
    stoppedAt: stopped_at?.toISOString() ?? null,
    leagues,
    deliveries: deliveries.map(({ next_at, created_at, delivered_at, ...rest }) => ({
      ...rest,
      nextAt: next_at.toISOString(),
      createdAt: created_at.toISOString(),
      deliveredAt: delivered_at?.toISOString() ?? null,
    })),
  }
}
