import type { Kysely } from 'kysely'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'

export interface Recipient {
  to: string
  language: string
}

/**
 * The recipients of alerts: the configured addresses, or every active administrator; each in the language of the
 * account.
 */
export async function listRecipients(
  db: Kysely<DB>,
  services: Services,
  named: readonly string[],
): Promise<Recipient[]> {
  const { active, default: fallback } = await getKnownLanguages({
    ...services,
    database: { ...services.database, kysely: db },
  })
  const profiles = await db
    .selectFrom('profiles')
    .select(['email', 'preferred_language', 'role', 'is_active'])
    .where((eb) =>
      named.length > 0
        ? eb('email', 'in', [...named])
        : eb.and([eb('role', '=', 'admin'), eb('is_active', '=', true)]),
    )
    .execute()
  const languages = new Map(profiles.map((profile) => [profile.email, profile.preferred_language ?? '']))
  const addresses = named.length > 0 ? named : profiles.map(({ email }) => email)
  return addresses.map((to) => {
    const preferred = languages.get(to) ?? ''
    return { to, language: active.includes(preferred) ? preferred : fallback }
  })
}
