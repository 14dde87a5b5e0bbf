import { readMatchCursor } from '#app/features/read-api/pages.ts'
import type { listMatches } from '#app/features/read-api/queries.server.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { readInstant } from './instant.ts'
import { publicRead } from './reads.server.ts'

type ListRequest = Parameters<typeof listMatches>[1]

/** A list of a league, given by its id as `league`, from `from` on (ISO 8601), page by page. */
export function leagueList<Value>(
  list: (services: Services, request: ListRequest) => Promise<Value | null | undefined>,
) {
  return publicRead(async ({ services, query, page }) => {
    const leagueId = query.get('league') ?? ''
    if (!isId(leagueId)) return { error: 'bad-request', message: 'league is needed: the id of a league' }
    const from = readInstant(query.get('from'))
    if (from === undefined)
      return { error: 'bad-request', message: 'from is a time such as 2026-03-01T00:00:00Z' }
    const after = page.cursor === null ? null : readMatchCursor(page.cursor)
    if (page.cursor !== null && !after) return { error: 'bad-request' }
    const value = await list(services, { leagueId, from, after, limit: page.limit })
    return value ? { value } : { error: 'not-found' }
  })
}
