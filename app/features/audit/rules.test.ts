import { expect, it } from 'vitest'
import { sameValue } from './rules.ts'

it.each([
  [null, '', true],
  [undefined, null, true],
  [1, '1.00', true],
  ['1.50', 1.5, true],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z', true],
  ['2026-11-21T14:00:00+02:00', '2026-11-21T12:00:00.000Z', true],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:01Z', false],
  ['007', '7', false],
  [0, '', false],
  [0, ' ', false],
  [0, false, false],
  [null, 'null', false],
])('takes %j and %j for the same: %s', (a, b, same) => {
  expect([sameValue(a, b), sameValue(b, a)]).toEqual([same, same])
})
