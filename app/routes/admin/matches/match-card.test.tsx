import { describe, expect, it } from 'vitest'
import type { EditorMatch } from '#app/features/matches/editor-schema.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { MatchCard } from './match-card.tsx'
import { stepPrice } from './number-field.tsx'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

const match = (rest: Partial<EditorMatch> = {}): EditorMatch => ({
  id: 'm',
  home_team: 'Inter',
  away_team: 'Milan',
  start_time: '2026-03-01T19:45:00.000Z',
  status: 'scheduled',
  home_odds: 1.5,
  draw_odds: 3.4,
  away_odds: 6.25,
  odds_locked: false,
  bookmaker_count: 3,
  featured: false,
  is_popular: false,
  affiliate_link: null,
  home_score: null,
  away_score: null,
  sport_name: 'Soccer',
  country_name: 'Italy',
  league_name: 'Serie A',
  is_fed: false,
  typed_prices: '',
  ...rest,
})
const startsIn = (hours: number) => new Date(NOW + hours * HOUR).toISOString()

const ignore = () => {}
const cardOf = (shown: EditorMatch, isOpen = false) =>
  renderOffice(
    <MatchCard
      match={shown}
      stored={shown}
      changed=""
      problems={undefined}
      isOpen={isOpen}
      toggle={ignore}
      isSelected={false}
      remove={() => {}}
      select={ignore}
      set={ignore}
    />,
    { at: NOW, zone: 'Europe/Rome' },
  )
const textOf = async (shown: EditorMatch, isOpen = false) => shownText(await cardOf(shown, isOpen))

describe('the badge of a match', () => {
  it.each([
    ['LIVE', { status: 'live' }],
    ['FINISHED', { status: 'finished' }],
    ['CANCELLED', { status: 'cancelled' }],
    ['TODAY 20:45', {}],
    ['TODAY 12:59', { start_time: startsIn(23 + 59 / 60) }],
    ['TOMORROW', { start_time: startsIn(24) }],
    ['TOMORROW', { start_time: startsIn(47.9) }],
    ['SCHEDULED', { start_time: startsIn(48) }],
    ['SCHEDULED', { start_time: startsIn(-1) }],
  ] as const)('is %s: %#', async (badge, rest) => {
    const [, shown = ''] =
      /<span[^>]*font-semibold whitespace-nowrap[^>]*>([^<]*)/.exec(await cardOf(match(rest))) ?? []
    expect(shown).toBe(badge)
  })
})

describe('the card of a match', () => {
  it('has a dash for each price when nobody quotes the match, and the prices of an operator', async () => {
    const unquoted = { home_odds: 1.01, draw_odds: null, away_odds: 1.01, bookmaker_count: 0 }
    expect(await textOf(match(unquoted))).not.toContain('1.01')
    expect(await textOf(match({ ...unquoted, odds_locked: true }))).toContain('1.01')
  })

  it('shows its teams, its start and its place', async () => {
    const text = await textOf(match())
    for (const part of ['Inter – Milan', 'Mar 1, 2026', '20:45', 'Soccer | Italy | Serie A'])
      expect(text).toContain(part)
  })

  it('shows the odds of each side, and a dash for a draw that nobody quotes', async () => {
    expect(await textOf(match())).toMatch(/1 Home 1\.50 X Draw 3\.40 2 Away 6\.25/)
    expect(await textOf(match({ draw_odds: null }))).toMatch(/1\.50 X Draw – 2/)
  })

  it.each([
    ['Featured', { featured: true }],
    ['Popular', { is_popular: true }],
    ['Affiliate', { affiliate_link: '/offers' }],
  ] as const)('is marked %s only where it is', async (mark, rest) => {
    expect(await textOf(match(rest))).toContain(mark)
    expect(await textOf(match())).not.toContain(mark)
  })

  it('has More on a button that opens an editor', async () => {
    const html = await cardOf(match())
    expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>More</)
    expect(html).not.toMatch(/<fieldset|Get Score/)
  })

  it('has Less on that button while the editor is open, with Get Score in it', async () => {
    const html = await cardOf(match(), true)
    expect(html).toMatch(/<button[^>]*aria-expanded="true"[^>]*>Less</)
    expect(html).toMatch(/<fieldset/)
    expect(html).toMatch(/<button[^>]*>Get Score</)
  })
})

describe('the editor of a match', () => {
  /** The field of a label, as its tag. */
  const field = async (label: string, rest: Partial<EditorMatch> = {}) => {
    const html = await cardOf(match(rest), true)
    const [, id = ''] = new RegExp(`<label for="([^"]*)"[^>]*>${label}</label>`).exec(html) ?? []
    return html.match(new RegExp(`<(?:input|select) id="${id}"[^>]*>`))?.[0] ?? ''
  }

  it.each(['Home', 'Draw', 'Away'])('accepts %s odds from 1.01 on in steps of 0.01', async (label) => {
    const tag = await field(label)
    for (const part of ['role="spinbutton"', 'aria-valuemin="1.01"']) expect(tag).toContain(part)
    // The arrow keys.
    expect([stepPrice(1.5, 1), stepPrice(1.5, -1), stepPrice(1.01, -1)]).toEqual([1.51, 1.49, 1.01])
  })

  it('requires odds of both sides, and none of the draw', async () => {
    expect(await field('Home')).toContain('required=""')
    expect(await field('Away')).toContain('required=""')
    const draw = await field('Draw', { draw_odds: null })
    expect(draw).not.toContain('required')
    expect(draw).toContain('value=""')
  })

  it('offers the four states', async () => {
    const html = await cardOf(match(), true)
    const states = [...html.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value, text]) => [
      value,
      text,
    ])
    expect(states).toEqual([
      ['scheduled', 'Scheduled'],
      ['live', 'Live'],
      ['finished', 'Finished'],
      ['cancelled', 'Cancelled'],
    ])
  })
})

describe('the odds of a match', () => {
  const oddsOf = async (rest: Partial<EditorMatch>) =>
    readHtml(await cardOf(match(rest), true))
      .all('input')
      .filter((input) => input.attribute('role') === 'spinbutton')
      .map((input) => input.attribute('value'))

  it('are empty fields before anybody quotes it, and not the columns’ defaults', async () => {
    const unquoted = { home_odds: 1.01, draw_odds: null, away_odds: 1.01, bookmaker_count: 0 }
    expect(await oddsOf(unquoted)).toEqual(['', '', ''])
    expect(await oddsOf({ ...unquoted, odds_locked: true })).toEqual(['1.01', '', '1.01'])
    expect(await oddsOf({})).toEqual(['1.50', '3.40', '6.25'])
  })
})
