import {
  definitionOf,
  isMarket,
  type Market,
  type MarketType,
  type Period,
  readLine,
  usualPeriod,
} from '#app/features/odds/markets.ts'
import { notationOf, readWritten } from '#app/features/odds/notation.ts'
import type { Side, UnknownMarket } from '#app/features/odds/offers.ts'
import type { PriceFormat } from '#app/features/odds/prices.ts'
import type { MappedMarkets, ParticipantPrices } from '../contract.ts'
import { makeQuote, type ReadMarkets } from '../offer-parts.ts'
import { asRecord, cleanText, isTooLong, readNumber, sameText } from '../reading.ts'

/** Markets of the list of a competition's matches. */
export const LIST_MARKETS = ['h2h', 'spreads', 'totals'] as const

/** Markets that are requested match by match. */
export const EVENT_MARKETS = [
  'h2h_3_way',
  'alternate_spreads',
  'alternate_totals',
  'btts',
  'draw_no_bet',
  'double_chance',
  'team_totals',
  'alternate_team_totals',
  'h2h_h1',
  'h2h_3_way_h1',
  'spreads_h1',
  'totals_h1',
  'h2h_h2',
  'totals_h2',
  'h2h_q1',
  'spreads_q1',
  'totals_q1',
  'h2h_p1',
  'totals_p1',
  'alternate_totals_corners',
] as const

/** The market of competitions that are one list of participants. */
export const OUTRIGHTS = 'outrights'

/** The Odds API's keys of the types; its `h2h` is two types, with and without a draw; of soccer, always the former. */
const TYPES: Record<string, MarketType> = {
  h2h: 'moneyline',
  h2h_3_way: 'match_result',
  spreads: 'handicap',
  alternate_spreads: 'handicap',
  totals: 'total',
  alternate_totals: 'total',
  team_totals: 'team_total',
  alternate_team_totals: 'team_total',
  btts: 'both_to_score',
  draw_no_bet: 'draw_no_bet',
  double_chance: 'double_chance',
  alternate_totals_corners: 'corners_total',
}

const PERIODS: Record<string, Period> = {
  h1: 'half_1',
  h2: 'half_2',
  q1: 'quarter_1',
  q2: 'quarter_2',
  q3: 'quarter_3',
  q4: 'quarter_4',
  p1: 'period_1',
  p2: 'period_2',
  p3: 'period_3',
  s1: 'set_1',
  s2: 'set_2',
  s3: 'set_3',
  s4: 'set_4',
  s5: 'set_5',
  '1st_1_innings': 'inning_1',
}

/** Markets that include overtime in the two-way types of a sport; those with a draw cover 60 or 90 minutes. */
const IN_REGULAR_TIME: ReadonlySet<MarketType> = new Set([
  'match_result',
  'both_to_score',
  'draw_no_bet',
  'double_chance',
])

interface MarketKey {
  type: MarketType
  /** Null: the whole event. */
  period: Period | null
  side: Side
}

/** The type of a market by its key, or by an operator's mapping; null where it is unknown. */
export function readOddsApiKey(key: string, mapped?: MappedMarkets): MarketKey | null {
  return parseKey(key) ?? mappedKey(key, mapped)
}

function mappedKey(key: string, mapped: MappedMarkets | undefined): MarketKey | null {
  const market = mapped?.get(key)
  return market ? { type: market.type, period: market.period, side: sideOfKey(key) } : null
}

const sideOfKey = (key: string): Side => (key.endsWith('_lay') ? 'lay' : 'back')

function parseKey(key: string): MarketKey | null {
  const side = sideOfKey(key)
  const name = side === 'lay' ? key.slice(0, -'_lay'.length) : key
  const whole = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  if (whole) return { type: whole, period: null, side }
  const part = Object.keys(PERIODS).find((suffix) => name.endsWith(`_${suffix}`))
  const period = part && PERIODS[part]
  const base = part ? name.slice(0, -part.length - 1) : ''
  const type = Object.hasOwn(TYPES, base) ? TYPES[base] : undefined
  return type && period ? { type, period, side } : null
}

/** The key under which a market is requested: lay sides are always included. */
export function requestedKey(key: string): string {
  return key.replace(/_lay$/, '')
}

