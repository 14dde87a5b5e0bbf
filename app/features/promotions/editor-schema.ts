import { z } from 'zod'
import {
  checkPlaceholders,
  hasPlaceholders,
  PROMOTION_PLACEHOLDERS,
  withPlainPlaceholders,
} from '#app/features/affiliates/link-template.ts'
import { isOperatorLink, isWebAddress } from '#app/platform/text/link.ts'

/* The messages are translation keys of the back office. */

const requiredText = (most = 200) =>
  z.string('problem.required').trim().min(1, 'problem.required').max(most, 'problem.too-long')

const optionalText = z
  .string()
  .trim()
  .max(200, 'problem.too-long')
  .nullable()
  .transform((text) => text || null)

const link = requiredText(2_000)
  .transform(withPlainPlaceholders)
  .refine((text) => text === '' || isOperatorLink(text), 'problem.link')

/** Only clicks that leave the site are counted, and only they have values for placeholders. */
const countedLink = link
  .refine(...checkPlaceholders('promotions.placeholder', PROMOTION_PLACEHOLDERS))
  .refine((text) => isWebAddress(text) || !hasPlaceholders(text), 'promotions.placeholder-inside')

const uncountedLink = link.refine((text) => !hasPlaceholders(text), 'promotions.wheel-placeholder')

/** A URL of this site or over HTTPS: pages show no other images. */
const image = z
  .string()
  .trim()
  .max(2_000, 'problem.too-long')
  .refine((text) => text === '' || /^(https:\/\/[^\s/]\S*|\/(?![/\\])\S*)$/.test(text), 'problem.image')
  .nullable()
  .transform((text) => text || null)

/** In the database's format, from any format of the editor. Years are limited to those that every calendar supports. */
const instant = (problem: string) =>
  z.iso
    .datetime({ offset: true, error: problem })
    .refine((text) => text >= '1900' && text < '3000', 'problem.date')
    .transform((text) => new Date(text).toISOString())

/** The fields of a promotion that an editor may change. */
export const promotionChange = z.object({
  title: requiredText(),
  subtitle: optionalText,
  description: requiredText(2_000),
  image_url: image,
  button_text: requiredText(),
  button_link: countedLink,
  visible_home: z.boolean(),
  visible_casino: z.boolean(),
  visible_live_casino: z.boolean(),
  side_menu_offer: z.boolean(),
  is_active: z.boolean(),
  menu_position: z
    .number('problem.position')
    .int('problem.position')
    .min(1, 'problem.position')
    .max(100_000, 'problem.position'),
  bookmaker_id: z.uuid('problem.bookmaker').nullable().optional(),
  star_rating: z.number('problem.stars').int('problem.stars').min(1, 'problem.stars').max(5, 'problem.stars'),
  start_date: instant('problem.required'),
  end_date: instant('problem.date').nullable(),
})

/** The texts of a promotion in one language. */
export const promotionTranslation = z.object({
  title: requiredText(),
  subtitle: optionalText,
  description: requiredText(2_000),
  button_text: requiredText(),
})

/** The fields of the spin wheel that an editor may change; columns of the settings. */
export const spinWheelChange = z.object({
  spin_wheel_sidebar_on: z.boolean(),
  spin_wheel_enabled: z.boolean(),
  spin_wheel_title: requiredText(),
  spin_wheel_sub_title: z
    .string()
    .trim()
    .max(200, 'problem.too-long')
    .nullable()
    .transform((text) => text ?? ''),
  spin_wheel_button_text: requiredText(),
  spin_wheel_link: uncountedLink,
})

/** The texts of the spin wheel in one language. */
export const spinWheelTranslation = z.object({
  title: requiredText(),
  sub_title: optionalText,
  button_text: requiredText(),
})
