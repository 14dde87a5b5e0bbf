import type { Services } from '#app/platform/services.ts'
import { digestOf } from './digest.server.ts'
import { USERNAME_HELD_MS } from './rules.ts'
import type { FavouriteLeague, Profile, SessionEntry } from './schema.ts'
import { listSignIns, shortAddress } from './sign-ins.server.ts'

type Source = Pick<Services, 'database'>

/**
 * Whether exactly this name is taken or reserved by a sign-up. A sign-up reserves it for a day, except for the next one
 * with the same e-mail address.
 */
export async function isUsernameTaken(
  { database }: Source,
  username: string,
  email?: string,
): Promise<boolean> {
  const [profile, reserved] = await Promise.all([
    database.kysely
      .selectFrom('profiles')
      .select((eb) => eb.or([eb('is_active', '=', true), eb('confirmed_at', 'is not', null)]).as('isAccount'))
      .where('username', '=', username)
      .where((eb) =>
        eb.or([
          eb('is_active', '=', true),
          eb('confirmed_at', 'is not', null),
          eb('created_at', '>', new Date(Date.now() - USERNAME_HELD_MS)),
        ]),
      )
      .executeTakeFirst(),
    database.kysely
      .selectFrom('reserved_usernames')
      .select('email_digest')
      .where('username', '=', username)
      .where('until', '>', new Date())
      .executeTakeFirst(),
  ])
  if (profile?.isAccount) return true
  if (reserved && email !== undefined) return reserved.email_digest !== digestOf(email)
  return profile !== undefined || reserved !== undefined
}

export async function getProfile({ database }: Source, userId: string): Promise<Profile | null> {
  const row = await database.kysely
    .selectFrom('profiles')
    .select(['email', 'username', 'full_name', 'phone', 'country', 'preferred_language', 'price_format'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  return {
    email: row.email,
    username: row.username,
    fullName: row.full_name,
    phone: row.phone,
    country: row.country,
    preferredLanguage: row.preferred_language,
    priceFormat: row.price_format,
  }
}

/** `blocked`: an administrator has closed it; `not-verified`: its address was never confirmed. */
export type AccountState = 'active' | 'blocked' | 'not-verified'

/** Null when there is no such account. */
export async function readAccountState(
  { database }: Source,
  of: { id: string } | { email: string },
): Promise<AccountState | null> {
  const row = await database.kysely
    .selectFrom('profiles')
    .select(['is_active', 'confirmed_at'])
    .where((eb) => ('id' in of ? eb('id', '=', of.id) : eb('email', '=', of.email)))
    .executeTakeFirst()
  if (!row) return null
  return row.is_active ? 'active' : row.confirmed_at ? 'blocked' : 'not-verified'
}

/** The open sessions of a user, the current one first. */
export async function listSessions(
  { database }: Source,
  userId: string,
  currentId: string,
): Promise<SessionEntry[]> {
  const rows = await database.kysely
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('updated_at', 'desc')
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      current: row.id === currentId,
      userAgent: row.user_agent,
      ipAddress: row.ip_address ? shortAddress(row.ip_address) : null,
      lastUsed: row.updated_at,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

export async function listFavouriteIds({ database }: Source, userId: string): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('favorite_leagues')
    .select('league_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.league_id)
}

/** The favourite leagues with the data of their links. A hidden league is included, so that it can be removed. */
export async function listFavourites({ database }: Source, userId: string): Promise<FavouriteLeague[]> {
  const rows = await database.kysely
    .selectFrom('favorite_leagues as f')
    .innerJoin('leagues as l', 'l.id', 'f.league_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .select([
      'f.id',
      'l.id as league_id',
      'l.name',
      'l.display_name',
      'l.logo_url',
      'l.slug',
      'l.is_active',
      's.slug as sport_slug',
      's.name as sport_name',
      's.is_active as sport_active',
      'c.code as country_code',
      'c.name as country_name',
      'c.slug as country_slug',
      'c.is_active as country_active',
    ])
    .where('f.user_id', '=', userId)
    .orderBy('f.created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    leagueId: row.league_id,
    name: row.display_name || row.name,
    logoUrl: row.logo_url,
    slug: row.slug,
    sport: { name: row.sport_name, slug: row.sport_slug },
    country: { name: row.country_name, code: row.country_code, slug: row.country_slug },
    isShown: row.is_active && row.sport_active && row.country_active,
  }))
}

/** Everything that the site stores about a user, as an export; without secrets. */
export async function exportAccount({ database }: Source, userId: string) {
  const { kysely } = database
  const [profile, sessions, signIns, favourites, consent] = await Promise.all([
    kysely
      .selectFrom('profiles')
      .select([
        'id',
        'email',
        'username',
        'full_name',
        'phone',
        'country',
        'role',
        'preferred_language',
        'price_format',
        'is_active',
        'confirmed_at',
        'two_factor_enabled',
        'created_at',
        'updated_at',
      ])
      .where('id', '=', userId)
      .executeTakeFirst(),
    kysely
      .selectFrom('sessions')
      .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    listSignIns({ database }, { userId }),
    listFavourites({ database }, userId),
    kysely
      .selectFrom('profiles as p')
      .leftJoin('consent_texts as t', 't.version', 'p.consent_version')
      .select(['p.consented_at as given_at', 't.language', 't.text', 't.links'])
      .where('p.id', '=', userId)
      .where('p.consented_at', 'is not', null)
      .execute(),
  ])
  return { exported_at: new Date(), profile, sessions, consents: consent, sign_ins: signIns, favourites }
}
