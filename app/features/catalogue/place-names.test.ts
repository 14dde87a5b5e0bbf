import { describe, expect, it } from 'vitest'
import { FIRST_FREE_SPORT_POSITION, fixedSportPosition, sportIcon, sportName } from './place-names.ts'

describe('the position of a sport in the menu', () => {
  it.each([
    ['Soccer', 0],
    ['Football', 0],
    ['Tennis', 1],
    ['Basketball', 2],
    ['Cricket', 3],
    ['American Football', 4],
    ['american football', 4],
    ['TENNIS', 1],
  ])('of %s is always %i', (name, position) => {
    expect(fixedSportPosition(name)).toBe(position)
  })

  it.each(['Table Tennis', 'Handball', 'Australian Football', 'Boxing', ''])('of %j is free', (name) => {
    expect(fixedSportPosition(name)).toBeNull()
    expect(FIRST_FREE_SPORT_POSITION).toBe(5)
  })
})

describe('the icon of a sport', () => {
  it.each([
    ['Football', 'football'],
    ['Soccer', 'football'],
    ['Tennis', 'tennis'],
    ['Basketball', 'basketball'],
    ['Boxing', 'boxing'],
    ['Baseball', 'baseball'],
    ['American Football', 'american-football'],
    ['Golf', 'football'],
    ['Table Tennis', 'football'],
  ])('of %s is %s', (name, icon) => {
    expect(sportIcon(name)).toBe(icon)
  })
})

it.each([
  ['Football', 'Soccer'],
  ['Association Football', 'Soccer'],
  ['American Football', 'American Football'],
  ['Curling', 'Curling'],
])('calls %s %s', (name, ours) => {
  expect(sportName(name)).toBe(ours)
})
