import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { MATCH_TABS } from '#app/features/matches/home-query.ts'
import { SORT_KEYS } from '#app/features/odds/comparison.ts'
import type { PageParameters } from '#app/platform/http/page-cache.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { PageName } from './routes.ts'

/**
 * The parameters that a page's query may carry, by the page's name, with the values that mean something to it. Anything else is left out before a page is looked for, so that nobody has pages made by inventing values.
 */
export function pageParameters(services: Services, page: PageName | undefined): PageParameters {
  switch (page) {
    case 'home':
      return {
        tab: MATCH_TABS,
        sport: async () => (await getSportsMenu(services)).map(({ slug }) => slug),
      }
    case 'match':
    case 'match-by-id':
      return { sort: SORT_KEYS }
    default:
      return {}
  }
}
