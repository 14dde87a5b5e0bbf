import { randomInt } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { Database } from '#app/platform/db/connection.server.ts'
import { endAllSessions, NO_SIGN_UP, replaceCredentials } from './commands.server.ts'
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

export type AdminOutcome =
  | ({ kind: 'created' } & NewAdmin)
  /** With the password of before. */
  | { kind: 'promoted'; email: string; mustChangePassword: boolean }

/**
 * Creates an administrator, or promotes a confirmed account, whose owner replaces the password of a member. A sign-up that
 * was never confirmed may be anybody's: its password is replaced, and what it says is deleted, as for a new account.
 */
export async function createAdmin(database: Database, address: string): Promise<AdminOutcome> {
  const email = normalizeEmail(address)
  const password = Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const hash = await hashPassword(password)
  return database.kysely.transaction().execute(async (trx) => {
    const admin = { role: 'admin', is_active: true, confirmed_at: new Date() }
    const created = await trx
      .insertInto('profiles')
      .values({ email, ...admin, must_change_password: true })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created) {
      await replaceCredentials(trx, created.id, hash)
      return { kind: 'created' as const, email, password }
    }
    const account = await trx
      .selectFrom('profiles')
      .select(['id', 'back_office_role', 'is_active', 'confirmed_at', 'must_change_password'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isConfirmed = account.is_active || account.confirmed_at !== null
    const mustChangePassword = account.must_change_password || account.back_office_role === null
    await trx
      .updateTable('profiles')
      .set({ ...admin, must_change_password: mustChangePassword, ...(isConfirmed ? {} : NO_SIGN_UP) })
      .where('id', '=', account.id)
      .execute()
    // A member's session can have a longer lifetime than an administrator's.
    if (isConfirmed) await endAllSessions(trx, account.id)
    else await replaceCredentials(trx, account.id, hash)
    // A site whose owners are all blocked has an owner again.
    await trx
      .updateTable('profiles')
      .set({ back_office_role: 'owner' })
      .where('id', '=', account.id)
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
    return isConfirmed
      ? { kind: 'promoted' as const, email, mustChangePassword }
      : { kind: 'created' as const, email, password }
  })
}
