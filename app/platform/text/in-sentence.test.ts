import { describe, expect, it } from 'vitest'
import { inSentence, withCapital } from './in-sentence.ts'

describe('a name inside a sentence', () => {
  it.each([
    ['Ice Hockey', 'en', 'ice hockey'],
    ['American Football', 'en', 'American football'],
    ['Calcio a 5', 'it', 'calcio a 5'],
    ['Pallavolo', 'it', 'pallavolo'],
    ['E-sport', 'fr', 'e-sport'],
    ['Rugby à XIII', 'fr', 'rugby à XIII'],
    ['İnce Spor', 'tr', 'ince spor'],
    ['MMA', 'es', 'MMA'],
    ['Formula 1', 'es', 'Formula 1'],
    ['Fußball', 'de', 'Fußball'],
    ['كرة القدم', 'ar', 'كرة القدم'],
  ])('%s in %s is %s', (name, language, expected) => {
    expect(inSentence(name, language)).toBe(expected)
  })
})

it('has a capital at the start of a sentence', () => {
  expect(withCapital('ice hockey odds', 'en')).toBe('Ice hockey odds')
  expect(withCapital('ince', 'tr')).toBe('İnce')
  expect(withCapital('1 match', 'en')).toBe('1 match')
})
