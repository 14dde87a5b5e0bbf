import { localeOf } from './locale.ts'

/**
 * Formats counts, shares, prices and money in the language of a page: its decimal mark and the position of its unit
 * signs. All such formatting uses this module. Digits are Latin in every language, as in dates (time.ts).
 */

const formatters = new Map<string, Intl.NumberFormat>()

function formatterFor(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language}|${JSON.stringify(options)}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(localeOf(language), { ...options, numberingSystem: 'latn' })
    formatters.set(key, formatter)
  }
  return formatter
}

/** '12,345', '12.345'. */
export function formatCount(count: number, language: string): string {
  return formatterFor(language, {}).format(count)
}

/** A typed text without spaces around it, with Latin digits and a point in place of the Arabic ones. */
export function inLatinDigits(text: string): string {
  return text
    .trim()
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('٫', '.')
}

/** A typed number with a point or a comma before its decimals, in Latin or Arabic digits. Null for anything else. */
export function readNumber(text: string): number | null {
  const plain = inLatinDigits(text)
  return /^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : null
}

/**
 * A typed amount, from 0 on: with a point or a comma before the decimals, and with grouped thousands as the language
 * writes them ('1,000' in English, '1.000' in German), in Latin or Arabic digits. Null for anything else.
 */
export function readAmount(text: string, language: string): number | null {
  const plain = inLatinDigits(text.replace(/[\s'’]/gu, '')).replaceAll('٬', ',')
  const last = /[.,](?=[^.,]*$)/.exec(plain)?.[0]
  if (last === undefined) return /^\d{1,9}$/.test(plain) ? Number(plain) : null
  const mark = formatterFor(language, {})
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  const isRepeated = plain.indexOf(last) !== plain.lastIndexOf(last)
  // One mark with three digits after it stands before decimals only where the language writes them so.
  const isGroup = isRepeated || (last !== mark && /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain))
  const [whole = '', decimals = ''] = isGroup
    ? [plain]
    : [plain.slice(0, plain.lastIndexOf(last)), plain.slice(plain.lastIndexOf(last) + 1)]
  const isWhole = /^\d{1,9}$|^[1-9]\d{0,2}(?:\.\d{3}){1,2}$|^[1-9]\d{0,2}(?:,\d{3}){1,2}$/.test(whole)
  if (!isWhole || !/^\d*$/.test(decimals)) return null
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals || 0}`)
}

/** '4 sec', '12 min', '3.5 hr', '7 days': in the largest unit with a value of at least one; days from two on. */
export function formatDuration(milliseconds: number, language: string): string {
  const seconds = milliseconds / 1_000
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [seconds / 60, 'minute']
        : seconds < 172_800
          ? [seconds / 3_600, 'hour']
          : [seconds / 86_400, 'day']
  const maximumFractionDigits = amount < 10 ? 1 : 0
  return formatterFor(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    amount,
  )
}

/** Without thousands separators, which are points in some languages. */
const digits = (count: number) => ({
  minimumFractionDigits: count,
  maximumFractionDigits: count,
  useGrouping: false,
})

/** Which decimal mark prices have: that of the page's language, or the same one everywhere. */
export const PRICE_MARKS = ['language', 'point', 'comma'] as const
const LANGUAGE_OF_MARK = new Map([
  ['point', 'en'],
  ['comma', 'de'],
])

/** The code of a language in which prices have that mark. */
export function priceLanguageOf(mark: string, language: string): string {
  return LANGUAGE_OF_MARK.get(mark) ?? language
}

/** '2.50', '2,50': two decimals, or up to `decimals` if the value has more: '1.001'. */
export function formatHundredths(value: number, language: string, decimals = 2): string {
  return formatterFor(language, { ...digits(2), maximumFractionDigits: decimals }).format(value)
}

/** A number that is written with a point, with the decimal mark of a language. */
export function withDecimalMark(text: string, language: string): string {
  return text.includes('.') ? text.replace('.', formatHundredths(0, language).charAt(1)) : text
}

/** The hyphen that Intl writes before a negative number is a minus sign, as wide as a plus. */
const withMinus = (text: string) => text.replace('-', '\u2212')

/** A share (1 is 100 %) as a percentage with its sign: 0.957 is '95.7%', '95,7 %' or '%95,7'; −0.05 is '−5.0%'. */
export function formatPercent(share: number, language: string, decimals = 1): string {
  return withMinus(formatterFor(language, { style: 'percent', ...digits(decimals) }).format(share))
}

/** The same without the sign, for texts that contain it. */
export function formatPercentage(share: number, language: string, decimals = 1): string {
  return formatterFor(language, digits(decimals)).format(share * 100)
}

const FIRST_STRONG = '\u2068'
const END = '\u2069'

/** '€188.50', '188,50 €': with direction isolates, so it stays together inside any text. */
export function formatEuro(amount: number, language: string): string {
  return euro(amount, language, {})
}

/** '€100', '100 €': the same, without cents for a whole amount. */
export function formatStake(amount: number, language: string): string {
  return euro(amount, language, { trailingZeroDisplay: 'stripIfInteger' })
}

function euro(amount: number, language: string, options: Intl.NumberFormatOptions): string {
  const formatter = formatterFor(language, { style: 'currency', currency: 'EUR', ...options })
  return `${FIRST_STRONG}${withMinus(formatter.format(amount))}${END}`
}

/** '€1,234.50', '1.234,50 €', in a currency by its ISO code. The amount is a decimal number as text, so that none is rounded. */
export function formatMoney(amount: string, currency: string, language: string): string {
  const formatter = formatterFor(language, { style: 'currency', currency, ...digits(2), useGrouping: true })
  return `${FIRST_STRONG}${withMinus(formatter.format(amount as Intl.StringNumericLiteral))}${END}`
}

/** '$' for USD, CAD and others, '€' for EUR; the code of a currency without a symbol. */
export function symbolOf(currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return (
    formatterFor('en', style)
      .formatToParts(1)
      .find(({ type }) => type === 'currency')?.value ?? currency
  )
}

/** 'one, two and three', 'one und two'. */
export function formatList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names)
}

/** '$1000.00' in every language. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`
}

/** The line of a market: '2.5', '2,25'; with its sign where it is an advantage: '−0.5', '+1', '0'. */
export function formatLine(line: number, language: string, isSigned = false): string {
  const signDisplay = isSigned ? 'exceptZero' : 'auto'
  const options = { maximumFractionDigits: 2, useGrouping: false, signDisplay } as const
  return withMinus(formatterFor(language, options).format(line))
}

/** A whole number with its sign: '+12', '−3', '0'. */
export function formatSigned(count: number, language: string): string {
  return withMinus(formatterFor(language, { signDisplay: 'exceptZero' }).format(count))
}

/** A change as a percentage with its sign: '+3.9%', '−1,2 %'. */
export function formatChange(share: number, language: string): string {
  const options = { style: 'percent', ...digits(1), signDisplay: 'exceptZero' } as const
  return withMinus(formatterFor(language, options).format(share))
}
