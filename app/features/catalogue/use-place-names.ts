import { useMemo } from 'react'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { INTERNATIONAL, knownCountryCode } from './countries.ts'
import { slug } from './slug.ts'

type Values = Record<string, string | number>

/** The names of sports and countries for an operator. A name without a translation, such as one that was typed, stays. */
export interface PlaceNames {
  sport(name: string): string
  country(name: string): string
  /** For the name of a sport or a country, whichever it is. */
  either(name: string): string
  /** The values of a text, of which `sport` and `country` are names. */
  values<V extends Values | undefined>(values: V): V
  /** A sport, a country and a league in one line. */
  line(
    place: { sport?: string | null; country?: string | null; league?: string | null },
    between?: string,
  ): string
}

const NOT_TRANSLATED = ''

export function placeNamesOf(i18n: Translator): PlaceNames {
  const [sports, countries] = (['sports', 'countries'] as const).map((list) => {
    const t = i18n.getFixedT(list) as unknown as (key: string, options: { defaultValue: string }) => string
    return (key: string) => t(key, { defaultValue: NOT_TRANSLATED })
  }) as [(key: string) => string, (key: string) => string]

  const names: PlaceNames = {
    sport: (name) => sports(slug(name)) || name,
    country(name) {
      const code = knownCountryCode(name)
      // 'World' and 'Europe' have the same code, and are not the same.
      if (!code || (code === INTERNATIONAL && name.toLowerCase() !== 'international')) return name
      return countries(code) || name
    },
    either(name) {
      const country = names.country(name)
      return country === name ? names.sport(name) : country
    },
    values<V extends Values | undefined>(values: V): V {
      if (!values) return values
      const named: Values = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          (key === 'sport' || key === 'country') && typeof value === 'string' ? names[key](value) : value,
        ]),
      )
      return named as V
    },
    line({ sport, country, league }, between = ' · ') {
      return [sport && names.sport(sport), country && names.country(country), league]
        .filter(Boolean)
        .join(between)
    },
  }
  return names
}

export function usePlaceNames(): PlaceNames {
  const { i18n } = useTranslation()
  return useMemo(() => placeNamesOf(i18n), [i18n])
}
