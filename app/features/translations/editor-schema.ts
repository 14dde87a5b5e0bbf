import { z } from 'zod'
import type { Texts } from './rules.ts'

/** A language as a column of the grid. */
export interface GridLanguage {
  id: string
  code: string
  name: string
  nativeName: string
  isDefault: boolean
  isActive: boolean
  rtl: boolean
  /** The plural forms of the language. */
  forms: readonly string[]
}

/** The texts of a namespace. */
export interface Grid {
  namespace: string
  /** Sorted: the keys of the built-in labels and those that operators added. */
  keys: string[]
  /** Saved texts, by the id of the language. */
  saved: Record<string, Texts>
  /** Built-in texts, by the code of the language. */
  shipped: Record<string, Texts>
}

/**
 * A grid as sent to the browser: each language's texts are one JSON string, because the framework needs seconds to
 * encode a hundred thousand separate values.
 */
export type SentGrid = Omit<Grid, 'saved'> & { saved: Record<string, string> }

export function readGrid({ saved, ...grid }: SentGrid): Grid {
  const texts = Object.entries(saved).map(([language, json]) => [language, JSON.parse(json) as Texts])
  return { ...grid, saved: Object.fromEntries(texts) }
}

/** The number of missing texts of a language in each namespace. */
export interface GapReport {
  languageId: string
  missing: Record<string, number>
  elsewhere: Record<string, number>
}

export const MAX_KEY_CHARACTERS = 255
export const MAX_TEXT_CHARACTERS = 20_000

const MAX_CHANGES = 20_000

/** Texts by the id of their language; null means no text. */
const cells = z.record(z.uuid(), z.string().nullable())

/** What the grid sends on Save Changes: for each key (its `id`) the edited languages. */
export const gridChanges = z.object({
  update: z.array(z.object({ id: z.string(), before: cells, after: cells })).max(MAX_CHANGES),
})
export type GridChanges = z.infer<typeof gridChanges>

export const translationRequest = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), namespace: z.string(), key: z.string(), values: cells }),
  z.object({ intent: z.literal('delete'), namespace: z.string(), key: z.string() }),
])
