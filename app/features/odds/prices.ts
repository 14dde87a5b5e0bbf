import { inLatinDigits } from '#app/platform/numbers.ts'

/**
 * Exact prices. A price is decimal odds in whole millionths: 2_500_000 is 2.50. Comparisons and calculations use
 * millionths; only displayed prices are rounded.
 */
export type Price = number

export const MILLION = 1_000_000

/** Also the highest plausible value of a feed's column. */
const HIGHEST = 1_000_000 * MILLION
/** The highest price of several outcomes as one bet, in millionths: more digits are not exact. */
export const HIGHEST_COMBINED = 1_000_000_000 * MILLION - 1

/** In the order of their numbers in the database. */
export const PRICE_FORMATS = [
  'decimal',
  'american',
  'fractional',
  'hong-kong',
  'malay',
  'indonesian',
] as const
export type PriceFormat = (typeof PRICE_FORMATS)[number]

const MINUS = /^[-\u2212]/

/** The price that a text or number of a format states; null if it is not a number above 1. */
export function readExactPrice(value: unknown, format: PriceFormat = 'decimal'): Price | null {
  if (format === 'fractional') return readFraction(value)
  if (typeof value === 'number') return ofFormat(numberMillionths(value), format)
  const text = typeof value === 'string' ? value.trim() : ''
  // '+120' is American, not 120.00.
  if ((format === 'decimal' || format === 'hong-kong') && text.startsWith('+')) return null
  return ofFormat(readMillionths(text), format)
}

/** The price that a visitor types, also in Arabic digits; null if it is not a number above 1. */
export function readPriceText(text: string, format: PriceFormat): Price | null {
  return readExactPrice(inLatinDigits(text), format)
}

function ofFormat(stated: number | null, format: Exclude<PriceFormat, 'fractional'>): Price | null {
  return stated === null ? null : inRange(toDecimal(stated, format))
}

/** A computed price, as its decimal `quotedText`: also one of several outcomes. Null for anything else. */
export function readComputed(text: string): Price | null {
  const price = readMillionths(text)
  return price !== null && price > MILLION ? price : null
}

/** A number of JSON as text without an exponent. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = String(value)
  return /e/i.test(text) ? value.toFixed(6) : text
}

/** A number of JSON as `readMillionths` reads its text. */
function numberMillionths(value: number): number | null {
  const amount = Math.round(value * MILLION)
  // Almost all have no more than six decimals: then these millionths give back the same number.
  const isExact = amount / MILLION === value && Math.abs(value) < WHOLE_LIMIT
  return isExact ? amount : readMillionths(numberText(value))
}

/** A whole number that is read has up to nine digits. */
const WHOLE_LIMIT = 1_000_000_000

/** '2.05', '+105', '-0,83' in whole millionths, rounded half away from zero; null if it is not a number. */
function readMillionths(text: string): number | null {
  const match = /^[+\-\u2212]?(\d{1,9})(?:[.,](\d*))?$/.exec(text)
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const kept = decimals.slice(0, 6).padEnd(6, '0')
  const amount = Number(whole) * MILLION + Number(kept) + (Number(decimals[6] ?? 0) >= 5 ? 1 : 0)
  return MINUS.test(text) ? -amount : amount
}

/** @param stated in millionths of the format's unit */
function toDecimal(stated: number, format: Exclude<PriceFormat, 'fractional'>): number | null {
  switch (format) {
    case 'decimal':
      return stated
    case 'american':
      if (Math.abs(stated) < 100 * MILLION) return null
      return MILLION + (stated > 0 ? quotient(stated, 100) : quotient(100 * MILLION * MILLION, -stated))
    case 'hong-kong':
      return stated > 0 ? MILLION + stated : null
    case 'malay':
      if (stated === 0 || Math.abs(stated) > MILLION) return null
      return MILLION + (stated > 0 ? stated : quotient(MILLION * MILLION, -stated))
    case 'indonesian':
      if (Math.abs(stated) < MILLION) return null
      return MILLION + (stated > 0 ? stated : quotient(MILLION * MILLION, -stated))
  }
}

function readFraction(value: unknown): Price | null {
  if (typeof value !== 'string') return null
  if (/^\s*(evens?|evs)\s*$/i.test(value)) return 2 * MILLION
  const match = /^\s*(\d{1,7})\s*\/\s*(\d{1,7})\s*$/.exec(value)
  const [numerator, denominator] = [Number(match?.[1]), Number(match?.[2])]
  if (!(numerator > 0 && denominator > 0)) return null
  return inRange(MILLION + quotient(numerator * MILLION, denominator))
}

