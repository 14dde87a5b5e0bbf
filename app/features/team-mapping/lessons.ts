import { isEqualSide, type Side } from '#app/features/names/sides.ts'

/** The lesson of a decision: a name means a team, or does not. */
export interface Lesson {
  teamId: number
  isSame: boolean
  /** The side of the row whose decision taught it, as far as its name and league state it. */
  side: Side
}

/** The lessons for one team of a match. */
export interface Taught {
  /** The team that decisions for an equal side state; otherwise the team that its name means elsewhere. */
  same: readonly number[]
  /** Whether the decision was for an equal side. */
  isLike: boolean
  /** The rejected teams: a rejection for another side does not apply. */
  different: ReadonlySet<number>
}

export function applyLessons(lessons: readonly Lesson[], side: Side): Taught {
  const like = lessons.filter((lesson) => isEqualSide(lesson.side, side))
  const different = new Set(like.filter(({ isSame }) => !isSame).map(({ teamId }) => teamId))
  const same = teamsOf(like)
  if (same.length > 0) return { same, isLike: true, different }
  return { same: teamsOf(lessons).filter((id) => !different.has(id)), isLike: false, different }
}

function teamsOf(lessons: readonly Lesson[]): number[] {
  return [...new Set(lessons.filter(({ isSame }) => isSame).map(({ teamId }) => teamId))]
}

/**
 * The taught team, if it is unambiguous: a single team that was taught for an equal side, even if the rules read
 * another side from the team, else the only one of exactly its side.
 */
export function chooseTaught<T>(
  teams: readonly T[],
  { isLike }: Pick<Taught, 'isLike'>,
  isOfSide: (team: T) => boolean,
): T | undefined {
  const [only, another] = teams
  if (isLike && only && !another) return only
  const [exact, other] = teams.filter(isOfSide)
  return other ? undefined : exact
}
