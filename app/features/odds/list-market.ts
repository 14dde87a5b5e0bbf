import type { BestPrice } from './schema.ts'

/** What a list of matches can show beside the result: the main line of one of these. */
export const SHOWN_MARKETS = ['total', 'handicap'] as const
export type ShownInList = (typeof SHOWN_MARKETS)[number]

export function readShown(query: URLSearchParams): ShownInList | null {
  return SHOWN_MARKETS.find((type) => type === query.get('show')) ?? null
}

/** The main line of a match in a list. */
export interface ListedMarket {
  line: number
  /** In the order of the outcomes; null where nobody counts. */
  best: (BestPrice | null)[]
  /** S of the best net prices; null where an outcome has none. */
  sum: number | null
}
