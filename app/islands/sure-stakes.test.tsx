import { expect, it, vi } from 'vitest'
import { settlements } from '#app/features/odds/market-maths.ts'
import { fromNumber } from '#app/features/odds/prices.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { marketOf } from '#tests/support/market-prices.ts'
import { mount } from '#tests/support/tiny-react.ts'
import { SureStakes } from './sure-stakes.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))

it('the stakes of a sure bet are of the total that a visitor types, to the cent and in whole euros', () => {
  const nets = [2.1, 2.05].map(fromNumber)
  const legs = ['Over', 'Under'].map((outcome, at) => ({ outcome, bookmaker: ['Alpha', 'Beta'][at] ?? '' }))
  const ways = settlements(marketOf({ type: 'total', line: 2.5 }), nets, 'football')
  const shown = mount(inEnglish(<SureStakes ways={ways} nets={nets} legs={legs} />))
  const rows = () => {
    const texts = shown.all('td').map(({ text }) => text.replace(/[^\d.%€–-]/g, ''))
    return [texts.slice(0, 2), texts.slice(2, 4), texts.slice(4, 6)]
  }
  const type = (value: string) =>
    (shown.find('input').props.onChange as (event: object) => void)({ target: { value } })
  // 2.05 / 4.15 and 2.10 / 4.15 of the total, and the lower return.
  expect(rows()).toEqual([
    ['€49.40', '€49'],
    ['€50.60', '€51'],
    ['€103.73', '€102.90'],
  ])
  type('1000')
  expect(rows()).toEqual([
    ['€493.98', '€494'],
    ['€506.02', '€506'],
    ['€1037.34', '€1037.30'],
  ])
  for (const typed of ['1,000', '١٠٠٠', '999.5']) {
    type(typed)
    expect(rows()[0]).toEqual(['€493.98', '€494'])
  }
  for (const wrong of ['', 'x', '-5']) {
    type(wrong)
    expect(rows()[0]?.[0]).toBe('€0.00')
  }
})
