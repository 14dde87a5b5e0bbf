import { z } from 'zod'

/**
 * Why two matches may be one contest: one contestant agrees and the other does not; the kick-offs differ; several fit; the
 * sides are turned; the feed dropped one as it brought the other; their leagues differ.
 */
export const DOUBTS = ['opponent', 'kick-off', 'several', 'sides', 'postponed', 'league'] as const
export type Doubt = (typeof DOUBTS)[number]

export const decisionRequest = z.object({ id: z.uuid(), answer: z.enum(['same', 'different']) })
export type DecisionRequest = z.infer<typeof decisionRequest>
