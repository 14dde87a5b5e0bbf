/**
 * The calculators of bets: the fields of each, and its results as texts. The server computes them from an address, and the
 * page's script from what a visitor types, both with these functions.
 */
import { formatEuro, formatPercent, readAmount, withDecimalMark } from '#app/platform/numbers.ts'
import type { Tool } from '#app/platform/paths.ts'
import {
  accumulatorReturn,
  eachWay,
  LAY_KINDS,
  LEG_RESULTS,
  type LegResult,
  PLACE_FRACTIONS,
  planLay,
  settledPrice,
} from './bets.ts'
import { formatPrice } from './formats.ts'
import {
  fromNumber,
  MILLION,
  PRICE_FORMATS,
  type Price,
  type PriceFormat,
  readExactPrice,
  readPriceText,
  toNumber,
} from './prices.ts'

/** What a field takes, with its first value. A price without a first value may stay empty. */
export type Field =
  | { kind: 'price'; first: Price | null }
  | { kind: 'money' | 'percent'; first: number }
  | { kind: 'count'; first: number; most: number }
  | { kind: 'choice'; choices: readonly string[]; first: string }

export const MOST_LEGS = 10
const LEGS = Array.from({ length: MOST_LEGS }, (_, leg) => leg)
/** Of the legs of the example. */
const EXAMPLE_LEGS = [1.8, 2.1, 1.5]

const money = (first: number): Field => ({ kind: 'money', first })
const price = (first: number | null): Field => ({
  kind: 'price',
  first: first === null ? null : fromNumber(first),
})
const choice = (choices: readonly string[], first: string): Field => ({ kind: 'choice', choices, first })

/** In the order of the form. */
export const FIELDS: Record<Tool, Readonly<Record<string, Field>>> = {
  lay: {
    kind: choice(LAY_KINDS, 'ordinary'),
    stake: money(10),
    back: price(5),
    'back-commission': { kind: 'percent', first: 0 },
    lay: price(5.2),
    'lay-commission': { kind: 'percent', first: 5 },
  },
  'each-way': {
    'part-stake': money(5),
    price: price(9),
    fraction: choice(PLACE_FRACTIONS, '5'),
    places: { kind: 'count', first: 3, most: 8 },
    winners: { kind: 'count', first: 1, most: 8 },
    sharing: { kind: 'count', first: 1, most: 8 },
  },
  accumulator: {
    stake: money(10),
    ...Object.fromEntries(
      LEGS.flatMap((leg) => [
        [`price-${leg}`, price(EXAMPLE_LEGS[leg] ?? null)],
        [`result-${leg}`, choice(LEG_RESULTS, 'won')],
      ]),
    ),
  },
}

/** The results in the order of the page. */
export const RESULTS: Record<Tool, readonly string[]> = {
  lay: ['lay-stake', 'liability', 'if-back-wins', 'if-lay-wins'],
  'each-way': ['outlay', 'place-price', 'if-won', 'won-profit', 'if-placed', 'placed-profit'],
  accumulator: [
    ...['legs', 'returns', 'profit'],
    ...PRICE_FORMATS.map((format) => `as-${format}`),
    ...['combined-chance'],
  ],
}

export interface FormWriting {
  language: string
  /** Of the decimal mark of prices. */
  priceLanguage: string
  /** In which prices are typed and shown. */
  format: PriceFormat
}

export interface Calculated {
  /** By result; a dash if it cannot be computed. */
  texts: Record<string, string>
  /** Names of fields with values that are none. */
  invalid: ReadonlySet<string>
}

export const HIGHEST_MONEY = 1_000_000
const UNKNOWN = '–'
/** The lowest share that is written. */
const LEAST_SHARE = 0.0001

