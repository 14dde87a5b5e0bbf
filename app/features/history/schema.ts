import { z } from 'zod'
import { type Value, valuesSchema } from '#app/platform/edit/schema.ts'

/** The key of a recorded value's text for people, where the value itself is for programs. */
export const textKey = (column: string) => `${column}#text`

/** Why an entry cannot be put back; the texts are `history.refused.*`. */
export type PutBackRefusal =
  /** It has no earlier values, or its items cannot be put back. */
  | 'not-possible'
  /** The changed item no longer exists. */
  | 'gone'
  /** The deleted item exists again. */
  | 'exists'
  /** Something that a deleted item belongs to no longer exists. */
  | 'reference-gone'
  /** Another item has the same name or address now. */
  | 'taken'

/** A field that can be put back. */
export interface EarlierField {
  column: string
  /** Before the change. */
  old: Value
  /** What the item has now; null for a deleted item. */
  now: Value
  /** The two values for people: names instead of ids. */
  texts: { old: Value; now: Value }
  /** Whether the field was changed again after the entry. */
  isChangedSince: boolean
  /** Whether it already has the earlier value. */
  isSame: boolean
}

export type EarlierValues =
  | {
      kind: 'fields'
      entry: number
      label: string
      isDeleted: boolean
      /** Whether it is put back with the password of whoever does it. */
      asksPassword: boolean
      fields: EarlierField[]
    }
  | { kind: 'put-back-refused'; problem: PutBackRefusal }

/** The chosen fields, with the current values that the reader has seen. */
export const putBackRequest = z.object({
  entry: z.number().int().positive(),
  columns: z.array(z.string().max(100)).min(1).max(300),
  seen: valuesSchema,
  /** Of whoever puts it back, if the change asks for it. */
  password: z.string().max(2_000).default(''),
})
export type PutBackRequest = z.infer<typeof putBackRequest>
