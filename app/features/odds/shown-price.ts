import { withDecimalMark } from '#app/platform/numbers.ts'
import { formatPrice } from './formats.ts'
import { PRICE_FORMATS, type Price, type PriceFormat, quotedText, readExactPrice } from './prices.ts'
import { inHundredths } from './rules.ts'

/** A price, and in which format its bookmaker quoted it; null for one that was computed: a net price, an average. */
export interface ShownPrice {
  price: Price
  quoted: PriceFormat | null
}

/** The parameter of an address that asks for a format. */
export const FORMAT_PARAMETER = 'odds'

/** The formats of languages in whose countries other prices than decimal ones are usual, by the languages' codes. */
const USUAL: Record<string, PriceFormat> = { id: 'indonesian', ms: 'malay', zh: 'hong-kong' }

/** In which format prices stand on pages of a language, until a visitor chooses another. */
export function usualFormat(language: string): PriceFormat {
  return USUAL[language] ?? 'decimal'
}

/** The format that a text names, or null. */
export function readFormat(text: unknown): PriceFormat | null {
  return PRICE_FORMATS.find((it) => it === text) ?? null
}

/** A price as people of a language write it in a format: as quoted where it was quoted so, else converted and rounded. */
export function showPrice({ price, quoted }: ShownPrice, language: string, format: PriceFormat): string {
  if (quoted === format) return withDecimalMark(quotedText(price, format), language)
  return formatPrice(price, language, format)
}

const LETTERS = { 'hong-kong': 'h', malay: 'm', indonesian: 'i' } as const
const COMPUTED = '~'

/**
 * A price as a document carries it for its scripts: as quoted ('2.05', '-140', '10/11', '0.95h', '-0.83m', '-1.2i'), or with
 * `~` before the decimals of one that nobody quoted so.
 */
export function writeCode(shown: ShownPrice): string {
  const code = shown.quoted && quotedCode(shown.price, shown.quoted)
  // What cannot be read back was not quoted in that format.
  if (code && readCode(code)?.price === shown.price) return code
  return COMPUTED + shortDecimals(quotedText(shown.price, 'decimal'))
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

/** What `writeCode` wrote; null for anything else. */
export function readCode(code: string): ShownPrice | null {
  const isComputed = code.startsWith(COMPUTED)
  const format = isComputed ? 'decimal' : formatOfCode(code)
  const price = readExactPrice(code.replace(/^~|[him]$/g, ''), format)
  return price === null ? null : { price, quoted: isComputed ? null : format }
}

function formatOfCode(code: string): PriceFormat {
  if (code.includes('/')) return 'fractional'
  const letter = code.at(-1)
  if (letter === 'h') return 'hong-kong'
  if (letter === 'm') return 'malay'
  if (letter === 'i') return 'indonesian'
  return /^[+-]/.test(code) ? 'american' : 'decimal'
}

/** A price that is stored in hundredths, as a bookmaker quoted it. @throws RangeError at 1 or less */
export function quotedDecimal(price: number): ShownPrice {
  return { price: inHundredths(price) * 10_000, quoted: 'decimal' }
}
