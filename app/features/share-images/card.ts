/** What an image for social sites shows, in words of one language. */

export const SHARE_SIZE = { width: 1_200, height: 630 } as const

export interface ShareCard {
  direction: 'ltr' | 'rtl'
  colours: CardColours
  siteName: string
  /** Above the title: league and country. */
  place: string
  /** The teams, or one name. */
  title: readonly string[]
  /** One for each line of the title. */
  scores: readonly string[]
  /** Kick-off or the state of the match. */
  when: string
  /** The name of the market. */
  market: string
  /** At most `MOST_CELLS`. */
  cells: readonly CardCell[]
  /** Instead of cells. */
  lines: readonly string[]
  note: string
}

export interface CardCell {
  label: string
  price: string
  /** The bookmaker with this price; empty if there is none to name. */
  by: string
  /** The outcome that won. */
  hasWon: boolean
}

/** Each as `#rrggbb`. */
export interface CardColours {
  background: string
  card: string
  border: string
  heading: string
  body: string
  muted: string
  accent: string
}

/** More columns are too narrow for names. */
export const MOST_CELLS = 4