function inRange(price: number | null): Price | null {
  return price !== null && price > MILLION && price <= HIGHEST ? price : null
}

/**
 * Quotient of two non-negative whole numbers, rounded half up: exact if a double can represent the dividend.
 * @throws RangeError if the divisor is 0
 */
function quotient(dividend: number, divisor: number): number {
  if (divisor === 0) throw new RangeError('Division by zero')
  if (dividend > Number.MAX_SAFE_INTEGER) {
    const [a, b] = [BigInt(dividend), BigInt(divisor)]
    return Number((2n * a + b) / (2n * b))
  }
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (2 * rest >= divisor ? 1 : 0)
}

/** A decimal price as a number, for other calculations. */
export function toNumber(price: Price): number {
  return price / MILLION
}

/** @throws RangeError at 1 or less */
export function fromNumber(decimal: number): Price {
  const price = Math.round(decimal * MILLION)
  if (!Number.isFinite(decimal) || price <= MILLION) throw new RangeError(`not a decimal price: ${decimal}`)
  return price
}

/** Winnings on 100 (from evens up), or minus the stake that wins 100; rounded half away from zero. */
export function americanOf(price: Price): number {
  const profit = price - MILLION
  return profit >= MILLION ? quotient(profit * 100, MILLION) : -quotient(100 * MILLION, profit)
}

/** Winnings for 1 staked, in millionths. */
export function hongKongOf(price: Price): number {
  return price - MILLION
}

/** Up to evens as Hong Kong; above, minus the stake that wins 1. In millionths, of which a stake has at least one. */
export function malayOf(price: Price): number {
  const profit = price - MILLION
  return profit <= MILLION ? profit : -Math.max(1, quotient(MILLION * MILLION, profit))
}

/** From evens up as Hong Kong; below, minus the stake that wins 1. In millionths. */
export function indonesianOf(price: Price): number {
  const profit = price - MILLION
  return profit >= MILLION ? profit : -quotient(MILLION * MILLION, profit)
}

/** The fractions that bookmakers quote below 10/1, in rising order; from there on it is n/1. */
// Marked as pure, so that scripts without conversions do not contain it.
const LADDER = /* @__PURE__ */ readLadder(
  '1/100 1/50 1/33 1/25 1/20 1/16 1/14 1/12 1/11 1/10 1/9 1/8 1/7 1/6 2/11 1/5 2/9 1/4 2/7 3/10 1/3 4/11 2/5 4/9 ' +
    '1/2 8/15 4/7 8/13 4/6 8/11 4/5 5/6 10/11 20/21 1/1 21/20 11/10 23/20 6/5 5/4 13/10 11/8 7/5 6/4 8/5 13/8 17/10 ' +
    '7/4 9/5 15/8 19/10 2/1 21/10 85/40 11/5 9/4 12/5 5/2 13/5 11/4 14/5 3/1 10/3 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 ' +
    '15/2 8/1 17/2 9/1 10/1',
)

function readLadder(fractions: string): readonly (readonly [number, number])[] {
  return fractions.split(' ').map((fraction) => {
    const [numerator = 0, denominator = 1] = fraction.split('/').map(Number)
    return [numerator, denominator] as const
  })
}

/** The terms of a fraction that is not in the ladder but still easy to read. */
const MOST_NUMERATOR = 100
const MOST_DENOMINATOR = 20
/** Below this profit, a hundredth matters more than small terms: 1.99 is 99/100, not evens. */
const EXACT_BELOW = 2 * MILLION

/**
 * The bookmakers' fraction with this decimal price; else the small fraction that equals it (2.65 is 33/20), or the one with
 * the smallest terms that rounds to it. If its terms are too large: hundredths below 3.00 (1.99 is 99/100), else the small
 * fraction of the next lower price that has one (12.34 is 34/3), so that a higher price is never the lower fraction. Below
 * 1.10, a price with more than two decimals is 1/n.
 */
