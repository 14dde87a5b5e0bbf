import { isRobot } from '#app/platform/http/robot.ts'
import { type OutboundClick, outboundPath } from '#app/platform/paths.ts'
import type { AffiliateButton } from './schema.ts'

/** A way out for one match, through the site's own address. */
export interface WayOut {
  /** The operator's words; null for a link of the match's own, which has none. */
  text: string | null
  /** Whom it leads to; null where it is nobody in particular. */
  bookmaker: string | null
  href: string
}

interface MatchOnOffer {
  id: string
  /** The operator's own link for it. */
  affiliateLink: string | null
}

type Click = Omit<OutboundClick, 'match'>

/**
 * The address through which a price leads to the bookmaker that quotes it; null where that bookmaker has no button, for a
 * price leads to nobody else.
 * @param buttons the active ones, in order
 * @param bookmakerId whose price it is; null for a price that an operator has typed
 */
export function priceHref(
  match: Pick<MatchOnOffer, 'id'>,
  buttons: readonly AffiliateButton[],
  bookmakerId: string | null,
  click: Click,
): string | null {
  const button = bookmakerId === null ? undefined : buttonOf(buttons, bookmakerId)
  return button ? outboundPath({ button: button.id }, { ...click, match: match.id }) : null
}

/**
 * The affiliate button of a match: the operator's own link for it, else that of the best-priced bookmaker that has one,
 * else the first that is nobody's. Null where there is none of these.
 * @param buttons the active ones, in order
 * @param byPrice ids of the bookmakers that quote the match, the best-priced first
 */
export function matchWay(
  match: MatchOnOffer,
  buttons: readonly AffiliateButton[],
  byPrice: readonly string[],
  click: Click,
): WayOut | null {
  const counted = { ...click, match: match.id }
  if (match.affiliateLink !== null && isOutboundLink(match.affiliateLink)) {
    return { text: null, bookmaker: null, href: outboundPath({ match: match.id }, counted) }
  }
  const best = byPrice.find((id) => buttonOf(buttons, id))
  const button = best ? buttonOf(buttons, best) : buttons.find(({ bookmaker }) => bookmaker === null)
  if (!button) return null
  const { id, text, bookmaker } = button
  return { text, bookmaker: bookmaker?.name ?? null, href: outboundPath({ button: id }, counted) }
}

function buttonOf(buttons: readonly AffiliateButton[], bookmakerId: string): AffiliateButton | undefined {
  return buttons.find(({ bookmaker }) => bookmaker?.id === bookmakerId)
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
