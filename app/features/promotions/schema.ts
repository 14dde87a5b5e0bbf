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
  /** ISO 8601, UTC; null runs without an end. */
  endDate: string | null
}

export interface SpinWheel {
  title: string
  subTitle: string
  buttonText: string
  /** Null where the operator has not set an address yet: the link is then not shown. */
  link: string | null
  inSidebar: boolean
  inMobileBar: boolean
}
