/**
 * The mathematics of a market. A price is decimal odds (2.50 returns 2.50 for every 1.00 staked), always above 1,
 * with two decimals at most. `S` is the sum of 1/price over a market's outcomes.
 */

export type Outcome = 'home' | 'draw' | 'away'

/** The prices of one match: `draw` is null if the sport has no draw or no bookmaker quotes it. */
export interface OutcomePrices {
  home: number
  draw: number | null
  away: number
}

/** Sports whose usual market has no draw: extra time, innings or sets decide. */
const WITHOUT_DRAW = new Set([
  'tennis',
  'table tennis',
  'basketball',
  'baseball',
  'american football',
  'volleyball',
  'beach volleyball',
  'badminton',
  'squash',
  'darts',
  'snooker',
  'cricket',
  'mma',
])

/** Whether the draw is an outcome of a sport's usual market, by the sport's own name. */
export function usuallyHasDraw(sport: string): boolean {
  return !WITHOUT_DRAW.has(sport.toLowerCase())
}

/** The odds columns of a match or a quote, by their names in the database. */
export interface OddsColumns {
  home_odds: number | null
  draw_odds: number | null
  away_odds: number | null
}

/** From this age on, a price shows its age, and a sure bet has a warning. */
export const PRICE_AGE_SHOWN_MS = 30 * 60_000

/** The stake of every example, in euro. */
export const EXAMPLE_STAKE = 100

/** The lowest price. It is also the value of the headline's columns of a match without quotes. */
export const LOWEST_PRICE = 1.01

const NOT_QUOTED_IMPLIED_SUM = 1.3

/**
 * The price in whole hundredths, the unit of a headline; 100 for a bookmaker's 1.002. @throws RangeError at 1 or less.
 */
export function inHundredths(price: number): number {
  if (!(price > 1 && Number.isFinite(price))) throw new RangeError(`not a decimal price: ${price}`)
  return Math.round(price * 100)
}

/** Quotient of two non-negative whole numbers, rounded half up. */
export function divideRounded(dividend: number, divisor: number): number {
  const floor = Math.floor(dividend / divisor)
  return (dividend - floor * divisor) * 2 >= divisor ? floor + 1 : floor
}

/** The implied probability, margin included: 0 to 1. @throws RangeError at 1 or less. */
export function impliedProbability(price: number): number {
  if (!(price > 1 && Number.isFinite(price))) throw new RangeError(`not a decimal price: ${price}`)
  return 1 / price
}

/** S: the sum of the implied probabilities of a market; its excess over 1 is the bookmaker's margin. */
export function impliedSum(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + impliedProbability(price), 0)
}

/** The built-in margin, S - 1: 0.045 is an overround of 4.5 %. */
export function overround(prices: readonly number[]): number {
  return impliedSum(prices) - 1
}

/** Probabilities without the margin, which is removed in proportion; they sum to 1. */
export function fairProbabilities(prices: readonly number[]): number[] {
  const sum = impliedSum(prices)
  return prices.map((price) => impliedProbability(price) / sum)
}

/** Change since the opening price as a fraction of it; negative is shortening. */
export function movement(opening: number, current: number): number {
  const from = inHundredths(opening)
  return (inHundredths(current) - from) / from
}

/** The outcomes that have a price, in the order home, draw, away. */
export function outcomesOf(prices: OutcomePrices): { outcome: Outcome; price: number }[] {
  const { home, draw, away } = prices
  return [
    { outcome: 'home', price: home },
    ...(draw === null ? [] : [{ outcome: 'draw', price: draw } as const]),
    { outcome: 'away', price: away },
  ]
}

/** The prices that exist, in the order home, draw, away. */
function priceList(prices: OutcomePrices): number[] {
  return outcomesOf(prices).map(({ price }) => price)
}

