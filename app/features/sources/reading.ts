import { fromAmerican } from '#app/features/odds/formats.ts'
import { readWritten } from '#app/features/odds/notation.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import { impliedSum, LOWEST_PRICE, type Outcome } from '#app/features/odds/rules.ts'
import { RunError } from '#app/features/runs/schema.ts'
import { cleanName } from '#app/platform/text/name.ts'
import type { FeedQuote, FeedWarning } from './contract.ts'

/** The maximum of numeric(8,2). */
const HIGHEST_PRICE = 999_999.99

/** Below this sum of implied probabilities, one bookmaker's own prices are an error in every source. */
const LEAST_PLAUSIBLE_SUM = 0.7

const LONGEST_NAME = 200
const EARLIEST_START = Date.UTC(1990, 0)
const LATEST_START = Date.UTC(2100, 0)

/** Unix seconds reach this in the year 5138, milliseconds passed it in 1973. */
const MILLISECONDS_FROM = 100_000_000_000

/** A text of a feed as a name in its stored form. Empty for values other than text and numbers. */
export function cleanText(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return ''
  return cleanName(value)
}

export function isTooLong(...names: string[]): boolean {
  return names.some((name) => name.length > LONGEST_NAME)
}

/** The cleaned id, or '' when it is unusable. */
export function cleanId(value: unknown): string {
  const id = cleanText(value)
  return id.length > LONGEST_NAME ? '' : id
}

/** Whether a person would read two names as the same. */
export function sameText(a: string, b: string): boolean {
  return a === b || readAlike(a) === readAlike(b)
}

function readAlike(text: string): string {
  return (/[^ -~]/.test(text) ? text.normalize('NFKC') : text).toLowerCase()
}

/** Kick-off from ISO 8601 (UTC where it names no zone), unix seconds or milliseconds; null outside 1990 to 2100. */
export function readInstant(value: unknown): Date | null {
  const time = instantTime(value)
  return time >= EARLIEST_START && time < LATEST_START ? new Date(time) : null
}

const UTC_SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

function instantTime(value: unknown): number {
  if (typeof value === 'number')
    return value >= MILLISECONDS_FROM ? Math.trunc(value) : Math.trunc(value * 1000)
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  if (UTC_SECOND.test(text)) return Date.parse(text)
  if (/^\d{9,14}(\.\d+)?$/.test(text)) return instantTime(Number(text))
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text)
  return iso ? Date.parse(`${iso[1]}T${iso[2]}${iso[3] ?? 'Z'}`) : Number.NaN
}

/** A number in a feed: a number, or text of one (with a point, or a comma before one or two decimals). */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (!/^[+-]?\d+(?:\.\d*|,\d{1,2})?$/.test(text)) return null
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : null
}

export type PriceFormat = 'decimal' | 'american'

/**
 * The format of an event's prices. American odds are never between -100 and +100, and decimal odds seldom reach 100.
 * The format that fits most prices is used, so one wrong price does not affect the others.
 */
export function priceFormat(prices: readonly number[]): PriceFormat {
  const american = prices.filter((price) => Math.abs(price) >= 100).length
  return american * 2 > prices.length ? 'american' : 'decimal'
}

/**
 * A price in decimal odds with two decimals, from 1.01; null for an invalid price, or one that rounds to 1.00. Decimal odds
 * with more are rounded down: nobody pays more than they say. Other formats are rounded as they are usually written: -110
 * is 1.91.
 */
export function readPrice(value: unknown, format: PriceFormat = 'decimal'): number | null {
  const written = typeof value === 'string' ? readWritten(value, format) : null
  if (written && written.format !== format) return inHundredths(toNumber(written.price))
  const number = readNumber(value)
  if (number === null) return null
  if (format === 'decimal') return inHundredths(roundedDown(number))
  return Math.abs(number) < 100 ? null : inHundredths(fromAmerican(number))
}

/** To hundredths, of a price with up to six decimals; one that is less than the lowest is left for the usual rounding. */
function roundedDown(decimal: number): number {
  const down = Math.floor(Math.round(decimal * 1e6) / 1e4) / 100
  return down >= LOWEST_PRICE ? down : decimal
}

function inHundredths(decimal: number): number | null {
  const rounded = Math.round(decimal * 100) / 100
  return rounded >= LOWEST_PRICE && decimal <= HIGHEST_PRICE ? rounded : null
}

/** The outcomes of a quote as the feed writes them: undefined where the feed has none. */
export interface RawOutcomes {
  home: unknown
  draw: unknown
  away: unknown
  /** The market has a draw even where the feed has none. */
  isThreeWay?: boolean
}

/**
 * Creates a quote from a bookmaker's prices. An outcome without a usable price is null, and the quote's status states
 * that it is not on offer. Null, with the warning, when the feed has no outcome, or implausible prices.
 */
export function readQuote(
  bookmaker: FeedQuote['bookmaker'],
  outcomes: RawOutcomes,
  format: PriceFormat,
  updatedAt: Date,
  warnings: FeedWarning[],
): FeedQuote | null {
  const isStated = (outcome: Outcome) => outcomes[outcome] !== undefined
  const hasDraw = isStated('draw')
  const home = readPrice(outcomes.home, format)
  const draw = hasDraw ? readPrice(outcomes.draw, format) : null
  const away = readPrice(outcomes.away, format)
  const detail = () =>
    `${bookmaker.name}: ${[outcomes.home, outcomes.draw, outcomes.away].map(showPrice).join(' / ')}`.slice(
      0,
      300,
    )
  const prices = [home, draw, away].filter((price) => price !== null)
  if (prices.length === 0) warnings.push({ code: 'no_valid_price', detail: detail() })
  if (!isStated('home') && !isStated('away') && !hasDraw) return null
  const lacksDraw = outcomes.isThreeWay === true && !hasDraw
  const isOpen = home !== null && away !== null && (hasDraw ? draw !== null : !lacksDraw)
  if (!isOpen && prices.length > 0) warnings.push({ code: 'invalid_price', detail: detail() })
  if (isOpen && impliedSum(prices) < LEAST_PLAUSIBLE_SUM) {
    warnings.push({ code: 'implausible_prices', detail: detail() })
    return null
  }
  const isWhole = isStated('home') && isStated('away') && !lacksDraw
  const status = isOpen ? null : isWhole ? 'suspended' : 'incomplete'
  return { bookmaker, home, draw, away, status, updatedAt }
}

function showPrice(value: unknown): string {
  if (value === undefined || value === null) return '-'
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 40) : typeof value
}

/** Feeds mark a simulated or e-sports double of a real pairing in the teams' names. */
export function isSimulated(home: string, away: string): boolean {
  const marked = (name: string) => /⁽ᵉ⁾|\(e\)/iu.test(name)
  const srl = (name: string) => /\bSRL$/.test(name)
  return marked(home) || marked(away) || (srl(home) && srl(away))
}

/** A plain object, or null. */
export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** The start of a value, for the detail of a rejection. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return cleanText(text).slice(0, 200)
}

/** The value of a text. @throws RunError not_json */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RunError('not_json', 'The answer is not JSON.')
  }
}

/** A count in a header; null where there is none. */
export function readCount(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}(\.\d+)?$/.test(header) ? Math.floor(Number(header)) : null
}
