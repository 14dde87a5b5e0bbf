import { z } from 'zod'

/** An affiliate button: the way out to a bookmaker. */
export interface AffiliateButton {
  id: string
  text: string
  /** The bookmaker whose prices it sells; a button of nobody's sells none. */
  bookmaker: { id: string; name: string } | null
}

const OUTCOMES = ['home', 'draw', 'away'] as const
const PAGES = ['home', 'sport', 'country', 'league', 'match'] as const

/** The page on which a way out stood. */
export type ClickPage = (typeof PAGES)[number]

export const storedId = z.uuid()

/** What an outbound address says of the click; anything malformed is taken for absent, for the way out stays open. */
export const clickQuery = z.object({
  m: z.uuid().optional().catch(undefined),
  o: z.enum(OUTCOMES).optional().catch(undefined),
  p: z.enum(PAGES).optional().catch(undefined),
  l: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional()
    .catch(undefined),
})
