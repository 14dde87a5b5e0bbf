import { isRobot } from '#app/platform/http/robot.ts'
import { isSentAhead } from '#app/platform/http/sent-ahead.ts'
import { type OutboundClick, outboundPath } from '#app/platform/paths.ts'
import type { AffiliateButton } from './schema.ts'

/** An affiliate link of a match, through the site's own URL. */
export interface OutboundLink {
  /** The operator's text; null for a match's own link, which has no text. */
  text: string | null
  /** The bookmaker of the link; null if it belongs to none. */
  bookmaker: string | null
  href: string
}

interface MatchOnOffer {
  id: string
  /** The operator's own link for the match. */
  affiliateLink: string | null
}

type Click = Omit<OutboundClick, 'match'>

/**
 * The URL through which a price links to the bookmaker that quotes it; null if that bookmaker has no button. A price
 * never links to another bookmaker.
 * @param match null for a price of an outright
 * @param buttons the active ones, in order
 * @param bookmakerId the bookmaker that quotes the price; null for a price that an operator entered
 */
export function priceHref(
  match: Pick<MatchOnOffer, 'id'> | null,
  buttons: readonly AffiliateButton[],
  bookmakerId: string | null,
  click: Click,
): string | null {
  const button = bookmakerId === null ? undefined : buttonOf(buttons, bookmakerId)
  return button ? outboundPath({ button: button.id }, { ...click, match: match?.id ?? null }) : null
}

/**
 * The affiliate button of a match: the operator's own link for it, else the button of the best-priced bookmaker that
 * has one, else the first button without a bookmaker. Null if there is none.
 * @param buttons the active ones, in order
 * @param byPrice ids of the bookmakers that quote the match, the best-priced first
 */
export function matchOutboundLink(
  match: MatchOnOffer,
  buttons: readonly AffiliateButton[],
  byPrice: readonly string[],
  click: Click,
): OutboundLink | null {
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

/** The affiliate button of a bookmaker, on a page that is about it and no match. Null if it has none. */
export function bookmakerOutboundLink(
  buttons: readonly AffiliateButton[],
  bookmakerId: string,
  click: Pick<Click, 'page' | 'lang'>,
): OutboundLink | null {
  const button = buttonOf(buttons, bookmakerId)
  if (!button) return null
  const href = outboundPath({ button: button.id }, { ...click, match: null })
  return { text: button.text, bookmaker: button.bookmaker?.name ?? null, href }
}

function buttonOf(buttons: readonly AffiliateButton[], bookmakerId: string): AffiliateButton | undefined {
  return buttons.find(({ bookmaker }) => bookmaker?.id === bookmakerId)
}

/** Whether a stored link is valid: an absolute http or https URL, or a path of this site. */
export function isOutboundLink(link: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(link) || /^\/(?![/\\])/.test(link)
}

/** Whether a request for an affiliate link is a person's click, not a prefetch, the first of two requests of one click, or a robot. */
export function isClick(method: string, headers: Headers): boolean {
  if (isSentAhead(headers)) return false
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`
  const agent = headers.get('user-agent') ?? ''
  return method === 'GET' && !/prefetch|prerender/i.test(purpose) && agent !== '' && !isRobot(agent)
}
