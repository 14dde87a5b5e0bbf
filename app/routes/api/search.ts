import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { readSearchText } from '#app/features/names/search-text.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { toApiSearch } from '#app/features/read-api/search.ts'
import { searchAll } from '#app/features/search/queries.server.ts'
import { NO_RESULTS } from '#app/features/search/rules.ts'
import { publicRead } from './reads.server.ts'

/** Places and matches by their names. */
export const loader = publicRead(ENDPOINTS.search, async ({ services, query: { q, lang } }) => {
  const languages = await getKnownLanguages(services)
  if (lang !== undefined && !languages.active.includes(lang))
    return { error: 'bad-request', message: `lang: one of ${languages.active.join(', ')}` }
  const text = readSearchText(q)
  const results = text === null ? NO_RESULTS : await searchAll(services, lang ?? languages.default, text, 1)
  return { value: toApiSearch(results) }
})
