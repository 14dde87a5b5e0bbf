import { expect, it } from 'vitest'
import { codesOf, isPhase } from './fixture-codes.ts'
import { FIXTURE_CODES } from './fixture-status.ts'

it('each code that has a name says one thing of a match', () => {
  const told = codesOf('live', 'played', 'awarded', 'off', 'void')
  expect([...told, 'NS'].toSorted()).toEqual(FIXTURE_CODES.toSorted())
})

it('an unknown code says nothing', () => {
  expect(isPhase('XYZ', 'live', 'played', 'awarded', 'off', 'void')).toBe(false)
  expect(isPhase(null, 'live')).toBe(false)
})
