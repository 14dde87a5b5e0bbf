import type { MatchState } from '#app/features/matches/match-state.ts'
import { formatEuro, formatPercentage } from '#app/platform/numbers.ts'
import { fillTemplate, type TemplateValues } from '#app/platform/text/template.ts'
import { isOfPlayers } from '../catalogue/sport-words.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { headlinePrices } from '../odds/headline.ts'
import {
  highestWin,
  type OutcomePrices,
  roundedProbability,
  type SidePick,
  safestBet,
} from '../odds/rules.ts'
import type { MatchContent, MatchContentColumn, PageContent } from './schema.ts'

const MAIN = [
  'home_team',
  'away_team',
  'country_name',
  'league_name',
  'sport_name',
  'date',
  'home_win_percentage',
  'away_win_percentage',
  'draw_percentage',
] as const
const HISTORY = ['history_team'] as const
const PICK = ['team_name', 'position', 'odds', 'potential_win'] as const

/** The variables of each text. */
export const VARIABLES: Record<MatchContentColumn, readonly string[]> = {
  title_template: MAIN,
  description_template: MAIN,
  history_odds_title: HISTORY,
  history_odds_template: HISTORY,
  highest_win_title: PICK,
  highest_win_template: PICK,
  safest_bet_title: PICK,
  safest_bet_template: PICK,
}

/** A title and its text, filled in. */
export interface FilledText {
  title: string
  text: string
}

export interface FilledContent extends FilledText {
  highestWin: FilledText | null
  safestBet: FilledText | null
  historyOf(team: string): FilledText
}

/** A language's words for the values of variables. */
export interface Wording {
  /** Its code. */
  language: string
  /** Formats the price of a side. */
  price(pick: SidePick): string
  /** The day of the match. */
  date: string
  home: string
  away: string
}

/** The state of the match, and the prices for the texts; by default those of its headline. */
interface Standing {
  state?: MatchState
  prices?: OutcomePrices | null
}

/** The value for an outcome without a quote. */
const NO_PRICE = '–'

/**
 * The texts of a match with the variables filled in: plain text, which the caller escapes. A description of chances is
 * empty if the match has no quotes. Players have no home: their position is empty.
 */
export function fillMatchContent(
  content: MatchContent & Partial<PageContent>,
  match: MatchSummary,
  wording: Wording,
  { state = 'upcoming', prices = headlinePrices(match.headline) }: Standing = {},
): FilledContent {
  const texts = { ...content, description_template: descriptionOf(content, state) }
  const fill = (
    title: MatchContentColumn,
    text: MatchContentColumn,
    values: Record<string, string>,
  ): FilledText => ({
    title: fillTemplate(texts[title], values),
    text: fillTemplate(texts[text], values),
  })
  const ofPick = (pick: SidePick) => pickValues(pick, match, wording)
  const main = fill('title_template', 'description_template', mainValues(match, prices, wording))
  const speaksOfChances = texts.description_template.includes('_percentage}')
  return {
    ...main,
    text: prices || !speaksOfChances ? main.text : '',
    highestWin: prices && fill('highest_win_title', 'highest_win_template', ofPick(highestWin(prices))),
    safestBet: prices && fill('safest_bet_title', 'safest_bet_template', ofPick(safestBet(prices))),
    historyOf: (team) => fill('history_odds_title', 'history_odds_template', { history_team: team }),
  }
}

/** The description for the state of the match. */
function descriptionOf(content: MatchContent & Partial<PageContent>, state: MatchState): string {
  const told = state === 'upcoming' || state === 'today' ? null : content.told?.[state]
  return told || content.description_template
}

function mainValues(match: MatchSummary, prices: OutcomePrices | null, { date, language }: Wording) {
  const percentage = (price: number | null | undefined) =>
    price ? formatPercentage(roundedProbability(price), language) : NO_PRICE
  return {
    home_team: match.home,
    away_team: match.away,
    country_name: match.country.name,
    league_name: match.league.name,
    sport_name: match.sport.name,
    date,
    home_win_percentage: percentage(prices?.home),
    away_win_percentage: percentage(prices?.away),
    draw_percentage: percentage(prices?.draw),
  } satisfies Record<(typeof MAIN)[number], string> & TemplateValues
}

function pickValues(pick: SidePick, match: MatchSummary, wording: Wording) {
  return {
    team_name: match[pick.side],
    position: isOfPlayers(match.sport.slug) ? '' : wording[pick.side],
    odds: wording.price(pick),
    potential_win: formatEuro(pick.winnings, wording.language),
  } satisfies Record<(typeof PICK)[number], string>
}
