import { z } from 'zod'

/**
 * Why two matches may be one contest: only one contestant agrees; a part of a name agrees that another team could have;
 * the kick-offs differ; several matches fit; the sides
 * are swapped; the feed dropped one match and listed the other; the leagues differ.
 */
export const DOUBTS = ['opponent', 'names', 'kick-off', 'several', 'sides', 'postponed', 'league'] as const
export type Doubt = (typeof DOUBTS)[number]

/** An answer about a pair, or the end of a decision. */
export const decisionRequest = z.object({ id: z.uuid(), answer: z.enum(['same', 'different', 'undo']) })
export type DecisionRequest = z.infer<typeof decisionRequest>

/** The result of a decision; it fails if another operator was faster or the matches no longer exist. */
export type DecisionOutcome =
  | { kind: 'decided'; answer: DecisionRequest['answer'] }
  | { kind: 'refused'; problem: 'unknown' }

/** What follows if two matches are the same, besides the merge. */
export interface MergeQuestion {
  /** What moves to the match that stays. */
  moved: Record<'prices' | 'favourites' | 'alerts' | 'bets', number>
  /** Names that become one team in the country, with the number of other matches of each. */
  names: { name: string; other: string; matches: number; others: number }[]
  /** Other pairs of the queue that are merged with it. */
  pairs: number
}

const decidedMatch = z.object({
  home: z.string(),
  away: z.string(),
  league: z.string(),
  /** ISO 8601 */
  startTime: z.string(),
})
/** A match as it was when a decision about it was made. */
export type DecidedMatch = z.infer<typeof decidedMatch>
export const pairSchema = z.object({ match: decidedMatch, candidate: decidedMatch })

/** A decision of an operator that can be undone. */
export interface DecisionCard {
  id: string
  answer: 'same' | 'different'
  sport: string
  country: string
  /** The match that stayed and the one that went; null for a decision about names only. */
  pair: z.infer<typeof pairSchema> | null
  names: [string, string][]
  /** Matches that come back. */
  merges: number
  /** Pairs that return to the queue. */
  pairs: number
  /** ISO 8601 */
  decidedAt: string
  /** The operator's address; null if the account was deleted. */
  decidedBy: string | null
}

/** What the rules have joined, and nobody has decided. */
export interface AutomaticLink {
  kind: 'league' | 'names' | 'postponed'
  /** Of the name of a league, or of the merge of a match that was put off; null for names of teams. */
  id: string | null
  /** The match that was put off, before and after; null for names. */
  pair: z.infer<typeof pairSchema> | null
  /** The name that feeds use, and the one that is stored; the teams of the two matches. */
  told: string
  stored: string
  sportId: string
  sport: string
  countryId: string
  country: string
  /** The number of matches that are not over. */
  matches: number
  /** The feeds that use the name. */
  sources: string[]
}

/** A request to part what the rules have joined. */
export const partRequest = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['league', 'postponed']), id: z.uuid() }),
  z.object({
    part: z.literal('names'),
    countryId: z.uuid(),
    told: z.string().min(1).max(300),
    stored: z.string().min(1).max(300),
  }),
])
export type PartRequest = z.infer<typeof partRequest>

/** One of two matches that may be one contest. */
export interface ContestCard {
  id: string
  home: string
  away: string
  /** ISO 8601 */
  startTime: string
  league: string
  /** The number of bookmakers that quote it. */
  bookmakers: number
  /** What an operator has typed for it; null for nothing. */
  typed: { odds: string | null; score: string | null; prices: string | null }
  /** The names and the kick-off in each feed. */
  listings: { source: string; home: string; away: string; startTime: string }[]
}

export interface ReviewCard {
  id: string
  reason: Doubt
  turned: boolean
  sport: string
  country: string
  match: ContestCard
  candidate: ContestCard
}

/** A request of an operator: merge two leagues, or split a name off. */
export const leagueRequest = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('merge'), keep: z.uuid(), gone: z.uuid() }),
  z.object({ intent: z.literal('split'), alias: z.uuid() }),
])
export type LeagueRequest = z.infer<typeof leagueRequest>

/** `unknown` if a league or the name does not exist, or the leagues are of two countries. */
export type LeagueOutcome = { kind: 'merged' | 'split' } | { kind: 'refused'; problem: 'unknown' }

/** A name that feeds use for a league. */
export interface LeagueAlias {
  id: string
  alias: string
  league: string
}
