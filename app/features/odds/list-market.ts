import type { BestPrice } from './schema.ts'

/** The markets that a list of matches can show in place of the result, each by its main line. */
export const SHOWN_MARKETS = ['total', 'handicap'] as const
export type ShownInList = (typeof SHOWN_MARKETS)[number]

export function readShown(query: URLSearchParams): ShownInList | null {
  return SHOWN_MARKETS.find((type) => type === query.get('show')) ?? null
}

/** The main line of a match in a list. */
export interface ListedMarket {
  /** The number of the market. */
  id: number
  line: number
  /** In the order of the outcomes; null if no quote counts. */
  best: (BestPrice | null)[]
  /** S of the best net prices; null if an outcome has none. */
  sum: number | null
}
