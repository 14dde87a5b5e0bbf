import { describe, expect, it } from 'vitest'
import { beginsWord, hasWord, isFoundInside, rankName, toTerms } from '#app/features/names/search-terms.ts'
import { readSearchText } from '#app/features/names/search-text.ts'
import { groupHits, LIMITS, NO_RESULTS } from './rules.ts'

describe('readSearchText', () => {
  it.each([
    [null, null],
    ['', null],
    [' a ', null],
    ['😀', null],
    [' ab ', 'ab'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), 'x'.repeat(100)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
    ['a\uD800', 'a\uFFFD'],
  ])('%j is %j', (typed, expected) => {
    expect(readSearchText(typed)).toBe(expected)
  })
})

describe('toTerms', () => {
  it.each([
    ['Real  Madrid', { phrase: 'real madrid', words: ['real', 'madrid'] }],
    ['Inter vs Milan', { phrase: 'inter milan', words: ['inter', 'milan'] }],
    ['Inter v Milan', { phrase: 'inter milan', words: ['inter', 'milan'] }],
    ['v Milan vs', { phrase: 'v milan vs', words: ['v', 'milan', 'vs'] }],
    ['Boca Boca', { phrase: 'boca boca', words: ['boca'] }],
    ['ab', { phrase: 'ab', words: ['ab'] }],
    ['a', null],
    ['!!', null],
  ])('%j', (text, expected) => {
    expect(toTerms(text)).toEqual(expected)
  })
})

describe('words', () => {
  it.each([
    ['ab', false],
    ['abc', true],
    ['😀😀', false],
  ])('%s is found inside others: %s', (word, expected) => {
    expect(isFoundInside(word)).toBe(expected)
  })

  it.each([
    ['real madrid', 'drid', true],
    ['real madrid', 'rid', true],
    ['real madrid', 'id', false],
    ['real madrid', 'ma', true],
    ['real madrid', 're', true],
    ['real madrid', 'mad rid', false],
  ])('%s has %s: %s', (name, word, expected) => {
    expect(hasWord(name, word)).toBe(expected)
  })

  it.each([
    ['real madrid', 'real', true],
    ['real madrid', 'mad', true],
    ['real madrid', 'drid', false],
  ])('a word of %s begins with %s: %s', (name, word, expected) => {
    expect(beginsWord(name, word)).toBe(expected)
  })
})

describe('rankName', () => {
  const terms = { phrase: 'real madrid', words: ['real', 'madrid'] }
  it.each([
    ['real madrid', 0],
    ['real madrid women', 1],
    ['club real madrid', 2],
    ['madrid club real', 3],
    ['madrid unreal', 4],
  ])('%s ranks %i', (name, rank) => {
    expect(rankName(name, terms)).toBe(rank)
  })
})

describe('groupHits', () => {
  it('keeps the order of kinds, adds each address and leaves out empty ones', () => {
    const sport = { id: 's', name: 'Football', slug: 'football', icon: null }
    const country = { id: 'c', name: 'Italy', slug: 'italy', code: 'IT', sport }
    const league = { id: 'l', name: 'Serie A', slug: 'serie-a', logoUrl: null, sport, country }
    const results = { ...NO_RESULTS, leagues: [league], countries: [country], sports: [sport] }
    const groups = groupHits(results as never, 'en')
    expect(groups.map(({ kind, hits }) => [kind, ...hits.map((hit) => [hit.kind, hit.to])])).toEqual([
      ['sport', ['sport', '/en/football']],
      ['country', ['country', '/en/football/italy']],
      ['league', ['league', '/en/football/italy/serie-a']],
    ])
    const italian = groupHits(results as never, 'it').flatMap(({ hits }) => hits.map((hit) => hit.to))
    expect(italian).toEqual(['/it/football', '/it/football/italy', '/it/football/italy/serie-a'])
    expect(groupHits(NO_RESULTS, 'en')).toEqual([])
    expect(LIMITS).toEqual({ sports: 3, countries: 3, leagues: 3, teams: 3, matches: 5 })
  })
})
