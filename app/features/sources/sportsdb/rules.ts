import { placeKey } from '#app/features/catalogue/place-names.ts'

/** Countries whose football leagues are imported first, in this order, with TheSportsDB's possible names of them. */
const PRIORITY_COUNTRIES: readonly (readonly string[])[] = [
  ['Italy'],
  ['England'],
  ['Spain'],
  ['Germany'],
  ['France'],
  ['Malta'],
  ['USA', 'United States', 'United States of America'],
]

const PRIORITY = new Map(
  PRIORITY_COUNTRIES.flatMap((names, index) => names.map((name) => [placeKey(name), index] as const)),
)

/** The countries of a sport in the order of import: football's priority countries first, then by name. */
export function orderCountries(names: readonly string[], sport: string): string[] {
  const rank = (name: string) =>
    sport === 'Soccer' ? (PRIORITY.get(placeKey(name)) ?? PRIORITY_COUNTRIES.length) : 0
  return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))
}

/**
 * The rest of a list after `key`, up to which an earlier attempt has processed it; the whole list when it no longer has
 * `key`.
 */
export function restAfter<T>(
  list: readonly T[],
  key: string | null,
  keyOf: (item: T) => string,
): readonly T[] {
  return key === null ? list : list.slice(list.findIndex((item) => keyOf(item) === key) + 1)
}
