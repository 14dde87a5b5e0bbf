import { getSeo } from '#app/features/seo/queries.server.ts'
import { createPageHead, type PageHead, type SeoPage } from '#app/features/seo/rules.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readSettings } from './settings.server.ts'

/** Title, description and canonical path of a page in one language. */
export async function getPageHead(
  services: Services,
  page: { language: string; page: SeoPage; variables: Record<string, string>; path: string },
): Promise<PageHead> {
  const [templates, labels, settings] = await Promise.all([
    getSeo(services, page.language),
    getResources(services, page.language),
    readSettings(services),
  ])
  return createPageHead({ ...page, templates, builtIn: labels.settings ?? {}, siteName: settings.site_name })
}
