import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { CLIENT_ADDRESS_HEADER } from '#app/features/accounts/client-address.ts'
import { findClickedPrice } from '#app/features/affiliates/clicked-price.server.ts'
import { recordClick, visitorHash } from '#app/features/affiliates/clicks.server.ts'
import { chooseLink } from '#app/features/affiliates/follow-link.server.ts'
import { isClick } from '#app/features/affiliates/outbound-link.ts'
import {
  type FoundLink,
  findButtonLink,
  findMatchLink,
  findOne,
  findPromotionLink,
} from '#app/features/affiliates/queries.server.ts'
import { clickQuery } from '#app/features/affiliates/schema.ts'
import { countryOfRequest } from '#app/features/audiences/visitors.ts'
import { readMark } from '#app/features/experiments/mark.ts'
import { findRunning } from '#app/features/experiments/queries.server.ts'
import { COUNTED_OF_NETWORK } from '#app/features/experiments/visitors.server.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { createAllowance } from '#app/platform/http/allowance.server.ts'
import { network } from '#app/platform/http/network.server.ts'
import { isId } from '#app/platform/ids.ts'
import { readOutboundPath } from '#app/platform/paths.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { shortId } from '#app/platform/short-id.ts'
import { toLocation } from '#app/platform/text/link.ts'
import { plainPage } from '#app/site/plain-page.server.tsx'
import type { Route } from './+types/outbound'

const allowance = createAllowance(COUNTED_OF_NETWORK)

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }

/**
 * Redirects to the most specific link of an active button, or to that of a match or a promotion, and counts the click. Other ids, and links
 * of which none can be filled, are not found. A link that the visitor's audience may not follow is answered with a page that
 * says so.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  // The long form is in shared links, and in cached pages of earlier releases.
  const {
    kind: target,
    id,
    query: said,
  } = (await readShort(services, params)) ?? {
    kind: params.target,
    id: params.id,
    query: Object.fromEntries(url.searchParams),
  }
  const country = countryOfRequest(services.env, request)
  const destination = await findDestination(services, target, id, country)
  if (!id || !destination) throw new Response(null, { status: 404, headers: HEADERS })
  const query = clickQuery.parse(said)
  const language = await readLanguage(services, query.l)
  if (destination === 'not-here') {
    const page = plainPage({ language: language ?? '', title: 'not-here', hint: 'not-here-hint' })
    const headers = { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }
    return new Response(page, { status: 451, headers })
  }
  const matchId = query.m ?? (target === 'match' ? id : null)
  const { o: clicked, p: page = null } = query
  const outcome = clicked?.kind === 'headline' ? clicked.outcome : null
  const isPerson = isClick(request.method, request.headers)
  const clickId = isPerson ? shortId(randomUUID()) : null
  const now = new Date()
  const { bookmakerId } = destination
  // Experiments compare the links of prices.
  const shown =
    isPerson && target !== 'promotion' ? await findVariant(services, query.x, request.headers) : null
  const priceOf = remembered(async () =>
    clicked && bookmakerId !== null
      ? findClickedPrice(services, {
          ...{ clicked, match: matchId, bookmaker: bookmakerId, page, now },
          first: [
            ...(shown?.variant === 'b' ? shown.first : []),
            ...((await readSettings(services)).first_bookmakers?.split(' ') ?? []),
          ],
        })
      : null,
  )
  const click = { match: matchId, outcome, page, language, country: country ?? null, clickId, priceOf }
  const link = await chooseLink(services, destination, click)
  if (link === null) throw new Response(null, { status: 404, headers: HEADERS })
  if (isPerson) {
    const { headers } = request
    const sender = `${headers.get(CLIENT_ADDRESS_HEADER)} ${headers.get('user-agent')}`
    const counted = {
      clicked_at: now,
      click_id: clickId,
      button_id: target === 'button' ? id : null,
      bookmaker_id: destination.ownBookmakerId,
      match_id: matchId,
      promotion_id: target === 'promotion' ? id : null,
      ...{ outcome, page, language },
      country: country ?? null,
      experiment_id: shown?.id ?? null,
      variant: shown?.variant ?? null,
      is_first: shown?.isFirst ?? false,
      visitor_hash: visitorHash(services.env.secret, sender, now),
    }
    recordClick(services, counted, priceOf())
  }
  return redirect(toLocation(link), { headers: HEADERS })
}

/**
 * What the visitor saw of the running experiment; null if the link has no mark, or that of another experiment, or if his network
 * sends more clicks than people do.
 */
async function findVariant(services: Services, said: string | undefined, headers: Headers) {
  const mark = readMark(said)
  const running = mark && (await findRunning(services))
  if (!running || running.number !== mark.number) return null
  const from = network(headers.get(CLIENT_ADDRESS_HEADER) ?? '')
  if (!allowance.has(from)) return null
  allowance.take(from)
  return { ...mark, id: running.id, first: running.first }
}

async function findDestination(
  services: Services,
  target: string,
  id: string | undefined,
  country: string | undefined,
): Promise<FoundLink> {
  if (!isId(id)) return
  if (target === 'button') return findButtonLink(services, id, country)
  if (target === 'promotion') return findPromotionLink(services, id, { now: new Date(), country })
  return target === 'match' ? findMatchLink(services, id) : undefined
}

const TABLES = { button: 'affiliate_buttons', match: 'matches', promotion: 'promotions' } as const

/** The target and the click of a short address; undefined for one of another form. */
async function readShort(services: Services, { target, id: said }: { target: string; id: string }) {
  const short = readOutboundPath(target, said)
  if (!short) return
  const [id, m] = await Promise.all([
    findOne(services, TABLES[short.kind], short.ids),
    short.match && findOne(services, 'matches', short.match),
  ])
  return { kind: short.kind, id, query: { ...short.query, m } }
}

/** The language of the page, if the site has it: also one that has been switched off since. */
async function readLanguage(services: Services, said: string | undefined): Promise<string | null> {
  if (said === undefined) return null
  const { active, inactive } = await getKnownLanguages(services)
  return [...active, ...inactive].includes(said) ? said : null
}

/** The same promise for each call. */
function remembered<T>(work: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => {
    promise ??= work()
    return promise
  }
}
