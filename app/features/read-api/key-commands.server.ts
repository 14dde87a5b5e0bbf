import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, recordAudit, saveUpdates } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import { dayOf } from '#app/platform/time.ts'
import { hashKey, newKey } from './keys.ts'

const ENTITY = 'api_keys'
const MOST_PER_MINUTE = 100_000
const perMinute = z
  .number('problem.number')
  .int('problem.number')
  .min(1, 'problem.number')
  .max(MOST_PER_MINUTE, 'problem.number')

/** A new key, as an administrator enters it. The messages are keys of the texts of the back office. */
export const keyRequest = z.object({
  name: z.string().trim().min(1, 'problem.required').max(100, 'problem.too-long'),
  limit_per_minute: perMinute,
  /** The last day of its validity, in UTC; empty: it does not expire. */
  expires_on: z.union([
    z.literal(''),
    z.iso.date('api.problem-day').refine((day) => day >= dayOf(new Date(), 'UTC'), 'api.problem-past'),
  ]),
})

/** The settings of the API that an operator can change. */
export const apiChange = z.object({ needs_key: z.boolean(), anonymous_limit: perMinute })

/** @returns the key, which cannot be read again */
export async function createKey(
  db: Kysely<DB>,
  { name, limit_per_minute, expires_on }: z.infer<typeof keyRequest>,
  actor: Actor,
): Promise<string> {
  const { key, hint } = newKey()
  await db.transaction().execute(async (tx) => {
    const { id, expires_at } = await tx
      .insertInto('api_keys')
      .values({
        ...{ name, hint, limit_per_minute },
        hash: hashKey(key),
        expires_at:
          expires_on === ''
            ? null
            : sql<Date>`${expires_on}::date::timestamp at time zone 'UTC' + interval '1 day'`,
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow()
    const after = { name, hint, limit_per_minute, expires_at: expires_at?.toISOString() ?? null }
    await recordAudit(tx, actor, [{ entity: ENTITY, entityId: id, label: name, action: 'create', after }])
  })
  return key
}

/** A revoked key is refused at once, and stays in the list. @returns whether it was valid before */
export async function revokeKey(db: Kysely<DB>, id: string, actor: Actor): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['name', 'revoked_at'])
      .executeTakeFirst()
    if (!revoked) return false
    await recordAudit(tx, actor, [
      {
        ...{ entity: ENTITY, entityId: id, label: revoked.name, action: 'update' },
        before: { revoked_at: null },
        after: { revoked_at: revoked.revoked_at?.toISOString() ?? null },
      },
    ])
    return true
  })
}

const SETTINGS: EditableList = {
  table: 'api_settings',
  columns: ['needs_key', 'anonymous_limit'],
  label: sql<string>`''`,
}

export function saveApiSettings(db: Kysely<DB>, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveUpdates(db, SETTINGS, changes, actor)
}

/** The settings as their editor shows them; columns by their database names. */
export async function readEditorApi(db: Kysely<DB>) {
  return db
    .selectFrom('api_settings')
    .select(['id', 'needs_key', 'anonymous_limit'])
    .executeTakeFirstOrThrow()
}

/** Every key, the newest first, with its state and last use. Its secret is not stored. */
export async function listKeys(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('api_keys as k')
    .leftJoin('api_key_uses as u', 'u.key', 'k.id')
    .select([
      'k.id',
      'k.name',
      'k.hint',
      'k.limit_per_minute',
      'k.expires_at',
      'k.revoked_at',
      'k.created_at',
    ])
    .select('u.last_used_at')
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute()
  const now = new Date()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    limit: row.limit_per_minute,
    expiresAt: row.expires_at?.toISOString() ?? null,
    state: stateOf(row, now),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Compares instants: the text of one beyond the year 9999 begins with a sign. */
function stateOf(
  { revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date | null },
  now: Date,
): 'valid' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'valid'
}
