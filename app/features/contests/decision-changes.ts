import { z } from 'zod'
import { cleanName } from '#app/platform/text/name.ts'

/* The cells that a file or a change of many rows can have. The messages are keys of the back office's texts. */

/** An answer about an open pair. */
export const reviewChange = z.object({ answer: z.enum(['same', 'different'], 'review.problem-answer') })

/** The end of a decision. */
export const decisionChange = z.object({ answer: z.enum(['open'], 'review.problem-open') })

const name = z.string().overwrite(cleanName).min(1, 'problem.required').max(200, 'problem.too-long')
/** A new decision about two names of a country. */
export const newNames = z.object({
  sport: name,
  country: name,
  name,
  other_name: name,
  answer: z.enum(['same', 'different'], 'review.problem-answer'),
})
export type NewNames = z.output<typeof newNames>
