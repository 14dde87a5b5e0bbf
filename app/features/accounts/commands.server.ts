import type { Kysely } from 'kysely'
import { isUniqueViolation } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { digestOf } from './digest.server.ts'
import { USERNAME_HELD_MS } from './rules.ts'

type Target = Pick<Services, 'database'>

export interface ProfileFields {
  username: string
  fullName: string
  phone: string
  country: string
  preferredLanguage: string
  priceFormat: string
}

/**
 * Saves the user's own profile; 'taken' when the username belongs to somebody else, 'gone' when the account no longer
 * exists.
 */
export async function updateProfile(
  { database }: Target,
  userId: string,
  fields: ProfileFields,
): Promise<'saved' | 'taken' | 'gone'> {
  try {
    await releaseUsername({ database }, fields.username)
    const { numUpdatedRows } = await database.kysely
      .updateTable('profiles')
      .set({
        username: fields.username || null,
        full_name: fields.fullName || null,
        phone: fields.phone || null,
        country: fields.country || null,
        preferred_language: fields.preferredLanguage || null,
        price_format: fields.priceFormat || null,
      })
      .where('id', '=', userId)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? 'saved' : 'gone'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/**
 * Releases a username of a sign-up that was not confirmed within a day; the sign-up can still be confirmed, without the
 * name.
 */
export async function releaseUsername({ database }: Target, username: string): Promise<void> {
  await database.kysely
    .updateTable('profiles')
    .set({ username: null })
    .where('username', '=', username)
    .where('is_active', '=', false)
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', new Date(Date.now() - USERNAME_HELD_MS))
    .execute()
}

/**
 * Reserves the username of a sign-up, whether or not it created an account: otherwise the name would be free once the
 * sign-up is replaced, and taken where the address has an account.
 */
export async function reserveUsername({ database }: Target, username: string, email: string): Promise<void> {
  const until = new Date(Date.now() + USERNAME_HELD_MS)
  const email_digest = digestOf(email)
  await database.kysely
    .insertInto('reserved_usernames')
    .values({ username, until, email_digest })
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ until, email_digest }))
    .execute()
}

/** Adds a league to the favourites; false when there is no such league. Adding it again changes nothing. */
export async function addFavourite({ database }: Target, userId: string, leagueId: string): Promise<boolean> {
  const league = await database.kysely
    .selectFrom('leagues')
    .select('id')
    .where('id', '=', leagueId)
    .executeTakeFirst()
  if (!league) return false
  await database.kysely
    .insertInto('favorite_leagues')
    .values({ user_id: userId, league_id: leagueId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export async function removeFavourite({ database }: Target, userId: string, leagueId: string): Promise<void> {
  await database.kysely
    .deleteFrom('favorite_leagues')
    .where('user_id', '=', userId)
    .where('league_id', '=', leagueId)
    .execute()
}

/** Removes by the id of the favourite, as the profile's list does; only the user's own. */
export async function removeFavouriteById({ database }: Target, userId: string, id: string): Promise<void> {
  await database.kysely
    .deleteFrom('favorite_leagues')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Signs out one of the user's own devices. */
export async function revokeSession({ database }: Target, userId: string, id: string): Promise<void> {
  await database.kysely.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).execute()
}

/**
 * Ends what a new password makes invalid: the duty to choose one, links of resets, and sign-ins that wait for their
 * code.
 */
export async function passwordReplaced({ database }: Target, userId: string): Promise<void> {
  await database.kysely
    .updateTable('profiles')
    .set({ must_change_password: false })
    .where('id', '=', userId)
    .execute()
  await database.kysely.deleteFrom('verifications').where('value', '=', userId).execute()
}

const NO_DETAILS = { phone: null, country: null, consented_at: null, consent_version: null }

/** The columns of a profile that a sign-up fills. Before its address is confirmed, somebody else may have typed them. */
export const NO_SIGN_UP = { ...NO_DETAILS, username: null, full_name: null }

/**
 * Opens an account by a link that went to its address; false when it was confirmed before. With `own`, somebody else may
 * have signed up: the consent is the given one, and telephone number and country are cleared.
 */
export async function confirmOwner(
  { database }: Target,
  userId: string,
  own?: { consentVersion: string | null },
): Promise<boolean> {
  const now = new Date()
  const replaced = own && {
    ...NO_DETAILS,
    consented_at: own.consentVersion === null ? null : now,
    consent_version: own.consentVersion,
  }
  const { numUpdatedRows } = await database.kysely
    .updateTable('profiles')
    .set({ is_active: true, confirmed_at: now, ...replaced })
    .where('id', '=', userId)
    .where('is_active', '=', false)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a sign-up that nobody has confirmed, for a new one with the same address. */
export async function withdrawSignUp({ database }: Target, email: string): Promise<void> {
  await database.kysely
    .deleteFrom('profiles')
    .where('email', '=', email)
    .where('role', '=', 'user')
    .where('is_active', '=', false)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Gives an account one way to sign in, this password, and ends its sessions. */
export async function replaceCredentials(trx: Kysely<DB>, userId: string, hash: string): Promise<void> {
  await trx.deleteFrom('accounts').where('user_id', '=', userId).execute()
  await endAllSessions(trx, userId)
  await trx
    .insertInto('accounts')
    .values({ user_id: userId, provider_id: 'credential', account_id: userId, password: hash })
    .execute()
}

/** Also ends sign-ins that wait for their code, and links of resets. */
export async function endAllSessions(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
}

/** Turns off the second factor of an account; false when it is off already, or the account does not exist. */
export function removeTwoFactor({ database }: Target, email: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (trx) => {
    const user = await trx
      .updateTable('profiles')
      .set({ two_factor_enabled: false })
      .where('email', '=', email)
      .where('two_factor_enabled', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await trx.deleteFrom('two_factors').where('user_id', '=', user.id).execute()
    return true
  })
}

/**
 * Deletes the account with everything that belongs to it; false for the last owner, and for the last administrator of a
 * site without one, because nobody could administer the site.
 */
export function deleteAccount({ database }: Target, userId: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (trx) => {
    // Locked in one order: two owners who leave at once do not leave the site without one.
    const leaders = await trx
      .selectFrom('profiles')
      .select(['id', 'is_active', 'back_office_role'])
      .where('role', '=', 'admin')
      .orderBy('id')
      .forUpdate()
      .execute()
    const own = leaders.find(({ id }) => id === userId)
    const others = leaders.filter(({ id, is_active }) => is_active && id !== userId)
    const remaining =
      own?.back_office_role === 'owner' ? others.filter((it) => it.back_office_role === 'owner') : others
    if (own && remaining.length === 0) return false
    const { numDeletedRows } = await trx.deleteFrom('profiles').where('id', '=', userId).executeTakeFirst()
    return numDeletedRows === 1n
  })
}

/** Saves the format in which a user wants prices. */
export async function savePriceFormat({ database }: Target, userId: string, format: string): Promise<void> {
  await database.kysely
    .updateTable('profiles')
    .set({ price_format: format })
    .where('id', '=', userId)
    .execute()
}
