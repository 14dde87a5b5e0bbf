/** The winning outcomes of a market by the result of its event. */
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
}

/** By outcome; null if the result of the market's period is unknown, or does not determine the outcomes. */
export function winningOutcomes(
  market: Market & { outcomes: readonly string[] },
  result: EventResult,
): boolean[] | null {
  const { wins } = definitionOf(market.type)
  const ended = resultOf(market.period, result)
  if (!wins || !ended) return null
  const winners = wins(ended, market)
  const marked = market.outcomes.map((outcome) => winners.includes(outcome))
  return marked.includes(true) ? marked : null
}

function resultOf(period: string, { fullTime, final, halfTime }: EventResult): PeriodResult | null {
  if (period === 'full_time') return fullTime && { ...fullTime, half: halfTime }
  if (period === 'with_overtime') return final
  if (period === 'half_1') return halfTime
  if (period !== 'half_2' || !halfTime || !fullTime) return null
  return { home: fullTime.home - halfTime.home, away: fullTime.away - halfTime.away }
}
