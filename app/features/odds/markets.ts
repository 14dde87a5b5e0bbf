/**
 * Every market that is compared. Parsing, storing, best prices, payouts, sure bets and the read API work on a list of
 * outcomes, and read this registry. To add a market: an entry here, its labels, and its ids in the sources.
 */

import { isOfPlayers } from '../catalogue/sport-words.ts'
import { canBeLevel, hasOvertime } from './overtime.ts'

/** Sports with the same markets. */
type SportGroup = 'goals' | 'points' | 'sets' | 'fights'

/** The score of a period of an event, and that of the half before it if it is known. */
export interface PeriodResult {
  home: number
  away: number
  half?: { home: number; away: number } | null
}

interface MarketDefinition {
  /** In the order of a quote's prices; `participants` if each event has its own. */
  outcomes: readonly string[] | 'participants'
  /** The number of winning outcomes: the sum of the implied probabilities without the margin. */
  winners: number
  /** The unit of its line; a handicap is stated from the home side. Null if the market has no line. */
  line: 'total' | 'handicap' | null
  /** Whether it is a market of one of the sides or of a player. */
  hasParticipant: boolean
  /** Whether stakes can be returned although its line does not imply it: always, or where the sport's period can end level. */
  mayPush: boolean | 'if-level'
  /** Whether a bookmaker may offer only some of the outcomes, and its prices of these still count. */
  isOpenList: boolean
  /** Whether only who is ahead decides it, in whatever unit the score is. */
  isOfLead: boolean
  /** The sports where it is usual. */
  groups: readonly SportGroup[]
  /** The winning outcomes, without those whose stakes are returned; null if the score does not determine them. */
  wins: ((result: PeriodResult, market: Pick<Market, 'line' | 'participant'>) => readonly string[]) | null
}

const sideAhead = ({ home, away }: { home: number; away: number }) =>
  home === away ? 'draw' : home > away ? 'home' : 'away'

const overOrUnder = (count: number, line: number | null) =>
  line === null || count === line ? [] : [count > line ? 'over' : 'under']

const MARKET: MarketDefinition = {
  outcomes: ['home', 'away'],
  winners: 1,
  line: null,
  hasParticipant: false,
  mayPush: false,
  isOpenList: false,
  isOfLead: false,
  groups: ['goals', 'points', 'sets', 'fights'],
  wins: null,
}

const RESULTS = ['home', 'draw', 'away']
const SCORES = Array.from({ length: 25 }, (_, n) => `${Math.floor(n / 5)}:${n % 5}`)

/** In display order. */
export const MARKETS = {
  match_result: {
    ...MARKET,
    outcomes: RESULTS,
    isOfLead: true,
    groups: ['goals'],
    wins: (it) => [sideAhead(it)],
  },
  moneyline: {
    ...MARKET,
    mayPush: 'if-level',
    isOfLead: true,
    groups: ['points', 'sets', 'fights'],
    wins: (it) => [sideAhead(it)],
  },
  total: {
    ...MARKET,
    outcomes: ['over', 'under'],
    line: 'total',
    wins: ({ home, away }, { line }) => overOrUnder(home + away, line),
  },
  handicap: {
    ...MARKET,
    line: 'handicap',
    wins: ({ home, away }, { line }) => [sideAhead({ home: home + (line ?? 0), away })],
  },
  both_to_score: {
    ...MARKET,
    outcomes: ['yes', 'no'],
    groups: ['goals'],
    wins: ({ home, away }) => [home > 0 && away > 0 ? 'yes' : 'no'],
  },
  double_chance: {
    ...MARKET,
    outcomes: ['home_draw', 'home_away', 'draw_away'],
    winners: 2,
    isOfLead: true,
    groups: ['goals'],
    wins: (it) =>
      ['home_draw', 'home_away', 'draw_away'].filter((one) => one.split('_').includes(sideAhead(it))),
  },
  draw_no_bet: {
    ...MARKET,
    mayPush: true,
    isOfLead: true,
    groups: ['goals'],
    wins: (it) => [sideAhead(it)],
  },
  team_total: {
    ...MARKET,
    outcomes: ['over', 'under'],
    line: 'total',
    hasParticipant: true,
    wins: ({ home, away }, { line, participant }) =>
      participant === 'home' || participant === 'away'
        ? overOrUnder(participant === 'home' ? home : away, line)
        : [],
  },
  corners_total: { ...MARKET, outcomes: ['over', 'under'], line: 'total', groups: ['goals'] },
  half_time_full_time: {
    ...MARKET,
    outcomes: RESULTS.flatMap((half) => RESULTS.map((full) => `${half}/${full}`)),
    isOfLead: true,
    groups: ['goals'],
    wins: ({ half, ...full }) => (half ? [`${sideAhead(half)}/${sideAhead(full)}`] : []),
  },
  odd_even: {
    ...MARKET,
    outcomes: ['odd', 'even'],
    wins: ({ home, away }) => [(home + away) % 2 === 0 ? 'even' : 'odd'],
  },
  correct_score: {
    ...MARKET,
    outcomes: [...SCORES, 'other'],
    isOpenList: true,
    groups: ['goals'],
    wins: ({ home, away }) => [SCORES.includes(`${home}:${away}`) ? `${home}:${away}` : 'other'],
  },
  outright: { ...MARKET, outcomes: 'participants', isOpenList: true },
} as const satisfies Record<string, MarketDefinition>

