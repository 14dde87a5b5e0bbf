import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { readHtml } from '#tests/support/html.ts'
import { NumberField } from './number-field.tsx'

const show = (odds: number | null, isOptional = false) => {
  const html = renderToStaticMarkup(
    <NumberField
      label="Odds"
      value={odds}
      min={1.01}
      decimals={2}
      isOptional={isOptional}
      changed={false}
      problem={undefined}
      onNumber={vi.fn()}
    />,
  )
  const [input] = readHtml(html).all('input')
  return (name: string) => input?.attribute(name)
}

describe('the field of a price', () => {
  it('accepts hundredths from 1.01 on', () => {
    const attribute = show(2)
    expect(['type', 'min', 'step'].map(attribute)).toEqual(['number', '1.01', '0.01'])
  })

  it.each([
    [2, '2.00'],
    [1.5, '1.50'],
    [10, '10.00'],
    [1.01, '1.01'],
    [null, ''],
  ])('shows %s as %j', (odds, text) => {
    expect(show(odds)('value')).toBe(text)
  })

  it('may be empty only for the draw', () => {
    expect([show(null, true)('required'), show(2)('required')]).toEqual([undefined, ''])
  })
})
