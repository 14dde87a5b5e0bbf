import { mediaTypeOf } from '#app/features/media/schema.ts'
import { openMediaStorage } from '#app/features/media/storage.server.ts'
import { matchesEtag } from '#app/platform/http/negotiation.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/media'

/** An uploaded image. Its name is the hash of its content, so it can be cached permanently. */
export async function loader({ params: { file }, request, context }: Route.LoaderArgs) {
  const { env } = context.get(servicesContext)
  const type = mediaTypeOf(file)
  if (!type) return new Response(null, { status: 404 })
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: `"${file}"`,
  }
  if (matchesEtag(request.headers.get('if-none-match') ?? '', headers.ETag))
    return new Response(null, { status: 304, headers })
  const body = await openMediaStorage(env).get(file)
  return body
    ? new Response(new Uint8Array(body), { headers })
    : new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}
