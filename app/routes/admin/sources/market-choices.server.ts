import { PERIODS } from '#app/features/odds/markets.ts'
import { MAPPABLE_TYPES } from '#app/features/sources/mapping-change.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import type { Services } from '#app/platform/services.ts'

export interface MarketChoices {
  types: { value: string; text: string; hasParticipant: boolean }[]
  periods: { value: string; text: string }[]
}

/** The markets and the parts of a match to which a feed's market can be mapped, in a language. */
export async function readMarketChoices(services: Services, language: string): Promise<MarketChoices> {
  const { matches = {} } = await getResources(services, language)
  const text = (kind: 'market' | 'period', key: string) =>
    matches[`${kind}.${key}`] ?? key.replaceAll('_', ' ')
  return {
    types: MAPPABLE_TYPES.map(({ type, hasParticipant }) => ({
      value: type,
      text: text('market', type),
      hasParticipant,
    })),
    periods: PERIODS.map((period) => ({ value: period, text: text('period', period) })),
  }
}

/** The same by the columns and values of the list of mappings. */
export async function readMarketTexts(services: Services, language: string): Promise<Record<string, string>> {
  const { types, periods } = await readMarketChoices(services, language)
  return Object.fromEntries([
    ...types.map(({ value, text }) => [`type ${value}`, text]),
    ...periods.map(({ value, text }) => [`period ${value}`, text]),
  ])
}
