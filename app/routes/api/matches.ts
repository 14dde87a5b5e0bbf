import { isServedTime, readMatchCursor } from '#app/features/read-api/pages.ts'
import { listMatches } from '#app/features/read-api/queries.server.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/**
 * The matches of a league, given by its id as `league`, from `from` on (ISO 8601; by default those that are not over),
 * in the order of kick-off.
 */
export const loader = publicRead(async ({ services, query, page }) => {
  const leagueId = query.get('league') ?? ''
  if (!isId(leagueId)) return { error: 'bad-request', message: 'league is needed: the id of a league' }
  const from = readInstant(query.get('from'))
  if (from === undefined)
    return { error: 'bad-request', message: 'from is a time such as 2026-03-01T00:00:00Z' }
  const after = page.cursor === null ? null : readMatchCursor(page.cursor)
  if (page.cursor !== null && !after) return { error: 'bad-request' }
  const value = await listMatches(services, { leagueId, from, after, limit: page.limit })
  return value ? { value } : { error: 'not-found' }
})

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Null when the parameter is missing, undefined when it is invalid. */
function readInstant(text: string | null): Date | null | undefined {
  if (text === null) return null
  const instant = new Date(text)
  return ISO.test(text) && isServedTime(instant) ? instant : undefined
}
