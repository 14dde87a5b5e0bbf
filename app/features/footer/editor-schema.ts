import { z } from 'zod'
import { hasPlaceholders, withPlainPlaceholders } from '#app/features/affiliates/link-template.ts'
import { FOOTER_TEXTS } from '#app/features/settings/schema.ts'
import { isOperatorLink } from '#app/platform/text/link.ts'
import { LINK_SECTIONS } from './schema.ts'

const required = (most: number) =>
  z.string().trim().min(1, 'problem.link-fields').max(most, 'problem.too-long')

/** The fields of a link that an editor may change. The messages are translation keys of the back office. */
export const linkChange = z.object({
  section_type: z.enum(LINK_SECTIONS),
  title: required(200),
  url: required(2_000)
    .refine((url) => url === '' || isOperatorLink(url), 'problem.link')
    // Only clicks that are counted have values for them.
    .refine((url) => !hasPlaceholders(withPlainPlaceholders(url)), 'problem.footer-placeholder'),
  is_active: z.boolean(),
  menu_position: z
    .number('problem.position')
    .int('problem.position')
    .min(0, 'problem.position')
    .max(100_000, 'problem.position'),
})

export const linkTranslation = z.object({
  title: z
    .string('problem.title-required')
    .trim()
    .min(1, 'problem.title-required')
    .max(200, 'problem.too-long'),
})

const allRequired = z
  .string('problem.all-required')
  .trim()
  .min(1, 'problem.all-required')
  .max(5_000, 'problem.too-long')

/** The texts of the footer in one language: all of them, or none, and then the site's own apply. */
export const sectionsTranslation = z.object(
  Object.fromEntries(FOOTER_TEXTS.map((column) => [column, allRequired])) as Record<
    (typeof FOOTER_TEXTS)[number],
    typeof allRequired
  >,
)
