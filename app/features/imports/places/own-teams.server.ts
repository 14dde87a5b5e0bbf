import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { Rollback, recordAudit, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { findOrCreatePlace, recordPlaces } from './own-places.server.ts'
import { type Place, Places } from './places.server.ts'

type Writer = Pick<Services, 'database'>

/**
 * Adds teams without a match, with their sport and country if these are new. One that is there already stays as it is. A match
 * that names a team of its country later is of that team.
 */
export function saveTeams({ database }: Writer, { create }: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    const places = new Places(tx)
    const made: { id: string; values: Values }[] = []
    for (const { values } of create) {
      const id = await createTeam(tx, places, values)
      if (id) made.push({ id, values })
    }
    await recordPlaces(tx, actor, places)
    await recordAudit(
      tx,
      actor,
      made.map(({ id, values: { sport, country, name } }) => ({
        ...{ entity: 'teams', entityId: id, label: String(name), action: 'create' as const },
        after: { sport: sport ?? null, country: country ?? null, name: name ?? null },
      })),
    )
    return { kind: 'saved', count: made.length }
  })
}

/** Which of these new teams are there already, or named by an earlier one of them. Nothing stays. */
export async function findKnownTeams({ database }: Writer, create: Changes['create']): Promise<Set<string>> {
  const known = new Set<string>()
  await saveTogether(database.kysely, async (tx) => {
    const places = new Places(tx)
    for (const { id, values } of create) if (!(await createTeam(tx, places, values))) known.add(id)
    throw new Rollback({ kind: 'saved', count: 0 })
  })
  return known
}

/** @returns the id of the new team; null if its country has one of this name */
async function createTeam(tx: Kysely<DB>, places: Places, values: Values): Promise<string | null> {
  const asked = { sport: String(values.sport), country: String(values.country) }
  const { countryId } = (await findOrCreatePlace(tx, places, asked)) as Place
  const row = await tx
    .insertInto('teams')
    .values({ country_id: countryId, name: String(values.name) })
    .onConflict((conflict) => conflict.columns(['country_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
