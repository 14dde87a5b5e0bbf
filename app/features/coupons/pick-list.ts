/** The number of outcomes of a coupon. */
export const MOST_PICKS = 20

export const BETWEEN_PICKS = ','

/** Picks as the value of an address's parameter. The page's scripts need no more than this. */
export function writePicks(texts: readonly string[]): string {
  return texts.join(BETWEEN_PICKS)
}