export type MarketType = keyof typeof MARKETS

export const MARKET_TYPES = Object.keys(MARKETS) as MarketType[]

export function isMarketType(text: string): text is MarketType {
  return Object.hasOwn(MARKETS, text)
}

export function definitionOf(type: MarketType): MarketDefinition {
  return MARKETS[type]
}

/**
 * Whether stakes on a market can be returned, in whole or in part. A quarter line returns half of a stake, a half line none.
 * @param sport its own name, or its slug
 */
export function canPush(
  { type, period, line }: Pick<Market, 'type' | 'period' | 'line'>,
  sport: string,
): boolean {
  if (line !== null) return Math.abs(line % 1) !== 0.5
  const { mayPush } = definitionOf(type)
  return mayPush === 'if-level' ? canBeLevel(sport, period) : mayPush
}

const numbered = (part: string, count: number) => Array.from({ length: count }, (_, n) => `${part}_${n + 1}`)

/** The periods of an event, in display order. Overtime is a period, not a detail. */
export const PERIODS: readonly string[] = [
  'full_time',
  'with_overtime',
  ...numbered('half', 2),
  ...numbered('quarter', 4),
  ...numbered('period', 3),
  ...numbered('set', 5),
  ...numbered('inning', 9),
]
export type Period = string

export function isPeriod(text: string): boolean {
  return PERIODS.includes(text)
}

/** A market of an event. */
export interface Market {
  type: MarketType
  period: Period
  /** A multiple of 0.25; null if the type has none. */
  line: number | null
  /** `home`, `away` or a name; null if the type has none. */
  participant: string | null
}

const HIGHEST_LINE = 2_000

/** A line for storage: a multiple of 0.25; null for anything else. Minus zero becomes zero. */
export function readLine(line: number): number | null {
  const isLine = Number.isFinite(line) && Math.abs(line) <= HIGHEST_LINE && Number.isInteger(line * 4)
  return isLine ? line || 0 : null
}

/** Whether a market matches its type. */
export function isMarket({ type, line, participant, period }: Market): boolean {
  const { line: kind, hasParticipant } = definitionOf(type)
  if ((line === null) !== (kind === null) || (participant === null) === hasParticipant) return false
  return isPeriod(period) && (line === null || (readLine(line) === line && (kind === 'handicap' || line > 0)))
}

/** The key of a market within its event. */
export function marketKey({ type, period, line, participant }: Market): string {
  return `${type} ${period} ${line ?? ''} ${participant ?? ''}`
}

/** The market, and the index of each outcome, with the sides of the event swapped. */
export function turnMarket(market: Market): { market: Market; order: number[] | null } {
  const { outcomes, line: kind } = definitionOf(market.type)
  const participant = market.participant === null ? null : turnWord(market.participant)
  const line = market.line !== null && kind === 'handicap' ? -market.line || 0 : market.line
  const order =
    outcomes === 'participants'
      ? null
      : outcomes.map((outcome) => outcomes.indexOf(turnOutcome(outcome, outcomes)))
  return { market: { ...market, line, participant }, order }
}

