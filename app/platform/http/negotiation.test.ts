import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedEncodings, ENCODINGS, matchesEtag } from './negotiation.ts'

describe('acceptedEncodings', () => {
  it.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['GZIP;Q=0.5, Br;q=0.4', ['gzip', 'br', 'identity']],
    ['x-gzip', ['gzip', 'identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0.5, gzip', ['gzip', 'br', 'identity']],
    ['identity', ['identity']],
    ['identity;q=1, gzip;q=0.5', ['identity', 'gzip']],
    ['gzip, identity;q=0', ['gzip']],
    ['gzip, *;q=0', ['gzip']],
    ['*;q=0', []],
    ['br;q=high, gzip', ['gzip', 'identity']],
    ['br;q=1.5, gzip;q=0.1234', ['identity']],
    ['br ; q=0.2 , gzip ; q=0.3', ['gzip', 'br', 'identity']],
  ])('reads %j as %j', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected)
  })

  it('never offers what has quality 0, and puts higher qualities first', () => {
    const quality = fc.option(
      fc.integer({ min: 0, max: 1000 }).map((it) => it / 1000),
      { nil: undefined },
    )
    const qualities = fc.record({ br: quality, gzip: quality, identity: quality })
    fc.assert(
      fc.property(qualities, fc.shuffledSubarray([...ENCODINGS], { minLength: 3 }), (given, order) => {
        const named = order.filter((encoding) => given[encoding] !== undefined)
        const header = named.map((encoding) => `${encoding};q=${given[encoding]}`).join(', ')
        const accepted = acceptedEncodings(header)
        for (const encoding of named) expect(accepted.includes(encoding)).toBe((given[encoding] ?? 0) > 0)
        const ranks = accepted.map((encoding) => given[encoding] ?? 0)
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
      }),
    )
  })

  it('accepts any header without an error', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(ENCODINGS).toEqual(expect.arrayContaining([...acceptedEncodings(header)]))
      }),
    )
  })
})

describe('matchesEtag', () => {
  const tag = fc.stringMatching(/^[!#-~]{0,12}$/).map((it) => `"${it}"`)

  it.each([
    ['*', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a" ,"c"', true],
    ['"b"', false],
    ['a', false],
    ['"A"', false],
    ['', false],
  ])('%s names "a": %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected)
  })

  it('finds an entity tag in a list exactly when it is in it', () => {
    const listed = fc.record({ tag, weak: fc.boolean(), space: fc.constantFrom(', ', ',', ' , ') })
    fc.assert(
      fc.property(fc.array(listed, { minLength: 1 }), tag, (list, wanted) => {
        const header = list.map(({ tag, weak, space }) => `${weak ? 'W/' : ''}${tag}${space}`).join('')
        expect(matchesEtag(header, wanted)).toBe(list.some(({ tag }) => tag === wanted))
      }),
    )
  })
})
