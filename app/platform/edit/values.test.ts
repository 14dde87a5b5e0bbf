import { expect, it } from 'vitest'
import { sameValue, toValue } from './values.ts'

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
])('treats %j and %j as the same: %s', (a, b, same) => {
  expect([sameValue(a, b), sameValue(b, a)]).toEqual([same, same])
})

it.each([
  [1, '2.00', false],
  ['2026-11-21T12:00:00Z', '2026-11-21', false],
  ['2026-11-21T12:00:00Z', 'at 2026-11-21T12:00:00Z', false],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z UTC', false],
  ['2026-11-21T00:00:00Z', '2026-11-21', false],
  ['Sat, 21 Nov 2026 12:00:00 GMT', '2026-11-21T12:00:00Z', false],
])('treats %j and %j as the same value: %s', (a, b, same) => {
  expect([sameValue(a, b), sameValue(b, a)]).toEqual([same, same])
})

it.each([
  [undefined, null],
  [null, null],
  [new Date('2026-11-21T12:00:00Z'), '2026-11-21T12:00:00.000Z'],
  ['x', 'x'],
  ['', ''],
  [1.5, 1.5],
  [false, false],
  [{ a: [1] }, '{"a":[1]}'],
])('%j of the database is %j', (value, expected) => {
  expect(toValue(value)).toBe(expected)
})
