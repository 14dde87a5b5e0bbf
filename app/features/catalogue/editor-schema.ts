import { z } from 'zod'

/** A text of which nothing but spaces is no text. */
const optionalText = z
  .string()
  .trim()
  .max(200, 'problem.too-long')
  .nullable()
  .transform((text) => text || null)

const position = (least: number) =>
  z
    .number('problem.position')
    .int('problem.position')
    .min(least, 'problem.position')
    .max(100_000, 'problem.position')

/** What an editor may change of a sport. The messages are keys of the texts of the back office. */
export const sportChange = z.object({
  display_name: optionalText,
  menu_position: position(0),
  is_active: z.boolean(),
})

/** What an editor may change of a country. */
export const countryChange = z.object({
  display_name: optionalText,
  menu_position: position(1),
  is_active: z.boolean(),
})

/** An image as an editor types it: https, for the pages' policy lets no other in, or a path of the site; nothing is none. */
export const optionalImage = z
  .string()
  .trim()
  .max(2_000, 'problem.too-long')
  .regex(/^(https:\/\/[^\s]+|\/(?![/\\])[^\s]*|)$/i, 'problem.image-url')
  .nullable()
  .transform((text) => text || null)

/** What an editor may change of a league. */
export const leagueChange = countryChange.extend({ logo_url: optionalImage })

/** A percentage as an editor types it, with a point or a comma; nothing is none. */
const percentage = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^(\d{1,2}([.,]\d{1,2})?|)$/, 'problem.commission'),
  ])
  .transform((typed) => (typeof typed === 'number' ? typed : Number(typed.replace(',', '.'))))
  .pipe(z.number().min(0, 'problem.commission').lt(100, 'problem.commission'))

/** What an editor may change of a bookmaker. */
export const bookmakerChange = z.object({
  logo_url: optionalImage,
  website_url: z
    .string()
    .trim()
    .max(2_000, 'problem.too-long')
    .regex(/^(https?:\/\/[^\s]+|)$/i, 'problem.web-address')
    .nullable()
    .transform((text) => text || null),
  commission: percentage,
  menu_position: position(1),
  is_active: z.boolean(),
})
