import type { Fixture, MatchSummary } from '#app/features/matches/schema.ts'
import { getSeo } from '#app/features/seo/queries.server.ts'
import { createPageHead, type PageHead } from '#app/features/seo/rules.ts'
import { describeMatch, describeSite, describeWay, type Step } from '#app/features/seo/structured-data.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { homePath, withoutLanguage } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { readOrigin } from './origin.server.ts'

interface Page {
  /** The requested address: with a query it is a variant of the page, which search engines need not index. */
  url: URL
  language: string
  /** Part of the labels of its texts, `seo.<page>-title` and `seo.<page>-description` of the namespace `settings`. */
  page: string
  variables: Record<string, string>
  /** From the sport to the page itself; empty for the home page. */
  way: Step[]
  match?: { summary: MatchSummary; fixture: Fixture | null }
}

/** The head of a page in one language: its texts, its canonical path and the structured data. */
export async function getPageHead(services: Services, page: Page): Promise<PageHead> {
  const { url, language, way, match } = page
  const [templates, labels, settings, origin] = await Promise.all([
    getSeo(services, language),
    getResources(services, language),
    readSettings(services),
    readOrigin(services, url),
  ])
  const home = homePath(language)
  const head = createPageHead({
    ...page,
    templates,
    builtIn: labels.settings ?? {},
    siteName: settings.site_name,
    path: withoutLanguage(way.at(-1)?.path ?? home),
    isVariation: url.search !== '',
  })
  const site = { name: settings.site_name, address: origin + home, language, description: head.description }
  const steps = [{ name: labels.common?.home ?? settings.site_name, path: home }, ...way]
  return {
    ...head,
    structuredData: [
      way.length > 0 ? describeWay(origin, steps) : describeSite(site),
      ...(match ? [describeMatch(origin, language, match.summary, match.fixture)] : []),
    ],
  }
}
