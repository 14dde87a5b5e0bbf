import { describe, expect, it } from 'vitest'
import {
  FIRST_FREE_SPORT_POSITION,
  fixedSportPosition,
  nextPosition,
  placeKey,
  slugOr,
  sportIcon,
  sportKey,
  sportName,
  sportSlug,
} from './place-names.ts'

describe('placeKey', () => {
  it.each([
    ['La Liga', 'laliga'],
    ['la-liga', 'laliga'],
    ['Première_Ligue 1 B', 'premiereligue1b'],
    ['???', '???'],
    ['＊Ａ＊', 'a'],
    ['＊＊', '**'],
  ])('of %s is %s', (name, key) => {
    expect(placeKey(name)).toBe(key)
  })
})

describe('sports', () => {
  it.each([
    ['Soccer', ['Soccer', 'Football', 'FOOTBALL', 'Association Football']],
    ['American Football', ['American Football', 'NFL', 'Gridiron']],
    ['Ice Hockey', ['Ice Hockey', 'ice-hockey']],
    ['MMA', ['MMA', 'Mixed Martial Arts']],
    ['Aussie Rules', ['Aussie Rules', 'Australian Rules', 'Australian Football', 'AFL']],
    ['Table Tennis', ['Table Tennis', 'Ping Pong']],
    ['Esports', ['Esports', 'E-Sports']],
    ['Kubb', ['Kubb']],
  ])('%s is the name of %j', (name, names) => {
    expect(names.map(sportName)).toEqual(names.map(() => name))
    expect(names.map(sportKey)).toEqual(names.map(() => placeKey(name)))
  })

  it.each([
    ['Football', 0, 'football'],
    ['Tennis', 1, 'tennis'],
    ['Basketball', 2, 'basketball'],
    ['Cricket', 3, 'football'],
    ['NFL', 4, 'american-football'],
    ['Boxing', null, 'boxing'],
    ['Baseball', null, 'baseball'],
    ['Kubb', null, 'football'],
    ['Constructor', null, 'football'],
  ])('%s has the position %s and the icon %s', (name, position, icon) => {
    expect(fixedSportPosition(name)).toBe(position)
    expect(sportIcon(name)).toBe(icon)
  })

  it('reserves the first five positions for them', () => {
    expect(FIRST_FREE_SPORT_POSITION).toBe(5)
  })

  it.each([
    ['Football', 'football'],
    ['Search', 'search-sport'],
    ['Admin', 'admin-sport'],
    ['?', 'sport-63'],
  ])('%s has the slug %s', (name, slug) => {
    expect(sportSlug(name)).toBe(slug)
  })
})

describe('slugOr', () => {
  it.each([
    ['Serie A', 'serie-a'],
    ['??', 'league-2016'],
    ['?!', 'league-1986'],
    ['😀', 'league-128512'],
    ['!!!!!!', 'league-254048'],
  ])('of %s is %s', (name, slug) => {
    expect(slugOr(name, 'league')).toBe(slug)
  })
})

describe('nextPosition', () => {
  it.each([
    [[], 1],
    [[0], 1],
    [[1], 1],
    [[2], 3],
    [[0, 1], 1],
    [[1, 2], 3],
    [[7, 2, 3], 8],
    [[5, 5], 5],
    [[0, 0], 0],
    [[0, 0, 1], 1],
  ])('after %j is %i', (positions, next) => {
    expect(nextPosition(positions)).toBe(next)
  })
})
