/** The texts of a match page that an operator may write, by their columns. */
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
  /** The description once the match has begun, and once it is over; null where an operator's own serves throughout. */
  told: { live: string; past: string } | null
}
