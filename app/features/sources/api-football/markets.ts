import {
  definitionOf,
  isMarket,
  type Market,
  type MarketType,
  type Period,
  readLine,
} from '#app/features/odds/markets.ts'
import type { UnknownMarket } from '#app/features/odds/offers.ts'
import type { MappedMarket, MappedMarkets } from '../contract.ts'
import { makeQuote, type ReadMarkets } from '../offer-parts.ts'
import { asRecord, cleanId, cleanText, readNumber } from '../reading.ts'

const bet = (
  type: MarketType,
  period: Period = 'full_time',
  participant: MappedMarket['participant'] = null,
): MappedMarket => ({ type, period, participant })

/**
 * Its bets before the match, by id. Handicaps of three outcomes, exact goals and similar bets are not in the registry.
 */
const BETS: Record<string, MappedMarket> = {
  1: bet('match_result'),
  // Without the draw: stakes are refunded.
  2: bet('draw_no_bet'),
  3: bet('match_result', 'half_2'),
  4: bet('handicap'),
  5: bet('total'),
  6: bet('total', 'half_1'),
  7: bet('half_time_full_time'),
  8: bet('both_to_score'),
  10: bet('correct_score'),
  12: bet('double_chance'),
  13: bet('match_result', 'half_1'),
  16: bet('team_total', 'full_time', 'home'),
  17: bet('team_total', 'full_time', 'away'),
  19: bet('handicap', 'half_1'),
  20: bet('double_chance', 'half_1'),
  21: bet('odd_even'),
  22: bet('odd_even', 'half_1'),
  26: bet('total', 'half_2'),
  31: bet('correct_score', 'half_1'),
  33: bet('double_chance', 'half_2'),
  34: bet('both_to_score', 'half_1'),
  35: bet('both_to_score', 'half_2'),
  45: bet('corners_total'),
  62: bet('correct_score', 'half_2'),
}

/** The bet on the winner of the match. */
export const MATCH_WINNER = '1'

/**
 * Its in-play bets, by name, since their ids differ from those before the match. An in-play handicap is counted from
 * the score at the time, so it is not a market of the whole match.
 */
const LIVE_BETS: Record<string, MappedMarket> = {
  'fulltime result': bet('match_result'),
  'over/under line': bet('total'),
  'match goals': bet('total'),
  'both teams to score': bet('both_to_score'),
  '1x2 (1st half)': bet('match_result', 'half_1'),
  'over/under line (1st half)': bet('total', 'half_1'),
}

/** A value of a bet. */
interface Value {
  name: string
  price: unknown
  line: number | null
}

/** A bookmaker's bets before a match: each line is a market; bets that are not in the registry are reported. */
export function readBets(bets: unknown, mapped: MappedMarkets | undefined): ReadMarkets {
  return readEach(bets, (id, record) => ({
    key: id,
    market: own(BETS, id) ?? mapped?.get(id),
    values: listOf(record.values).map((value) => {
      const text = cleanText(value.value)
      const [, name = text, line] = /^(.*?)\s+([+-]?\d+(?:\.\d+)?)$/.exec(text) ?? []
      return { name, price: value.odd ?? null, line: line === undefined ? null : Number(line) }
    }),
  }))
}

/** The bets on a match in play; a suspended value has no price. */
export function readLiveBets(
  bets: unknown,
  { mapped, isStopped }: { mapped: MappedMarkets | undefined; isStopped: boolean },
): ReadMarkets {
  return readEach(bets, (id, record) => {
    const key = `live ${id}`
    return {
      key,
      market: own(LIVE_BETS, cleanText(record.name).toLowerCase()) ?? mapped?.get(key),
      values: listOf(record.values).map((value) => ({
        name: cleanText(value.value),
        price: isStopped || value.suspended === true ? null : (value.odd ?? null),
        line: readNumber(value.handicap),
      })),
    }
  })
}

interface StatedBet {
  key: string
  market: MappedMarket | undefined
  values: Value[]
}

function readEach(
  bets: unknown,
  readBet: (id: string, record: Record<string, unknown>) => StatedBet,
): ReadMarkets {
  const read: ReadMarkets = { quotes: [], unknown: [] }
  for (const record of listOf(bets)) {
    const id = cleanId(record.id)
    if (!id) continue
    const { key, market, values } = readBet(id, record)
    if (market) readValues(key, market, values, read)
    else read.unknown.push(unknownOf(key, record))
  }
  return read
}

function readValues(key: string, bet: MappedMarket, values: readonly Value[], read: ReadMarkets): void {
  const { outcomes, line: kind, hasParticipant } = definitionOf(bet.type)
  const names = outcomes === 'participants' ? [] : outcomes
  const lines = new Map<number | null, { market: Market; stated: unknown[] }>()
  for (const { name, price, line: stated } of values) {
    const line = kind === null || stated === null ? null : readLine(stated)
    const market = {
      type: bet.type,
      period: bet.period,
      line,
      participant: hasParticipant ? bet.participant : null,
    }
    const index = names.indexOf(outcomeOf(name, bet.type))
    if (index === -1 || !isMarket(market)) {
      const value = stated === null ? name : `${name} ${stated}`
      read.unknown.push({
        key: `${key}: ${value}`.slice(0, 100),
        example: JSON.stringify({ value, odd: price }),
      })
      continue
    }
    const one = lines.get(line) ?? { market, stated: names.map(() => undefined) }
    lines.set(line, one)
    one.stated[index] ??= price
  }
  for (const line of lines.values()) {
    const quote = makeQuote({ ...line, side: 'back', format: 'decimal' })
    if (quote) read.quotes.push(quote)
  }
}

/** 'Home/Draw' is an outcome of two results, or the result of two halves. */
function outcomeOf(name: string, type: MarketType): string {
  const word = name.toLowerCase()
  return type === 'double_chance' ? word.replace(/\s*(\/|\bor\b)\s*/, '_') : word
}

function unknownOf(key: string, { name, values }: Record<string, unknown>): UnknownMarket {
  const example = JSON.stringify({ name, values: listOf(values).slice(0, 2) })
  return { key: key.slice(0, 100), example: example.slice(0, 200) }
}

const listOf = (value: unknown) =>
  Array.isArray(value) ? value.map(asRecord).filter((it) => it !== null) : []

/** A key is external input: `constructor` is not a bet. */
const own = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
