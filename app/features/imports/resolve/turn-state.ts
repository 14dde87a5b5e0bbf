import type { FixtureState, Score } from '#app/features/sources/contract.ts'

/** The score with swapped sides. */
export function turnScore<S extends Score>({ home, away, ...rest }: S) {
  return { ...rest, home: away, away: home }
}

/** The state with swapped sides. */
export function turnState(state: FixtureState): FixtureState {
  const turn = (score: Score | null) => score && turnScore(score)
  return {
    ...state,
    goals: turn(state.goals),
    halfTime: turn(state.halfTime),
    fullTime: turn(state.fullTime),
    extraTime: turn(state.extraTime),
    penalties: turn(state.penalties),
    homeLogo: state.awayLogo,
    awayLogo: state.homeLogo,
  }
}
