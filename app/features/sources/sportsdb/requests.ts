import { z } from 'zod'

const place = {
  sport: z.string().trim().min(1).max(100).default('Soccer'),
  /** All countries when it is omitted. */
  country: z.string().trim().min(1).max(100).optional(),
}

export const countriesRequest = z.object({})
export const placeRequest = z.object(place)
export const seasonsRequest = z.object({
  /** TheSportsDB's id of one league; all when it is omitted. */
  leagueId: z.coerce.number().int().positive().optional(),
})
export const pastEventsRequest = z.object({
  /** Matches that are looked up before the run ends; -1 for all. Skipped matches do not count. */
  stopAfter: z.coerce
    .number()
    .int()
    .min(-1)
    .max(100_000)
    .refine((count) => count !== 0)
    .default(25),
  /** Skips matches that have a score, or whose event is already stored. */
  skipExisting: z.boolean().default(true),
})

/** An administrator's options of a tool, from a form or from a schedule's parameters. */
export const toolRequestSchema = z.discriminatedUnion('tool', [
  countriesRequest.extend({ tool: z.literal('sportsdb-countries') }),
  placeRequest.extend({ tool: z.literal('sportsdb-leagues') }),
  seasonsRequest.extend({ tool: z.literal('sportsdb-seasons') }),
  placeRequest.extend({ tool: z.literal('sportsdb-teams') }),
  pastEventsRequest.extend({ tool: z.literal('sportsdb-events') }),
])
export type ToolRequest = z.input<typeof toolRequestSchema>
