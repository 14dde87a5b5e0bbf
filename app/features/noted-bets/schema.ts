import { readAmount } from '#app/platform/numbers.ts'
import { DAY_MS } from '#app/platform/time.ts'
import type { LegResult } from '../odds/bets.ts'
import { definitionOf, isMarket, isMarketType, type Market, readLine } from '../odds/markets.ts'
import { type Price, type PriceFormat, quotedText, readExactPrice, readPriceText } from '../odds/prices.ts'

/** The most bets of a visitor, several seasons: all are read for the totals. */
export const MOST_BETS = 5_000

/**
 * Within this time after a start, a change of the match or the noting of a bet, the job keeps closing odds and results. Later
 * the kept closing odds are shown; without them, those of the prices that are still stored.
 */
export const KEPT_FOR_MS = 7 * DAY_MS

/** What a visitor types of a bet. */
export interface BetTerms {
  price: Price
  /** In hundredths; null: not noted. */
  stake: number | null
  bookmaker: string | null
  placedAt: Date
}

export interface BetOutcome {
  market: Market
  outcome: string
}

/** A field that cannot be read. */
export type BetProblem = 'price' | 'stake' | 'placed' | 'outcome'

const MOST_NAME = 80
/** What the columns hold. */
const MOST_LINE = 10_000
/** Earlier times are typing errors; the first bookmakers on the internet are from 1996. */
const EARLIEST = Date.UTC(1990, 0)

/**
 * The terms of a form, or the field that is wrong.
 * @param fields `exact`: the decimal odds of the price that the form had, whose text in its format can be a rounded one
 * @param language in which the stake is typed
 * @param readTime a local time of the form
 */
export function readTerms(
  fields: { price: string; exact: string; stake: string; bookmaker: string; placed: string },
  format: PriceFormat,
  language: string,
  readTime: (text: string) => Date | null,
): BetTerms | BetProblem {
  const price = readTyped(fields, format)
  if (price === null) return 'price'
  const stake = readStake(fields.stake, language)
  if (stake === undefined) return 'stake'
  const placedAt = readTime(fields.placed)
  if (placedAt === null || placedAt.getTime() < EARLIEST || placedAt.getTime() > Date.now() + 60_000)
    return 'placed'
  return { price, stake, bookmaker: fields.bookmaker.trim().slice(0, MOST_NAME) || null, placedAt }
}

/** The exact price of a form, unless another text than that price's was typed. */
function readTyped({ price, exact }: { price: string; exact: string }, format: PriceFormat): Price | null {
  const [typed, had] = [readPriceText(price, format), readExactPrice(exact)]
  if (typed === null || had === null) return typed
  return readExactPrice(quotedText(had, format), format) === typed ? had : typed
}

/** Hundredths of '10', '10.5', '10,50' or, in English, '1,000'; null for an empty text, undefined for anything else. */
export function readStake(text: string, language: string): number | null | undefined {
  if (text.trim() === '') return null
  const hundredths = (readAmount(text, language) ?? 0) * 100
  const stake = Math.round(hundredths)
  return stake > 0 && Math.abs(stake - hundredths) < 1e-4 ? stake : undefined
}

export function writeOutcome({ market: { type, period, line, participant }, outcome }: BetOutcome): string {
  return JSON.stringify([type, period, line, participant, outcome])
}

export function readOutcome(text: string): BetOutcome | null {
  try {
    const [type, period, stated, participant, outcome] = JSON.parse(text) as unknown[]
    if (typeof type !== 'string' || !isMarketType(type) || typeof period !== 'string') return null
    if (participant !== null && typeof participant !== 'string') return null
    if (stated !== null && !(typeof stated === 'number' && Math.abs(stated) < MOST_LINE)) return null
    const market: Market = { type, period, line: stated === null ? null : readLine(stated), participant }
    const { outcomes } = definitionOf(type)
    if (outcomes === 'participants' || typeof outcome !== 'string') return null
    return outcomes.includes(outcome) && isMarket(market) ? { market, outcome } : null
  } catch {
    return null
  }
}

/** A bet as its owner sees it. */
export interface NotedBet extends BetTerms, BetOutcome {
  id: string
  home: string
  away: string
  startTime: Date
  /** Null if the match is gone. */
  matchId: string | null
  /** Once the match has begun; null if nobody quoted the outcome, and for a bet that was placed after the start. */
  closing: Closing | null
  result: LegResult | null
}

/** With the match's page; null if it has none. */
export interface LinkedBet extends NotedBet {
  match: { id: string; slug: string; ambiguous: boolean; sport: Slug; country: Slug; league: Slug } | null
}

interface Slug {
  slug: string
}

/** The closing prices of an outcome, net of commission. */
export interface Closing {
  best: Price
  /** Of the average closing prices, without their margin; null if an outcome of the market was not quoted. */
  fair: Price | null
}
