import { z } from 'zod'

/* The messages are translation keys of the back office. */

/** The part of the address after `pages/`. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The fields of a page that an editor may change. */
export const pageChange = z.object({
  slug: z
    .string('problem.required')
    .trim()
    .min(1, 'problem.required')
    .max(80, 'problem.too-long')
    .refine((text) => text === '' || SLUG.test(text), 'problem.page-slug'),
  menu_position: z
    .number('problem.position')
    .int('problem.position')
    .min(1, 'problem.position')
    .max(100_000, 'problem.position'),
  is_published: z.boolean(),
})

/** The text of a page in one language; Markdown. */
export const pageText = z.object({
  title: z.string('problem.required').trim().min(1, 'problem.required').max(120, 'problem.too-long'),
  body: z.string('problem.required').trim().min(1, 'problem.required').max(60_000, 'problem.too-long'),
})

/** The same with what it is of, as the history keeps a deleted one; a draft has no body. */
export const deletedPageText = pageText.extend({
  body: z.string().max(60_000, 'problem.too-long'),
  page_id: z.uuid(),
  language_id: z.uuid(),
})
