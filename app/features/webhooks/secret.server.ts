import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import { SealError, seal, unseal } from '#app/platform/vault.ts'
import { newWebhookSecret } from '#app/platform/webhook.ts'

const SECRET_PLACE = 'webhooks/secret'

export type SecretEnv = { secret?: string | undefined }

/** A new secret, and how it is stored. */
export async function makeSecret(
  db: Kysely<DB>,
  env: SecretEnv,
): Promise<{ secret: string; sealed: string }> {
  const secret = newWebhookSecret()
  return { secret, sealed: seal(await readSecret(db, env), SECRET_PLACE, secret) }
}

/** A stored secret. Null where it cannot be decrypted, because APP_SECRET has changed. */
export async function openSecret(db: Kysely<DB>, env: SecretEnv, sealed: string): Promise<string | null> {
  try {
    return unseal(await readSecret(db, env), SECRET_PLACE, sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** The secret of a webhook at this moment, as `openSecret` returns it. Undefined if the webhook is gone. */
export async function readWebhookSecret(
  db: Kysely<DB>,
  env: SecretEnv,
  id: string,
): Promise<string | null | undefined> {
  const row = await db.selectFrom('webhooks').select('sealed_secret').where('id', '=', id).executeTakeFirst()
  return row && openSecret(db, env, row.sealed_secret)
}
