/** How a bookmaker writes its prices, where that does not follow from the price and its format. */
import { type Price, type PriceFormat, quotedText, readExactPrice } from './prices.ts'

/** For each outcome the text of its bookmaker: '3/2', '-100', '2.5'; null where it is `quotedText`. Null if all are. */
export type Notation = readonly (string | null)[] | null

/** A price as a source states it. */
interface WrittenPrice {
  price: Price
  format: PriceFormat
  /** Null where it is `quotedText`. */
  text: string | null
}

/**
 * Reads a price that may be written in another way than its feed's others: '3/2' and '+150' are no decimals. Null if it is
 * no price.
 */
export function readWritten(value: unknown, usual: PriceFormat): WrittenPrice | null {
  const format = formatOf(value, usual)
  const price = readExactPrice(value, format)
  if (price === null) return null
  if (format === 'decimal') return { price, format, text: null }
  const stated = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const text = stated.replaceAll(/\s/g, '').replace('\u2212', '-')
  const isKept =
    format === 'fractional'
      ? /^[1-9]\d*\/[1-9]\d*$/.test(text)
      : format === 'american' && /^[+-][1-9]\d{2,}$/.test(text)
  return { price, format, text: isKept && text !== quotedText(price, format) ? text : null }
}

function formatOf(value: unknown, usual: PriceFormat): PriceFormat {
  if (typeof value !== 'string') return usual
  if (/^\s*(\d+\s*\/\s*\d+|evens?|evs)\s*$/i.test(value)) return 'fractional'
  return usual === 'decimal' && /^\s*[+\-\u2212]\d{3,}\s*$/.test(value) ? 'american' : usual
}

/** The format of a quote, and the texts of the prices that it does not give back. */
export function notationOf(
  written: readonly (WrittenPrice | null)[],
  usual: PriceFormat,
): { format: PriceFormat; notation: Notation } {
  const priced = written.filter((one) => one !== null)
  const isUsual = priced.length === 0 || priced.some((one) => one.format === usual)
  const format = isUsual ? usual : (priced[0]?.format ?? usual)
  const notation = written.map((one) => {
    if (one === null) return null
    return one.format === format ? one.text : (one.text ?? quotedText(one.price, one.format))
  })
  return { format, notation: notation.every((text) => text === null) ? null : notation }
}