/**
 * Whether the prices in a headline's columns are real. They are 1.01 without a quote, so a market with an outcome at
 * 1.01 whose implied probabilities sum to more than 130 % is not quoted; a real 1.01 favourite is.
 */
export function isQuoted(prices: OutcomePrices): boolean {
  const list = priceList(prices)
  if (list.some((price) => !(price > 1 && Number.isFinite(price)) || Math.round(price * 100) <= 100))
    return false
  const hasLowest = list.some((price) => inHundredths(price) <= LOWEST_PRICE * 100)
  return !hasLowest || impliedSum(list) <= NOT_QUOTED_IMPLIED_SUM
}

/** The prices of a row, or null if it is not quoted (shown as dashes). */
export function quotedPrices(row: OddsColumns): OutcomePrices | null {
  if (row.home_odds === null || row.away_odds === null) return null
  const prices = { home: row.home_odds, draw: row.draw_odds, away: row.away_odds }
  return isQuoted(prices) ? prices : null
}

/** What a stake returns, stake included, rounded down to the cent: no more is shown than is paid. */
export function winnings(price: number, stake: number = EXAMPLE_STAKE): number {
  if (!(price > 1 && Number.isFinite(price))) throw new RangeError(`not a decimal price: ${price}`)
  return Math.floor((Math.round(price * 1_000_000) * stake) / 10_000) / 100
}

export interface SidePick {
  side: 'home' | 'away'
  price: number
  /** Total return on the example stake. */
  winnings: number
}

/** The side with the longer price; the draw is ignored. */
export function highestWin(prices: OutcomePrices): SidePick {
  return pickSide(prices, prices.home >= prices.away ? 'home' : 'away')
}

/** The side with the shorter price; the draw is ignored. */
export function safestBet(prices: OutcomePrices): SidePick {
  return pickSide(prices, prices.home <= prices.away ? 'home' : 'away')
}

function pickSide(prices: OutcomePrices, side: 'home' | 'away'): SidePick {
  return { side, price: prices[side], winnings: winnings(prices[side]) }
}

/**
 * The implied probability to the thousandth, for a percentage with one decimal: 1.6 gives 0.625. A bookmaker can quote 1.002.
 * @throws RangeError at 1 or less
 */
export function roundedProbability(price: number): number {
  const millionths = Math.round(price * 1_000_000)
  if (!(millionths > 1_000_000 && Number.isFinite(price)))
    throw new RangeError(`not a decimal price: ${price}`)
  return divideRounded(1_000_000_000, millionths) / 1000
}

export type OutcomePrediction = 'win' | 'lose' | 'draw' | 'win-or-draw' | 'lose-or-draw'

/**
 * The predicted result of one side: the lowest price wins. If the two lowest prices are within 10 % and one of them is
 * the draw, the prediction is the other outcome or a draw. Null if two sides without a draw have the same price.
 */
export function outcomePrediction(prices: OutcomePrices, side: 'home' | 'away'): OutcomePrediction | null {
  // At the same price, the draw comes before a side; otherwise the order of the list would decide.
  const ranked = outcomesOf(prices).sort(
    (a, b) => a.price - b.price || Number(b.outcome === 'draw') - Number(a.outcome === 'draw'),
  )
  const [first, second] = ranked
  if (!first || !second) return null
  const withinTenPercent = 10 * inHundredths(second.price) <= 11 * inHundredths(first.price)
  if (withinTenPercent && (first.outcome === 'draw' || second.outcome === 'draw')) {
    const sharing = first.outcome === 'draw' ? second : first
    const third = ranked[2]
    if (third && inHundredths(third.price) === inHundredths(sharing.price)) return 'draw'
    return sharing.outcome === side ? 'win-or-draw' : 'lose-or-draw'
  }
  if (first.outcome === 'draw') return 'draw'
  if (inHundredths(first.price) === inHundredths(second.price)) return prices.draw === null ? null : 'draw'
  return first.outcome === side ? 'win' : 'lose'
}
