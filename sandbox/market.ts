import { MINUTE_MS } from '#app/platform/time.ts'
import type { SandboxMatch } from './calendar.ts'
import { leagues } from './data/index.ts'
import type { SandboxSport } from './league.ts'
import { bell, combine, hash32, unit, walk } from './random.ts'

/** A fictional bookmaker. */
export interface SandboxBookmaker {
  key: string
  name: string
  /** The excess of its implied probabilities over 1, before prices are rounded. */
  margin: number
  /** How far its estimates differ from the market's, in log odds. */
  opinion: number
  /** Share of leagues that it quotes. */
  coverage: number
  /** Minutes between two updates of its prices. */
  rhythm: number
  /** Whether it is an exchange, which has a lay side, too. */
  isExchange?: boolean
  /** How it writes prices; in decimals without it. */
  writes?: 'fractional' | 'american'
}

/** The first one's offer is the promo feed; the others are in The Odds API's answers. */
export const bookmakers: readonly SandboxBookmaker[] = [
  { key: 'alderbet', name: 'Alderbet', margin: 0.055, opinion: 0.05, coverage: 0.95, rhythm: 10 },
  { key: 'brightmere', name: 'Brightmere', margin: 0.025, opinion: 0.02, coverage: 0.98, rhythm: 1 },
  { key: 'corvane', name: 'Corvane', margin: 0.045, opinion: 0.05, coverage: 0.9, rhythm: 3 },
  { key: 'dunlin', name: 'Dunlin Bet', margin: 0.065, opinion: 0.06, coverage: 0.85, rhythm: 8 },
  { key: 'elmstead', name: 'Elmstead', margin: 0.05, opinion: 0.05, coverage: 0.8, rhythm: 5 },
  { key: 'fennlines', name: 'Fennlines', margin: 0.035, opinion: 0.04, coverage: 0.75, rhythm: 2 },
  { key: 'gorsebet', name: 'Gorsebet', margin: 0.07, opinion: 0.07, coverage: 0.7, rhythm: 15 },
  { key: 'harrowmoor', name: 'Harrowmoor', margin: 0.06, opinion: 0.05, coverage: 0.75, rhythm: 10 },
  { key: 'ivelane', name: 'Ivelane', margin: 0.04, opinion: 0.06, coverage: 0.65, rhythm: 6 },
  {
    key: 'juniperodds',
    name: 'Juniper Odds',
    margin: 0.08,
    opinion: 0.07,
    coverage: 0.6,
    rhythm: 20,
    writes: 'fractional',
  },
  {
    key: 'kelpbet',
    name: 'Kelpbet',
    margin: 0.075,
    opinion: 0.06,
    coverage: 0.55,
    rhythm: 30,
    writes: 'american',
  },
  {
    key: 'larkfield',
    name: 'Larkfield',
    margin: 0.03,
    opinion: 0.03,
    coverage: 0.6,
    rhythm: 4,
    isExchange: true,
  },
]

/** The bookmaker of the promo feed: the operator's partner. */
export const promoBookmaker = bookmakers[0] as SandboxBookmaker

/** Bookmakers whose own promo feeds have the markets on the score, which The Odds API does not have. */
export const scoreBookmakers = bookmakers.filter(({ name }) =>
  ['Brightmere', 'Corvane', 'Gorsebet'].includes(name),
)

export interface Prices {
  home: number
  /** Null in a sport without a draw. */
  draw: number | null
  away: number
}

export interface SandboxQuote {
  bookmaker: SandboxBookmaker
  prices: Prices
  updatedAt: Date
}

/** The log-odds difference per unit of strength, and the frequency of draws between equal sides. */
const MODELS: Record<SandboxSport, { weight: number; homeAdvantage: number; draw: number | null }> = {
  Soccer: { weight: 0.95, homeAdvantage: 0.32, draw: 0.28 },
  Tennis: { weight: 1.1, homeAdvantage: 0, draw: null },
  Basketball: { weight: 1, homeAdvantage: 0.3, draw: null },
  'Ice Hockey': { weight: 0.7, homeAdvantage: 0.2, draw: 0.23 },
  'American Football': { weight: 0.9, homeAdvantage: 0.25, draw: null },
  Baseball: { weight: 0.45, homeAdvantage: 0.12, draw: null },
  Handball: { weight: 1, homeAdvantage: 0.3, draw: 0.1 },
  Volleyball: { weight: 1, homeAdvantage: 0.25, draw: null },
  'Rugby Union': { weight: 0.9, homeAdvantage: 0.35, draw: 0.04 },
}

export const hasDraw = (sport: SandboxSport) => MODELS[sport].draw !== null

