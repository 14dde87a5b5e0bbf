/** The operator's texts of a match page, by their columns. */
export const MATCH_CONTENT_COLUMNS = [
  'title_template',
  'description_template',
  'history_odds_title',
  'history_odds_template',
  'highest_win_title',
  'highest_win_template',
  'safest_bet_title',
  'safest_bet_template',
] as const

export type MatchContentColumn = (typeof MATCH_CONTENT_COLUMNS)[number]

/** Templates of one language; variables are written as `{name}`. */
export type MatchContent = Record<MatchContentColumn, string>

/** The texts of one page. */
export interface PageContent extends MatchContent {
  /** The descriptions during and after the match, and once it is cancelled; null if an operator's own applies throughout. */
  told: { live: string; past: string; cancelled: string } | null
}
