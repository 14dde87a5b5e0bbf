import { expect, it } from 'vitest'
import { english } from '#tests/support/english.tsx'
import { fixtureStatusName } from './fixture-status.ts'

it.each([
  ['NS', 'Not started'],
  ['TBD', 'Time to be decided'],
  ['1H', 'First half'],
  ['HT', 'Half-time'],
  ['2H', 'Second half'],
  ['ET', 'Extra time'],
  ['BT', 'Break'],
  ['P', 'Penalty shoot-out'],
  ['LIVE', 'In play'],
  ['SUSP', 'Suspended'],
  ['INT', 'Interrupted'],
  ['FT', 'Full time'],
  ['AET', 'Finished after extra time'],
  ['PEN', 'Finished on penalties'],
  ['PST', 'Postponed'],
  ['CANC', 'Cancelled'],
  ['ABD', 'Abandoned'],
  ['AWD', 'Awarded'],
  ['WO', 'Walkover'],
])('a fixture with the status %s is called %s', (short, text) => {
  const name = fixtureStatusName(short)
  expect(name && (english.getFixedT('matches') as unknown as (key: string) => string)(name)).toBe(text)
})

it.each([null, '', 'Q3', 'constructor'])('a fixture with the status %j has the name of its feed', (short) => {
  expect(fixtureStatusName(short)).toBeUndefined()
})
