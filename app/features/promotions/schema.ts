export interface Promotion {
  id: string
  title: string
  subtitle: string | null
  description: string | null
  imageUrl: string | null
  buttonText: string
  buttonLink: string
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
