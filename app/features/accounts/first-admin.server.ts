import { randomInt } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { Database } from '#app/platform/db/connection.server.ts'
import { normalizeEmail } from './rules.ts'

const FIRST_EMAIL = 'admin@overround.local'
const PASSWORD_LENGTH = 16
/** Characters that are not easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** An administrator who can sign in at once, with a one-time password that must be replaced at the first sign-in. */
export interface NewAdmin {
  email: string
  password: string
}

/** Creates an administrator in a database without accounts. Null when there is an account already. */
export async function createFirstAdmin(database: Database): Promise<NewAdmin | null> {
  const someone = await database.kysely.selectFrom('profiles').select('id').limit(1).executeTakeFirst()
  if (someone) return null
  const made = await createAdmin(database, FIRST_EMAIL)
  return made.kind === 'created' ? made : null
}

export type AdminOutcome = ({ kind: 'created' } & NewAdmin) | { kind: 'promoted'; email: string }

/** Creates an administrator; an existing account is promoted and keeps its password. */
export async function createAdmin(database: Database, address: string): Promise<AdminOutcome> {
  const email = normalizeEmail(address)
  const password = Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const hash = await hashPassword(password)
  return database.kysely.transaction().execute(async (trx) => {
    const now = new Date()
    const created = await trx
      .insertInto('profiles')
      .values({ email, role: 'admin', is_active: true, confirmed_at: now, must_change_password: true })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) {
      const { id } = await trx
        .updateTable('profiles')
        .set({ role: 'admin', is_active: true, confirmed_at: now })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirstOrThrow()
      // A member's session can have a longer lifetime than an administrator's.
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
      // A site whose owners are all blocked has an owner again.
      await trx
        .updateTable('profiles')
        .set({ back_office_role: 'owner' })
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('profiles as o')
                .select('o.id')
                .where('o.back_office_role', '=', 'owner')
                .where('o.is_active', '=', true),
            ),
          ),
        )
        .execute()
      return { kind: 'promoted' as const, email }
    }
    await trx
      .insertInto('accounts')
      .values({ user_id: created.id, provider_id: 'credential', account_id: created.id, password: hash })
      .execute()
    return { kind: 'created' as const, email, password }
  })
}
