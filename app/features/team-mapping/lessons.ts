import { isEqualSide, type Side } from '#app/features/names/sides.ts'

/** What a decision taught of a name: that it means a team, or does not. */
export interface Lesson {
  teamId: number
  isSame: boolean
  /** Of the row that it was taught of, as far as its name and league tell it. */
  side: Side
}

/** What lessons say of one team of a match. */
export interface Taught {
  /** Whom persons said it is, where they had a side like it before them; else whom they said its name means elsewhere. */
  same: readonly number[]
  /** Whether it was a side like it. */
  isLike: boolean
  /** Whom it is not: what was refused for another side says nothing of this one. */
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
 * Of the teams that were taught the one that is meant, where that is one: a single team taught of a side like it even
 * though the rules read another side from the team, else the only one of exactly its side.
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
