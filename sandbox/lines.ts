import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import type { SandboxMatch } from './calendar.ts'
import type { SandboxSport } from './league.ts'
import { LEAST_EDGE, onLadder, type SandboxQuote } from './market.ts'
import { bell, combine, hash32, walk } from './random.ts'

/** The expected sum and difference of the sides' points. */
interface Scores {
  /** Probability that the sum is above, or below, a line. */
  over(line: number): number
  under(line: number): number
  /** Probability that the difference, home minus away, is above, or below, a number. */
  ahead(by: number): number
  behind(by: number): number
  /** For each side. */
  means: readonly [home: number, away: number]
}

/** The average points of a side, the effect of strength on them, and their standard deviation. */
interface Scoring {
  mean: number
  pull: number
  spread: number
  step: number
}

const SCORING: Partial<Record<SandboxSport, Scoring>> = {
  Soccer: { mean: 1.35, pull: 0.34, spread: 0, step: 0.5 },
  'Ice Hockey': { mean: 2.8, pull: 0.18, spread: 0, step: 1 },
  Baseball: { mean: 4.4, pull: 0.12, spread: 0, step: 1 },
  Handball: { mean: 29, pull: 0.06, spread: 4, step: 1 },
  Basketball: { mean: 88, pull: 0.05, spread: 9, step: 3 },
  'American Football': { mean: 22, pull: 0.14, spread: 8, step: 3 },
  'Rugby Union': { mean: 24, pull: 0.18, spread: 8, step: 3 },
}

const MOST_GOALS = 14
const COMMON_MS = 30 * MINUTE_MS
/** Further in advance than this, bookmakers quote the winner and few other markets. */
const FULL_OFFER_DAYS = 2

export function hasFullOffer(match: SandboxMatch, now: Date): boolean {
  return (
    SCORING[match.league.sport] !== undefined &&
    match.start.getTime() < now.getTime() + FULL_OFFER_DAYS * DAY_MS
  )
}

export interface LineOutcome {
  name: 'home' | 'draw' | 'away' | 'over' | 'under' | 'yes' | 'no'
  price: number
  /** The outcome's line: of a handicap, the away side's is the opposite. */
  point?: number
  /** The side of a team's total. */
  of?: 'home' | 'away'
  /** The other of two outcomes in one: home or draw. */
  or?: 'draw' | 'away'
}

export interface LineMarket {
  /** The Odds API's key. */
  key: string
  outcomes: LineOutcome[]
}

type Chance = Omit<LineOutcome, 'price'> & { chance: number }

/** The other markets of a bookmaker, at its last update of its prices. */
export function linesOf(match: SandboxMatch, quote: SandboxQuote): LineMarket[] {
  return priceMarkets(quote, match, linesOfMeans)
}

/** A market with the registry's names of its outcomes. */
export interface ScoreMarket {
  key: 'correct_score' | 'half_time_full_time' | 'odd_even' | 'match_result_half_2'
  outcomes: { name: string; price: number }[]
}

/** Markets on the score, which only promo feeds have. */
export function scoreMarketsOf(match: SandboxMatch, quote: SandboxQuote): ScoreMarket[] {
  return match.league.sport === 'Soccer' ? priceMarkets(quote, match, scoreMarketsOfMeans) : []
}

/** The average points of both sides. */
type Means = readonly [home: number, away: number]

interface FairMarket<Key extends string, Outcome extends { chance: number }> {
  key: Key
  outcomes: Outcome[]
  winners: number
}

/** @param of the fair markets, from the averages of now and of the opening */
function priceMarkets<Key extends string, Outcome extends { chance: number }>(
  { bookmaker, updatedAt }: SandboxQuote,
  match: SandboxMatch,
  of: (means: Means, opening: Means, match: SandboxMatch) => FairMarket<Key, Outcome>[],
): { key: Key; outcomes: (Omit<Outcome, 'chance'> & { price: number })[] }[] {
  const scoring = SCORING[match.league.sport]
  if (!scoring) return []
  const instant = updatedAt.getTime()
  const common = Math.floor(instant / COMMON_MS) * COMMON_MS
  const own = combine(combine(match.hash, hash32(bookmaker.key)), 77)
  const opinion =
    bell(own) * bookmaker.opinion + walk(combine(own, 2), instant / (bookmaker.rhythm * MINUTE_MS)) * 0.02
  const opening = meansOf(match, scoring)
  const market = fairMarkets(of, match, common, () => of(meansOf(match, scoring, common, 0), opening, match))
  const seen = of(meansOf(match, scoring, common, opinion), opening, match)
  return market.map(({ key, outcomes, winners }, index) => {
    const believed = seen[index]?.outcomes ?? outcomes
    const roots = believed.reduce((sum, { chance }) => sum + Math.sqrt(chance), 0)
    return {
      key,
      outcomes: outcomes.map(({ chance: fair, ...outcome }, place) => {
        const chance = believed[place]?.chance ?? fair
        const quoted = chance + (winners * bookmaker.margin * Math.sqrt(chance)) / roots
        return { ...outcome, price: onLadder(Math.min(1 / quoted, 1 / (fair * LEAST_EDGE))) }
      }),
    }
  })
}

