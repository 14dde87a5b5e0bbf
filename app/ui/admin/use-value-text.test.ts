import { expect, test } from 'vitest'
import { instantOf } from './use-value-text.ts'

test('formats an instant', () => {
  expect(instantOf('2026-11-21T20:30:00+01:00')).toEqual(new Date(Date.UTC(2026, 10, 21, 19, 30)))
})

test.each(['2026-13-01T00:00:00Z', '2026-11-21T25:00:00Z', '2026-11-21', 'Kick-off', 7])(
  'does not change %s',
  (value) => {
    expect(instantOf(value)).toBeUndefined()
  },
)
