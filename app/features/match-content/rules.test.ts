import { describe, expect, it } from 'vitest'
import type { MatchSummary } from '../matches/schema.ts'
import { NO_HEADLINE } from '../odds/headline.ts'
import { fillMatchContent, VARIABLES } from './rules.ts'
import { MATCH_CONTENT_COLUMNS, type MatchContent } from './schema.ts'

const price = (value: number) => ({ price: value, bookmaker: null })
const match = {
  home: 'Inter',
  away: 'Milan',
  sport: { name: 'Soccer', slug: 'soccer' },
  country: { name: 'Italy' },
  league: { name: 'Serie A' },
  headline: { home: price(1.6), draw: price(4), away: price(5), bookmakerCount: 3 },
} as MatchSummary
const wording = {
  language: 'en',
  price: ({ price }: { price: number }) => price.toFixed(2),
  date: '21 Nov 2026',
  home: 'Home',
  away: 'Away',
}

/** Every text as the same template. */
const content = (template: string) =>
  Object.fromEntries(MATCH_CONTENT_COLUMNS.map((column) => [column, template])) as MatchContent
const allOf = (column: keyof MatchContent) => VARIABLES[column].map((name) => `${name}={${name}}`).join('; ')

describe('fillMatchContent', () => {
  it('fills in every variable of the main texts', () => {
    const { title } = fillMatchContent(content(allOf('title_template')), match, wording)
    expect(title).toBe(
      'home_team=Inter; away_team=Milan; country_name=Italy; league_name=Serie A; sport_name=Soccer; date=21 Nov 2026; ' +
        'home_win_percentage=62.5; away_win_percentage=20.0; draw_percentage=25.0',
    )
  })

  it('names the side with the highest return and the one with the lowest price', () => {
    const { highestWin, safestBet } = fillMatchContent(content(allOf('safest_bet_template')), match, wording)
    expect(highestWin?.text).toBe(
      'team_name=Milan; position=Away; odds=5.00; potential_win=\u2068€500.00\u2069',
    )
    expect(safestBet?.text).toBe(
      'team_name=Inter; position=Home; odds=1.60; potential_win=\u2068€160.00\u2069',
    )
  })

  const main =
    'home_team away_team country_name league_name sport_name date home_win_percentage away_win_percentage draw_percentage'
  const pick = 'team_name position odds potential_win'
  it.each([
    ['title_template', main],
    ['description_template', main],
    ['history_odds_title', 'history_team'],
    ['history_odds_template', 'history_team'],
    ['highest_win_title', pick],
    ['highest_win_template', pick],
    ['safest_bet_title', pick],
    ['safest_bet_template', pick],
  ] as const)('has the variables of %s', (column, names) => {
    expect(VARIABLES[column].join(' ')).toBe(names)
  })

  it('calls a side by its position', () => {
    const { highestWin, safestBet } = fillMatchContent(content('{position}'), match, wording)
    expect([highestWin?.text, safestBet?.text]).toEqual(['Away', 'Home'])
  })

  it('has each text in its place', () => {
    const named = Object.fromEntries(MATCH_CONTENT_COLUMNS.map((column) => [column, column])) as MatchContent
    const { title, text, highestWin, safestBet, historyOf } = fillMatchContent(named, match, wording)
    expect({ title, text, highestWin, safestBet, history: historyOf('Milan') }).toEqual({
      ...{ title: 'title_template', text: 'description_template' },
      highestWin: { title: 'highest_win_title', text: 'highest_win_template' },
      safestBet: { title: 'safest_bet_title', text: 'safest_bet_template' },
      history: { title: 'history_odds_title', text: 'history_odds_template' },
    })
  })

  it('names the team of the history', () => {
    const { historyOf } = fillMatchContent(content('{history_team}, lately'), match, wording)
    expect(historyOf('Milan')).toEqual({ title: 'Milan, lately', text: 'Milan, lately' })
  })

  it('has dashes and no picks when nobody quotes', () => {
    const unquoted = { ...match, headline: NO_HEADLINE }
    const filled = fillMatchContent(content('{home_win_percentage}/{draw_percentage}'), unquoted, wording)
    expect(filled).toMatchObject({ title: '–/–', highestWin: null, safestBet: null })
  })

  it('describes no chances when nobody quotes', () => {
    const unquoted = { ...match, headline: NO_HEADLINE }
    const textOf = (template: string) => fillMatchContent(content(template), unquoted, wording).text
    expect(textOf('{home_team} have {home_win_percentage}%.')).toBe('')
    expect(textOf('{home_team} at home.')).toBe('Inter at home.')
  })

  it('gives players no position, and no brackets for it', () => {
    const tennis = { ...match, sport: { ...match.sport, slug: 'tennis' } }
    const { highestWin } = fillMatchContent(content('{team_name} ({position}) at {odds}'), tennis, wording)
    expect(highestWin?.text).toBe('Milan at 5.00')
  })

  it.each([
    ['upcoming', 'Inter play.'],
    ['today', 'Inter play.'],
    ['cancelled', 'Inter were to play.'],
    ['live', 'Inter are playing.'],
    ['past', 'Inter played.'],
  ] as const)('describes a match that is %s: %s', (state, text) => {
    const told = {
      live: '{home_team} are playing.',
      past: '{home_team} played.',
      cancelled: '{home_team} were to play.',
    }
    const page = { ...content('{home_team} play.'), told }
    expect(fillMatchContent(page, match, wording, { state }).text).toBe(text)
    expect(fillMatchContent({ ...page, told: null }, match, wording, { state }).text).toBe('Inter play.')
  })

  it('leaves unknown variables out, and never reads a value as a template', () => {
    const sly = { ...match, home: '{away_team}' }
    expect(fillMatchContent(content('{home_team} {nonsense}!'), sly, wording).title).toBe('{away_team} !')
  })
})

it('offers the history texts only the variable of the team', () => {
  expect(VARIABLES.history_odds_title).toEqual(['history_team'])
  expect(VARIABLES.history_odds_template).toEqual(['history_team'])
})