/** @param textOf the text of a field @param priceOf a typed price, if the caller knows it more exactly than its text says it */
export function calculate(
  calculator: Tool,
  textOf: (name: string) => string,
  writing: FormWriting,
  priceOf?: (name: string) => Price | null,
): Calculated {
  const invalid = new Set<string>()
  const read = <T>(name: string, value: T | null): T | null => {
    if (value === null) invalid.add(name)
    return value
  }
  const typed = (name: string) =>
    textOf(name).trim() === '' ? null : (priceOf?.(name) ?? readPriceText(textOf(name), writing.format))
  const values: Values = {
    price: (name) => read(name, typed(name)),
    optionalPrice: (name) => (textOf(name).trim() === '' ? undefined : read(name, typed(name))),
    cents: (name) => {
      const amount = readAmount(textOf(name), writing.language)
      return read(name, amount !== null && amount <= HIGHEST_MONEY ? Math.round(amount * 100) : null)
    },
    share: (name) => {
      const percent = readAmount(textOf(name), writing.language)
      return read(name, percent !== null && percent <= 99 ? percent / 100 : null)
    },
    choice: (name) => textOf(name),
    count: (name) => {
      const field = FIELDS[calculator][name]
      const count = Number(textOf(name))
      const isCount =
        Number.isInteger(count) && count >= 1 && count <= (field?.kind === 'count' ? field.most : 0)
      return read(name, isCount ? count : null)
    },
  }
  const write: Writer = {
    euro: (cents) => formatEuro(cents / 100, writing.language),
    price: (one, format = writing.format) => formatPrice(one, writing.priceLanguage, format),
    percent: (share) =>
      (share < LEAST_SHARE ? '<' : '') + formatPercent(Math.max(share, LEAST_SHARE), writing.language, 2),
    count: (count) => String(count),
  }
  const found = COMPUTE[calculator](values, write)
  return {
    texts: Object.fromEntries(RESULTS[calculator].map((name) => [name, found?.[name] ?? UNKNOWN])),
    invalid,
  }
}

/** The values of fields; null for one that is invalid, which is recorded. */
interface Values {
  price(name: string): Price | null
  /** Undefined for an empty field. */
  optionalPrice(name: string): Price | null | undefined
  cents(name: string): number | null
  share(name: string): number | null
  count(name: string): number | null
  choice(name: string): string
}

interface Writer {
  euro(cents: number): string
  price(one: Price, format?: PriceFormat): string
  percent(share: number): string
  count(count: number): string
}

const COMPUTE: Record<Tool, (values: Values, write: Writer) => Record<string, string> | null> = {
  lay(values, { euro }) {
    const [stake, back, lay] = [values.cents('stake'), values.price('back'), values.price('lay')]
    const [backCommission, layCommission] = [values.share('back-commission'), values.share('lay-commission')]
    const kind = LAY_KINDS.find((it) => it === values.choice('kind')) ?? 'ordinary'
    if (stake === null || back === null || lay === null || backCommission === null || layCommission === null)
      return null
    const plan = planLay({ kind, stake, back, lay, backCommission, layCommission })
    return {
      'lay-stake': euro(plan.stake),
      liability: euro(plan.liability),
      'if-back-wins': euro(plan.ifBackWins),
      'if-lay-wins': euro(plan.ifLayWins),
    }
  },
  'each-way'(values, { euro, price }) {
    const [stake, asked] = [values.cents('part-stake'), values.price('price')]
    const fraction = Number(PLACE_FRACTIONS.find((it) => it === values.choice('fraction')) ?? 5)
    const [places, winners, sharing] = [
      values.count('places'),
      values.count('winners'),
      values.count('sharing'),
    ]
    if (stake === null || asked === null || places === null || winners === null || sharing === null)
      return null
    const { outlay, placePrice, ifWon, ifPlaced } = eachWay({
      ...{ stake, price: asked, fraction, places, winners, sharing },
    })
    return {
      outlay: euro(outlay),
      // Less than a millionth above 1: a place that pays nothing.
      'place-price': placePrice > 1_000_000 ? price(placePrice) : UNKNOWN,
      'if-won': euro(ifWon),
      'won-profit': euro(ifWon - outlay),
      'if-placed': euro(ifPlaced),
      'placed-profit': euro(ifPlaced - outlay),
    }
  },
  accumulator(values, { euro, price, percent, count }) {
    const stake = values.cents('stake')
    const given = LEGS.flatMap((leg) => {
      const asked = values.optionalPrice(`price-${leg}`)
      const result = LEG_RESULTS.find((it) => it === values.choice(`result-${leg}`)) ?? 'won'
      return asked === undefined ? [] : [{ price: asked, result }]
    })
    const legs = given.flatMap(({ price: one, result }): { price: Price; result: LegResult }[] =>
      one === null ? [] : [{ price: one, result }],
    )
    if (stake === null || legs.length === 0 || legs.length < given.length) return null
    const returns = accumulatorReturn(stake, legs)
    const combined = settledPrice(legs)
    return {
      legs: count(legs.length),
      returns: euro(returns),
      profit: euro(returns - stake),
      // No odds: the stake returns no more than itself.
      ...(combined > MILLION && {
        ...Object.fromEntries(PRICE_FORMATS.map((format) => [`as-${format}`, price(combined, format)])),
        'combined-chance': percent(1 / toNumber(combined)),
      }),
    }
  },
}

/** The names of the format's field, and of the hidden one that says in which format the prices are. */
export const FORMAT_FIELDS = { wanted: 'format', written: 'was' } as const

