import { z } from 'zod'
import { definitionOf, MARKET_TYPES, type MarketType, PERIODS } from '#app/features/odds/markets.ts'

/** What an operator can say of a market of a feed; texts: `bulk.mapping.*`. */
export const MAPPING_STATES = ['open', 'ignored', 'matched'] as const

export const SIDES = ['home', 'away'] as const

/** The types to which a market of a feed can be mapped. */
export const MAPPABLE_TYPES: readonly { type: MarketType; hasParticipant: boolean }[] = MARKET_TYPES.filter(
  (type) => type !== 'outright',
).map((type) => ({ type, hasParticipant: definitionOf(type).hasParticipant }))

/** The values of the column `type` of the list of mappings: a market of ours, or what is said instead. */
export const MAPPING_TYPES = ['open', 'ignored', ...MAPPABLE_TYPES.map(({ type }) => type)] as const

/** The columns of a mapping that an operator can change in the list. */
export const marketMappingChange = z.object({
  type: z.enum(MAPPING_TYPES),
  period: z.enum(PERIODS).nullable(),
  participant: z.enum(SIDES).nullable(),
})