export interface OddsApiEvent {
  home: string
  away: string
  sport: string
  format: PriceFormat
  /** Markets that an operator has mapped. */
  mapped?: MappedMarkets
  draws: DrawRule
}

/** Of a head-to-head market without a draw. */
export interface DrawRule {
  /** Whether its draw is left out. */
  isMissing(market: Record<string, unknown>): boolean
  /** Whether only earlier prices can show that. */
  isPossible(market: Record<string, unknown>): boolean
}

/** A bookmaker's markets of a match: each line is one; markets that are not in the registry are reported. */
export function readOddsApiMarkets(
  markets: readonly Record<string, unknown>[],
  event: OddsApiEvent,
): ReadMarkets {
  const read: ReadMarkets = { quotes: [], unknown: [] }
  for (const market of markets) readMarket(market, event, read)
  return read
}

function readMarket(market: Record<string, unknown>, event: OddsApiEvent, read: ReadMarkets): void {
  const name = cleanText(market.key)
  const outcomes = outcomesOf(market)
  const key = readOddsApiKey(name, event.mapped)
  if (!key) {
    if (name) read.unknown.push({ key: name.slice(0, 100), example: exampleOf(outcomes[0]) })
    return
  }
  const isThreeWay =
    key.type === 'moneyline' &&
    (outcomes.some((it) => isDraw(cleanText(it.name))) || event.draws.isMissing(market))
  const type = isThreeWay ? 'match_result' : key.type
  const whole = IN_REGULAR_TIME.has(type) ? 'full_time' : usualPeriod(event.sport)
  const period = key.period ?? whole
  const lines = new Map<string, { market: Market; stated: unknown[]; maxStake: number | null }>()
  const definition = definitionOf(type)
  const names = definition.outcomes === 'participants' ? [] : definition.outcomes
  for (const outcome of outcomes) {
    const place = placeOf(outcome, type, event)
    const index = place ? names.indexOf(place.outcome) : -1
    const market = place && { type, period, line: place.line, participant: place.participant }
    if (!market || index === -1 || !isMarket(market)) {
      read.unknown.push({
        key: `${name}: ${cleanText(outcome.name)}`.slice(0, 100),
        example: exampleOf(outcome),
      })
      continue
    }
    const id = `${market.line ?? ''} ${market.participant ?? ''}`
    const line = lines.get(id) ?? { market, stated: names.map(() => undefined), maxStake: null }
    lines.set(id, line)
    line.stated[index] ??= outcome.price ?? null
    line.maxStake = lowestLimit([outcome], line.maxStake)
  }
  for (const line of lines.values()) {
    const quote = makeQuote({ ...line, side: key.side, format: event.format })
    if (quote && type === 'moneyline' && event.draws.isPossible(market)) quote.mayLackDraw = true
    if (quote) read.quotes.push(quote)
  }
}

/** The feed states a limit for each outcome: the lowest one applies to the quote. */
function lowestLimit(outcomes: readonly Record<string, unknown>[], lowest: number | null = null) {
  return outcomes.reduce<number | null>((least, { bet_limit }) => {
    const limit = readNumber(bet_limit)
    if (limit === null || limit <= 0) return least
    return Math.min(least ?? limit, Math.floor(limit), 2_000_000_000)
  }, lowest)
}

export function outcomesOf(market: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(market.outcomes) ? market.outcomes.map(asRecord).filter((one) => one !== null) : []
}

/** The prices of a market from which the format of its feed is derived: '+150' states its own format, and not that of others. */
export function usualPricesOf(market: Record<string, unknown>): number[] {
  return outcomesOf(market)
    .map(({ price }) => (isWrittenAmerican(price) ? null : readNumber(price)))
    .filter((price) => price !== null)
}

const isWrittenAmerican = (price: unknown) =>
  typeof price === 'string' && readWritten(price, 'decimal')?.format === 'american'

export function marketsOf(bookmaker: Record<string, unknown> | null): Record<string, unknown>[] {
  const markets = bookmaker?.markets
  return Array.isArray(markets) ? markets.map(asRecord).filter((market) => market !== null) : []
}

