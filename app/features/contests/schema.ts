import { z } from 'zod'

/**
 * Why two matches may be one contest: one contestant agrees and the other does not; the kick-offs differ; several fit; the
 * sides are turned; the feed dropped one as it brought the other; their leagues differ.
 */
export const DOUBTS = ['opponent', 'kick-off', 'several', 'sides', 'postponed', 'league'] as const
export type Doubt = (typeof DOUBTS)[number]

export const decisionRequest = z.object({ id: z.uuid(), answer: z.enum(['same', 'different']) })
export type DecisionRequest = z.infer<typeof decisionRequest>

/** What became of a decision: somebody else was faster, or the matches are gone. */
export type DecisionOutcome =
  | { kind: 'decided'; answer: DecisionRequest['answer'] }
  | { kind: 'refused'; problem: 'unknown' }

/** One of two matches that may be one contest. */
export interface ContestCard {
  id: string
  home: string
  away: string
  /** ISO 8601 */
  startTime: string
  league: string
  /** How many bookmakers quote it. */
  bookmakers: number
  /** What each feed calls it. */
  told: { source: string; home: string; away: string; startTime: string }[]
}

export interface ReviewCard {
  id: string
  reason: Doubt
  turned: boolean
  place: string
  match: ContestCard
  candidate: ContestCard
}