const lastFair = new Map<object, { match: SandboxMatch; common: number; markets: unknown }>()

/** Markets that are the same for all bookmakers of a match, who follow one another. */
function fairMarkets<T>(of: object, match: SandboxMatch, common: number, make: () => T): T {
  const last = lastFair.get(of)
  if (last?.match === match && last.common === common) return last.markets as T
  const markets = make()
  lastFair.set(of, { match, common, markets })
  return markets
}

/** The averages of the opening; with an instant, those of that instant by an opinion. */
function meansOf(match: SandboxMatch, { mean, pull }: Scoring, instant?: number, opinion = 0): Means {
  const strength = pull * (match.homeStrength - match.awayStrength)
  if (instant === undefined) return [mean * Math.exp(strength) * 1.08, mean * Math.exp(-strength) * 0.95]
  const hours = instant / (90 * MINUTE_MS)
  const shift = walk(match.hash, hours) * 0.09 + opinion
  const pace = 1 + walk(combine(match.hash, 5), hours) * 0.02 + opinion * 0.3
  const difference = strength + shift * 0.3
  return [mean * Math.exp(difference) * 1.08 * pace, mean * Math.exp(-difference) * 0.95 * pace]
}

type LinesMarket = FairMarket<string, Chance>

function linesOfMeans(
  means: Means,
  [base, other]: Means,
  { league: { sport } }: SandboxMatch,
): LinesMarket[] {
  const { spread: sigma, step } = SCORING[sport] as Scoring
  const scores = scoresOf(means, sigma)
  // Lines are those of the match's opening: only their prices move.
  const sum = Math.max(1.5, Math.round(base + other) - 0.5)
  const margin = Math.round(other - base) - (other > base ? 0.5 : -0.5)
  const markets: LinesMarket[] = [
    total('totals', scores, [sum]),
    total(
      'alternate_totals',
      scores,
      [sum - step * 2, sum + step * 2, sum + 0.5].filter((line) => line > 0),
    ),
    spread('spreads', scores, [margin]),
    spread('alternate_spreads', scores, [margin - step * 2, margin + step * 2, margin + 0.5]),
    teamTotals(means, [base, other], sigma),
  ]
  return sport === 'Soccer' ? [...markets, ...soccerMarkets(scores, means)] : markets
}

function two(
  a: Omit<Chance, 'chance'>,
  b: Omit<Chance, 'chance'>,
  [first, second]: [number, number],
): Chance[] {
  // Results with a refunded stake count for neither side.
  return [
    { ...a, chance: first / (first + second) },
    { ...b, chance: second / (first + second) },
  ]
}

function total(key: string, scores: Scores, lines: readonly number[]): LinesMarket {
  const outcomes = lines.flatMap((point) =>
    two({ name: 'over', point }, { name: 'under', point }, [scores.over(point), scores.under(point)]),
  )
  return { key, outcomes, winners: lines.length }
}

function spread(key: string, scores: Scores, lines: readonly number[]): LinesMarket {
  const outcomes = lines.flatMap((point) =>
    two({ name: 'home', point }, { name: 'away', point: -point || 0 }, [
      scores.ahead(-point),
      scores.behind(-point),
    ]),
  )
  return { key, outcomes, winners: lines.length }
}

function teamTotals(
  means: readonly [number, number],
  usual: readonly [number, number],
  sigma: number,
): LinesMarket {
  const outcomes = (['home', 'away'] as const).flatMap((of, index) => {
    const mean = means[index] ?? 1
    const { over, under } = scoresOf([mean, 0], sigma)
    const point = Math.max(0.5, Math.round(usual[index] ?? 1) - 0.5)
    return two({ name: 'over', point, of }, { name: 'under', point, of }, [over(point), under(point)])
  })
  return { key: 'team_totals', outcomes, winners: 2 }
}

function soccerMarkets(scores: Scores, [home, away]: readonly [number, number]): LinesMarket[] {
  const bothScore = (1 - Math.exp(-home)) * (1 - Math.exp(-away))
  const half = scoresOf([home * 0.45, away * 0.45], 0)
  const corners = scoresOf([3.4 + home * 1.5, 2.9 + away * 1.5], 0)
  const [wins, loses] = [scores.ahead(0), scores.behind(0)]
  const level = 1 - wins - loses
  return [
    { key: 'btts', outcomes: two({ name: 'yes' }, { name: 'no' }, [bothScore, 1 - bothScore]), winners: 1 },
    { key: 'draw_no_bet', outcomes: two({ name: 'home' }, { name: 'away' }, [wins, loses]), winners: 1 },
    {
      key: 'double_chance',
      outcomes: [
        { name: 'home', or: 'draw', chance: wins + level },
        { name: 'home', or: 'away', chance: wins + loses },
        { name: 'draw', or: 'away', chance: level + loses },
      ],
      winners: 2,
    },
    {
      key: 'h2h_h1',
      outcomes: [
        { name: 'home', chance: half.ahead(0) },
        { name: 'draw', chance: 1 - half.ahead(0) - half.behind(0) },
        { name: 'away', chance: half.behind(0) },
      ],
      winners: 1,
    },
    total('totals_h1', half, [0.5, 1.5]),
    total('alternate_totals_corners', corners, [8.5, 9.5, 10.5]),
  ]
}

