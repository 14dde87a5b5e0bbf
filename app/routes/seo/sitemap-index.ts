import { listLanguages } from '#app/features/languages/queries.server.ts'
import { hasLanguage, listSitemapParts } from '#app/features/seo/sitemap.server.ts'
import { addressesPerFile, sitemapIndex } from '#app/features/seo/sitemap.ts'
import { sitemapPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import type { Route } from './+types/sitemap-index.ts'

/** The index of the sitemap's files: those of a language have the same numbers as in the others. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [origin, languages] = await Promise.all([readOrigin(services, url), listLanguages(services)])
  const parts = await listSitemapParts(services, addressesPerFile(languages.length))
  const files = languages.flatMap(({ code }) =>
    parts.flatMap((part, index) =>
      hasLanguage(part, code)
        ? {
            address: origin + sitemapPath({ language: code, part: index + 1 }),
            lastModified: part.lastModified,
          }
        : [],
    ),
  )
  return new Response(sitemapIndex(files), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}
