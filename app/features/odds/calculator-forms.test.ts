import { expect, it } from 'vitest'
import { formatEuro } from '#app/platform/numbers.ts'
import { calculate, readForm } from './calculator-forms.ts'
import { convert, readConverter } from './converter-form.ts'

it.each([
  ['won', 'won', 40, '4.00', '25.00%'],
  ['won', 'half-won', 30, '3.00', '33.33%'],
  ['won', 'void', 20, '2.00', '50.00%'],
  // The stake comes back at most: there are no odds for that.
  ['won', 'half-lost', 10, '–', '–'],
  ['won', 'lost', 0, '–', '–'],
  ['void', 'void', 10, '–', '–'],
])(
  'the combined odds of an accumulator are what its stake returns: %s and %s',
  (one, other, returns, odds, chance) => {
    const fields: Record<string, string> = { stake: '10', 'price-0': '2', 'price-1': '2' }
    const results: Record<string, string> = { 'result-0': one, 'result-1': other }
    const writing = { language: 'en', priceLanguage: 'en', format: 'decimal' as const }
    const { texts } = calculate('accumulator', (name) => fields[name] ?? results[name] ?? '', writing)
    expect(texts).toMatchObject({
      returns: formatEuro(returns, 'en'),
      'as-decimal': odds,
      'combined-chance': chance,
    })
    expect(texts['as-american'] === '–').toBe(odds === '–')
  },
)

it('the combined odds of a half-lost leg are halved where the bet has still won', () => {
  const fields: Record<string, string> = {
    stake: '10',
    'price-0': '5',
    'price-1': '2',
    'result-1': 'half-lost',
  }
  const writing = { language: 'en', priceLanguage: 'en', format: 'decimal' as const }
  const { texts } = calculate('accumulator', (name) => fields[name] ?? '', writing)
  expect(texts).toMatchObject({
    returns: formatEuro(25, 'en'),
    'as-decimal': '2.50',
    'combined-chance': '40.00%',
  })
})

it('reads prices in Arabic digits, as amounts', () => {
  const languages = { language: 'ar', typedIn: 'ar', priceLanguage: 'ar' }
  const query = { stake: '١٠', back: '٥', lay: '٥٫٢', 'back-commission': '0', 'lay-commission': '5' }
  const { texts, format } = readForm('lay', new URLSearchParams(query), languages)
  const laid = calculate('lay', (name) => texts[name] ?? '', { ...languages, format })
  expect(laid.invalid).toEqual(new Set())
  expect(laid.texts['lay-stake']).toContain('9.71')
  const typed = readConverter(new URLSearchParams({ converted: '٥/٢', was: 'fractional' }), languages)
  expect(typed.texts.converted).toBe('3.50')
  const { texts: converted } = convert((name) => (name === 'converted' ? '٢٫٥' : ''), {
    ...languages,
    format,
  })
  expect(converted['as-american']).toBe('+150')
})

it.each([
  ['100,50', 'en', '100.50'],
  ['1.000', 'de', '1000'],
  ['', 'en', null],
  ['-5', 'en', null],
  ['9999999', 'en', null],
])('the total %j of a market, typed in %s, is %s', (total, typedIn, amount) => {
  const fields: Record<string, string> = { 'price-0': '2', 'price-1': '2', total }
  const languages = { language: 'en', typedIn, priceLanguage: 'en' }
  const { texts, format } = readConverter(new URLSearchParams(fields), languages)
  const { texts: results, invalid } = convert((name) => texts[name] ?? '', { ...languages, format })
  expect([...invalid]).toEqual(amount === null ? ['total'] : [])
  expect(results.returns).toBe(amount === null ? '–' : formatEuro(Number(amount), 'en'))
  expect(results.overround).toBe('0.00%')
})

it('a long accumulator has a stake in Malay odds and a chance, however small', () => {
  const fields: Record<string, string> = { stake: '10' }
  for (const [leg, price] of ['26', '51', '101', '34'].entries()) fields[`price-${leg}`] = price
  const writing = { language: 'en', priceLanguage: 'en', format: 'decimal' as const }
  const { texts } = calculate('accumulator', (name) => fields[name] ?? '', writing)
  expect(texts).toMatchObject({
    'as-decimal': '4553484.00',
    'as-malay': '-0.000001',
    'combined-chance': '<0.01%',
  })
})
