import { definitionOf, isMarket, type MarketType, type Period, readLine } from '#app/features/odds/markets.ts'
import type { MappedMarkets } from '../contract.ts'
import { makeQuote, type ReadMarkets } from '../offer-parts.ts'
import { asRecord, cleanText, readNumber } from '../reading.ts'

interface PromoMarket {
  type: MarketType
  /** A part that a specifier numbers is named by both. */
  period: Period | { specifier: string; prefix: string }
  participant?: 'home' | 'away' | null
}

/** Ids of outcomes by their meaning. */
const OUTCOMES: Record<string, string> = {
  '1': 'home',
  '2': 'draw',
  '3': 'away',
  '4': 'home',
  '5': 'away',
  '9': 'home_draw',
  '10': 'home_away',
  '11': 'draw_away',
  '12': 'over',
  '13': 'under',
  '70': 'odd',
  '72': 'even',
  '74': 'yes',
  '76': 'no',
  '1714': 'home',
  '1715': 'away',
}

/** The scores of a half, in the order of their even numbers. Its "other" has scores that other feeds price: it is not read. */
const scoresFrom = (first: number, scores: string) =>
  Object.fromEntries(scores.split(' ').map((score, n) => [String(first + 2 * n), score]))

/** Correct scores from 274 on, column by column of the away side's goals. */
const SCORES: Record<string, string> = {
  ...Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => [String(274 + 2 * n), `${n % 5}:${Math.floor(n / 5)}`]),
  ),
  '324': 'other',
  ...scoresFrom(462, '0:0 1:1 2:2 1:0 2:0 2:1 0:1 0:2 1:2'),
  ...scoresFrom(546, '0:0 0:1 0:2 1:0 1:1 1:2 2:0 2:1 2:2'),
}

const HALVES: Record<string, string> = Object.fromEntries(
  ['home', 'draw', 'away'].flatMap((half, row) =>
    ['home', 'draw', 'away'].map((full, column) => [String(418 + 2 * (row * 3 + column)), `${half}/${full}`]),
  ),
)

/** The markets of a part of the match: their numbers, in the order of these types. */
const PARTS: readonly MarketType[] = [
  'match_result',
  'double_chance',
  'draw_no_bet',
  'handicap',
  'total',
  'odd_even',
  'both_to_score',
]

const part = (period: PromoMarket['period'], ids: readonly (number | null)[]): [string, PromoMarket][] =>
  PARTS.flatMap((type, index) => {
    const id = ids[index]
    return id ? [[String(id), { type, period }]] : []
  })

const teams = (period: PromoMarket['period'], home: number, away: number): [string, PromoMarket][] => [
  [String(home), { type: 'team_total', period, participant: 'home' }],
  [String(away), { type: 'team_total', period, participant: 'away' }],
]

const quarter = { specifier: 'quarternr', prefix: 'quarter' }
const period = { specifier: 'periodnr', prefix: 'period' }

/** The numbering that the feed shares with other feeds: id, type, part of the match. */
const MARKETS = new Map<string, PromoMarket>([
  ...part('full_time', [1, 10, 11, 16, 18, 26, 29]),
  ...teams('full_time', 19, 20),
  ['45', { type: 'correct_score', period: 'full_time' }],
  ['47', { type: 'half_time_full_time', period: 'full_time' }],
  ['166', { type: 'corners_total', period: 'full_time' }],
  ...part('half_1', [60, 63, 64, 66, 68, 74, 75]),
  ...teams('half_1', 69, 70),
  ['81', { type: 'correct_score', period: 'half_1' }],
  ['98', { type: 'correct_score', period: 'half_2' }],
  ['177', { type: 'corners_total', period: 'half_1' }],
  ...part('half_2', [83, 85, 86, 88, 90, 94, 95]),
  ...teams('half_2', 91, 92),
  ['186', { type: 'moneyline', period: 'full_time' }],
  ['202', { type: 'moneyline', period: { specifier: 'setnr', prefix: 'set' } }],
  // Including overtime, extra innings, super over, overtime and penalties.
  ...['219', '251', '340', '406'].map((id): [string, PromoMarket] => [
    id,
    { type: 'moneyline', period: 'with_overtime' },
  ]),
  ...part('with_overtime', [null, null, null, 223, 225, 229]),
  ...part('with_overtime', [null, null, null, 256, 258, 264]),
  ...part('with_overtime', [null, null, null, 410, 412, 419]),
  ...teams('with_overtime', 227, 228),
  ...teams('with_overtime', 260, 261),
  ...teams('with_overtime', 414, 415),
  ...part(quarter, [235, null, 302, 303, 236]),
  ...part(period, [443, null, null, 460, 446]),
  ['237', { type: 'handicap', period: 'full_time' }],
  ['238', { type: 'total', period: 'full_time' }],
])

/**
 * One market of the feed with all its specifiers: each line, or each numbered part, is a separate market. An unknown
 * market or outcome is reported.
 */
export function readPromoMarket(id: string, payload: unknown, mapped?: MappedMarkets): ReadMarkets {
  const read: ReadMarkets = { quotes: [], unknown: [] }
  const known = MARKETS.get(id) ?? mapped?.get(id)
  const specified = asRecord(payload)
  if (!specified) return read
  if (!known) {
    read.unknown.push({ key: id.slice(0, 100), example: JSON.stringify(payload).slice(0, 200) })
    return read
  }
  for (const [specifier, prices] of Object.entries(specified))
    readLineOf(id, known, { specifier, prices }, read)
  return read
}

function readLineOf(
  id: string,
  { type, period: of, participant = null }: PromoMarket,
  { specifier, prices }: { specifier: string; prices: unknown },
  read: ReadMarkets,
): void {
  const values = new Map(
    specifier
      .split(/[|&;]/)
      .filter(Boolean)
      .map((pair) => {
        const [key = '', value = ''] = pair.split('=')
        return [key.trim(), value.trim()] as const
      }),
  )
  const definition = definitionOf(type)
  const stated = asRecord(prices)
  const names = definition.outcomes === 'participants' ? [] : definition.outcomes
  const lineKey = definition.line === 'total' ? 'total' : 'hcp'
  const line = definition.line === null ? null : readLine(readNumber(values.get(lineKey)) ?? Number.NaN)
  const number = typeof of === 'string' ? null : values.get(of.specifier)
  const period = typeof of === 'string' ? of : `${of.prefix}_${number ?? ''}`
  const used = [definition.line === null ? null : lineKey, typeof of === 'string' ? null : of.specifier]
  const market = { type, period, line, participant }
  const isUnderstood =
    stated !== null && isMarket(market) && [...values.keys()].every((key) => used.includes(key))
  const unknown = (outcome: string) =>
    read.unknown.push({
      key: `${id}: ${outcome}`.slice(0, 100),
      example: `${specifier} ${JSON.stringify(prices)}`.slice(0, 200),
    })
  if (!isUnderstood || !stated) return void unknown([...values.keys()].join(' ') || '?')
  const places: Record<string, string> =
    type === 'correct_score' ? SCORES : type === 'half_time_full_time' ? HALVES : OUTCOMES
  const offered: unknown[] = names.map(() => undefined)
  for (const [outcome, payload] of Object.entries(stated)) {
    const index = names.indexOf(places[outcome] ?? '')
    if (index === -1) unknown(cleanText(outcome))
    else offered[index] ??= asRecord(payload)?.k ?? null
  }
  const quote = makeQuote({ market, side: 'back', format: 'decimal', stated: offered })
  if (quote) read.quotes.push(quote)
}