/** Every price is below the fair price by at least this share, so that no other match has a sure bet by chance. */
export const LEAST_EDGE = 1.004
const HIGHEST_PRICE = 101
const COMMON_RHYTHM_MS = 30 * MINUTE_MS

/** The probabilities of results and prices; without a draw `draw` is null. */
export function trueProbabilities(match: SandboxMatch, shift = 0): Prices {
  const { weight, homeAdvantage, draw } = MODELS[match.league.sport]
  const difference = weight * (match.homeStrength - match.awayStrength) + homeAdvantage + shift
  const level = draw === null ? 0 : draw * Math.exp(-(difference * difference) / 6)
  const home = (1 - level) / (1 + Math.exp(-difference))
  return { home, draw: draw === null ? null : level, away: 1 - level - home }
}

/** Every bookmaker's prices for a match at an instant; prices stop moving at kick-off. */
export function quotesAt(match: SandboxMatch, at: Date): SandboxQuote[] {
  const instant = Math.min(at.getTime(), match.start.getTime())
  const quotes: SandboxQuote[] = []
  for (const bookmaker of bookmakers) {
    if (covers(bookmaker, match)) quotes.push(quoteAt(match, bookmaker, instant))
  }
  if (match.isSureBet) raiseToSureBet(match, quotes)
  return quotes
}

/** A bookmaker's prices of a match, as among those of all. */
export function quoteOf(
  bookmaker: SandboxBookmaker,
  match: SandboxMatch,
  at: Date,
): SandboxQuote | undefined {
  // A sure bet depends on the others' prices.
  if (match.isSureBet) return quotesAt(match, at).find((it) => it.bookmaker === bookmaker)
  const instant = Math.min(at.getTime(), match.start.getTime())
  return covers(bookmaker, match) ? quoteAt(match, bookmaker, instant) : undefined
}

/** Leagues of countries with several, from 0 for the strongest, which the sandbox lists first. */
const placeInCountry = new Map(
  [...Map.groupBy(leagues, ({ sport, country }) => `${sport} ${country}`).values()]
    .filter((ofCountry) => ofCountry.length > 1)
    .flatMap((ofCountry) => ofCountry.map((league, place) => [league, place] as const)),
)

/** Where a country has several leagues, every bookmaker quotes the first one. */
function covers(bookmaker: SandboxBookmaker, match: SandboxMatch): boolean {
  const league = unit(combine(hash32(match.league.oddsApiKey), hash32(bookmaker.key)))
  const place = placeInCountry.get(match.league)
  const isCovered = place === 0 || league * (1 + 0.1 * (place ?? 0)) < bookmaker.coverage
  return isCovered && unit(combine(match.hash, hash32(bookmaker.key))) < 0.97
}

/** The market's own movement, which every bookmaker follows, in log odds. */
function marketShift(match: SandboxMatch, instant: number): number {
  return walk(match.hash, instant / (90 * MINUTE_MS)) * 0.09
}

function quoteAt(match: SandboxMatch, bookmaker: SandboxBookmaker, instant: number): SandboxQuote {
  const own = combine(match.hash, hash32(bookmaker.key))
  const interval = bookmaker.rhythm * MINUTE_MS
  const phase = unit(own) * interval
  const step = Math.floor((instant - phase) / interval)
  const ownUpdate = step * interval + phase
  // No bookmaker stays above the market's fair price for long: all update at least every half hour.
  const commonUpdate = Math.floor(instant / COMMON_RHYTHM_MS) * COMMON_RHYTHM_MS
  const market = trueProbabilities(match, marketShift(match, commonUpdate))
  const opinion = bell(combine(own, 1)) * bookmaker.opinion + walk(combine(own, 2), step) * 0.025
  const seen = trueProbabilities(match, marketShift(match, ownUpdate) + opinion)
  return {
    bookmaker,
    updatedAt: new Date(Math.floor(Math.max(ownUpdate, commonUpdate) / 1_000) * 1_000),
    prices: {
      home: toPrice(seen.home, market.home, bookmaker.margin, seen),
      draw:
        seen.draw === null || market.draw === null
          ? null
          : toPrice(seen.draw, market.draw, bookmaker.margin, seen),
      away: toPrice(seen.away, market.away, bookmaker.margin, seen),
    },
  }
}

/** Distributes the margin by the square root of the probability: outsiders have a larger share than favourites. */
function toPrice(probability: number, fair: number, margin: number, all: Prices): number {
  const roots = Math.sqrt(all.home) + Math.sqrt(all.draw ?? 0) + Math.sqrt(all.away)
  const quoted = probability + (margin * Math.sqrt(probability)) / roots
  return onLadder(Math.min(1 / quoted, 1 / (fair * LEAST_EDGE)))
}