interface Place {
  outcome: string
  line: number | null
  participant: string | null
}

/** The index of an outcome; null where its name or its line is unknown. */
function placeOf(outcome: Record<string, unknown>, type: MarketType, event: OddsApiEvent): Place | null {
  const definition = definitionOf(type)
  const name = cleanText(outcome.name)
  const side = sideOf(name, event)
  const point = readNumber(outcome.point)
  const line = definition.line === null ? null : point === null ? Number.NaN : point
  if (line !== null && readLine(line) === null) return null
  const place = { line: line === null ? null : readLine(line), participant: null }
  if (definition.line === 'handicap') {
    if (side === null || place.line === null) return null
    return { ...place, outcome: side, line: side === 'home' ? place.line : readLine(-place.line) }
  }
  if (definition.hasParticipant) {
    const participant = sideOf(cleanText(outcome.description), event)
    return participant === null ? null : { ...place, participant, outcome: name.toLowerCase() }
  }
  if (type === 'double_chance') return { ...place, outcome: doubleOf(name, event) }
  return { ...place, outcome: wordOf(name, event) }
}

function sideOf(name: string, { home, away }: OddsApiEvent): 'home' | 'away' | null {
  return name === home || sameText(name, home)
    ? 'home'
    : name === away || sameText(name, away)
      ? 'away'
      : null
}

const RESULTS = ['home', 'draw', 'away']

export const isDraw = (name: string) => /^(draw|tie)$/i.test(name)

/** A side or the draw by the registry's word; other outcomes by their own name. */
const wordOf = (name: string, event: OddsApiEvent) =>
  sideOf(name, event) ?? (isDraw(name) ? 'draw' : name.toLowerCase())

/** 'Arsenal or Draw' in the order of the type; '' where it is not two of the three. A name can contain a separator: Bodø/Glimt. */
function doubleOf(name: string, event: OddsApiEvent): string {
  for (const { index, 0: separator } of name.matchAll(/\s+or\s+|\s*\/\s*/gi)) {
    const words = [name.slice(0, index), name.slice(index + separator.length)]
    const places = words.map((word) => RESULTS.indexOf(wordOf(word, event))).sort()
    if (!places.includes(-1)) return places.map((place) => RESULTS[place]).join('_')
  }
  return ''
}

function exampleOf(outcome: Record<string, unknown> | undefined): string {
  return outcome ? JSON.stringify(outcome).slice(0, 200) : ''
}

/** A bookmaker's prices of the participants of an outright, by side; its other markets are reported. */
export function readOutrights(
  markets: readonly Record<string, unknown>[],
  usual: PriceFormat,
): { quotes: ParticipantPrices[]; unknown: UnknownMarket[] } {
  const quotes: ParticipantPrices[] = []
  const unknown: UnknownMarket[] = []
  for (const market of markets) {
    const key = cleanText(market.key)
    const outcomes = outcomesOf(market)
    if (requestedKey(key) !== OUTRIGHTS) {
      if (key) unknown.push({ key: key.slice(0, 100), example: exampleOf(outcomes[0]) })
      continue
    }
    const written = new Map<string, ReturnType<typeof readWritten>>()
    for (const outcome of outcomes) {
      const name = cleanText(outcome.name)
      if (name && !isTooLong(name) && !written.has(name)) written.set(name, readWritten(outcome.price, usual))
    }
    const maxStake = lowestLimit(outcomes)
    const { format, notation } = notationOf([...written.values()], usual)
    const named = [...written].map(([name, one], index) => ({
      ...{ name, price: one?.price ?? null },
      ...(notation && { text: notation[index] ?? null }),
    }))
    if (named.some(({ price }) => price !== null))
      quotes.push({ side: sideOfKey(key), format, prices: named, maxStake })
  }
  return { quotes, unknown }
}

/**
 * The format of an outright's prices. Decimal prices of outsiders pass 100 too, but those of favourites do not: the
 * format is American where no price is between -100 and +100.
 */
export function outrightFormat(prices: readonly number[]): PriceFormat {
  return prices.length > 0 && prices.every((price) => Math.abs(price) >= 100) ? 'american' : 'decimal'
}
