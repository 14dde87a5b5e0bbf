import { expect, it } from 'vitest'
import { translatorOf } from '#tests/support/screen.tsx'
import { placeNamesOf } from './use-place-names.ts'

const namesIn = (language: string) => placeNamesOf(translatorOf(language))

it.each([
  ['de', 'Ice Hockey', 'Eishockey'],
  ['ar', 'Soccer', 'كرة القدم'],
  ['en', 'Soccer', 'Soccer'],
  ['de', 'Elfmeterschießen', 'Elfmeterschießen'],
])('in %s, the sport %j is %j', (language, name, expected) => {
  expect(namesIn(language).sport(name)).toBe(expected)
})

it.each([
  ['de', 'Germany', 'Deutschland'],
  ['de', 'Scotland', 'Schottland'],
  ['ar', 'Spain', 'إسبانيا'],
  ['es', 'International', 'Internacional'],
  // A part of the world is not all of it, and what an operator typed is what he reads.
  ['es', 'Europe', 'Europe'],
  ['de', 'Elbonia', 'Elbonia'],
  ['en', 'USA', 'USA'],
])('in %s, the country %j is %j', (language, name, expected) => {
  expect(namesIn(language).country(name)).toBe(expected)
})

it('a place is one line, and a value of a text that names a place is named alike', () => {
  const names = namesIn('de')
  expect(names.line({ sport: 'Soccer', country: 'Spain', league: 'La Liga' })).toBe(
    'Fußball · Spanien · La Liga',
  )
  expect(names.line({ sport: null, country: null, league: null })).toBe('')
  expect(names.either('Spain')).toBe('Spanien')
  expect(names.either('Soccer')).toBe('Fußball')
  expect(names.values({ sport: 'Soccer', n: 3, name: 'Spain' })).toEqual({
    sport: 'Fußball',
    n: 3,
    name: 'Spain',
  })
})
