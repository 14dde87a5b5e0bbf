import { isRobot } from '#app/platform/http/robot.ts'
import { type OutboundClick, outboundPath } from '#app/platform/paths.ts'
import type { AffiliateButton } from './schema.ts'

/** The way out to a bookmaker for one match, through the site's own address (decisions 21). */
export interface WayOut {
  text: string
  /** Whose button it is; null where it is nobody's in particular. */
  bookmaker: string | null
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
  return button ? wayThrough(button, match, hasOwnLink(match), click) : null
}

/**
 * Every button, for where there is room for all; the operator's own link for the match takes the place of the first one's
 * (notes C2).
 * @param buttons the active ones, in order
 */
export function waysOut(
  match: MatchOnOffer,
  buttons: readonly AffiliateButton[],
  click: Omit<OutboundClick, 'match'>,
): WayOut[] {
  return buttons.map((button, index) => wayThrough(button, match, index === 0 && hasOwnLink(match), click))
}

function hasOwnLink({ affiliateLink }: MatchOnOffer): boolean {
  return affiliateLink !== null && isOutboundLink(affiliateLink)
}

function wayThrough(
  { id, text, bookmaker }: AffiliateButton,
  match: MatchOnOffer,
  byOwnLink: boolean,
  click: Omit<OutboundClick, 'match'>,
): WayOut {
  const target = byOwnLink ? { match: match.id } : { button: id }
  return { text, bookmaker, href: outboundPath(target, { ...click, match: match.id }) }
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
