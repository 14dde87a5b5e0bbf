import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { createShareImages, tagOfCard } from '#app/features/share-images/images.server.ts'
import { matchesEtag } from '#app/platform/http/negotiation.ts'
import { isShareImage, readShareImagePath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { problemOf } from '../base/problem.ts'
import { readShareCard } from './card.server.ts'

const images = createShareImages()

/** An image with prices is fetched again after five minutes. */
const CACHING = { 'Cache-Control': 'public, max-age=300' }
const NOT_FOUND = { status: 404, headers: { 'Cache-Control': 'no-store' } }

/**
 * An image for social sites. It is the same for everybody: the caller has set the strictest audience, so it names only
 * bookmakers that may be shown in every country.
 */
export async function answerShareImage(
  services: Services,
  { request, url, lang, rest }: { request: Request; url: URL; lang: string; rest: string },
): Promise<Response> {
  // The router also matches other spellings of the address, for which the caller has set the visitor's audience.
  const of = isShareImage(url.pathname) ? readShareImagePath(rest) : undefined
  const { active } = await getKnownLanguages(services)
  if (!of || !active.includes(lang)) return new Response(null, NOT_FOUND)
  const card = await readShareCard(services, of, { url, lang }).catch((error: unknown) => {
    if (problemOf(error)) return undefined
    throw error
  })
  if (!card) return new Response(null, NOT_FOUND)
  const headers = { ...CACHING, ETag: `"${tagOfCard(card)}"`, 'Content-Type': 'image/png' }
  const known = request.headers.get('if-none-match')
  if (known !== null && matchesEtag(known, headers.ETag)) return new Response(null, { status: 304, headers })
  const body = await images.get(card, of.kind === 'site')
  if (!body)
    return new Response(null, { status: 503, headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(body), {
    headers: { ...headers, 'Content-Length': String(body.length) },
  })
}
