/** The winning outcomes of a market by the result of its event. */
import type { LegResult } from './bets.ts'
import { definitionOf, type Market, type PeriodResult } from './markets.ts'

interface Score {
  home: number
  away: number
}

/** The known scores of an event that is over. */
export interface EventResult {
  /** After regular time. */
  fullTime: Score | null
  /** With overtime. */
  final: Score | null
  halfTime: Score | null
  /** Of the penalties that decided a tie; absent if none were taken, null for a side whose score is not known. */
  shootout?: { home: number | null; away: number | null }
  /** Whether they are in another unit than lines can be: they say only who is ahead. */
  isOtherUnit?: true
  /** Whether they do not say who has won, as runs of cricket: a drawn match has a side with more of them. */
  hasNoLead?: true
}

/** Whether an outcome won; half of it can, on a quarter line. */
export type Winning = 'won' | 'half-won' | null

/** By outcome; null if the result of the market's period is unknown, or does not determine the outcomes. */
export function winningOutcomes(
  market: Market & { outcomes: readonly string[] },
  result: EventResult,
): Winning[] | null {
  const marked = market.outcomes.map((outcome): Winning => {
    const end = settleOutcome(market, outcome, result)
    return end === 'won' || end === 'half-won' ? end : null
  })
  return marked.some((one) => one !== null) ? marked : null
}

/** All outcomes that won, also those that are not among the market's; null if they are not known. */
function winnersOf(
  market: Market & { outcomes: readonly string[] },
  result: EventResult,
): readonly string[] | null {
  const { wins, isOfLead, line } = definitionOf(market.type)
  const ended = resultOf(market.period, result)
  if (!wins || !ended || (result.isOtherUnit && !isOfLead)) return null
  if (result.hasNoLead && (isOfLead || line === 'handicap')) return null
  const winners = wins(ended, market)
  if (!result.shootout || market.period !== 'with_overtime') return winners
  if (!isOfLead) {
    const isCertain = readingsOf(ended).every((one) => String(wins(one, market)) === String(winners))
    return isCertain ? winners : null
  }
  if (!isTieOfTwo(market, winners)) return winners
  const { home, away } = result.shootout
  if (home === null || away === null || home === away) return null
  return [home > away ? 'home' : 'away']
}

/** The scores that a source can mean after a shoot-out: some count its goal, others do not. */
function readingsOf(ended: PeriodResult): PeriodResult[] {
  const tie = Math.min(ended.home, ended.away)
  const uncounted = { ...ended, home: tie, away: tie }
  return [uncounted, { ...uncounted, home: tie + 1 }, { ...uncounted, away: tie + 1 }]
}

/** Whether the whole match ended in a tie and the market has no outcome for it. */
function isTieOfTwo(
  { period, outcomes }: Market & { outcomes: readonly string[] },
  winners: readonly string[],
): boolean {
  return period === 'with_overtime' && winners.includes('draw') && !outcomes.includes('draw')
}

function resultOf(period: string, { fullTime, final, halfTime }: EventResult): PeriodResult | null {
  if (period === 'full_time') return fullTime && { ...fullTime, half: halfTime }
  if (period === 'with_overtime') return final
  if (period === 'half_1') return halfTime
  if (period !== 'half_2' || !halfTime || !fullTime) return null
  return { home: fullTime.home - halfTime.home, away: fullTime.away - halfTime.away }
}

/**
 * How a bet on one outcome ended; null if the result does not determine it. A quarter line is half on each of its
 * neighbours: 2.25 is half on 2 and half on 2.5.
 */
export function settleOutcome(
  market: Market & { outcomes: readonly string[] },
  outcome: string,
  result: EventResult,
): LegResult | null {
  const { line, outcomes, participant } = market
  const { mayPush, hasParticipant } = definitionOf(market.type)
  if (!outcomes.includes(outcome)) return null
  if (hasParticipant && participant !== 'home' && participant !== 'away') return null
  if (line !== null && !Number.isInteger(line * 2)) {
    const halves = [line - 0.25, line + 0.25].map((half) =>
      settleOutcome({ ...market, line: half }, outcome, result),
    )
    if (halves.includes(null)) return null
    if (halves.includes('void')) return halves.includes('won') ? 'half-won' : 'half-lost'
    return halves[0] ?? null
  }
  const winners = winnersOf(market, result)
  if (!winners) return null
  if (winners.includes(outcome)) return 'won'
  if (winners.some((winner) => outcomes.includes(winner))) return 'lost'
  // A tie after overtime is won by neither of two sides: the stake comes back. Before it, sources mean different things.
  return line !== null || mayPush === true || isTieOfTwo(market, winners) ? 'void' : null
}
