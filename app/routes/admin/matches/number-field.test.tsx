import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { readTypedPrice } from '#app/features/odds/typed-prices.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { readHtml } from '#tests/support/html.ts'
import { PriceField, stepPrice } from './number-field.tsx'

const show = (odds: number | string | null, { isOptional = false, language = 'en' } = {}) => {
  const html = renderToStaticMarkup(
    <I18nContext value={createI18n(language, {})}>
      <PriceField
        label="Odds"
        value={odds}
        isOptional={isOptional}
        changed={false}
        problem={undefined}
        onNumber={vi.fn()}
      />
    </I18nContext>,
  )
  const [input] = readHtml(html).all('input')
  return (name: string) => input?.attribute(name)
}

describe('the field of a price', () => {
  it('accepts hundredths from 1.01 on', () => {
    expect(show(2)('aria-valuemin')).toBe('1.01')
    expect(['1.01', '2.37', '1.00', '2.375'].map(readTypedPrice)).toEqual([1.01, 2.37, undefined, undefined])
    expect([stepPrice(2, 1), stepPrice(1.01, -1), stepPrice(null, 1)]).toEqual([2.01, 1.01, 1.01])
  })

  it.each([
    [2, '2.00'],
    [1.5, '1.50'],
    [10, '10.00'],
    [1.01, '1.01'],
    [null, ''],
    // What is no price stays as it was typed.
    ['2,500', '2,500'],
  ])('shows %s as %j', (odds, text) => {
    expect(show(odds)('value')).toBe(text)
  })

  it.each([
    ['de', '2,50'],
    ['fr', '2,50'],
    ['tr', '2,50'],
    ['ar', '2.50'],
    ['en', '2.50'],
  ])('has the decimal mark of the language: %s', (language, text) => {
    expect(show(2.5, { language })('value')).toBe(text)
  })

  it('may be empty only for the draw', () => {
    expect([show(null, { isOptional: true })('required'), show(2)('required')]).toEqual([undefined, ''])
  })
})
