import { describe, expect, it } from 'vitest'
import type { BoardRow } from '../odds/market-board.ts'
import { type CouponOutcome, compareOffers, relatedOutcomes, returnOf } from './combine.ts'

const AT = new Date('2026-11-26T12:00:00Z')
const M = 1_000_000

interface Stated {
  price?: number | null
  net?: number | null
  leftOut?: BoardRow['leftOut']
  minutesAgo?: number
}

/** A bookmaker's row of a market in which the outcome of the coupon is the second one. */
function rowOf(
  id: string,
  { price = 2, net = price, leftOut = null, minutesAgo = 0 }: Stated = {},
): BoardRow {
  const seenAt = new Date(AT.getTime() - minutesAgo * 60_000)
  const at = (it: number | null) => [9 * M, it === null ? null : it * M]
  const [prices, nets] = [at(price), at(net)]
  return {
    quote: {
      ...{
        no: 1,
        bookmaker: { id, name: id, slug: id, logoUrl: null },
        brand: id,
        side: 'back',
        format: 'decimal',
      },
      ...{ status: null, opening: null, closing: null, maxStake: null, link: null, kept: 1, isTyped: false },
      ...{ prices, nets, leftOut, seenAt, changedAt: seenAt, validUntil: AT },
    },
    ...{ prices, nets, leftOut, payout: null, isBest: [false, false], writing: { format: 'decimal' } },
  }
}
const outcome = (match: string, ...rows: BoardRow[]): CouponOutcome => ({ match, index: 1, rows })
const shown = (outcomes: CouponOutcome[], exchanges: string[] = []) =>
  compareOffers(outcomes, new Set(exchanges)).map(({ bookmaker, gross, net, taken, refused, isWhole }) => [
    bookmaker.id,
    gross / M,
    net / M,
    taken.map(({ at }) => at).join(),
    refused.map(({ at, why }) => `${at} ${why}`).join(),
    isWhole,
  ])

describe('related outcomes', () => {
  it('are those that share their match', () => {
    const of = (...matches: string[]) => [...relatedOutcomes(matches.map((match) => ({ match })))]
    expect(of('a', 'b', 'a', 'c', 'b')).toEqual([0, 2, 1, 4])
    expect(of('a', 'b')).toEqual([])
    expect(of()).toEqual([])
  })
})

describe('the offers for a coupon', () => {
  it('are the products of the prices, the best net one first', () => {
    const outcomes = [
      outcome('m', rowOf('a', { price: 2 }), rowOf('b', { price: 2.5, net: 2.4 })),
      outcome('n', rowOf('b', { price: 3, net: 2.9 }), rowOf('a', { price: 4 })),
    ]
    expect(shown(outcomes)).toEqual([
      ['a', 8, 8, '0,1', '', true],
      ['b', 7.5, 6.96, '0,1', '', true],
    ])
  })

  it('are as old as their oldest price', () => {
    const [offer] = compareOffers(
      [outcome('m', rowOf('a', { minutesAgo: 5 })), outcome('n', rowOf('a', { minutesAgo: 20 }))],
      new Set(),
    )
    expect(offer?.oldestAt).toEqual(new Date('2026-11-26T11:40:00Z'))
    expect(offer?.taken[1]).toEqual({
      at: 1,
      price: 2 * M,
      net: 2 * M,
      format: 'decimal',
      seenAt: new Date('2026-11-26T11:40:00Z'),
    })
  })

  it.each<[BoardRow['leftOut'], string]>([
    ['suspended', 'suspended'],
    ['incomplete', 'incomplete'],
    ['old', 'old'],
    ['started', 'started'],
    ['lay', 'not-quoted'],
    ['inactive', 'not-quoted'],
  ])('of a price that is left out as %s lack it as %s', (leftOut, why) => {
    const outcomes = [outcome('m', rowOf('a')), outcome('n', rowOf('a', { leftOut }))]
    expect(shown(outcomes)).toEqual([['a', 2, 2, '0', `1 ${why}`, false]])
  })

  it('lack an outcome without a price, and one that the bookmaker does not quote', () => {
    const outcomes = [outcome('m', rowOf('a')), outcome('n', rowOf('a', { price: null })), outcome('o')]
    expect(shown(outcomes)).toEqual([['a', 2, 2, '0', '1 not-quoted,2 not-quoted', false]])
    expect(shown([outcome('m', rowOf('a')), outcome('n', rowOf('a', { price: 2, net: null }))])).toEqual([
      ['a', 2, 2, '0', '1 not-quoted', false],
    ])
    expect(shown([outcome('m', rowOf('a', { leftOut: 'old' }))])).toEqual([])
    expect(shown([{ match: 'm', index: -1, rows: [rowOf('a')] }])).toEqual([])
  })

  it('of an exchange, and of outcomes that share a match, are single bets', () => {
    const two = [outcome('m', rowOf('x'), rowOf('a')), outcome('n', rowOf('x'), rowOf('a'))]
    expect(shown(two, ['x']).map(([id, , , , , isWhole]) => [id, isWhole])).toEqual([
      ['a', true],
      ['x', false],
    ])
    expect(shown(two.slice(0, 1), ['x']).every(([, , , , , isWhole]) => isWhole)).toBe(true)
    const related = two.map((it) => ({ ...it, match: 'm' }))
    expect(shown(related).every(([, , , , , isWhole]) => !isWhole)).toBe(true)
  })

  it('that are whole come first, exchanges after other parts, then by the number of outcomes, then by the net price', () => {
    const outcomes = [
      outcome(
        'm',
        rowOf('part1', { price: 9 }),
        rowOf('x', { price: 9 }),
        rowOf('whole'),
        rowOf('part2'),
        rowOf('part3', { price: 3 }),
      ),
      outcome('n', rowOf('x', { price: 9 }), rowOf('whole'), rowOf('part2'), rowOf('part3', { price: 3 })),
      outcome('o', rowOf('x', { price: 9 }), rowOf('whole')),
    ]
    expect(shown(outcomes, ['x']).map(([id]) => id)).toEqual(['whole', 'part3', 'part2', 'part1', 'x'])
  })

  it('are those of the first row of a bookmaker', () => {
    expect(shown([outcome('m', rowOf('a', { price: 3 }), rowOf('a', { price: 5, leftOut: 'lay' }))])).toEqual(
      [['a', 3, 3, '0', '', true]],
    )
  })
})

describe('what a stake returns', () => {
  it.each([
    [1_000, 2_500_000, 2_500],
    [999, 1_333_333, 1_331],
    [1, 1_999_999, 1],
    [100_000_00, 999_999_990_000, 9_999_999_900_000],
  ])('of %i cents at %i is %i cents, rounded down', (stake, price, expected) => {
    expect(returnOf(stake, price)).toBe(expected)
  })
})
