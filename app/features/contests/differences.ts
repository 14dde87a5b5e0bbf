import { isEqualSide, type Side, sideOf } from '#app/features/names/sides.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { ContestCard, ReviewCard } from './schema.ts'

/** Kick-offs of one contest differ by less in most feeds. */
const KICK_OFF_MS = HOUR_MS

/** What speaks against two matches being one, for the operator who decides. */
export interface Differences {
  /** Whether their names or leagues state other sides: women, an age group, reserves. */
  sides: boolean
  league: boolean
  /** Milliseconds between the kick-offs; null if they agree. */
  apart: number | null
}

export function differencesOf({ match, candidate, turned }: ReviewCard): Differences {
  const apart = Math.abs(Date.parse(match.startTime) - Date.parse(candidate.startTime))
  const [ones, others] = [sidesOf(match), sidesOf(candidate)]
  if (turned) others.reverse()
  return {
    sides: ones.some((side, at) => !others[at] || !isEqualSide(side, others[at])),
    league: match.league !== candidate.league,
    apart: apart > KICK_OFF_MS ? apart : null,
  }
}

/** The sides of the home and the away team. */
export function sidesOf({ home, away, league }: Pick<ContestCard, 'home' | 'away' | 'league'>): Side[] {
  return [home, away].map((name) => sideOf({ name, league }))
}
