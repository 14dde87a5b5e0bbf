import { localeOf } from '#app/platform/locale.ts'
import { knownCountryCode } from './countries.ts'

interface Named {
  name: string
}

interface Placed {
  sport: Named & { slug: string }
  country: Named & { code: string }
}

/** Translates the names of sports and countries that an operator has not changed. */
export interface LocalNames {
  sport<T extends Named & { slug: string }>(sport: T): T
  country<T extends Named & { code: string }>(country: T): T
  /** Countries in menu order; those with the same position by their names in the language. */
  countries<T extends Named & { code: string; position: number }>(countries: readonly T[]): T[]
  /** For anything with a sport and a country, such as a match; the same object for the same match. */
  match<T extends Placed>(match: T): T
}

type Labels = Record<string, string>

/** A sport of a feed can be called "constructor", which every object has. */
const labelOf = (labels: Labels, slug: string) => (Object.hasOwn(labels, slug) ? labels[slug] : undefined)

interface LocalNamesInput {
  language: string
  /** Labels of the language by a sport's slug and a country's code, with the English ones. */
  sports: Labels
  countries: Labels
  english: { sports: Labels; countries: Labels }
}

/**
 * A name that an operator has changed stays. Only the English names of feeds are translated: sports and the nations of the
 * United Kingdom by the labels, countries by the language data of the runtime.
 */
export function createLocalNames({ language, sports, countries, english }: LocalNamesInput): LocalNames {
  const regions = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' })

  function sportName({ slug, name }: { slug: string; name: string }): string {
    const shipped = labelOf(english.sports, slug)
    // Without a built-in label, the label is the operator's own.
    if (shipped !== undefined && shipped.toLowerCase() !== name.toLowerCase()) return name
    return labelOf(sports, slug) ?? name
  }

  function countryName({ code, name }: { code: string; name: string }): string {
    const label = countries[code]
    const shipped = english.countries[code]
    if (label) return shipped === undefined || name === shipped ? label : name
    if (language === 'en' || !/^[A-Z]{2}$/.test(code) || knownCountryCode(name) !== code) return name
    return regions.of(code) ?? name
  }

  const translated = new WeakMap<Placed, Placed>()
  const names: LocalNames = {
    sport: (sport) => ({ ...sport, name: sportName(sport) }),
    country: (country) => ({ ...country, name: countryName(country) }),
    countries: (countries) =>
      countries
        .map(names.country)
        .sort((a, b) => a.position - b.position || a.name.localeCompare(b.name, localeOf(language))),
    match<T extends Placed>(match: T): T {
      const known = translated.get(match) as T | undefined
      if (known) return known
      const made = { ...match, sport: names.sport(match.sport), country: names.country(match.country) }
      translated.set(match, made)
      return made
    },
  }
  return names
}
