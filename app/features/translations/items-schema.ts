import { z } from 'zod'
import { valuesSchema } from '#app/platform/edit/schema.ts'

/** What a panel of translations sends on its own Save: the texts of one item in one language. */
export const itemTranslation = z.object({
  /** The item whose texts they are; null where there is one of its kind. */
  owner: z.uuid().nullable(),
  language: z.uuid(),
  /** The texts that the panel had read; null where it knew of none. */
  before: valuesSchema.nullable(),
  after: valuesSchema,
})
export type ItemTranslation = z.infer<typeof itemTranslation>
