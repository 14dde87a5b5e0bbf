import { z } from 'zod'
import { TROUBLE_KINDS } from './schema.ts'

export const TROUBLES_A_PAGE = 50

export const TROUBLE_STATES = ['all', 'open', 'over'] as const
export const TROUBLE_ORDERS = ['open', 'newest', 'oldest'] as const

const filterSchema = z.object({
  search: z.string().trim().max(200).catch(''),
  state: z.enum(TROUBLE_STATES).catch('all'),
  kind: z.enum(TROUBLE_KINDS).nullable().catch(null),
  sort: z.enum(TROUBLE_ORDERS).catch('open'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
export type TroublesFilter = z.infer<typeof filterSchema>

/** The filter of a URL. Invalid values are ignored. */
export function parseTroublesFilter(params: URLSearchParams): TroublesFilter {
  return filterSchema.parse({
    search: params.get('q') ?? '',
    state: params.get('state'),
    kind: params.get('kind'),
    sort: params.get('sort'),
    page: params.get('page') ?? 1,
  })
}