/** Rounds down to the price steps of bookmakers. */
export function onLadder(price: number): number {
  const step = stepAt(price)
  const hundredths = Math.floor(Math.round(price * 1_000_000) / 10_000 / step) * step
  return Math.min(HIGHEST_PRICE, Math.max(1.01, hundredths / 100))
}

/** The fractions that a bookmaker writes, and their profits; from 10/1 on whole numbers. */
const FRACTIONS = (
  '1/100 1/50 1/33 1/25 1/20 1/16 1/14 1/12 1/10 1/9 1/8 1/7 1/6 2/11 1/5 2/9 1/4 2/7 3/10 1/3 4/11 2/5 4/9 1/2 8/15 4/7 8/13 ' +
  '4/6 8/11 4/5 5/6 10/11 20/21 1/1 21/20 11/10 6/5 5/4 13/10 11/8 7/5 3/2 8/5 13/8 17/10 7/4 9/5 15/8 2/1 21/10 11/5 9/4 12/5 ' +
  '5/2 13/5 11/4 14/5 3/1 10/3 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 15/2 8/1 17/2 9/1'
)
  .split(' ')
  .map((fraction) => {
    const [numerator = 0, denominator = 1] = fraction.split('/').map(Number)
    return { fraction, profit: numerator / denominator }
  })

/** A price in the notation of its bookmaker: the highest one that is not above it. */
export function writePrice(price: number, writes: SandboxBookmaker['writes']): number | string {
  const profit = price - 1
  if (writes === 'american')
    return profit >= 1 ? `+${Math.floor(100 * profit + 1e-6)}` : `-${Math.ceil(100 / profit - 1e-6)}`
  if (writes !== 'fractional') return price
  if (profit >= 10) return `${Math.floor(profit + 1e-6)}/1`
  return FRACTIONS.findLast((it) => it.profit <= profit + 1e-6)?.fraction ?? '1/100'
}

/** Prices as their bookmaker writes them. */
export function inNotation<T extends { price: number }>(
  outcomes: readonly T[],
  { writes }: SandboxBookmaker,
) {
  return outcomes.map((outcome) => ({ ...outcome, price: writePrice(outcome.price, writes) }))
}

/** The lay price of an outcome with this back price: two steps higher. */
export function layPrice(back: number): number {
  return Math.round(back * 100 + 2 * stepAt(back)) / 100
}

/** Hundredths from one price to the next. */
function stepAt(price: number): number {
  return price < 3 ? 1 : price < 5 ? 5 : price < 10 ? 10 : price < 20 ? 50 : 100
}

/** Sets one bookmaker's price of one outcome high enough for a sure bet of 0.5 to 4 %. */
function raiseToSureBet(match: SandboxMatch, quotes: SandboxQuote[]): void {
  if (quotes.length < 3) return
  const outcomes = (['home', 'draw', 'away'] as const).filter(
    (outcome) => quotes[0]?.prices[outcome] !== null,
  )
  const first = combine(match.hash, 901)
  outcomes.some((_, index) => raise(match, quotes, outcomes, outcomes[(first + index) % outcomes.length]))
}

/** @returns whether a bookmaker's own margin allows the price: no bookmaker has a total below 100 % */
function raise(
  match: SandboxMatch,
  quotes: SandboxQuote[],
  outcomes: readonly (keyof Prices)[],
  raised: keyof Prices | undefined,
): boolean {
  if (!raised) return false
  const best = (outcome: keyof Prices) => Math.max(...quotes.map((it) => it.prices[outcome] ?? 0))
  const others = outcomes
    .filter((outcome) => outcome !== raised)
    .reduce((sum, outcome) => sum + 1 / best(outcome), 0)
  const wantedReturn = 0.006 + unit(combine(match.hash, 902)) * 0.029
  const left = 1 / (1 + wantedReturn) - others
  if (left < 1 / 20) return false
  const step = stepAt(1 / left)
  const price = (Math.ceil(100 / left / step) * step) / 100
  const quote = quotes.find((it) => bookSum({ ...it.prices, [raised]: price }) > 1.004)
  if (!quote || price <= best(raised)) return false
  quote.prices = { ...quote.prices, [raised]: price }
  // The price depends on the others' prices, so it is as new as the newest of them.
  quote.updatedAt = new Date(Math.max(...quotes.map((it) => it.updatedAt.getTime())))
  return true
}

/** The sum of a bookmaker's implied probabilities. */
function bookSum({ home, draw, away }: Prices): number {
  return 1 / home + (draw === null ? 0 : 1 / draw) + 1 / away
}
