import { z } from 'zod'
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

/** An outright that is closed, for an operator to store who has won. */
export interface OutrightToDecide {
  id: string
  name: string
  league: string
  country: string
  countryId: string
  sport: string
  sportId: string
  /** ISO 8601 */
  closedAt: string
  participants: { position: number; name: string; hasWon: boolean }[]
}

/** The participants of an outright that have won, by their positions; nobody: it is not known. */
export const winnersRequest = z.object({
  outright: z.uuid(),
  winners: z.array(z.number().int().min(1).max(32_767)).max(1_000),
})
export type WinnersRequest = z.infer<typeof winnersRequest>

/** `unknown` if the outright is not closed, or has no such participant. */
export type WinnersOutcome = { kind: 'saved' } | { kind: 'refused'; problem: 'unknown' }
