import { z } from 'zod'
import type { MatchSummary } from '../matches/schema.ts'
import type { Wording } from './rules.ts'
import type { MatchContent, MatchContentColumn } from './schema.ts'

const MOST_CHARACTERS = 5_000

const optional = z
  .string()
  .trim()
  .max(MOST_CHARACTERS, 'problem.too-long')
  .nullable()
  .transform((text) => text || null)

const required = z
  .string('content.required')
  .trim()
  .min(1, 'content.required')
  .max(MOST_CHARACTERS, 'problem.too-long')

/** The fields of a language's texts that an editor can change; the two of the page itself are required. */
export const matchContentTranslation = z.object({
  title_template: required,
  description_template: required,
  history_odds_title: optional,
  history_odds_template: optional,
  highest_win_title: optional,
  highest_win_template: optional,
  safest_bet_title: optional,
  safest_bet_template: optional,
})

/** The stored texts of a language. */
export type StoredContent = { language_id: string } & Record<MatchContentColumn, string | null>

/** A language in the editor. */
export interface ContentLanguage {
  id: string
  code: string
  name: string
  isDefault: boolean
  rtl: boolean
  /** The texts that apply if neither it nor the default language has any. */
  builtIn: MatchContent
}

export interface PreviewChoice {
  id: string
  home: string
  away: string
  startTime: string
}

/** Matches to choose from, and the chosen one with the texts of a language. */
export interface Preview {
  choices: PreviewChoice[]
  match: MatchSummary | null
  wording: Pick<Wording, 'home' | 'away'>
}
