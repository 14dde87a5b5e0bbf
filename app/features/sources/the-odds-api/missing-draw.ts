import { readWritten } from '#app/features/odds/notation.ts'
import { type PriceFormat, toNumber } from '#app/features/odds/prices.ts'
import { impliedSum, usuallyHasDraw } from '#app/features/odds/rules.ts'
import { asRecord, cleanText } from '../reading.ts'
import { isDraw, marketsOf, outcomesOf, requestedKey } from './markets.ts'

/** A sum of implied probabilities that no bookmaker's three-way market exceeds. */
const HIGHEST_THREE_WAY_SUM = 1.15

interface Family {
  threeWay: number
  twoWay: number
  /** The implied probability of the draw at its longest price. */
  draw: number
}

/**
 * Whether head-to-head markets of an event without a draw have one: the feed leaves out a draw that is suspended, and
 * the other two prices are then not those of a two-way market.
 */
export class MissingDraws {
  readonly #sport: string
  readonly #format: PriceFormat
  readonly #families = new Map<string, Family>()
  /** Whether three-way markets have a key of their own in the answer. */
  readonly #hasOwnKey: boolean

  constructor(
    bookmakers: readonly unknown[],
    { sport, format, asked }: { sport: string; format: PriceFormat; asked: readonly string[] | null },
  ) {
    this.#sport = sport
    this.#format = format
    const markets = sport === 'Soccer' ? [] : bookmakers.flatMap((entry) => marketsOf(asRecord(entry)))
    for (const market of markets) {
      const prices = this.#pricesOf(market)
      const draw = outcomesOf(market).findIndex(({ name }) => isDraw(cleanText(name)))
      if (!isHeadToHead(market) || prices.length === 0) continue
      const family = this.#families.get(cleanText(market.key)) ?? { threeWay: 0, twoWay: 0, draw: 1 }
      family[draw === -1 ? 'twoWay' : 'threeWay'] += 1
      family.draw = Math.min(family.draw, 1 / (prices[draw] ?? 1))
      this.#families.set(cleanText(market.key), family)
    }
    const keys = asked ?? markets.map(({ key }) => cleanText(key))
    this.#hasOwnKey = keys.includes('h2h_3_way')
  }

  /**
   * Always in soccer. Elsewhere where the two prices are below 100 %, which no bookmaker offers, and where most other
   * bookmakers list a draw and the sum does not show that this one has none.
   */
  isMissing(market: Record<string, unknown>): boolean {
    if (!isHeadToHead(market) || this.#hasDraw(market)) return false
    if (this.#sport === 'Soccer') return true
    const prices = this.#pricesOf(market)
    if (prices.length !== 2) return false
    const { threeWay, twoWay, draw } = this.#familyOf(market)
    const sum = impliedSum(prices)
    const isLay = requestedKey(cleanText(market.key)) !== market.key
    if (sum < 1 && !isLay && this.#canHaveDraw(market)) return true
    return threeWay > 0 && threeWay >= twoWay && sum + draw <= HIGHEST_THREE_WAY_SUM
  }

  /** Whether only the earlier prices of the bookmaker can show that the draw is missing. */
  isPossible(market: Record<string, unknown>): boolean {
    const isWhole = requestedKey(cleanText(market.key)) === 'h2h'
    return isWhole && !this.#hasOwnKey && !this.#hasDraw(market) && this.#canHaveDraw(market)
  }

  #canHaveDraw(market: Record<string, unknown>): boolean {
    return usuallyHasDraw(this.#sport) || this.#sport === 'Cricket' || this.#familyOf(market).threeWay > 0
  }

  #hasDraw(market: Record<string, unknown>): boolean {
    return outcomesOf(market).some(({ name }) => isDraw(cleanText(name)))
  }

  #familyOf(market: Record<string, unknown>): Family {
    return this.#families.get(cleanText(market.key)) ?? { threeWay: 0, twoWay: 0, draw: 1 }
  }

  /** Of all outcomes; none if one has no price. */
  #pricesOf(market: Record<string, unknown>): number[] {
    const prices = outcomesOf(market).map(({ price }) => readWritten(price, this.#format)?.price ?? null)
    return prices.flatMap((price) => (price === null || prices.includes(null) ? [] : [toNumber(price)]))
  }
}

const isHeadToHead = ({ key }: Record<string, unknown>) =>
  cleanText(key).startsWith('h2h') && !cleanText(key).startsWith('h2h_3_way')
