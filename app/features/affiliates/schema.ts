/** An affiliate button: the way out to a bookmaker. */
export interface AffiliateButton {
  id: string
  text: string
  link: string
}
