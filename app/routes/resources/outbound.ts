import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { CLIENT_ADDRESS_HEADER } from '#app/features/accounts/client-address.ts'
import { findClickedPrice } from '#app/features/affiliates/clicked-price.server.ts'
import { recordClick, visitorHash } from '#app/features/affiliates/clicks.server.ts'
import { fillLink } from '#app/features/affiliates/link-template.ts'
import { isClick } from '#app/features/affiliates/outbound-link.ts'
import { findButtonLink, findMatchLink } from '#app/features/affiliates/queries.server.ts'
import { clickQuery, storedId } from '#app/features/affiliates/schema.ts'
import { countryOf } from '#app/features/audiences/visitors.ts'
import { readOutboundPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { shortId } from '#app/platform/short-id.ts'
import { toLocation } from '#app/platform/text/link.ts'
import { plainPage } from '#app/site/plain-page.server.tsx'
import type { Route } from './+types/outbound'

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }

/**
 * Redirects to the stored link of an active button, or of a match, and counts the click. Other ids are not found; a link
 * that the visitor's audience may not follow is answered with a page that says so.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const short = readOutboundPath(params.target, params.id)
  // The long form is in shared links, and in cached pages of earlier releases.
  const {
    kind: target,
    id,
    query: said,
  } = short ?? {
    kind: params.target,
    id: params.id,
    query: Object.fromEntries(url.searchParams),
  }
  const find = target === 'button' ? findButtonLink : target === 'match' ? findMatchLink : undefined
  const destination = find && storedId.safeParse(id).success ? await find(services, id) : undefined
  if (!destination) throw new Response(null, { status: 404, headers: HEADERS })
  const query = clickQuery.parse(said)
  if (destination === 'not-here') {
    const page = plainPage({ language: query.l ?? '', title: 'not-here', hint: 'not-here-hint' })
    const headers = { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }
    return new Response(page, { status: 451, headers })
  }
  const matchId = query.m ?? (target === 'match' ? id : null)
  const { o: clicked, p: page = null, l: language = null } = query
  const outcome = clicked?.kind === 'headline' ? clicked.outcome : null
  const clickId = isClick(request.method, request.headers) ? shortId(randomUUID()) : null
  if (clickId !== null) {
    const now = new Date()
    const { headers } = request
    const { bookmakerId } = destination
    const shown =
      clicked && bookmakerId !== null
        ? findClickedPrice(services, { clicked, match: matchId, bookmaker: bookmakerId, page, now })
        : undefined
    const click = {
      clicked_at: now,
      click_id: clickId,
      button_id: target === 'button' ? id : null,
      bookmaker_id: bookmakerId,
      match_id: matchId,
      ...{ outcome, page, language },
      country: countryOf(headers, services.env) ?? null,
      visitor_hash: visitorHash(
        services.env.secret,
        `${headers.get(CLIENT_ADDRESS_HEADER)} ${headers.get('user-agent')}`,
        now,
      ),
    }
    recordClick(services, click, shown)
  }
  const link = fillLink(destination.link, {
    click_id: clickId,
    lang: language,
    page,
    match: matchId,
    outcome,
  })
  return redirect(toLocation(link), { headers: HEADERS })
}
