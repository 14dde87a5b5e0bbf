import { z } from 'zod'
import { cleanName } from '#app/platform/text/name.ts'

/** A language as its editor shows it; columns by their database names. */
export interface EditorLanguage {
  id: string
  code: string
  name: string
  native_name: string
  flag_code: string | null
  is_default: boolean
  is_active: boolean
  rtl: boolean
}

/** The number of rows of a language by table; only tables that have some. */
export type LanguageContent = Record<string, number>

const required = (most: number) =>
  z.string().overwrite(cleanName).min(1, 'languages.required').max(most, 'problem.too-long')

/** The fields of a language that an editor may change. The messages are translation keys of the back office. */
export const languageChange = z.object({
  code: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'languages.required')
    .regex(/^[a-z]{2}$/, 'problem.language-code'),
  name: required(100),
  native_name: required(100),
  flag_code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^([a-z]{2})?$/, 'problem.flag-code')
    .nullable()
    .transform((code) => code || null),
  is_default: z.boolean(),
  is_active: z.boolean(),
  rtl: z.boolean(),
})
export type LanguageValues = z.infer<typeof languageChange>

/** Requests that take effect at once, apart from the changes of the list. */
export const languageRequest = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    values: z.record(z.string(), z.unknown()),
    /** The language whose texts are copied to the new one. */
    copyFrom: z.uuid().nullable(),
  }),
  z.object({ intent: z.literal('default'), id: z.uuid() }),
  z.object({ intent: z.literal('delete'), id: z.uuid() }),
])
