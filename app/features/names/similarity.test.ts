import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findResultEvent, matchPairSimilarity, nameSimilarity, resultName } from './similarity.ts'

describe('nameSimilarity', () => {
  it.each([
    ['night', 'nacht', 0.25],
    ['Atlético Madrid', 'atletico madrid', 1],
    ['Real Madrid', 'RealMadrid', 1],
    ['aaaa', 'aa', 0.5],
    ['A', 'a', 1],
    ['A', 'AB', 0],
    ['', '', 1],
    ['', 'Arsenal', 0],
    ['abc', 'xyz', 0],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(nameSimilarity(a, b)).toBeCloseTo(expected, 6)
  })

  it('is between 0 and 1 and symmetric', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const similarity = nameSimilarity(a, b)
        expect(similarity).toBe(nameSimilarity(b, a))
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(nameSimilarity(a, a)).toBe(1)
      }),
    )
  })
})

describe('resultName', () => {
  it('drops FC, United, City, punctuation and spaces', () => {
    expect(resultName('Manchester United FC')).toBe('manchester')
    expect(resultName('Manchester City')).toBe('manchester')
    expect(resultName('F.C. København')).toBe('kobenhavn')
    expect(resultName('St. Johnstone')).toBe('stjohnstone')
    expect(resultName('Cityzens Unitedville')).toBe('cityzensunitedville')
  })
})

describe('matchPairSimilarity', () => {
  it('is the mean of both sides', () => {
    const pair = matchPairSimilarity('Arsenal', 'night', 'Arsenal', 'nacht')
    expect(pair).toEqual({ home: 1, away: 0.25, score: 0.625 })
  })
})

describe('findResultEvent', () => {
  const match = { home: 'Newcastle', away: 'West Ham' }

  it('prefers the same names', () => {
    const events = [
      { home: 'Newcastle United', away: 'West Ham United' },
      { home: 'Newcastle', away: 'West Ham' },
    ]
    expect(findResultEvent(match, events)).toBe(events[1])
  })

  it('recognises shortened names', () => {
    const events = [
      { home: 'Newcastle United', away: 'West Ham United' },
      { home: 'Arsenal', away: 'Chelsea' },
    ]
    expect(findResultEvent(match, events)).toBe(events[0])
    expect(findResultEvent(match, events.slice(1))).toBeUndefined()
  })

  it('distinguishes Manchester United from Manchester City', () => {
    const events = [
      { home: 'Manchester City', away: 'Everton' },
      { home: 'Manchester United FC', away: 'Everton FC' },
    ]
    expect(findResultEvent({ home: 'Manchester United', away: 'Everton' }, events)).toBe(events[1])
  })

  it('refuses two that are equally similar, and other teams of the club', () => {
    const twice = [
      { home: 'Newcastle Utd', away: 'West Ham' },
      { home: 'Newcastle Utd', away: 'West Ham' },
    ]
    expect(findResultEvent(match, twice)).toBeUndefined()
    expect(findResultEvent(match, [{ home: 'Newcastle U21', away: 'West Ham U21' }])).toBeUndefined()
    expect(findResultEvent(match, [{ home: 'Newcastle Women', away: 'West Ham Women' }])).toBeUndefined()
  })

  it.each([
    ['both sides together at 0.5', 'Abc', 'Abx', 'Def', 'Dex', false],
    ['both sides together above 0.5', 'Abc', 'Abx', 'Defg', 'Defxg', true],
    ['one side at 0.8, the other unlike', 'Abcdef', 'Abcdex', 'Ghijklmnopq', 'Ghxyzxyzxyz', false],
    ['one side above 0.8, the other unlike', 'Abcdefg', 'Abcdefx', 'Ghijklmnopq', 'Ghxyzxyzxyz', true],
  ])('accepts within limits: %s', (_, home, eventHome, away, eventAway, isTaken) => {
    const event = { home: eventHome, away: eventAway }
    expect(findResultEvent({ home, away }, [event])).toBe(isTaken ? event : undefined)
  })

  it('never accepts a match with nothing in common', () => {
    expect(
      findResultEvent(match, [
        { home: 'Newcastle', away: 'Ipok' },
        { home: 'Xyz', away: 'Qq' },
      ]),
    ).toBeUndefined()
  })
})
