import { describe, expect, it } from 'vitest'
import { formatPercent, formatStake } from '#app/platform/numbers.ts'
import { EXAMPLE_STAKE } from '../odds/rules.ts'
import { builtInContent, contentOfPage } from './built-in.ts'

const files = import.meta.glob<Record<string, string>>('/locales/*/settings.json', {
  eager: true,
  import: 'default',
})
/** Direction marks surround the inserted values, not the template's text. */
const unmarked = (text: string) => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')

describe.each(Object.entries(files))('the texts in %s', (file, labels) => {
  const language = file.split('/')[2] ?? ''
  const content = builtInContent(labels)

  it('write the example stake in the same way as the hints', () => {
    const stake = unmarked(formatStake(EXAMPLE_STAKE, language))
    expect([content.highest_win_template, content.safest_bet_template]).toEqual([
      expect.stringContaining(stake),
      expect.stringContaining(stake),
    ])
  })

  it('write the percent sign in the style of the language', () => {
    const percentage = unmarked(formatPercent(0.5, language, 0)).replace('50', '{home_win_percentage}')
    for (const ofPlayers of [true, false]) {
      const { description_template, told } = contentOfPage(labels, {}, ofPlayers)
      for (const text of [description_template, told?.past]) expect(text).toContain(percentage)
    }
  })

  it.each([true, false])(
    'have another wording while a match is played, when it is over, and when it is cancelled',
    (ofPlayers) => {
      const { description_template, told } = contentOfPage(labels, {}, ofPlayers)
      const texts = [description_template, told?.live, told?.past, told?.cancelled]
      expect(new Set(texts).size).toBe(4)
      expect(texts).not.toContain('')
    },
  )
})

describe('the texts of a page', () => {
  const labels = {
    'match-content.description': 'play',
    'match-content.description-live': 'are playing',
    'match-content.description-past': 'played',
    'match-content.player-description': 'plays',
    'match-content.player-description-live': 'is playing',
    'match-content.player-description-past': 'played alone',
    'match-content.description-cancelled': 'were to play',
    'match-content.player-description-cancelled': 'was to play',
    'match-content.title': 'Odds',
  }

  it.each([
    [false, 'play', 'are playing', 'played', 'were to play'],
    [true, 'plays', 'is playing', 'played alone', 'was to play'],
  ])('speak of players or of teams: %s', (ofPlayers, upcoming, live, past, cancelled) => {
    const page = contentOfPage(labels, {}, ofPlayers)
    expect(page).toMatchObject({ description_template: upcoming, told: { live, past, cancelled } })
  })

  it('are those of an operator in every state of the match', () => {
    const page = contentOfPage(labels, { description_template: 'Mine', title_template: 'Prices' }, true)
    expect(page).toMatchObject({ description_template: 'Mine', title_template: 'Prices', told: null })
  })

  it('change with the match when an operator stored the built-in text', () => {
    const page = contentOfPage(labels, { description_template: 'play', title_template: 'Prices' }, true)
    expect(page).toMatchObject({ description_template: 'plays', title_template: 'Prices' })
    expect(page.told?.past).toBe('played alone')
  })
})
