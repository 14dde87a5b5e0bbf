import { formatHundredths } from '#app/platform/numbers.ts'
import {
  americanOf,
  fractionOf,
  fromNumber,
  hongKongOf,
  indonesianOf,
  malayOf,
  type Price,
  type PriceFormat,
  toNumber,
} from './prices.ts'
import { divideRounded, inHundredths } from './rules.ts'

/** A decimal price in a format and language: '2.50', '2,50', +130, 10/11. */
export function formatOdds(price: number, language: string, format: PriceFormat = 'decimal'): string {
  return formatPrice(fromNumber(inHundredths(price) / 100), language, format)
}

/** The same for an exact price. */
export function formatPrice(price: Price, language: string, format: PriceFormat = 'decimal'): string {
  switch (format) {
    case 'decimal':
      return formatHundredths(toNumber(price), language)
    case 'american': {
      const american = americanOf(price)
      return american > 0 ? `+${american}` : String(american)
    }
    case 'fractional':
      return fractionOf(price)
    case 'hong-kong':
      return formatHundredths(toNumber(hongKongOf(price)), language)
    case 'malay':
      return formatHundredths(toNumber(malayOf(price)), language)
    case 'indonesian':
      return formatHundredths(toNumber(indonesianOf(price)), language)
  }
}

/** Converts American odds to a decimal price in hundredths. @throws RangeError between -100 and +100. */
export function fromAmerican(american: number): number {
  if (!Number.isFinite(american) || Math.abs(american) < 100) {
    throw new RangeError(`not American odds: ${american}`)
  }
  return american > 0 ? Math.round(100 + american) / 100 : (100 + divideRounded(10_000, -american)) / 100
}
