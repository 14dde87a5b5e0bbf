import { expect, it } from 'vitest'
import { englishName } from './translated-names.server.ts'

it.each([
  ['countries', 'Italia', 'Italy'],
  ['countries', 'DEUTSCHLAND', 'Germany'],
  ['countries', 'إيطاليا', 'Italy'],
  ['countries', 'Stati Uniti', 'United States'],
  ['countries', 'Turchia', 'Türkiye'],
  ['countries', 'Hongkong', 'Hong Kong'],
  ['countries', 'Russland', 'Russia'],
  ['countries', 'Irán', null],
  ['countries', 'Iran', null],
  ['countries', 'China', null],
  ['countries', 'Italy', null],
  ['countries', 'Inghilterra', 'England'],
  ['countries', 'Schottland', 'Scotland'],
  ['countries', 'ويلز', 'Wales'],
  ['countries', 'Atlantis', null],
  ['sports', 'Calcio', 'Soccer'],
  ['sports', 'Eishockey', 'Ice Hockey'],
  ['sports', 'Quidditch', null],
] as const)('of %s, %s is %s in English', (list, name, english) => {
  expect(englishName(list, name)).toBe(english)
})
