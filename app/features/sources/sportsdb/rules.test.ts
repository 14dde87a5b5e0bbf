import { describe, expect, it } from 'vitest'
import { orderCountries, restAfter } from './rules.ts'

describe('orderCountries', () => {
  const names = [
    'Wales',
    'united states',
    'Malta',
    'Austria',
    'France',
    'Spain',
    'Germany',
    'England',
    'Italy',
  ]

  it('orders football by priority countries first, then by name', () => {
    expect(orderCountries([...names, 'Wales'], 'Soccer')).toEqual([
      ...['Italy', 'England', 'Spain', 'Germany', 'France', 'Malta', 'united states'],
      ...['Austria', 'Wales', 'Wales'],
    ])
  })

  it.each(['USA', 'United States', 'United States of America'])('recognises %s', (name) => {
    expect(orderCountries(['Austria', name], 'Soccer')).toEqual([name, 'Austria'])
  })

  it('orders other sports by name', () => {
    expect(orderCountries(['Italy', 'Austria', 'England'], 'Basketball')).toEqual([
      'Austria',
      'England',
      'Italy',
    ])
  })
})

describe('restAfter', () => {
  it.each([
    [null, ['a', 'b', 'c']],
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
    ['x', ['a', 'b', 'c']],
  ])('%s', (key, rest) => {
    expect(restAfter(['a', 'b', 'c'], key, (item) => item)).toEqual(rest)
  })
})

describe('edge cases of the order', () => {
  it('sorts countries of one rank by name', () => {
    expect(orderCountries(['b', 'a', 'c', 'a'], 'Soccer')).toEqual(['a', 'a', 'b', 'c'])
    expect(orderCountries(['c', 'b', 'a'], 'Golf')).toEqual(['a', 'b', 'c'])
    expect(orderCountries(['USA', 'United States'], 'Soccer')).toEqual(['USA', 'United States'])
  })

  it('continues after the first of several', () => {
    expect(restAfter(['a', 'b', 'a', 'c'], 'a', (item) => item)).toEqual(['b', 'a', 'c'])
    expect(restAfter(['a', 'null', 'b'], null, (item) => item)).toEqual(['a', 'null', 'b'])
  })
})
