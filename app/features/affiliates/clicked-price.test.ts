import { expect, it } from 'vitest'
import { readClicked, writeClicked } from './clicked-price.ts'

const market = { id: 36 ** 3, outcomes: ['over', 'under'] }

it('is in an address by the number of its market and the index of its outcome', () => {
  expect(writeClicked(market, 'under')).toBe('1000-1')
  expect(readClicked('1000-1')).toEqual({ kind: 'market', market: market.id, outcome: 1, sort: 'payout' })
})

it.each([
  [null, 'payout', '1000-', { outcome: null, sort: 'payout' }],
  [null, 'updated', '1000--u', { outcome: null, sort: 'updated' }],
  ['over', 'under', '1000-0-1', { outcome: 0, sort: 1 }],
  ['nobody', 'nothing', '1000-', { outcome: null, sort: 'payout' }],
] as const)('%s in the order %s is %s', (outcome, sort, text, read) => {
  expect(writeClicked(market, outcome, sort)).toBe(text)
  expect(readClicked(text)).toEqual({ kind: 'market', market: market.id, ...read })
})

it('of the headline is the name of the outcome', () => {
  expect(readClicked('draw')).toEqual({ kind: 'headline', outcome: 'draw' })
})

it.each([undefined, '', 'win', '-', '0-1', '-1-1', 'zzzzzz-0', '1-1-x', '1.5-0', '1-99999', '1-0-u-0'])(
  'is nothing that pages do not write: %s',
  (text) => expect(readClicked(text)).toBeUndefined(),
)