export interface MarketOutcome {
  market: Market
  outcome: string
}

/** An outcome of a market with the sides of the event swapped. A participant's own name stays. */
export function turnOutcomeOf({ market, outcome }: MarketOutcome): MarketOutcome {
  const { outcomes } = definitionOf(market.type)
  const turned = outcomes === 'participants' ? outcome : turnOutcome(outcome, outcomes)
  return { market: turnMarket(market).market, outcome: turned }
}

/**
 * What an outcome of a match became when that was merged into another.
 * @param turned whether the sides were swapped; null if that is not known
 * @returns null if the outcome depends on what is not known
 */
export function followOutcome(chosen: MarketOutcome, turned: boolean | null): MarketOutcome | null {
  if (turned === false) return chosen
  const other = turnOutcomeOf(chosen)
  const isSame = other.outcome === chosen.outcome && marketKey(other.market) === marketKey(chosen.market)
  return turned || isSame ? other : null
}

/** Whether a market means something else when the sides of its event are swapped. */
export function hasSides(market: Market): boolean {
  const { market: turned, order } = turnMarket(market)
  return marketKey(turned) !== marketKey(market) || Boolean(order?.some((to, at) => to !== at))
}

function turnWord(word: string): string {
  return word === 'home' ? 'away' : word === 'away' ? 'home' : word
}

function turnOutcome(outcome: string, outcomes: readonly string[]): string {
  if (outcome.includes(':')) return outcome.split(':').reverse().join(':')
  if (outcome.includes('/')) return outcome.split('/').map(turnWord).join('/')
  const words = outcome.split('_').map(turnWord)
  const turned = words.join('_')
  return outcomes.includes(turned) ? turned : words.reverse().join('_')
}

const GROUPS: ReadonlyMap<string, SportGroup> = new Map(
  Object.entries<SportGroup>({
    basketball: 'points',
    'american football': 'points',
    baseball: 'points',
    'aussie rules': 'points',
    cricket: 'points',
    tennis: 'sets',
    'table tennis': 'sets',
    volleyball: 'sets',
    'beach volleyball': 'sets',
    badminton: 'sets',
    squash: 'sets',
    darts: 'sets',
    snooker: 'sets',
    mma: 'fights',
    'mixed martial arts': 'fights',
    boxing: 'fights',
  }),
)

/** Whether a market is usual in a sport, by the sport's own name. */
export function isUsualIn(type: MarketType, sport: string): boolean {
  return definitionOf(type).groups.includes(GROUPS.get(sport.toLowerCase()) ?? 'goals')
}

/**
 * Whether the scores of a sport are in another unit than its lines can be: a score of tennis is in sets, its lines are mostly in games,
 * and those of fights in rounds. @param sport its slug
 */
export function isScoredInOtherUnit(sport: string): boolean {
  const group = GROUPS.get(sport.replaceAll('-', ' '))
  return group === 'sets' || group === 'fights' || isOfPlayers(sport)
}

/**
 * Whether the side with the higher score can have failed to win: a Test match that is not finished is drawn, and after rain the
 * side that bats second has another target. @param sport its slug
 */
export function isWonOtherwise(sport: string): boolean {
  return sport === 'cricket'
}

/** The period of a sport's usual markets without a draw. */
export function usualPeriod(sport: string): Period {
  return hasOvertime(sport) ? 'with_overtime' : 'full_time'
}

/** Markets whose closing odds are kept, each by its main line. */
export const CLOSED_MARKETS = [
  'match_result',
  'moneyline',
  'total',
  'handicap',
  'both_to_score',
  'draw_no_bet',
] as const satisfies readonly MarketType[]
export type ClosedMarket = (typeof CLOSED_MARKETS)[number]
/** The periods of their main lines. */
export const CLOSED_PERIODS: readonly Period[] = ['full_time', 'with_overtime']

/** Markets of matches: the closing odds of each of their lines are kept. Outrights have pages of their own. */
export const MATCH_MARKETS: readonly MarketType[] = MARKET_TYPES.filter(
  (type) => definitionOf(type).outcomes !== 'participants',
)
