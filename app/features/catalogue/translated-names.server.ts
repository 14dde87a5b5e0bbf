import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { ROOT } from '#app/platform/files/root.ts'
import { localeOf } from '#app/platform/locale.ts'
import { placeKey, sportKey, sportName } from './place-names.ts'

const FOLDER = path.join(ROOT, 'locales')

const readers = { countries: countryNames, sports: sportNames }
const known = new Map<string, ReadonlyMap<string, string>>()

/**
 * The English name, which feeds use, of a country or sport that an operator names in a language of the site: 'Italia' is Italy.
 * Null for other names, and for one that languages use for different places.
 */
export function englishName(list: 'countries' | 'sports', name: string): string | null {
  const names = known.get(list) ?? readers[list]()
  known.set(list, names)
  return names.get(placeKey(name)) ?? null
}

function languages(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? it.name : []))
}

function countryNames(): ReadonlyMap<string, string> {
  const named = languages().flatMap((language) => {
    const regions = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' })
    return Object.entries(english.countries).map(
      ([code, names]) => [regions.of(code), [names].flat()[0] ?? code] as const,
    )
  })
  return withoutAmbiguous(named, placeKey)
}

function sportNames(): ReadonlyMap<string, string> {
  const read = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(path.join(FOLDER, language, 'sports.json'), 'utf8'))
  const own = read('en')
  const named = languages().flatMap((language) =>
    Object.entries(read(language)).map(([key, name]) => [name, sportName(own[key] ?? key)] as const),
  )
  return withoutAmbiguous(named, sportKey)
}

function withoutAmbiguous(
  named: readonly (readonly [name: string | undefined, english: string])[],
  keyOf: (name: string) => string,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const [name, own] of named) {
    if (name === undefined) continue
    const key = placeKey(name)
    const other = names.get(key)
    if (other !== undefined && keyOf(other) !== keyOf(own)) ambiguous.add(key)
    else if (other === undefined) names.set(key, own)
  }
  for (const key of ambiguous) names.delete(key)
  return names
}
