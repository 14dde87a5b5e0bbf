import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { type PlaceTable, refuseFilled } from './empty-places.server.ts'
import { fixedSportPosition } from './place-names.ts'

type Writer = Pick<Services, 'database'>

/** An editor creates no place, and deletes only those that nothing is in. */
async function saveList(
  tx: Kysely<DB>,
  list: EditableList & { table: PlaceTable },
  { update, remove }: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  const problems = await refuseFilled(tx, list.table, remove)
  if (problems.length > 0) return { kind: 'invalid', problems }
  return saveChanges(tx, list, { create: [], update, remove }, actor)
}

const label = sql<string>`coalesce(nullif(r.display_name, ''), r.name)`

const SPORTS: EditableList & { table: PlaceTable } = {
  table: 'sports',
  columns: ['display_name', 'menu_position', 'is_active'],
  label,
}

/** Saves an editor's changes of the list of sports. */
export function saveSports({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute((tx) => updateSports(tx, changes, actor))
}

/** A sport with a fixed position keeps it, whatever was sent. */
export async function updateSports(tx: Kysely<DB>, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  const names = await tx.selectFrom('sports').select(['id', 'name']).execute()
  const fixed = new Map(names.map(({ id, name }) => [id, fixedSportPosition(name)]))
  const update = changes.update.map((change) => {
    const position = fixed.get(change.id)
    if (position === null || position === undefined || !('menu_position' in change.after)) return change
    return { ...change, after: { ...change.after, menu_position: position } }
  })
  return saveList(tx, SPORTS, { ...changes, update }, actor)
}

const COUNTRIES: EditableList & { table: PlaceTable } = {
  table: 'countries',
  columns: ['display_name', 'menu_position', 'is_active'],
  label,
}

const LEAGUES: EditableList & { table: PlaceTable } = {
  table: 'leagues',
  columns: ['display_name', 'logo_url', 'menu_position', 'is_active'],
  label,
}

/** Saves an editor's changes of the list of countries. */
export function saveCountries({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute((tx) => updateCountries(tx, changes, actor))
}

export function updateCountries(tx: Kysely<DB>, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveList(tx, COUNTRIES, changes, actor)
}

/** Saves an editor's changes of the list of leagues. */
export function saveLeagues({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute((tx) => updateLeagues(tx, changes, actor))
}

/** A position that an editor sets ends the automatic order of its country. */
export async function updateLeagues(tx: Kysely<DB>, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  const placed = changes.update.filter(({ after }) => 'menu_position' in after).map(({ id }) => id)
  const outcome = await saveList(tx, LEAGUES, changes, actor)
  if (placed.length > 0 && outcome.kind === 'saved') {
    await tx
      .updateTable('countries')
      .set({ leagues_ordered: true })
      .where('leagues_ordered', '=', false)
      .where('id', 'in', (eb) => eb.selectFrom('leagues').select('country_id').where('id', 'in', placed))
      .execute()
  }
  return outcome
}
