import type { PageHead } from '#app/features/seo/rules.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { type StandalonePage, standalonePath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { getPageHead } from './head.server.ts'

/** The labels of these pages in the menu and on the pages. */
const TITLES: Record<StandalonePage, string> = {
  'dropping-odds': 'drops',
  'sure-bets': 'sure-bets',
  bookmakers: 'bookmakers',
  tools: 'tools',
}

/** The head of a page that is not a place. */
export async function getStandaloneHead(
  services: Services,
  { language, url, page }: { language: string; url: URL; page: StandalonePage },
): Promise<PageHead> {
  const labels = await getResources(services, language)
  const way = [{ name: labels.matches?.[TITLES[page]] ?? page, path: standalonePath(language, page) }]
  return getPageHead(services, { language, url, page, variables: {}, way })
}
