import { randomBytes } from 'node:crypto'
import type { Services } from '#app/platform/services.ts'

/** APP_SECRET, or one that the site made for itself and keeps in its database. */
export async function readSecret({ database, env }: Pick<Services, 'database' | 'env'>): Promise<string> {
  if (env.secret) return env.secret
  await database.kysely
    .insertInto('app_secrets')
    .values({ name: 'auth', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await database.kysely
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', 'auth')
    .executeTakeFirstOrThrow()
  return row.value
}
