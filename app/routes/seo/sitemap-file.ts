import { readAudience } from '#app/features/audiences/queries.server.ts'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import type { Language } from '#app/features/languages/schema.ts'
import {
  hasLanguage,
  listSitemapParts,
  readSitemapPart,
  type SitemapPart,
} from '#app/features/seo/sitemap.server.ts'
import { addressesPerFile, URL_SET, urlElement } from '#app/features/seo/sitemap.ts'
import { serveEach } from '#app/platform/http/audience.server.ts'
import { acceptedEncodings } from '#app/platform/http/negotiation.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import type { Route } from './+types/sitemap-file.ts'

const FILE = /^([a-z]{2})-([1-9]\d{0,5})\.xml$/

/** A file of the sitemap, streamed as fast as the client reads; it is never completely in memory. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [, code, number] = FILE.exec(params.file) ?? []
  const languages = await listLanguages(services)
  const language = languages.find((it) => it.code === code)
  const parts = language ? await listSitemapParts(services, addressesPerFile(languages.length)) : []
  const part = parts[Number(number) - 1]
  if (!language || !part || !hasLanguage(part, language.code)) return new Response(null, { status: 404 })

  const origin = await readOrigin(services, url)
  const headers = new Headers({
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=600, stale-if-error=86400',
    'Last-Modified': part.lastModified.toUTCString(),
    Vary: 'Accept-Encoding',
  })
  if (request.method === 'HEAD') return new Response(null, { headers })
  // It is read after this function has returned, for the same audience.
  const audience = await readAudience(services)
  const pieces = writeFile(services, part, { origin, language: language.code, languages })
  const file = toStream(serveEach(audience, pieces))
  const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? undefined)
  if (accepted.find((it) => it !== 'br') !== 'gzip') return new Response(file, { headers })
  headers.set('Content-Encoding', 'gzip')
  return new Response(file.pipeThrough(new CompressionStream('gzip')), { headers })
}

async function* writeFile(
  services: Services,
  part: SitemapPart,
  site: { origin: string; language: string; languages: Language[] },
): AsyncGenerator<string, void> {
  yield URL_SET.start
  try {
    for await (const pages of readSitemapPart(services, part)) {
      yield pages.map((page) => urlElement(page, site)).join('')
    }
  } catch (error) {
    services.log.error({ err: error, part }, 'a file of the sitemap is incomplete')
    throw error
  }
  yield URL_SET.end
}

/** Requests the next chunk only when there is room for it. */
function toStream(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
