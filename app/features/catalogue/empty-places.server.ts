import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Changes, FieldProblem } from '#app/platform/edit/schema.ts'

export type PlaceTable = 'sports' | 'countries' | 'leagues'

const EMPTY: Record<PlaceTable, RawBuilder<boolean>> = {
  sports: sql`not exists (select from countries i where i.sport_id = sports.id)`,
  countries: sql`not exists (select from leagues i where i.country_id = countries.id)`,
  leagues: sql`not exists (select from matches i where i.league_id = leagues.id)
    and not exists (select from outrights i where i.league_id = leagues.id)`,
}

/** Whether nothing is in a place: no country of a sport, no league of a country, no match or outright of a league. */
export const isEmpty = (table: PlaceTable) => sql<boolean>`(${EMPTY[table]})`.as('is_empty')

/** Locks the places that an editor deletes, and refuses those that are not empty: a feed would lose its matches. */
export async function refuseFilled(
  tx: Kysely<DB>,
  table: PlaceTable,
  remove: Changes['remove'],
): Promise<FieldProblem[]> {
  if (remove.length === 0) return []
  const ids = remove.map(({ id }) => id)
  await sql`select from ${sql.table(table)} where id = any (${ids}::uuid[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any (${ids}::uuid[]) and not (${EMPTY[table]})`.execute(tx)
  return rows.map(({ id }) => ({ id, column: 'name', problem: 'list.not-empty' }))
}