export function fractionOf(price: Price): string {
  const profit = price - MILLION
  const exact = LADDER.find(([n, d]) => quotient(n * MILLION, d) === profit)
  if (exact) return exact.join('/')
  // A hundredth is much of these winnings: 1.005 is 1/200, not 1/100.
  if (profit < MILLION / 10 && profit % (MILLION / 100) !== 0) return `1/${quotient(MILLION, profit)}`
  const hundredths = quotient(profit, MILLION / 100)
  const small = smallFraction(profit)
  if (small) return small.join('/')
  if (profit < EXACT_BELOW)
    return exactFraction(hundredths * (MILLION / 100), 100)?.join('/') ?? `${hundredths}/100`
  // At the latest, whole numbers have one.
  for (let lower = hundredths - 1; ; lower -= 1) {
    const found = smallFraction(lower * (MILLION / 100))
    if (found) return found.join('/')
  }
}

/** The bookmakers' fraction that equals these winnings; else the highest one with small terms, or 1/n, that is not above them. */
export function fractionBelow(profit: number): string {
  const exact = LADDER.find(([n, d]) => n * MILLION === profit * d)
  let [best, of] = exact ?? [1, Math.ceil(MILLION / profit)]
  for (let d = 1; d <= MOST_DENOMINATOR; d += 1) {
    const n = Math.floor((profit * d) / MILLION)
    if (n * of > best * d && (d === 1 || n <= MOST_NUMERATOR)) [best, of] = [n, d]
  }
  return `${best}/${of}`
}

/** The fraction of bookmakers, or else one with small terms, that equals these winnings or rounds to their hundredths. */
function smallFraction(profit: number): readonly [number, number] | null {
  const hundredths = quotient(profit, MILLION / 100)
  const rung = LADDER.find(([n, d]) => hundredths > 0 && roundsTo(n, d, hundredths))
  if (rung) return rung
  const plain = exactFraction(profit, MOST_DENOMINATOR)
  if (plain && plain[0] <= MOST_NUMERATOR) return plain
  for (let d = 1; d <= MOST_DENOMINATOR; d += 1) {
    const n = quotient(profit * d, MILLION)
    const most = d > 2 ? MOST_NUMERATOR : d * MOST_NUMERATOR
    if (n > 0 && (n <= most || d === 1) && roundsTo(n, d, hundredths)) return [n, d]
  }
  return null
}

/** The fraction with the smallest terms that equals these stored winnings; null if its terms are larger. */
function exactFraction(profit: number, mostDenominator: number): readonly [number, number] | null {
  for (let d = 1; d <= mostDenominator; d += 1) {
    const n = quotient(profit * d, MILLION)
    if (n > 0 && quotient(n * MILLION, d) === profit) return [n, d]
  }
  return null
}

/** A fraction as quoted: 19/20 stays 19/20, although the ladder has 20/21 for the same decimals. */
function quotedFraction(price: Price): string {
  const profit = price - MILLION
  const rung = LADDER.find(([n, d]) => quotient(n * MILLION, d) === profit)
  return (rung ?? exactFraction(profit, 100))?.join('/') ?? fractionOf(price)
}

/** Half a hundredth counts on both sides: 1/8 is printed as 1.12 and as 1.13. */
function roundsTo(numerator: number, denominator: number, hundredths: number): boolean {
  return 2 * Math.abs(100 * numerator - hundredths * denominator) <= denominator
}

/** A price as quoted, without the number format of a language: '2.05', '1.0125', '+105', '10/11', '-0.83'. */
export function quotedText(price: Price, format: PriceFormat): string {
  switch (format) {
    case 'decimal':
      return plainText(price)
    case 'american': {
      const american = americanOf(price)
      return american > 0 ? `+${american}` : String(american)
    }
    case 'fractional':
      return quotedFraction(price)
    case 'hong-kong':
      return plainText(hongKongOf(price))
    case 'malay':
      return signedText(malayOf(price))
    case 'indonesian':
      return signedText(indonesianOf(price))
  }
}

/** Two decimals, and more if the price has more. */
function plainText(millionths: number): string {
  const digits = String(millionths).padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -6)}.${decimals}`
}

/** The stake that wins 1 has few decimals; the stored price was rounded, not the stake. */
function signedText(millionths: number): string {
  if (millionths >= 0) return plainText(millionths)
  const unit = -millionths < MILLION / 100 ? 100 : 10_000
  return `-${plainText(quotient(-millionths, unit) * unit)}`
}

/**
 * The price net of an exchange's commission on the winnings, rounded down to the millionth, so that it is never higher
 * than what is paid; as `net_prices` of the database.
 * @param kept the share of the winnings that is paid, 0 to 1 in ten thousandths
 */
export function netByShare(price: Price, kept: number): Price {
  return MILLION + Math.floor(((price - MILLION) * Math.round(kept * 10_000)) / 10_000)
}
