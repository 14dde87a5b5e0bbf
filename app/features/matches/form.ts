import { type OutcomePrediction, outcomePrediction, quotedPrices } from '../odds/rules.ts'
import type { PastMatch } from './schema.ts'

export interface FormEntry {
  outcome: OutcomePrediction
  /** False where no score is known and the odds of the time speak instead. */
  certain: boolean
}

/** How a past match went for one of its teams (notes D6); null where neither score nor odds tell. */
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
