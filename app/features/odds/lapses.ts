/** Times in which prices did not count, although nothing had changed. */
interface Dated {
  bookmaker: number
  side: number
  at: Date
  prices: readonly unknown[]
}

/** From when to when a bookmaker's prices of a market were too old. */
export interface Lapse {
  bookmaker: number
  since: Date
  until: Date
}

/**
 * The changes of a market with those that lapses make: without prices from a lapse on, and with the same prices as before
 * when it ends, unless they have changed meanwhile.
 * @param changes oldest first
 */
export function withLapses<T extends Dated>(
  changes: readonly T[],
  lapses: readonly Lapse[],
): (T & { isOld?: true })[] {
  if (lapses.length === 0) return [...changes]
  const byBookmaker = Map.groupBy(
    changes.filter(({ side }) => side === 0),
    ({ bookmaker }) => bookmaker,
  )
  const added = lapses.flatMap(({ bookmaker, since, until }) => {
    const own = byBookmaker.get(bookmaker) ?? []
    const before = own.findLast(({ at }) => at <= since)
    if (!before || before.prices.every((price) => price === null)) return []
    const none = { ...before, at: since, prices: before.prices.map(() => null), isOld: true as const }
    const isReplaced = own.some(({ at }) => at > since && at <= until)
    return isReplaced ? [none] : [none, { ...before, at: until }]
  })
  return [...changes, ...added].sort((a, b) => a.at.getTime() - b.at.getTime())
}
