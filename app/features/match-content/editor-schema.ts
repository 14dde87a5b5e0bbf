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

/** What an editor may write of a language's texts; the two of the page itself it must. */
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

/** What is stored of a language. */
export type StoredContent = { language_id: string } & Record<MatchContentColumn, string | null>

/** A language as the editor offers it. */
export interface ContentLanguage {
  id: string
  code: string
  name: string
  isDefault: boolean
  rtl: boolean
  /** What shows where neither it nor the default language has a text. */
  builtIn: MatchContent
}

export interface PreviewChoice {
  id: string
  home: string
  away: string
  startTime: string
}

/** Matches to choose from, and the chosen one in the words of a language. */
export interface Preview {
  choices: PreviewChoice[]
  match: MatchSummary | null
  wording: Pick<Wording, 'home' | 'away'>
}