const RESULTS = ['home', 'draw', 'away']
const HALVES = RESULTS.flatMap((half) => RESULTS.map((full) => `${half}/${full}`))
/** The place of a difference of goals among the results. */
const resultOf = (difference: number) => (difference > 0 ? 0 : difference < 0 ? 2 : 1)
/** A side has a price for each score up to this number of goals of both. */
const MOST_OF_SCORE = 4

function scoreMarketsOfMeans([home, away]: Means): FairMarket<
  ScoreMarket['key'],
  { name: string; chance: number }
>[] {
  const [ofHome, ofAway] = [goals(home), goals(away)]
  const scores = Array.from({ length: (MOST_OF_SCORE + 1) ** 2 }, (_, n) => {
    const [h, a] = [Math.floor(n / (MOST_OF_SCORE + 1)), n % (MOST_OF_SCORE + 1)]
    return { name: `${h}:${a}`, chance: (ofHome[h] ?? 0) * (ofAway[a] ?? 0) }
  })
  const other = 1 - scores.reduce((sum, { chance }) => sum + chance, 0)
  const [first, second] = [differences(home * 0.45, away * 0.45), differences(home * 0.55, away * 0.55)]
  const halves = HALVES.map((name) => ({ name, chance: 0 }))
  const latter = RESULTS.map((name) => ({ name, chance: 0 }))
  const add = (outcome: { chance: number } | undefined, chance: number) => {
    if (outcome) outcome.chance += chance
  }
  for (const [before, chance] of first) {
    const place = resultOf(before) * RESULTS.length
    for (const [after, next] of second) add(halves[place + resultOf(before + after)], chance * next)
  }
  for (const [after, chance] of second) add(latter[resultOf(after)], chance)
  const even = (1 + Math.exp(-2 * (home + away))) / 2
  return [
    { key: 'correct_score', outcomes: [...scores, { name: 'other', chance: other }], winners: 1 },
    { key: 'half_time_full_time', outcomes: halves, winners: 1 },
    { key: 'match_result_half_2', outcomes: latter, winners: 1 },
    {
      key: 'odd_even',
      outcomes: [
        { name: 'odd', chance: 1 - even },
        { name: 'even', chance: even },
      ],
      winners: 1,
    },
  ]
}

/** The probability of each number of goals, which follows a Poisson distribution. */
function goals(mean: number): number[] {
  const chances: number[] = [Math.exp(-mean)]
  for (let n = 1; n <= MOST_GOALS; n += 1) chances.push(((chances[n - 1] ?? 0) * mean) / n)
  return chances
}

/** The probability of each difference of goals, home minus away. */
function differences(home: number, away: number): Map<number, number> {
  const chances = new Map<number, number>()
  const ofAway = goals(away)
  for (const [h, one] of goals(home).entries())
    for (const [a, other] of ofAway.entries()) chances.set(h - a, (chances.get(h - a) ?? 0) + one * other)
  return chances
}

/** @param sigma the standard deviation of a side's points; 0: goals, which follow a Poisson distribution */
function scoresOf(means: readonly [number, number], sigma: number): Scores {
  const [home, away] = means
  if (sigma > 0) {
    const deviation = sigma * (away === 0 ? 1 : Math.SQRT2)
    const over = (line: number) => above(line, home + away, deviation)
    const ahead = (by: number) => above(by, home - away, deviation)
    return { over, under: (line) => 1 - over(line), ahead, behind: (by) => 1 - ahead(by), means }
  }
  const [ofHome, ofAway] = [goals(home), goals(away)]
  /** For each number of the home side's goals, those of the away side from the first to the last. */
  const sum = (first: (h: number) => number, last: (h: number) => number) => {
    let chance = 0
    for (let h = 0; h <= MOST_GOALS; h += 1) {
      const end = Math.min(MOST_GOALS, last(h))
      for (let a = Math.max(0, first(h)); a <= end; a += 1) chance += (ofHome[h] ?? 0) * (ofAway[a] ?? 0)
    }
    return Math.max(chance, 0.005)
  }
  const none = () => 0
  const all = () => MOST_GOALS
  return {
    over: (line) => sum((h) => Math.floor(line - h) + 1, all),
    under: (line) => sum(none, (h) => Math.ceil(line - h) - 1),
    ahead: (by) => sum(none, (h) => Math.ceil(h - by) - 1),
    behind: (by) => sum((h) => Math.floor(h - by) + 1, all),
    means,
  }
}

/** Probability that a normally distributed number is above a line, approximated by the logistic curve. */
function above(line: number, mean: number, deviation: number): number {
  return 1 / (1 + Math.exp((1.702 * (line - mean)) / deviation))
}
