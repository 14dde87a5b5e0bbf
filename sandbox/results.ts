import { canBeLevel } from '#app/features/odds/overtime.ts'
import type { SandboxMatch } from './calendar.ts'
import type { SandboxSport } from './league.ts'
import { trueProbabilities } from './market.ts'
import { bell, combine, poisson, unit } from './random.ts'

/** The average points of a side, and the effect of strength on them. */
const SCORING: Record<Exclude<SandboxSport, 'Tennis' | 'Volleyball'>, { mean: number; pull: number }> = {
  Soccer: { mean: 1.35, pull: 0.34 },
  'Ice Hockey': { mean: 2.8, pull: 0.18 },
  Baseball: { mean: 4.4, pull: 0.12 },
  Handball: { mean: 29, pull: 0.06 },
  Basketball: { mean: 88, pull: 0.05 },
  'American Football': { mean: 22, pull: 0.14 },
  'Rugby Union': { mean: 24, pull: 0.18 },
}

/** Sets to win. */
const SETS: Partial<Record<SandboxSport, number>> = { Tennis: 2, Volleyball: 3 }

/** The total points of both sides in a balanced match; for sets, the number of sets that are played. */
export function usualTotal(sport: SandboxSport): number {
  const sets = SETS[sport]
  return sets ? sets * 1.5 : SCORING[sport as keyof typeof SCORING].mean * 2
}

export interface FinalScore {
  home: number
  away: number
  /** Whether regular time ended level, and a last point decided. */
  isProlonged?: true
}

/** The final score of a match, drawn from its strengths; level only in a sport that has a draw after overtime. */
export function finalScore(match: SandboxMatch): FinalScore {
  const { sport } = match.league
  const sets = SETS[sport]
  if (sets) return setScore(match, sets)
  const { mean, pull } = SCORING[sport as keyof typeof SCORING]
  const difference = match.homeStrength - match.awayStrength
  const draw = (side: number, sign: number) => {
    const expected = mean * Math.exp(sign * pull * difference) * (sign > 0 ? 1.08 : 0.95)
    const hash = combine(match.hash, 7_000 + side)
    return expected > 12
      ? Math.max(0, Math.round(expected + bell(hash) * Math.sqrt(expected) * 1.2))
      : poisson(expected, hash)
  }
  const home = draw(1, 1)
  const away = draw(2, -1)
  const mayDraw = trueProbabilities(match).draw !== null && canBeLevel(sport, 'with_overtime')
  if (home !== away || mayDraw) return { home, away }
  return { ...(homeWins(match) ? { home: home + 1, away } : { home, away: away + 1 }), isProlonged: true }
}

function setScore(match: SandboxMatch, sets: number): { home: number; away: number } {
  const lost = Math.floor(unit(combine(match.hash, 7_003)) * sets)
  return homeWins(match) ? { home: sets, away: lost } : { home: lost, away: sets }
}

function homeWins(match: SandboxMatch): boolean {
  const { home, away } = trueProbabilities(match)
  return unit(combine(match.hash, 7_004)) < home / (home + away)
}
