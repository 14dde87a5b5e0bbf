import { z } from 'zod'
import { isOperatorLink } from '#app/platform/text/link.ts'
import { cleanName } from '#app/platform/text/name.ts'
import { readCountry } from '../audiences/visitors.ts'
import {
  checkPlaceholders,
  SUB_CONTENTS,
  TEMPLATE_PLACEHOLDERS,
  withPlainPlaceholders,
} from './link-template.ts'

const requiredText = z.string().trim().min(1, 'problem.required').max(200, 'problem.too-long')

/**
 * The fields of an affiliate button that an editor may change. The messages are translation keys of the back office.
 */
export const buttonChange = z.object({
  provider: z.string().overwrite(cleanName).min(1, 'problem.required').max(200, 'problem.too-long'),
  button_text: requiredText,
  button_link: z
    .string()
    .trim()
    .min(1, 'problem.required')
    .max(2_000, 'problem.too-long')
    .transform(withPlainPlaceholders)
    .refine((link) => link === '' || isOperatorLink(link), 'problem.link')
    .refine(...checkPlaceholders('problem.placeholder')),
  bookmaker_id: z.uuid('problem.bookmaker').nullable(),
  is_active: z.boolean(),
})

/** The texts of a button in one language. */
export const buttonTranslation = z.object({
  button_text: z.string().trim().min(1, 'buttons.text-required').max(200, 'problem.too-long'),
})

const sub = z
  .string()
  .nullable()
  .transform((content) => content || null)
  .refine((content) => content === null || SUB_CONTENTS.some((it) => it === content), 'problem.sub')

/** The fields of a bookmaker's link for a country, or for all countries. */
export const templateChange = z.object({
  bookmaker_id: z.uuid('problem.bookmaker'),
  country: z
    .string()
    .nullable()
    .transform((code) => code || null)
    .refine((code) => code === null || readCountry(code) !== undefined, 'problem.country-codes')
    .transform((code) => readCountry(code) ?? null),
  template: z
    .string()
    .trim()
    .min(1, 'problem.required')
    .max(2_000, 'problem.too-long')
    .transform(withPlainPlaceholders)
    .refine((link) => link === '' || isTemplateLink(link), 'problem.template-link')
    .refine(...checkPlaceholders('problem.template-placeholder', TEMPLATE_PLACEHOLDERS)),
  ...{ sub1: sub, sub2: sub, sub3: sub, sub4: sub, sub5: sub },
})

/** An absolute address, or the link of the event, with or without a query. */
function isTemplateLink(link: string): boolean {
  return (
    /^\{event_link\}(\?[^\s\p{Cc}]*)?$/u.test(link) ||
    (isOperatorLink(link.replaceAll(/\{\w+\}/g, 'x')) && /^https?:/.test(link))
  )
}
