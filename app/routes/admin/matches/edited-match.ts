import type { EditorMatch, OddsColumn, ScoreColumn } from '#app/features/matches/editor-schema.ts'

/** A match with its typed values, which may not be valid prices or scores. */
export type EditedMatch = Omit<EditorMatch, OddsColumn | ScoreColumn> &
  Record<OddsColumn | ScoreColumn, number | string | null>

export const EDITED_COLUMNS = [
  'home_team',
  'away_team',
  'start_time',
  'status',
  'home_odds',
  'draw_odds',
  'away_odds',
  'odds_locked',
  'home_score',
  'away_score',
  'featured',
  'is_popular',
  'affiliate_link',
  'typed_prices',
] as const
export type EditedColumn = (typeof EDITED_COLUMNS)[number]

export interface FieldProblem {
  column: string
  problem: string
}
