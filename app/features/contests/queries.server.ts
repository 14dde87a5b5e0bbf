import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/** What persons decided of names in these countries, by the two names as one key. */
export async function readNameDecisions(
  db: Kysely<DB>,
  countryIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('team_name_decisions')
    .select(['name_a', 'name_b', 'is_same'])
    .where(sql<boolean>`country_id = any(${[...new Set(countryIds)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ name_a, name_b, is_same }) => [`${name_a}\n${name_b}`, is_same]))
}
