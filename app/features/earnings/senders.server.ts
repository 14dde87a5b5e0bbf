import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, recordAudit, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import { SealError, seal, unseal } from '#app/platform/vault.ts'
import { newAddressKey, newSecret } from './signature.ts'

const ENTITY = 'postback_senders'
const SECRET_PLACE = 'earnings/postbacks'

type Env = { secret?: string | undefined }

const name = z.string().trim().min(1, 'problem.required').max(100, 'problem.too-long')

/** A new sender, as an operator enters it. The messages are keys of the texts of the back office. */
export const senderRequest = z.object({ name, bookmaker_id: z.union([z.uuid(), z.null()]) })

/** The columns of a sender that an operator can change. */
export const senderChange = z.object({
  name,
  bookmaker_id: z.union([z.uuid(), z.null()]),
  is_active: z.boolean(),
})

const SENDERS: EditableList = {
  table: ENTITY,
  columns: ['name', 'bookmaker_id', 'is_active'],
  label: sql<string>`r.name`,
}

/** @returns its secret, which is shown once */
export async function createSender(
  db: Kysely<DB>,
  env: Env,
  { name, bookmaker_id }: z.infer<typeof senderRequest>,
  actor: Actor,
): Promise<{ key: string; secret: string }> {
  const made = { key: newAddressKey(), secret: newSecret() }
  const sealed_secret = seal(await readSecret(db, env), SECRET_PLACE, made.secret)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('postback_senders')
      .values({ name, bookmaker_id, key: made.key, sealed_secret })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, actor, [
      { entity: ENTITY, entityId: id, label: name, action: 'create', after: { name, bookmaker_id } },
    ])
  })
  return made
}

/** Generates a new secret of a sender. Signatures with the previous one become invalid. @returns undefined if it is gone */
export async function renewSecret(
  db: Kysely<DB>,
  env: Env,
  id: string,
  actor: Actor,
): Promise<{ key: string; secret: string } | undefined> {
  const secret = newSecret()
  const sealed_secret = seal(await readSecret(db, env), SECRET_PLACE, secret)
  return db.transaction().execute(async (tx) => {
    const sender = await tx
      .updateTable('postback_senders')
      .set({ sealed_secret })
      .where('id', '=', id)
      .returning(['name', 'key'])
      .executeTakeFirst()
    if (!sender) return undefined
    await recordAudit(tx, actor, [
      { entity: ENTITY, entityId: id, label: sender.name, action: 'update', after: { sealed_secret: '•••' } },
    ])
    return { key: sender.key, secret }
  })
}

/** Saves an editor's changes. A sender that is switched off is refused; its earnings stay. */
export function saveSenders(db: Kysely<DB>, { update }: Changes, actor: Actor): Promise<SaveOutcome> {
  return db.transaction().execute((tx) => saveChanges(tx, SENDERS, { create: [], update, remove: [] }, actor))
}

/** Every sender by name, with its count of stored transactions. */
export async function listSenders(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('postback_senders as s')
    .select(['s.id', 's.name', 's.bookmaker_id', 's.key', 's.is_active'])
    .select((eb) => [
      eb
        .selectFrom('earnings as e')
        .whereRef('e.sender_id', '=', 's.id')
        .select(eb.fn.countAll<number>().as('count'))
        .as('transactions'),
    ])
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
  return rows.map((row) => ({ ...row, transactions: Number(row.transactions ?? 0) }))
}

export interface Sender {
  id: string
  secret: string
}

/** An active sender by the key of its address. Null if there is none, or its secret was sealed with another APP_SECRET. */
export async function findSender(db: Kysely<DB>, env: Env, key: string): Promise<Sender | null> {
  const row = await db
    .selectFrom('postback_senders')
    .select(['id', 'sealed_secret'])
    .where('key', '=', key)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  try {
    return { id: row.id, secret: unseal(await readSecret(db, env), SECRET_PLACE, row.sealed_secret) }
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
