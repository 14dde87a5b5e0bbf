import { readChanges } from '#app/features/read-api/changes.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** What has happened to matches, oldest first. A cursor is the id of the last change of the previous page. */
export const loader = publicRead(ENDPOINTS.listChanges, async ({ services, query }) => {
  const { cursor, after, limit, league, type } = query
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return BAD_CURSOR
  const position = cursor ?? after
  const page = await readChanges(services, {
    after: position === undefined ? null : Number(position),
    ...{ limit, league, type },
  })
  if (!page) return { error: 'not-found' }
  if (page === 'gone') return { error: 'gone' }
  const { changes, read, hasMore, latest } = page
  return {
    value: {
      data: changes,
      next: hasMore ? String(read) : null,
      read: String(read),
      latest: String(latest),
    },
  }
})
