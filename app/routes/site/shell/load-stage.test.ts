import { describe, expect, it } from 'vitest'
import { loadStage } from './load-stage.ts'

const sports = [
  { slug: 'soccer', countries: [{}] },
  { slug: 'tennis', countries: null },
]
const league = '/en/soccer/italy/serie-a'

describe('loadStage', () => {
  it.each([
    ['no way', undefined, '/en', 'complete'],
    ['another kind of page', '/en/soccer', '/en', 'initial'],
    ['a match', `${league}/a-vs-b`, '/en', 'initial'],
    ['an unknown sport', '/en/curling/canada/brier', '/en', 'fetching-sport'],
    ['a sport without its countries', '/en/tennis/france/open', '/en', 'fetching-countries'],
    ['a league of another country', league, '/en/soccer/spain', 'fetching-league'],
    ['a league from the home page', league, '/en', 'fetching-league'],
    ['a league of the country that is shown', league, '/en/soccer/italy', 'fetching-matches'],
    ['a league from one of its matches', league, `${league}/a-vs-b`, 'fetching-matches'],
    ['the same league anew', league, league, 'fetching-matches'],
    ['another league of the country', league, '/en/soccer/italy/serie-b', 'fetching-league'],
  ])('on %s', (_, target, pathname, expected) => {
    expect(loadStage(target, { pathname, sports })).toBe(expected)
  })
})
