import { definitionOf, MARKET_TYPES, type MarketType } from '../odds/markets.ts'

/** Hours back from now, or since the first price of each bookmaker. */
export const DROP_WINDOWS = ['1', '3', '12', '24', 'opening'] as const
export type DropWindow = (typeof DROP_WINDOWS)[number]

/** The number of bookmakers that must quote the market at both ends of the window. */
export const DROP_BOOKS = ['2', '3', '5', '8'] as const
export type DropBooks = (typeof DROP_BOOKS)[number]

/** Without lists of selections: their prices do not move as one market. */
export const DROP_MARKETS: readonly MarketType[] = MARKET_TYPES.filter(
  (type) => !definitionOf(type).isOpenList,
)

export const ROWS_OF_PAGE = 20
export const MOST_PAGES = 5
/** Of the results of a season, and of the record of value: nothing of them is left out. */
export const MOST_PAGES_OF_ARCHIVE = 50

/** Of the list of value, and the number of listed prices that are evaluated for it, of a sport or of all. */
export const VALUES_OF_PAGE = 20
export const MOST_VALUES = 300
export const MOST_PAGES_OF_VALUE = MOST_VALUES / VALUES_OF_PAGE
/** Of the list of sure bets, and the number of markets that are evaluated for it, of a sport or of all. */
export const SURE_BETS_OF_PAGE = 10
export const MOST_SURE = 500
export const MOST_PAGES_OF_SURE_BETS = MOST_SURE / SURE_BETS_OF_PAGE
export const MOST_ROWS = MOST_PAGES * ROWS_OF_PAGE

export interface DropsQuery {
  since: DropWindow
  books: DropBooks
  /** Slug of a sport; null for all sports. */
  sport: string | null
  /** Id of a league; null for all leagues. */
  league: string | null
  market: MarketType | null
  page: number
}

export const DROPS: DropsQuery = { since: '24', books: '3', sport: null, league: null, market: null, page: 1 }

/** The filters of a page's query; invalid values are ignored. */
export function readDropsQuery(query: URLSearchParams): DropsQuery {
  return {
    since: DROP_WINDOWS.find((it) => it === query.get('since')) ?? DROPS.since,
    books: DROP_BOOKS.find((it) => it === query.get('books')) ?? DROPS.books,
    sport: query.get('sport'),
    league: query.get('league'),
    market: DROP_MARKETS.find((it) => it === query.get('market')) ?? null,
    page: readListPage(query),
  }
}

/** The page of an address, from 1 to the highest that a list can have; anything else is the first. */
export function readListPage(query: URLSearchParams, most = MOST_PAGES): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), most) : 1
}

/** The query of a list, with its `?`; empty for the default list. */
export function dropsQuery(asked: DropsQuery): string {
  const query = new URLSearchParams()
  for (const name of ['since', 'sport', 'league', 'market', 'books', 'page'] as const) {
    const value = asked[name]
    if (value !== null && value !== DROPS[name]) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}
