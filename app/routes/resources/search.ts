import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { readSearchText } from '#app/features/names/search-text.ts'
import { search } from '#app/features/search/queries.server.ts'
import { NO_RESULTS } from '#app/features/search/rules.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/search'

/** `?q=&lang=`: the results of a search, for the search box; empty for fewer than two characters. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const text = readSearchText(url.searchParams.get('q'))
  const languages = await getKnownLanguages(services)
  const asked = url.searchParams.get('lang') ?? ''
  const language = languages.active.includes(asked) ? asked : languages.default
  const results = text === null ? NO_RESULTS : await search(services, language, text)
  return Response.json(results, { headers: { 'cache-control': 'public, max-age=10' } })
}
