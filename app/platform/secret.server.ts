import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from './db/types.ts'

/** APP_SECRET, or a secret that the site generates and stores in its database. */
export async function readSecret(
  db: Kysely<DB>,
  { secret }: { secret?: string | undefined },
): Promise<string> {
  if (secret) return secret
  await db
    .insertInto('app_secrets')
    .values({ name: 'auth', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', 'auth')
    .executeTakeFirstOrThrow()
  return row.value
}
