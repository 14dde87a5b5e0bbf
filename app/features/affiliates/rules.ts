import { isRobot } from '#app/platform/http/robot.ts'
import { type OutboundClick, outboundPath } from '#app/platform/paths.ts'
import type { AffiliateButton } from './schema.ts'

/** The way out to a bookmaker for one match, through the site's own address (decisions 21). */
export interface WayOut {
  text: string
  href: string
}

interface MatchOnOffer {
  id: string
  /** The operator's own link for it. */
  affiliateLink: string | null
}

/**
 * The operator's own link for the match, else the button of the bookmaker whose price it is, else the first button
 * (notes C2, C3; decisions 21). Null where there is none: prices then lead to the match page.
 * @param buttons the active ones, in order
 * @param bookmaker whose price is clicked; null for a button that sells no price
 */
export function wayOut(
  match: MatchOnOffer,
  buttons: readonly AffiliateButton[],
  bookmaker: string | null,
  click: Omit<OutboundClick, 'match'>,
): WayOut | null {
  const button = buttons.find((it) => bookmaker !== null && it.bookmaker === bookmaker) ?? buttons[0]
  if (!button) return null
  const own = match.affiliateLink !== null && isOutboundLink(match.affiliateLink)
  const target = own ? { match: match.id } : { button: button.id }
  return { text: button.text, href: outboundPath(target, { ...click, match: match.id }) }
}

/** Whether a stored link leads somewhere: an absolute address of the web, or a page of this site. */
export function isOutboundLink(link: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(link) || /^\/(?![/\\])/.test(link)
}

/** Whether a request for a way out is a person's click, and not a look ahead or a machine's. */
export function isClick(method: string, headers: Headers): boolean {
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`
  const agent = headers.get('user-agent') ?? ''
  return method === 'GET' && !/prefetch|prerender/i.test(purpose) && agent !== '' && !isRobot(agent)
}
