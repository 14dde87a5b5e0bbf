import { z } from 'zod'
import { BOOKMAKER_KINDS } from '#app/features/bookmakers/brands.ts'
import { cleanName } from '#app/platform/text/name.ts'
import { slug } from './slug.ts'

/** A text of spaces only counts as empty. */
const optionalName = z
  .string()
  .overwrite(cleanName)
  .max(200, 'problem.too-long')
  .nullable()
  .transform((text) => text || null)

const position = (least: number) =>
  z
    .number('problem.position')
    .int('problem.position')
    .min(least, 'problem.position')
    .max(100_000, 'problem.position')

/** The fields of a sport that an editor can change. The messages are translation keys of the back office. */
export const sportChange = z.object({
  display_name: optionalName,
  menu_position: position(0),
  is_active: z.boolean(),
})

/** The fields of a country that an editor can change. */
export const countryChange = z.object({
  display_name: optionalName,
  menu_position: position(1),
  is_active: z.boolean(),
})

/** An image as typed: a URL over HTTPS, because the pages' policy allows no other, or a path of the site; empty is none. */
export const optionalImage = z
  .string()
  .trim()
  .max(2_000, 'problem.too-long')
  .regex(/^(https:\/\/[^\s]+|\/(?![/\\])[^\s]*|)$/i, 'problem.image-url')
  .nullable()
  .transform((text) => text || null)

/** The fields of a league that an editor can change. */
export const leagueChange = countryChange.extend({ logo_url: optionalImage })

/** A name of a place: with a letter or a digit, so that it can be compared with the names of feeds. */
export const placeName = z
  .string()
  .overwrite(cleanName)
  .max(200, 'problem.too-long')
  .refine((text) => slug(text) !== '', 'problem.required')

/** A new sport, country or league, with the names of what it belongs to. What is not given gets the usual values. */
export const newSport = sportChange.partial().extend({ name: placeName })
export const newCountry = countryChange.partial().extend({ sport: placeName, name: placeName })
export const newLeague = leagueChange
  .partial()
  .extend({ sport: placeName, country: placeName, name: placeName })

export const newTeam = z.object({ sport: placeName, country: placeName, name: placeName })

/** A percentage as typed, with a point or a comma; empty is none. */
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

/** Half stars from 0 to 5, as typed, with a point or a comma; empty is none. */
const rating = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^([0-5]([.,][05])?|)$/, 'problem.rating'),
  ])
  .nullable()
  .transform((typed) =>
    typed === null || typed === ''
      ? null
      : typeof typed === 'number'
        ? typed
        : Number(typed.replace(',', '.')),
  )
  .pipe(
    z.number().min(0, 'problem.rating').max(5, 'problem.rating').multipleOf(0.5, 'problem.rating').nullable(),
  )

/** Codes of countries as typed: `gb, ie` becomes `GB, IE`; empty is none. */
const countryCodes = z
  .string()
  .trim()
  .max(1_000, 'problem.too-long')
  .regex(/^([a-z]{2}([\s,;]+[a-z]{2})*|)$/i, 'problem.country-codes')
  .nullable()
  .transform((text) => (text ? [...new Set(text.toUpperCase().split(/[\s,;]+/))].join(', ') : null))

const HOST = '[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63})+'

/** Names of hosts as typed: `Bet.example, bet.it` becomes `bet.example bet.it`; empty is none. */
const hosts = z
  .string()
  .trim()
  .toLowerCase()
  .max(1_000, 'problem.too-long')
  .regex(new RegExp(`^(${HOST}([\\s,;]+${HOST})*|)$`), 'problem.hosts')
  .nullable()
  .transform((text) => (text ? [...new Set(text.split(/[\s,;]+/))].join(' ') : null))

/** The fields of a bookmaker that an editor can change. */
export const bookmakerChange = z.object({
  name: z.string().overwrite(cleanName).min(1, 'problem.required').max(200, 'problem.too-long'),
  kind: z.enum(BOOKMAKER_KINDS),
  brand: optionalName,
  region: optionalName,
  licence: optionalName,
  offered_in: countryCodes,
  link_hosts: hosts,
  rating,
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
  is_reference: z.boolean(),
})

/** The review of a bookmaker in one language. */
export const bookmakerReview = z.object({
  review: z.string().trim().min(1, 'problem.required').max(20_000, 'problem.too-long'),
})
