import type { MatchContent } from './schema.ts'

/** The texts that ship with the site, out of its labels. */
export function builtInContent(labels: Readonly<Record<string, string>>): MatchContent {
  const label = (key: string) => labels[key] ?? ''
  return {
    title_template: label('match-content.title'),
    description_template: label('match-content.description'),
    history_odds_title: label('match-content.history-title'),
    history_odds_template: label('match-content.history'),
    highest_win_title: label('match-content.highest-win-title'),
    highest_win_template: label('match-content.highest-win'),
    safest_bet_title: label('match-content.safest-bet-title'),
    safest_bet_template: label('match-content.safest-bet'),
  }
}
