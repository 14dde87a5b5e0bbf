/** What can happen to a match. */
export const CHANGE_TYPES = [
  'match.added',
  'match.moved',
  'match.changed',
  'match.score',
  'match.ended',
  'match.removed',
  'prices.changed',
] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]
