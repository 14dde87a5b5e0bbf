import type { AffiliateButton } from './schema.ts'

/**
 * The way out to a bookmaker for one match: the operator's own link for it, else the first affiliate button
 * (notes C2, C3). Null where there is none: prices then lead to the match page.
 */
export function wayOut(
  match: { affiliateLink: string | null },
  buttons: readonly AffiliateButton[],
): AffiliateButton | null {
  const [first] = buttons
  if (!first) return null
  return match.affiliateLink ? { ...first, link: match.affiliateLink } : first
}
