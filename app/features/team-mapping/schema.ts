import { z } from 'zod'

export const RUN_KINDS = ['data', 'teams'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** The kinds of its runs in the table of runs. */
export const KIND_OF_RUN = { data: 'map-data', teams: 'map-teams' } as const satisfies Record<RunKind, string>

const optionalId = z
  .union([z.uuid(), z.literal('').transform(() => null)])
  .nullish()
  .transform((id) => id ?? null)

/**
 * The scope of a run: everything, a sport, a country of it, a league of that. A child without its parent is rejected.
 */
export const scopeSchema = z
  .object({ sportId: optionalId, countryId: optionalId, leagueId: optionalId })
  .refine(({ sportId, countryId }) => sportId !== null || countryId === null, { path: ['countryId'] })
  .refine(({ countryId, leagueId }) => countryId !== null || leagueId === null, { path: ['leagueId'] })
export type MappingScope = z.output<typeof scopeSchema>

const storedId = z.uuid().nullable().catch(null)
/** The scope as stored with a run. */
export const storedScopeSchema = z.object({ sportId: storedId, countryId: storedId, leagueId: storedId })

/** The names of a place as one text: sport, country, league; missing names are omitted. */
export const nameOfPlace = (names: readonly (string | null)[]): string => names.filter(Boolean).join(', ')

/** The messages of a run, and the label of each in the `admin` namespace. */
export const MESSAGE_LABELS = {
  'error.fetch-leagues-country': 'dataMapping.error.fetch-leagues-country',
  'error.fetch-leagues-sport': 'dataMapping.error.fetch-leagues-sport',
  'error.fetch-matches': 'dataMapping.error.fetch-matches',
  'error.update-matches': 'dataMapping.error.update-matches',
  'error.data-run': 'dataMapping.error.data-run',
  'error.fetch-teams': 'dataMapping.error.fetch-teams',
  'error.insert-mappings': 'dataMapping.error.insert-mappings',
  'error.fetch-match-teams': 'dataMapping.error.fetch-match-teams',
  'error.fetch-unmapped': 'dataMapping.error.fetch-unmapped',
  'error.team-run': 'dataMapping.error.team-run',
  'none.leagues-country-sport': 'dataMapping.none.leagues-country-sport',
  'none.leagues-sport': 'dataMapping.none.leagues-sport',
  'none.matches': 'dataMapping.none.matches',
  'none.matches-to-update': 'dataMapping.none.matches-to-update',
  'none.teams': 'dataMapping.none.teams',
  'none.unmapped': 'dataMapping.none.unmapped',
  'done.matches': 'dataMapping.done.matches',
  'done.teams': 'dataMapping.done.teams',
  cancelled: 'dataMapping.cancelled',
  'log.league': 'dataMapping.log.league',
  'log.place': 'dataMapping.log.place',
  'log.run-map-data': 'dataMapping.log.run-map-data',
} as const
export type MessageCode = keyof typeof MESSAGE_LABELS

/** The end of a run, or a line of its log: a code, and the parameters of its text. */
export const messageSchema = z.object({
  code: z.enum(Object.keys(MESSAGE_LABELS) as [MessageCode, ...MessageCode[]]),
  values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})
export type RunMessage = z.output<typeof messageSchema>

const logLineSchema = messageSchema.extend({ at: z.string() })
export const logSchema = z.array(logLineSchema)
export type LogLine = z.output<typeof logLineSchema>

const count = z.number().int().default(0)
/** Of a data run: matches read, updated, not updated. */
export const dataCountsSchema = z.object({ read: count, updated: count, errors: count })
export type DataCounts = z.output<typeof dataCountsSchema>

/** Of a team run: match teams read, mappings inserted, and the results of those without a mapping. */
export const teamCountsSchema = z.object({
  read: count,
  inserted: count,
  direct: count,
  high: count,
  medium: count,
  review: count,
  unmatched: count,
  errors: count,
})
export type TeamCounts = z.output<typeof teamCountsSchema>

/** In the order in which they need attention. */
export const MAPPING_STATUSES = ['review', 'mapped', 'unmapped', 'rejected'] as const
export type MappingStatus = (typeof MAPPING_STATUSES)[number]

export interface MappingFilter {
  status: MappingStatus
  /** Names as in matches; null for all. */
  sport: string | null
  country: string | null
  league: string | null
  /** Part of a team's name. */
  text: string
}

/** The last row of the previous page. */
export interface MappingCursor {
  name: string
  id: string
}

const text = z.string().max(200)
const name = text.min(1).nullable().catch(null)
const pageSchema = z.object({
  status: z.enum(MAPPING_STATUSES).catch('review'),
  sport: name,
  country: name,
  league: name,
  text: text.trim().catch(''),
  after: name,
  afterId: z.uuid().nullable().catch(null),
})

/** The filter of a URL; invalid values are ignored, and so is a place without its parent. */
export function readPage(params: URLSearchParams): { filter: MappingFilter; after: MappingCursor | null } {
  const read = Object.keys(pageSchema.shape).map((key) => [key, params.get(key)])
  const { after, afterId, ...asked } = pageSchema.parse(Object.fromEntries(read))
  const country = asked.sport === null ? null : asked.country
  const league = country === null ? null : asked.league
  return {
    filter: { ...asked, country, league },
    after: after === null || afterId === null ? null : { name: after, id: afterId },
  }
}

const seenSchema = z.object({ id: z.uuid(), version: z.number().int() })
const teamId = z.int32()

/** An administrator's decision on a row; `version` is that of the row as it was shown. */
export const decisionSchema = z.discriminatedUnion('action', [
  seenSchema.extend({ action: z.literal('accept'), teamId }),
  seenSchema.extend({ action: z.literal('pick'), teamId }),
  seenSchema.extend({ action: z.literal('reject') }),
  seenSchema.extend({ action: z.literal('undo') }),
])
export type Decision = z.output<typeof decisionSchema>

/** The requests to start and stop a run. */
export const runRequestSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start'), kind: z.enum(RUN_KINDS), scope: scopeSchema }),
  z.object({ intent: z.literal('cancel'), runId: z.uuid() }),
])

/**
 * The result of a decision: `changed` when another person was faster, `unknown` when the row does not exist,
 * `unknown-team` when the team is not in the sports database or not among the candidates, `nothing-to-undo` when no
 * decision remains.
 */
export type DecisionOutcome = 'done' | DecisionProblem

/** Why a decision was rejected, in the `admin` namespace. */
export const DECISION_LABELS = {
  changed: 'dataMapping.decision.changed',
  unknown: 'dataMapping.decision.unknown',
  'unknown-team': 'dataMapping.decision.unknown-team',
  'nothing-to-undo': 'dataMapping.decision.nothing-to-undo',
} as const
export type DecisionProblem = keyof typeof DECISION_LABELS
