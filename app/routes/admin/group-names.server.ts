import { listCountries } from '#app/features/audiences/countries.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import type { Services } from '#app/platform/services.ts'

interface Group {
  key: string | null
  label: string | null
}

/** The groups of a report with the names of countries and markets in a language. */
export async function nameGroups<T extends Group>(
  services: Services,
  language: string,
  by: string,
  groups: readonly T[],
): Promise<T[]> {
  const names = await namesOf(services, language, by)
  return groups.map((group) => ({ ...group, label: names.get(group.key ?? '') ?? group.label }))
}

async function namesOf(services: Services, language: string, by: string): Promise<Map<string, string>> {
  if (by === 'country') return new Map(listCountries(language).map(({ code, name }) => [code, name]))
  if (by !== 'market') return new Map()
  const { matches = {} } = await getResources(services, language)
  const names = Object.entries(matches).filter(([key]) => key.startsWith(MARKET))
  return new Map(names.map(([key, text]) => [key.slice(MARKET.length), text]))
}

const MARKET = 'market.'
