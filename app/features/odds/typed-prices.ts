import { z } from 'zod'
import { inLatinDigits } from '#app/platform/numbers.ts'
import {
  definitionOf,
  isMarket,
  isMarketType,
  isUsualIn,
  MARKET_TYPES,
  type Market,
  usualPeriod,
} from './markets.ts'
import { fromNumber, type Price } from './prices.ts'
import { LOWEST_PRICE } from './rules.ts'

/** The source under which the prices are stored that an operator types. */
export const TYPED = 'typed'

/** How long a typed price counts, if the event does not begin before; see `typed_price_minutes` in the database. */
export const TYPED_PRICES_COUNT = ['hours_6', 'day', 'days_3', 'kick_off'] as const

/** The highest that `numeric(8,2)` holds. */
const HIGHEST_PRICE = 999_999.99

/** '2.500' and '2,500' are 2.50 in one language and 2500 in another. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/

/** A price as it is typed: decimal odds with up to two decimals. What a field could not read arrives as its text. */
export const typedPrice = z
  .number({ error: ({ input }) => problemOfPrice(input) })
  .min(LOWEST_PRICE, 'matches.problem-odds')
  .max(HIGHEST_PRICE, 'matches.problem-odds')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'matches.problem-odds')

/**
 * A price as a text of a field, with the decimal mark of any language; null if it is empty, undefined if it is no price, or could be two.
 */
export function readTypedPrice(text: string): number | null | undefined {
  const written = inLatinDigits(text)
  if (written === '') return null
  if (EITHER.test(written)) return undefined
  const plain = written.replace(',', '.')
  return typedPrice.safeParse(/^\d+(\.\d*)?$/.test(plain) ? Number(plain) : undefined).data
}

/** A key of the texts: why a text is no price. */
function problemOfPrice(text: unknown) {
  return typeof text === 'string' && EITHER.test(inLatinDigits(text))
    ? 'matches.problem-odds-two-ways'
    : 'matches.problem-odds'
}

const priceOfText = z
  .string()
  .max(20)
  .transform((text, context): number | null => {
    const price = readTypedPrice(text)
    if (price !== undefined) return price
    context.addIssue(problemOfPrice(text))
    return z.NEVER
  })

const market = z.object({
  type: z.string().refine(isMarketType),
  period: z.string(),
  line: z.number().nullable(),
})

/** A bookmaker's prices of a market, as they are stored. */
export interface TypedQuote {
  bookmaker: string
  market: Market
  /** Decimal odds, in the order of the outcomes; all null removes what was typed. */
  prices: (number | null)[]
  /** ISO 8601: when the quote that the grid showed was typed; null if it was not. */
  seen: string | null
}

const typedQuotes = z
  .array(
    z.object({
      bookmaker: z.uuid(),
      market: market
        .transform((read): Market => ({ ...read, participant: null }))
        .refine((read) => isTypeable(read), 'matches.problem-line'),
      prices: z.array(priceOfText),
      seen: z.iso.datetime().nullable(),
    }),
  )
  .max(2_000)
  .refine(
    (quotes) => quotes.every(({ market, prices }) => prices.length === outcomesOf(market).length),
    'matches.problem-odds',
  )

/** The same as the grid of a match's editor sends it: its prices are the texts of fields. */
export interface TypedRow extends Omit<TypedQuote, 'prices'> {
  prices: string[]
  /** Whether the same prices are typed again, to count for longer. */
  isConfirmed?: boolean
}

/** What was typed of a bookmaker's market, as the history records it: what an editor would send, with a name for people. */
export interface RecordedQuote extends Pick<TypedRow, 'bookmaker' | 'market' | 'prices' | 'seen'> {
  label: string
}

export function readRecorded(text: unknown): RecordedQuote[] {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as RecordedQuote[]) : []
}

/** Recorded quotes for people: 'Alpha: 2.10 / 3.40 / 3.60; Beta: –'. */
export function recordedText(quotes: readonly RecordedQuote[]): string {
  return quotes
    .map(({ label, prices }) => {
      const isEmpty = prices.every((price) => price === '')
      return `${label}: ${isEmpty ? '–' : prices.map((price) => price || '–').join(' / ')}`
    })
    .join('; ')
}

/** The typed quotes of an editor's field, as JSON; an empty text has none. */
export const typedQuotesText = z.string().transform((text, context): string => {
  if (text === '') return text
  const read = typedQuotes.safeParse(readText(text))
  if (read.success) return JSON.stringify(read.data)
  const message = read.error.issues[0]?.message ?? ''
  context.addIssue(message.startsWith('matches.') ? message : 'matches.problem-odds')
  return z.NEVER
})

export function readTypedQuotes(text: unknown): TypedQuote[] {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as TypedQuote[]) : []
}

function readText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether its prices can be typed: a market with fixed outcomes of the whole event. */
export function isTypeable(market: Market): boolean {
  const { hasParticipant, isOpenList, outcomes } = definitionOf(market.type)
  return !hasParticipant && !isOpenList && outcomes !== 'participants' && isMarket(market)
}

/** The outcomes of a market that can be typed. */
export function outcomesOf({ type }: Pick<Market, 'type'>): readonly string[] {
  const { outcomes } = definitionOf(type)
  return outcomes === 'participants' ? [] : outcomes
}

/** The market of a match's headline. @param sport its own name */
export function headlineMarket(sport: string, withDraw: boolean | null = null): Market {
  const isResult = withDraw ?? isUsualIn('match_result', sport)
  return isResult
    ? { type: 'match_result', period: 'full_time', line: null, participant: null }
    : { type: 'moneyline', period: usualPeriod(sport), line: null, participant: null }
}

/** More outcomes do not fit beside each other. */
const MOST_OUTCOMES = 3

/** The markets of a match beside its headline that are usual in a sport; a line is chosen later. */
export function usualMarkets(sport: string): Market[] {
  return MARKET_TYPES.filter((type) => {
    const { hasParticipant, isOpenList, outcomes } = definitionOf(type)
    const isShort = outcomes !== 'participants' && outcomes.length <= MOST_OUTCOMES
    return isShort && !hasParticipant && !isOpenList && !isHeadline({ type }) && isUsualIn(type, sport)
  }).map((type) => ({ type, period: usualPeriod(sport), line: null, participant: null }))
}

export function isHeadline({ type }: Pick<Market, 'type'>): boolean {
  return type === 'match_result' || type === 'moneyline'
}

export const toPrices = (decimals: readonly (number | null)[]): (Price | null)[] =>
  decimals.map((decimal) => (decimal === null ? null : fromNumber(decimal)))
