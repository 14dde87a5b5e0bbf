import { z } from 'zod'
import type { Texts } from './rules.ts'

/** A language as the grid shows it: one of its columns. */
export interface GridLanguage {
  id: string
  code: string
  name: string
  nativeName: string
  isDefault: boolean
  isActive: boolean
  rtl: boolean
  /** The plural forms that it has. */
  forms: readonly string[]
}

/** The texts of a namespace. */
export interface Grid {
  namespace: string
  /** Sorted; those of the built-in labels and those that operators have added. */
  keys: string[]
  /** What operators have saved, by the id of the language. */
  saved: Record<string, Texts>
  /** What ships with the site, by the code of the language. */
  shipped: Record<string, Texts>
}

/**
 * A grid on its way to the browser: the texts of a language are one text of JSON, since a hundred thousand values of
 * their own take the page's encoder seconds.
 */
export type SentGrid = Omit<Grid, 'saved'> & { saved: Record<string, string> }

export function readGrid({ saved, ...grid }: SentGrid): Grid {
  const texts = Object.entries(saved).map(([language, json]) => [language, JSON.parse(json) as Texts])
  return { ...grid, saved: Object.fromEntries(texts) }
}

/** How many texts a language lacks in each namespace. */
export interface GapReport {
  languageId: string
  missing: Record<string, number>
  elsewhere: Record<string, number>
}

export const MOST_KEY_CHARACTERS = 255
export const MOST_TEXT_CHARACTERS = 20_000

const MOST_CHANGES = 20_000

/** Texts by the id of their language; null is no text. */
const cells = z.record(z.uuid(), z.string().nullable())

/** What the grid sends on Save Changes: of each key (its `id`) the languages that were edited. */
export const gridChanges = z.object({
  update: z.array(z.object({ id: z.string(), before: cells, after: cells })).max(MOST_CHANGES),
})
export type GridChanges = z.infer<typeof gridChanges>

export const translationRequest = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), namespace: z.string(), key: z.string(), values: cells }),
  z.object({ intent: z.literal('delete'), namespace: z.string(), key: z.string() }),
])
