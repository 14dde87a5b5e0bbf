import type { PageHead } from '#app/features/seo/rules.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { type StandalonePage, standalonePath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { getPageHead } from './head.server.ts'

/** The labels of these pages in the menu and on the pages, with their namespaces. */
const TITLES: Record<StandalonePage, readonly [namespace: string, label: string]> = {
  'dropping-odds': ['matches', 'drops'],
  'sure-bets': ['matches', 'sure-bets'],
  value: ['betting', 'value'],
  bookmakers: ['matches', 'bookmakers'],
  tools: ['matches', 'tools'],
  api: ['common', 'api'],
}

/** The head of a page that is not a place. */
export async function getStandaloneHead(
  services: Services,
  { language, url, page }: { language: string; url: URL; page: StandalonePage },
): Promise<PageHead> {
  const labels = await getResources(services, language)
  const [namespace, label] = TITLES[page]
  const way = [{ name: labels[namespace]?.[label] ?? page, path: standalonePath(language, page) }]
  return getPageHead(services, { language, url, page, variables: {}, way })
}
