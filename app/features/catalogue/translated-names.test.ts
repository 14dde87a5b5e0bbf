import { expect, it } from 'vitest'
import { englishName } from './translated-names.server.ts'

it.each([
  ['countries', 'Italia', 'Italy'],
  ['countries', 'DEUTSCHLAND', 'Germany'],
  ['countries', 'إيطاليا', 'Italy'],
  ['countries', 'Italy', 'Italy'],
  ['countries', 'Atlantis', null],
  ['sports', 'Calcio', 'Soccer'],
  ['sports', 'Eishockey', 'Ice Hockey'],
  ['sports', 'Quidditch', null],
] as const)('of %s, %s is %s in English', (list, name, english) => {
  expect(englishName(list, name)).toBe(english)
})
