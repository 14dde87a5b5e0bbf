import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#app/platform/files/root.ts'
import { localeOf } from '#app/platform/locale.ts'
import { englishCountryName, ISO_CODES, knownCountryCode } from './countries.ts'
import { placeKey, sportKey, sportName } from './place-names.ts'

const FOLDER = path.join(ROOT, 'locales')

const readers = { countries: countryNames, sports: sportNames }
const known = new Map<string, ReadonlyMap<string, string>>()

/**
 * The English name of a country or sport that an operator names in another language of the site: 'Italia' is Italy.
 * Null for other names, for one that languages use for different places, and for what feeds call a country: it stays as typed.
 */
export function englishName(list: 'countries' | 'sports', name: string): string | null {
  if (list === 'countries' && knownCountryCode(name)) return null
  const names = known.get(list) ?? readers[list]()
  known.set(list, names)
  return names.get(placeKey(name)) ?? null
}

function languages(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? it.name : []))
}

function readNames(language: string, list: 'countries' | 'sports'): Record<string, string> {
  return JSON.parse(readFileSync(path.join(FOLDER, language, `${list}.json`), 'utf8'))
}

function countryNames(): ReadonlyMap<string, string> {
  const own = readNames('en', 'countries')
  const english = [...ISO_CODES].map((code) => [code, englishCountryName(code)] as const)
  const named = languages().flatMap((language) => [
    ...Object.entries(readNames(language, 'countries')).map(
      ([code, name]) => [name, own[code] ?? name] as const,
    ),
    ...(['long', 'short'] as const).flatMap((style) => {
      const regions = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none', style })
      return english.map(([code, name]) => [regions.of(code), name] as const)
    }),
  ])
  return withoutAmbiguous(named, placeKey)
}

function sportNames(): ReadonlyMap<string, string> {
  const own = readNames('en', 'sports')
  const named = languages().flatMap((language) =>
    Object.entries(readNames(language, 'sports')).map(
      ([key, name]) => [name, sportName(own[key] ?? key)] as const,
    ),
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
