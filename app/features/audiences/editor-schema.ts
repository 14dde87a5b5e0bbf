import { z } from 'zod'
import { readCountry } from './visitors.ts'

/* The messages are translation keys of the back office. */

export const YOUNGEST = 16
export const OLDEST = 25

const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, 'problem.too-long')
    .nullable()
    .transform((text) => text || null)

const splitCountries = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The fields of a group of countries that an editor may change. */
export const audienceChange = z.object({
  name: z.string().trim().min(1, 'problem.required').max(100, 'problem.too-long'),
  countries: z
    .string()
    .max(2_000, 'problem.too-long')
    .refine((text) => splitCountries(text).every((code) => readCountry(code)), 'audiences.problem.country')
    .transform((text) => [...new Set(splitCountries(text.toUpperCase()))].sort().join(' ')),
  is_rest: z.boolean(),
  bookmaker_rule: z.enum(['except', 'only'], 'audiences.problem.rule'),
  bookmakers: z
    .string()
    .max(50_000, 'problem.too-long')
    .transform((text) => [...new Set(text.split('\n').filter(Boolean))].sort().join('\n')),
  promotions_on: z.boolean(),
  links_on: z.boolean(),
  alerts_on: z.boolean(),
  minimum_age: z
    .number('audiences.problem.age')
    .int('audiences.problem.age')
    .min(YOUNGEST, 'audiences.problem.age')
    .max(OLDEST, 'audiences.problem.age')
    .nullable(),
  adult_mark: z.boolean(),
  help_text: optionalText(300),
  help_url: optionalText(2_000).refine(
    (link) => link === null || (/^https?:\/\//.test(link) && URL.canParse(link)),
    'problem.link',
  ),
  ad_word: optionalText(40),
  terms: optionalText(1_000),
  menu_position: z
    .number('problem.position')
    .int('problem.position')
    .min(1, 'problem.position')
    .max(100_000, 'problem.position'),
})

/** The texts of a group in one language. An empty one is the group's own. */
export const audienceTranslation = z.object({
  help_text: optionalText(300),
  ad_word: optionalText(40),
  terms: optionalText(1_000),
})
