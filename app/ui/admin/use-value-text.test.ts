import { expect, test } from 'vitest'
import { instantOf } from './use-value-text.ts'

test('takes an instant for one', () => {
  expect(instantOf('2026-11-21T20:30:00+01:00')).toEqual(new Date(Date.UTC(2026, 10, 21, 19, 30)))
})

test.each(['2026-13-01T00:00:00Z', '2026-11-21T25:00:00Z', '2026-11-21', 'Kick-off', 7])(
  'leaves %s as it is',
  (value) => {
    expect(instantOf(value)).toBeUndefined()
  },
)
