import { type Kysely, sql } from 'kysely'
import { updateCountries, updateLeagues, updateSports } from '#app/features/catalogue/commands.server.ts'
import { englishName } from '#app/features/catalogue/translated-names.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { Rollback, recordAudit, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import { toValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import { type CreatedPlace, type Place, Places } from './places.server.ts'

/** A place as an operator names it, without the parts below it. */
interface OwnPlace {
  sport: string
  country?: string
  league?: string
}

/**
 * Finds a place, or creates what is missing of it: by the names that the site shows, else as a feed's names are found, so that feeds find it
 * later. A country or sport may be named in any language of the site.
 */
export async function findOrCreatePlace(
  tx: Kysely<DB>,
  places: Places,
  asked: OwnPlace,
): Promise<Pick<Place, 'sportId' | 'sport'> & Partial<Place>> {
  const sport = await places.sport(await storedName(tx, 'sports', asked.sport, null))
  const found = { sportId: sport.id, sport: sport.name }
  if (asked.country === undefined) return found
  const country = await places.country(sport, await storedName(tx, 'countries', asked.country, sport.id))
  const inCountry = { ...found, countryId: country.id, country: country.name }
  if (asked.league === undefined) return inCountry
  const league = await places.league(
    sport,
    country,
    await storedName(tx, 'leagues', asked.league, country.id),
  )
  return { ...inCountry, leagueId: league.id, league: league.name }
}

const PARENT = { countries: 'sport_id', leagues: 'country_id' } as const

/** The stored name of the place that the site shows by a name; the name itself if none is shown so. */
async function storedName(
  tx: Kysely<DB>,
  table: 'sports' | 'countries' | 'leagues',
  shown: string,
  parent: string | null,
): Promise<string> {
  const within = table === 'sports' ? sql`true` : sql`${sql.ref(PARENT[table])} = ${parent}`
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where lower(display_name) = ${shown.toLowerCase()} and ${within}
    limit 1`.execute(tx)
  return rows[0]?.name ?? (table === 'leagues' ? null : englishName(table, shown)) ?? shown
}

export type PlaceList = CreatedPlace['entity']

const UPDATE = { sports: updateSports, countries: updateCountries, leagues: updateLeagues }

/** Saves an operator's changes of a list of places, with new ones. A new one that is there already stays as it is. */
export function savePlaces(
  { database }: Pick<Services, 'database'>,
  list: PlaceList,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    const places = new Places(tx)
    const given: Changes['update'] = []
    for (const { values } of changes.create) {
      const id = await createPlace(tx, places, list, values)
      if (id) given.push(await givenValues(tx, list, id, values))
    }
    await recordPlaces(tx, actor, places)
    const update = [...changes.update, ...given.filter(({ after }) => Object.keys(after).length > 0)]
    const outcome = await UPDATE[list](tx, { create: [], update, remove: [] }, actor)
    if (outcome.kind !== 'saved') throw new Rollback(outcome)
    return { kind: 'saved', count: changes.update.length + given.length }
  })
}

/** Which of these new places are there already, or named by an earlier one of them. Creates them as a save does, and nothing stays. */
export async function findKnownPlaces(
  { database }: Pick<Services, 'database'>,
  list: PlaceList,
  create: Changes['create'],
): Promise<Set<string>> {
  const known = new Set<string>()
  await saveTogether(database.kysely, async (tx) => {
    const places = new Places(tx)
    for (const { id, values } of create) {
      if (!(await createPlace(tx, places, list, values))) known.add(id)
    }
    throw new Rollback({ kind: 'saved', count: 0 })
  })
  return known
}

/** @returns the id of the new place; null if it is there already */
async function createPlace(
  tx: Kysely<DB>,
  places: Places,
  list: PlaceList,
  values: Values,
): Promise<string | null> {
  const [name, sport, country] = [String(values.name), String(values.sport), String(values.country)]
  const asked = {
    sports: { sport: name },
    countries: { sport, country: name },
    leagues: { sport, country, league: name },
  }
  const before = places.created.length
  await findOrCreatePlace(tx, places, asked[list])
  return places.created.slice(before).find(({ entity }) => entity === list)?.id ?? null
}

const NAMES = ['name', 'sport', 'country']

/** The values of a new place that its row of a file gives, as a change of the created row. */
async function givenValues(
  tx: Kysely<DB>,
  list: PlaceList,
  id: string,
  values: Values,
): Promise<Changes['update'][number]> {
  const row: Record<string, unknown> = await tx
    .selectFrom(list)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const after = Object.fromEntries(Object.entries(values).filter(([column]) => !NAMES.includes(column)))
  const before = Object.fromEntries(Object.keys(after).map((column) => [column, toValue(row[column])]))
  return { id, before, after }
}

/** Writes what an operator's change has created into the history. */
export async function recordPlaces(tx: Kysely<DB>, actor: Actor, { created }: Places): Promise<void> {
  await recordAudit(
    tx,
    actor,
    created.map(({ entity, id, name }) => ({
      ...{ entity, entityId: id, label: name, action: 'create' as const, after: { name } },
    })),
  )
}
