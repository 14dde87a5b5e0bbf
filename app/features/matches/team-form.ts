import { type OutcomePrediction, outcomePrediction, quotedPrices } from '#app/features/odds/rules.ts'
import { DAY_MS } from '#app/platform/time.ts'
import type { PastMatch } from './schema.ts'

export interface FormEntry {
  outcome: OutcomePrediction
  /** False when no score is known and the outcome is predicted from the odds of the time. */
  certain: boolean
}

/** The outcome of a past match for one of its teams; null without a score and odds. */
export function formEntry(match: PastMatch, team: string): FormEntry | null {
  const side = match.home === team ? 'home' : 'away'
  if (match.homeScore !== null && match.awayScore !== null) {
    const lead = side === 'home' ? match.homeScore - match.awayScore : match.awayScore - match.homeScore
    return { outcome: lead > 0 ? 'win' : lead < 0 ? 'lose' : 'draw', certain: true }
  }
  const prices = quotedPrices({
    home_odds: match.homeOdds,
    draw_odds: match.drawOdds,
    away_odds: match.awayOdds,
  })
  const outcome = prices && outcomePrediction(prices, side)
  return outcome && { outcome, certain: false }
}

/** Days ago, and the team's goals before its opponent's: a win, a draw and a defeat. */
const EXAMPLES = [
  { daysBack: 7, goals: [2, 1] },
  { daysBack: 14, goals: [1, 1] },
  { daysBack: 21, goals: [0, 1] },
] as const

/** The three invented matches of a team without past ones. */
export function exampleMatches(team: string, now: Date): PastMatch[] {
  return EXAMPLES.map(({ daysBack, goals }, index) => ({
    id: `example-${index + 1}`,
    home: team,
    away: String(index + 1),
    startTime: new Date(now.getTime() - daysBack * DAY_MS).toISOString(),
    homeScore: goals[0],
    awayScore: goals[1],
    homeOdds: null,
    drawOdds: null,
    awayOdds: null,
    address: null,
    example: true,
  }))
}
