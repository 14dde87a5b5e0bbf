import { type MatchCursor, type PageRequest, readMatchCursor } from '#app/features/read-api/pages.ts'

/** What a list of a league is asked for. Null if its cursor is invalid. */
export function readLeagueRange(query: PageRequest & { league: string; from?: string | undefined }): {
  leagueId: string
  from: Date | null
  after: MatchCursor | null
  limit: number
} | null {
  const { league, from, cursor, limit } = query
  const after = cursor === undefined ? null : readMatchCursor(cursor)
  if (cursor !== undefined && !after) return null
  return { leagueId: league, from: from ? new Date(from) : null, after, limit }
}