/** The name of the hidden field that says in which language amounts are typed: '1,000' is 1 in German. */
export const TYPED_IN = 'in'

/** A typed amount of an address in the language of the page. */
export function convertAmount(text: string, typedIn: string, language: string): string {
  const amount = typedIn === language ? null : readAmount(text, typedIn)
  return amount === null ? text : withDecimalMark(String(amount), language)
}

/** Before the name of a field of a price: the exact price, if the text of the field is a rounded one that a change of format has written. */
export const EXACT = 'exact-'

/** The fields of prices of a calculator. */
export function priceFieldsOf(calculator: Tool): string[] {
  return Object.entries(FIELDS[calculator]).flatMap(([name, { kind }]) => (kind === 'price' ? [name] : []))
}

/** The price of a field in an address. @param written the format of its text */
function readPrice(query: URLSearchParams, name: string, written: PriceFormat): Price | null {
  const stated = readPriceText(query.get(name)?.slice(0, MOST_SIGNS) ?? '', written)
  const exact = readExactPrice(query.get(EXACT + name))
  if (stated === null || exact === null) return stated
  // Another text was typed since: the exact price is that of an earlier one.
  return readExactPrice(formatPrice(exact, 'en', written), written) === stated ? exact : stated
}

/** Keeps the exact price of a field in an address if the field's text says less. @param written the format of its text */
export function writeExact(
  query: URLSearchParams,
  name: string,
  price: Price | null,
  written: PriceFormat,
): void {
  if (price === null || price === readPriceText(query.get(name) ?? '', written)) query.delete(EXACT + name)
  else query.set(EXACT + name, String(toNumber(price)))
}

/**
 * A field's price and its text by an address in the wanted format; null if the address has none.
 * `exact` is the price if it is more exact than the text.
 */
export function convertField(
  query: URLSearchParams,
  name: string,
  { format, written, priceLanguage }: { format: PriceFormat; written: PriceFormat; priceLanguage: string },
): { text: string; exact: Price | null } | null {
  const price = readPrice(query, name, written)
  if (price === null) return null
  const text =
    format === written
      ? (query.get(name)?.slice(0, MOST_SIGNS) ?? '')
      : formatPrice(price, priceLanguage, format)
  return { text, exact: readPriceText(text, format) === price ? null : price }
}

export interface FormLanguages {
  /** Of the page. */
  language: string
  /** Of the amounts in the address. */
  typedIn: string
  /** Of the decimal mark of prices. */
  priceLanguage: string
}

/**
 * The texts of a form by an address. A field that the address lacks has its first value if the address has none of the
 * form's fields. Prices that were typed in another format than the wanted one are converted, and known more exactly than their
 * texts say.
 */
export function readForm(
  calculator: Tool,
  query: URLSearchParams,
  { language, typedIn, priceLanguage }: FormLanguages,
): {
  format: PriceFormat
  texts: Record<string, string>
  exact: ReadonlyMap<string, Price>
  isAsked: boolean
} {
  const fields = Object.entries(FIELDS[calculator])
  const isAsked = fields.some(([name]) => query.has(name))
  const formatNamed = (name: string) => PRICE_FORMATS.find((it) => it === query.get(name))
  const format = formatNamed(FORMAT_FIELDS.wanted) ?? 'decimal'
  const written = formatNamed(FORMAT_FIELDS.written) ?? format
  const exact = new Map<string, Price>()
  const texts = fields.map(([name, field]) => {
    const given = query.get(name) ?? undefined
    // The name of a choice may be longer than what fits into a field.
    if (field.kind === 'choice') return [name, field.choices.find((it) => it === given) ?? field.first]
    const text = given?.slice(0, MOST_SIGNS)
    if (text === undefined && (!isAsked || field.kind !== 'price'))
      return [name, firstText(field, priceLanguage, format)]
    if (field.kind === 'money' || field.kind === 'percent')
      return [name, convertAmount(text ?? '', typedIn, language)]
    const priced =
      field.kind === 'price' ? convertField(query, name, { format, written, priceLanguage }) : null
    if (priced?.exact) exact.set(name, priced.exact)
    return [name, priced?.text ?? text ?? '']
  })
  return { format, texts: Object.fromEntries(texts), exact, isAsked }
}

/** Of a field that is typed. */
export const MOST_SIGNS = 12

function firstText(field: Field, priceLanguage: string, format: PriceFormat): string {
  if (field.kind !== 'price') return String(field.first)
  return field.first === null ? '' : formatPrice(field.first, priceLanguage, format)
}
