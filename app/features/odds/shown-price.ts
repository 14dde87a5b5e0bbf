import { withDecimalMark } from '#app/platform/numbers.ts'
import { formatNet, formatPrice, roundedDown } from './formats.ts'
import type { Notation } from './notation.ts'
import {
  fromNumber,
  PRICE_FORMATS,
  type Price,
  type PriceFormat,
  quotedText,
  readComputed,
  readExactPrice,
} from './prices.ts'

/**
 * A price and the format in which its bookmaker quoted it; `net` for what is paid after a commission, null for another computed
 * price (an average).
 */
export interface ShownPrice {
  price: Price
  quoted: PriceFormat | 'net' | null
  /** As its bookmaker wrote it, if the price and the format do not give that back: 3/2, which is usually 6/4. */
  text?: string
}

/** How a quote's prices were written. */
export interface Writing {
  format: PriceFormat
  notation?: Notation | undefined
}

/** The price of an outcome as its bookmaker wrote it. A text of another price, from before a change, does not count. */
export function asWritten(price: Price, { format, notation }: Writing, outcome: number): ShownPrice {
  const text = notation?.[outcome]
  const read = text ? readCode(text) : null
  return read?.price === price ? read : { price, quoted: format }
}

/** A net price, rounded down to its decimals: no more is shown than is paid, in any format. */
export function netPrice(net: Price): ShownPrice {
  return { price: roundedDown(net), quoted: NET }
}

const NET = 'net'

/** A price as it is shown: a net price is rounded down, one as quoted is not. */
export function shownDown(shown: ShownPrice): ShownPrice {
  return shown.quoted === null ? netPrice(shown.price) : shown
}

/** A price net of commission: as it is quoted in its format if nothing is deducted. */
export function shownNet(
  net: Price,
  price: Price | null | undefined,
  writing: Writing | null,
  outcome: number,
): ShownPrice {
  if (net !== price) return netPrice(net)
  return writing ? asWritten(net, writing, outcome) : { price: net, quoted: null }
}

/** The URL parameter of a price format. */
export const FORMAT_PARAMETER = 'odds'

/** The price formats of languages whose countries do not use decimal odds, by language code. */
const USUAL: Record<string, PriceFormat> = { id: 'indonesian', ms: 'malay', zh: 'hong-kong' }

/** The price format of pages of a language, until a visitor chooses another. */
export function usualFormat(language: string): PriceFormat {
  return USUAL[language] ?? 'decimal'
}

/** The format with this name, or null. */
export function readFormat(text: unknown): PriceFormat | null {
  return PRICE_FORMATS.find((it) => it === text) ?? null
}

/** A price in a format and language: as quoted if it was quoted in that format, else converted and rounded. */
export function showPrice(
  { price, quoted, text }: ShownPrice,
  language: string,
  format: PriceFormat,
): string {
  if (quoted === format) return withDecimalMark(text ?? quotedText(price, format), language)
  return quoted === NET ? formatNet(price, language, format) : formatPrice(price, language, format)
}

const LETTERS = { 'hong-kong': 'h', malay: 'm', indonesian: 'i' } as const
const COMPUTED = '~'
/** After the decimals of a net price. */
const NET_SIGN = 'n'

/**
 * A price in a document, for its scripts: as quoted ('2.05', '-140', '10/11', '0.95h', '-0.83m', '-1.2i'), the decimals of a net
 * price ('2.05n'), or `~` and those of another computed one.
 */
export function writeCode(shown: ShownPrice): string {
  const decimals = shortDecimals(quotedText(shown.price, 'decimal'))
  if (shown.quoted === NET) return decimals + NET_SIGN
  const code = shown.quoted && (shown.text ?? quotedCode(shown.price, shown.quoted))
  // A price that does not convert back was not quoted in that format.
  if (code && readCode(code)?.price === shown.price) return code
  return COMPUTED + decimals
}

function quotedCode(price: Price, format: PriceFormat): string {
  const text = quotedText(price, format)
  if (format === 'american' || format === 'fractional') return text
  return shortDecimals(text) + (format === 'decimal' ? '' : LETTERS[format])
}

/** '2.50' as '2.5', '2.00' as '2': a page has hundreds of them. */
function shortDecimals(text: string): string {
  return text.replace(/\.?0+$/, '')
}

/** Reads the output of `writeCode`; null for anything else. */
export function readCode(code: string): ShownPrice | null {
  const isNet = code.endsWith(NET_SIGN)
  if (isNet || code.startsWith(COMPUTED)) {
    const price = readComputed(isNet ? code.slice(0, -1) : code.slice(1))
    return price === null ? null : { price, quoted: isNet ? NET : null }
  }
  const quoted = formatOfCode(code)
  const price = readExactPrice(code.replace(/[him]$/, ''), quoted)
  if (price === null) return null
  const isText = quoted === 'fractional' || quoted === 'american'
  return isText && code !== quotedText(price, quoted) ? { price, quoted, text: code } : { price, quoted }
}

function formatOfCode(code: string): PriceFormat {
  if (code.includes('/')) return 'fractional'
  const letter = code.at(-1)
  if (letter === 'h') return 'hong-kong'
  if (letter === 'm') return 'malay'
  if (letter === 'i') return 'indonesian'
  return /^[+-]/.test(code) ? 'american' : 'decimal'
}

/** A decimal price, as quoted: 1.002 has no other hundredths than 1.00. @throws RangeError at 1 or less */
export function quotedDecimal(price: number): ShownPrice {
  return { price: fromNumber(price), quoted: 'decimal' }
}
