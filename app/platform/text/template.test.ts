import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillTemplate, unknownVariables } from './template.ts'

describe('fillTemplate', () => {
  it('fills in the values', () => {
    expect(
      fillTemplate('{home_team} vs {away_team}: {odds}', {
        home_team: 'Inter',
        away_team: 'Milan',
        odds: 1.85,
      }),
    ).toBe('Inter vs Milan: 1.85')
    expect(fillTemplate('{ Home_Team }', { home_team: 'Inter' })).toBe('Inter')
  })

  it('removes an unknown or empty variable', () => {
    expect(fillTemplate('Odds for {nobody} today', {})).toBe('Odds for today')
    expect(fillTemplate('{league_name} odds', { league_name: null })).toBe('odds')
    expect(fillTemplate('{constructor}{toString}', {})).toBe('')
  })

  it('removes the brackets around an empty variable', () => {
    expect(fillTemplate('{team} ({position}) at {odds}', { team: 'A', position: '', odds: 2 })).toBe('A at 2')
    expect(fillTemplate('{team} ({position}, {odds})', { team: 'A', odds: 2 })).toBe('A (, 2)')
  })

  it('returns plain text and does not parse a value as a template', () => {
    expect(fillTemplate('{team_name}', { team_name: '<b>{odds}</b> $& & co', odds: 2 })).toBe(
      '<b>{odds}</b> $& & co',
    )
  })

  it('keeps braces that are not a variable', () => {
    expect(fillTemplate('{} {1} { } {a b}', {})).toBe('{} {1} { } {a b}')
  })

  it('leaves no known-looking variable behind', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{odds}', '{x_1}', ' ', 'text', '{', '}')), (parts) => {
        expect(fillTemplate(parts.join(' '), {})).not.toMatch(/\{odds\}|\{x_1\}/)
      }),
    )
  })
})

describe('unknownVariables', () => {
  it('lists each once', () => {
    expect(unknownVariables('{sport} {sport_name} {sport} {date}', ['sport_name'])).toEqual(['sport', 'date'])
    expect(unknownVariables('no variables', [])).toEqual([])
  })
})
