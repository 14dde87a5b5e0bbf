import { describe, expect, it } from 'vitest'
import { readTypedPrice, typedPrice, typedQuotesText } from './typed-prices.ts'

describe('a typed price', () => {
  it.each([
    ['2.5', 2.5],
    ['2,50', 2.5],
    [' 2,5 ', 2.5],
    ['٢٫٥', 2.5],
    ['10', 10],
    ['1000,5', 1000.5],
    ['', null],
    // 2.50 in one language and 2500 in another.
    ['2.500', undefined],
    ['2,500', undefined],
    ['1.234,50', undefined],
    ['1,234.50', undefined],
    ['1,00', undefined],
    ['2,505', undefined],
    ['2,5,0', undefined],
    ['-2,5', undefined],
    ['two', undefined],
  ])('%j is %s', (text, price) => {
    expect(readTypedPrice(text)).toBe(price)
  })

  it('with two readings is refused with that reason', () => {
    const problemsOf = (value: unknown) =>
      typedPrice.safeParse(value).error?.issues.map(({ message }) => message)
    expect(problemsOf('2,500')).toEqual(['matches.problem-odds-two-ways'])
    expect(problemsOf('two')).toEqual(['matches.problem-odds'])
    const market = { type: 'moneyline', period: 'full_time', line: null, participant: null }
    const row = { bookmaker: '8f2bd0c6-5a2c-4f4e-8d2e-1f7a2b0d7a11', market, seen: null }
    const read = typedQuotesText.safeParse(JSON.stringify([{ ...row, prices: ['1,90', '2.500'] }]))
    expect(read.error?.issues.map(({ message }) => message)).toEqual(['matches.problem-odds-two-ways'])
    expect(
      JSON.parse(typedQuotesText.parse(JSON.stringify([{ ...row, prices: ['1,90', '2,50'] }])))[0].prices,
    ).toEqual([1.9, 2.5])
  })
})
