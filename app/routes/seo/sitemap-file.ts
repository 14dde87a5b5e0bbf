import { readAudience } from '#app/features/audiences/queries.server.ts'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import type { Language } from '#app/features/languages/schema.ts'
import { createKeptFiles, type KeptFiles } from '#app/features/seo/kept-files.server.ts'
import {
  hasLanguage,
  listSitemapParts,
  readSitemapPart,
  type SitemapPart,
} from '#app/features/seo/sitemap.server.ts'
import { addressesPerFile, URL_SET, urlElement } from '#app/features/seo/sitemap.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { serveEach } from '#app/platform/http/audience.server.ts'
import { acceptedEncodings } from '#app/platform/http/negotiation.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import type { Route } from './+types/sitemap-file.ts'

const FILE = /^([a-z]{2})-([1-9]\d{0,5})\.xml$/

const keptFiles = new WeakMap<Database, KeptFiles>()

/** A file of the sitemap. Only its compressed form is in memory as a whole, for all who ask for it within seconds. */
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
  const audience = await readAudience(services)
  const codes = languages.map((it) => it.code)
  const key = JSON.stringify([audience.key, origin, language.code, codes, part])
  const kept = await keptOf(services.database).get(key, () =>
    serveEach(audience, writeFile(services, part, { origin, language: language.code, languages })),
  )
  const busy = { 'Cache-Control': 'no-store', 'Retry-After': '30' }
  if (!kept) return new Response(null, { status: 503, headers: busy })
  const { packed, etag } = kept
  headers.set('ETag', etag)
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? undefined)
  if (accepted.find((it) => it !== 'br') !== 'gzip') {
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
    return new Response(plain, { headers })
  }
  headers.set('Content-Encoding', 'gzip')
  return new Response(packed, { headers })
}

function keptOf(database: Database): KeptFiles {
  const kept = keptFiles.get(database) ?? createKeptFiles()
  keptFiles.set(database, kept)
  return kept
}

async function* writeFile(
  services: Services,
  part: SitemapPart,
  site: { origin: string; language: string; languages: Language[] },
): AsyncGenerator<string, void> {
  yield URL_SET.start
  for await (const pages of readSitemapPart(services, part)) {
    yield pages.map((page) => urlElement(page, site)).join('')
  }
  yield URL_SET.end
}
