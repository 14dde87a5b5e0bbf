import type { ShownPrice } from '../odds/shown-price.ts'

/** An outright of a league: who wins it. */
export interface OutrightSummary {
  id: string
  name: string
  slug: string
  /** Its prices count until then. */
  startTime: string
  status: string
  participants: number
  /** Who has won, by name; nobody if that is not known. */
  winners: string[]
}

/** A participant with its best closing price, net of commission; null if nobody quoted it. */
export interface ClosedParticipant {
  name: string
  price: ShownPrice | null
}

/** An outright whose prices are closed. */
export interface ClosedOutright extends OutrightSummary {
  /** The participant with the lowest price; null without prices, or if several have it. */
  favourite: ClosedParticipant | null
  won: ClosedParticipant[]
}
