/**
 * The form of the page of tools: odds to convert, and the odds of a market with a stake. Its results are texts, which the
 * server computes from an address and the page's script from what a visitor types, both with these functions.
 */
import { formatEuro, formatPercent, readAmount } from '#app/platform/numbers.ts'
import { marketFigures } from './calculator.ts'
import {
  convertAmount,
  convertField,
  FORMAT_FIELDS,
  type FormLanguages,
  type FormWriting,
  HIGHEST_MONEY,
  MOST_SIGNS,
} from './calculator-forms.ts'
import { formatPrice } from './formats.ts'
import { fromNumber, PRICE_FORMATS, type Price, type PriceFormat, readPriceText, toNumber } from './prices.ts'
import { EXAMPLE_STAKE } from './rules.ts'
import { readFormat } from './shown-price.ts'

export const CONVERTED = 'converted'
/** The outcomes of a market; the last one may be empty. */
export const OUTCOMES = ['price-0', 'price-1', 'price-2'] as const
export const TOTAL = 'total'

/** The fields of prices with their first values. */
const EXAMPLES: Readonly<Record<string, number>> = {
  [CONVERTED]: 2.5,
  'price-0': 2.5,
  'price-1': 3.4,
  'price-2': 2.9,
}
export const PRICE_FIELDS: readonly string[] = Object.keys(EXAMPLES)
export const CONVERTER_FIELDS: readonly string[] = [...PRICE_FIELDS, TOTAL]

const UNKNOWN = '–'

/**
 * The texts of the form by an address: the examples, if the address has none of its fields. Prices that were typed in another
 * format than the wanted one are converted, and known more exactly than their texts say.
 */
export function readConverter(
  query: URLSearchParams,
  { language, typedIn, priceLanguage }: FormLanguages,
): { format: PriceFormat; texts: Record<string, string>; exact: ReadonlyMap<string, Price> } {
  const format = readFormat(query.get(FORMAT_FIELDS.wanted)) ?? 'decimal'
  const written = readFormat(query.get(FORMAT_FIELDS.written)) ?? format
  const isAsked = CONVERTER_FIELDS.some((name) => query.has(name))
  const exact = new Map<string, Price>()
  const prices = PRICE_FIELDS.map((name) => {
    const text = query.get(name)?.slice(0, MOST_SIGNS) ?? ''
    if (!isAsked) return [name, formatPrice(fromNumber(EXAMPLES[name] ?? 0), priceLanguage, format)]
    const priced = convertField(query, name, { format, written, priceLanguage })
    if (priced?.exact) exact.set(name, priced.exact)
    return [name, priced?.text ?? text]
  })
  const total = query.get(TOTAL)?.slice(0, MOST_SIGNS) ?? String(EXAMPLE_STAKE)
  const stake = convertAmount(total, typedIn, language)
  return { format, texts: { ...Object.fromEntries(prices), [TOTAL]: stake }, exact }
}

export interface Converted {
  /** By result; a dash if it cannot be computed. */
  texts: Record<string, string>
  /** Names of fields with values that are none. */
  invalid: ReadonlySet<string>
  /** Of the market; null if it cannot be computed. */
  isSure: boolean | null
}

/** @param textOf the text of a field @param priceOf a typed price, if the caller knows it more exactly than its text says it */
export function convert(
  textOf: (name: string) => string,
  { language, priceLanguage, format }: FormWriting,
  priceOf?: (name: string) => Price | null,
): Converted {
  const typed = new Map(
    PRICE_FIELDS.map((name) => [name, priceOf?.(name) ?? readPriceText(textOf(name), format)]),
  )
  const invalid = new Set(
    PRICE_FIELDS.filter((name) => typed.get(name) === null && textOf(name).trim() !== ''),
  )
  const percent = (share: number, decimals?: number) => formatPercent(share, language, decimals)
  const euro = (cents: number) => formatEuro(cents / 100, language)
  const texts: Record<string, string> = {}
  const price = typed.get(CONVERTED) ?? null
  for (const to of PRICE_FORMATS)
    texts[`as-${to}`] = price === null ? UNKNOWN : formatPrice(price, priceLanguage, to)
  texts.chance = price === null ? UNKNOWN : percent(1 / toNumber(price))

  const given = OUTCOMES.flatMap((name, index) => {
    const one = typed.get(name) ?? null
    return one === null ? [] : [{ price: one, index }]
  })
  const total = readAmount(textOf(TOTAL), language) ?? 0
  const isTotal = total > 0 && total <= HIGHEST_MONEY
  if (!isTotal) invalid.add(TOTAL)
  const figures = OUTCOMES.some((name) => invalid.has(name))
    ? null
    : marketFigures(
        given.map((one) => one.price),
        Math.round(total * 100),
      )
  for (const index of OUTCOMES.keys()) {
    const outcome = figures?.outcomes[given.findIndex((it) => it.index === index)]
    texts[`implied-${index}`] = outcome ? percent(outcome.implied) : UNKNOWN
    texts[`chance-${index}`] = outcome ? percent(outcome.fair) : UNKNOWN
    texts[`fair-${index}`] = outcome ? formatPrice(outcome.fairPrice, priceLanguage, format) : UNKNOWN
    texts[`stake-${index}`] = outcome && isTotal ? euro(outcome.stake) : UNKNOWN
  }
  for (const name of ['sum', 'overround', 'payout'] as const)
    texts[name] = figures ? percent(figures[name], 2) : UNKNOWN
  texts.returns = figures && isTotal ? euro(figures.lowestReturn) : UNKNOWN
  texts.profit = figures && isTotal ? percent(figures.lowestProfit, 2) : UNKNOWN
  return { texts, invalid, isSure: figures?.isSure ?? null }
}
