import { createI18n } from '#app/platform/i18n/i18n.ts'
import type { Services } from '#app/platform/services.ts'
import { getPlaceLabels } from '../catalogue/names.server.ts'
import { placeNamesOf } from '../catalogue/use-place-names.ts'
import { fold } from './fold.ts'
import { hasWord } from './search-terms.ts'

/** The sports and countries whose names have a folded word, by their ids. */
export type FindPlaces = (word: string) => { sports: string[]; countries: string[] }

/** Finds sports and countries by their stored names, and by those that the back office shows in a language. */
export async function readPlaceFinder(services: Services, language: string): Promise<FindPlaces> {
  const shown = placeNamesOf(createI18n(language, await getPlaceLabels(services, language)))
  const read = (table: 'sports' | 'countries') =>
    services.database.kysely.selectFrom(table).select(['id', 'name', 'display_name']).execute()
  const sports = foldNames(await read('sports'), shown.sport)
  const countries = foldNames(await read('countries'), shown.country)
  return (word) => ({ sports: findIds(sports, word), countries: findIds(countries, word) })
}

interface Folded {
  id: string
  names: string[]
}

function foldNames(
  rows: readonly { id: string; name: string; display_name: string | null }[],
  shown: (name: string) => string,
): Folded[] {
  return rows.map(({ id, name, display_name }) => ({
    id,
    names: [name, ...(display_name ? [display_name] : [])].flatMap((it) => [it, shown(it)]).map(fold),
  }))
}

const findIds = (places: readonly Folded[], word: string): string[] =>
  places.filter(({ names }) => names.some((name) => hasWord(name, word))).map(({ id }) => id)
