import { z } from 'zod'
import { readClicked } from './clicked-price.ts'

/** An affiliate button: a link to a bookmaker. */
export interface AffiliateButton {
  id: string
  text: string
  /** The bookmaker whose prices link to it; null for a button without a bookmaker. */
  bookmaker: { id: string; name: string } | null
}

const PAGES = [
  'home',
  'sport',
  'country',
  'league',
  'match',
  'outright',
  'dropping-odds',
  'sure-bets',
  'team',
  'bookmaker',
  'coupon',
  'value',
  'side-menu',
  'promotions-feed',
] as const

/** The page that contained the affiliate link. */
export type ClickPage = (typeof PAGES)[number]

/**
 * The query of an affiliate link, which describes the click. Malformed values count as absent, so the link still works.
 */
export const clickQuery = z.object({
  m: z.uuid().optional().catch(undefined),
  o: z.string().optional().catch(undefined).transform(readClicked),
  p: z.enum(PAGES).optional().catch(undefined),
  l: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional()
    .catch(undefined),
  x: z.string().max(20).optional().catch(undefined),
})
