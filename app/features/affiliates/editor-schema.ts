import { z } from 'zod'
import { isOperatorLink } from '#app/platform/text/link.ts'
import { isFillable } from './link-template.ts'

const requiredText = z.string().trim().min(1, 'problem.required').max(200, 'problem.too-long')

/**
 * The fields of an affiliate button that an editor may change. The messages are translation keys of the back office.
 */
export const buttonChange = z.object({
  provider: requiredText,
  button_text: requiredText,
  button_link: z
    .string()
    .trim()
    .min(1, 'problem.required')
    .max(2_000, 'problem.too-long')
    .refine((link) => link === '' || isOperatorLink(link), 'problem.link')
    .refine(isFillable, 'problem.placeholder'),
  bookmaker_id: z.uuid('problem.bookmaker').nullable(),
  is_active: z.boolean(),
})

/** The texts of a button in one language. */
export const buttonTranslation = z.object({
  button_text: z.string().trim().min(1, 'buttons.text-required').max(200, 'problem.too-long'),
})
