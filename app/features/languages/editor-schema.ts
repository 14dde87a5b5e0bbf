import { z } from 'zod'

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

/** What is kept in a language, by the table that keeps it; only what there is. */
export type LanguageContent = Record<string, number>

const required = (most: number) =>
  z.string().trim().min(1, 'languages.required').max(most, 'problem.too-long')

/** What an editor may change of a language. The messages are keys of the texts of the back office. */
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

/** What is done at once, beside the changes of the list. */
export const languageRequest = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    values: z.record(z.string(), z.unknown()),
    /** The language whose texts the new one starts with. */
    copyFrom: z.uuid().nullable(),
  }),
  z.object({ intent: z.literal('default'), id: z.uuid() }),
  z.object({ intent: z.literal('delete'), id: z.uuid() }),
])
