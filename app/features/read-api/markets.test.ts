import { expect, it } from 'vitest'
import { type MarketQuote, viewMarkets } from '../odds/market-view.ts'
import { toApiMarket } from './markets.ts'

const AT = new Date('2026-11-26T12:00:00Z')

function quote(name: string, prices: number[], nets = prices): MarketQuote {
  return {
    ...{ no: null, bookmaker: { id: name, name, slug: name, logoUrl: null }, brand: name, side: 'back' },
    ...{
      format: 'decimal',
      prices,
      nets,
      kept: 1,
      status: null,
      opening: null,
      closing: null,
      maxStake: null,
    },
    ...{ changedAt: AT, seenAt: AT, validUntil: AT, link: null, isTyped: false, leftOut: null },
  }
}

it('a market of the API has its best prices and its averages net of commission', () => {
  const plain = { id: 1, type: 'both_to_score', period: 'full_time', line: null, participant: null } as const
  const quotes = [
    quote('book', [1_900_000, 1_900_000]),
    quote('exchange', [2_100_000, 2_000_000], [2_000_000, 1_900_000]),
  ]
  const [market] = viewMarkets([{ ...plain, quotes }])
  expect(market && toApiMarket(market)).toMatchObject({
    best: [
      { price: 2.1, net: 2, bookmaker: 'exchange' },
      { price: 1.9, net: 1.9, bookmaker: 'book' },
    ],
    average: [1.95, 1.9],
    count: 2,
  })
})
