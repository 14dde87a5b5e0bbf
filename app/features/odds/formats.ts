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
import { divideRounded } from './rules.ts'

/** A decimal price in a format and language: '2.50', '2,50', +130, 10/11. */
export function formatOdds(price: number, language: string, format: PriceFormat = 'decimal'): string {
  return formatPrice(fromNumber(price), language, format)
}

/** The same for an exact price. */
export function formatPrice(price: Price, language: string, format: PriceFormat = 'decimal'): string {
  switch (format) {
    case 'decimal':
      return formatHundredths(toNumber(price), language, decimalsOf(hongKongOf(price)))
    case 'american': {
      const american = americanOf(price)
      return american > 0 ? `+${american}` : String(american)
    }
    case 'fractional':
      return fractionOf(price)
    case 'hong-kong':
      return formatAmount(hongKongOf(price), language)
    case 'malay':
      return formatAmount(malayOf(price), language)
    case 'indonesian':
      return formatAmount(indonesianOf(price), language)
  }
}

/** A price rounded down to the decimals that it is written with. */
export function roundedDown(price: Price): Price {
  const unit = 10 ** (6 - decimalsOf(hongKongOf(price)))
  return Math.floor(price / unit) * unit
}

/** What 1 wins, or the stake that wins 1, in millionths. */
function formatAmount(amount: number, language: string): string {
  return formatHundredths(toNumber(amount), language, decimalsOf(Math.abs(amount)))
}

/** Two decimals; of an amount below a hundredth, its first two digits: 1.001 is not 1.00, and -0.001 not -0.00. */
function decimalsOf(amount: number): number {
  return amount >= 10_000 ? 2 : amount >= 1_000 ? 4 : amount >= 100 ? 5 : 6
}

/** Converts American odds to a decimal price in hundredths. @throws RangeError between -100 and +100. */
export function fromAmerican(american: number): number {
  if (!Number.isFinite(american) || Math.abs(american) < 100) {
    throw new RangeError(`not American odds: ${american}`)
  }
  return american > 0 ? Math.round(100 + american) / 100 : (100 + divideRounded(10_000, -american)) / 100
}
