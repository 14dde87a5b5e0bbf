import { formatHundredths } from '#app/platform/numbers.ts'
import {
  americanOf,
  fractionBelow,
  fractionOf,
  fromNumber,
  hongKongOf,
  indonesianOf,
  MILLION,
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

/**
 * A net price, which has the decimals of `roundedDown`, so that no more is shown than is paid: the next lower fraction, and the
 * next higher stake where a format states a stake.
 */
export function formatNet(price: Price, language: string, format: PriceFormat): string {
  const profit = hongKongOf(price)
  if (format === 'fractional') return fractionBelow(profit)
  const isStake =
    format === 'malay'
      ? profit > MILLION
      : profit < MILLION && (format === 'american' || format === 'indonesian')
  if (!isStake) return formatPrice(price, language, format)
  const stake = (MILLION * MILLION) / profit
  if (format === 'american') return `-${Math.ceil(stake / 10_000)}`
  const unit = 10 ** (6 - decimalsOf(stake))
  return formatAmount(-Math.ceil(stake / unit) * unit, language)
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
