import { z } from 'zod'
import { valuesSchema } from '#app/platform/edit/schema.ts'

/** What a translation panel sends when it saves: the texts of one item in one language. */
export const itemTranslation = z.object({
  /** The item; null if there is only one of its kind. */
  owner: z.uuid().nullable(),
  language: z.uuid(),
  /** The texts that the panel loaded; null if there were none. */
  before: valuesSchema.nullable(),
  /** Where there were none, what `after` is if nothing was changed. */
  defaults: valuesSchema.optional(),
  after: valuesSchema,
})
export type ItemTranslation = z.infer<typeof itemTranslation>
