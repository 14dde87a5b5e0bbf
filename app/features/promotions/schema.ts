/** Where promotions are shown; the feed has those of the home page. */
export type PromotionPlace = 'home' | 'side' | 'feed'

export interface Promotion {
  id: string
  /** Of the bookmaker that the operator has chosen, or of the one with which it is merged. */
  bookmakerId: string | null
  title: string
  subtitle: string | null
  description: string | null
  imageUrl: string | null
  buttonText: string
  /** The site's counted way to its link, or a page of this site. */
  href: string
  /** Filled stars, 0 to 5. */
  starRating: number
  /** ISO 8601, UTC */
  startDate: string
  /** ISO 8601, UTC; null has no end. */
  endDate: string | null
}

export interface SpinWheel {
  title: string
  subTitle: string
  buttonText: string
  /** Null if the operator has not set a link; no link is shown then. */
  link: string | null
  inSidebar: boolean
  inMobileBar: boolean
}
