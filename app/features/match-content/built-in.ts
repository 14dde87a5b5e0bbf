import type { MatchContent, PageContent } from './schema.ts'

type Labels = Readonly<Record<string, string>>

/** For an upcoming match, a match in play, one that is over, and one that is cancelled. */
const DESCRIPTIONS = {
  teams: [
    'match-content.description',
    'match-content.description-live',
    'match-content.description-past',
    'match-content.description-cancelled',
  ],
  players: [
    'match-content.player-description',
    'match-content.player-description-live',
    'match-content.player-description-past',
    'match-content.player-description-cancelled',
  ],
} as const

/** The built-in texts, from the site's labels, for two teams that will play each other. */
export function builtInContent(labels: Labels): MatchContent {
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

/**
 * The texts of a page: the operator's, else the built-in ones. A stored text that equals a built-in one counts as built-in:
 * it depends on the sport and on the state of the match.
 * @param ofPlayers whether players compete, not teams
 */
export function contentOfPage(
  labels: Labels,
  stored: Partial<MatchContent>,
  ofPlayers: boolean,
): PageContent {
  const shipped = builtInContent(labels)
  const content = { ...shipped, ...stored }
  if (content.description_template !== shipped.description_template) return { ...content, told: null }
  const [upcoming = '', live = '', past = '', cancelled = ''] = DESCRIPTIONS[
    ofPlayers ? 'players' : 'teams'
  ].map((key) => labels[key] ?? '')
  return { ...content, description_template: upcoming, told: { live, past, cancelled } }
}
