import { listOutrights } from '#app/features/read-api/outrights.server.ts'
import { readMatchCursor } from '#app/features/read-api/pages.ts'
import { isId } from '#app/platform/ids.ts'
import { readInstant } from './instant.ts'
import { publicRead } from './reads.server.ts'

/** The outrights of a league, from `from` on (unless said, those that have not begun), in the order of their start. */
export const loader = publicRead(async ({ services, query, page }) => {
  const leagueId = query.get('league') ?? ''
  if (!isId(leagueId)) return { error: 'bad-request', message: 'league is needed: the id of a league' }
  const from = readInstant(query.get('from'))
  if (from === undefined)
    return { error: 'bad-request', message: 'from is a time such as 2026-03-01T00:00:00Z' }
  const after = page.cursor === null ? null : readMatchCursor(page.cursor)
  if (page.cursor !== null && !after) return { error: 'bad-request' }
  const value = await listOutrights(services, { leagueId, from, after, limit: page.limit })
  return value ? { value } : { error: 'not-found' }
})
