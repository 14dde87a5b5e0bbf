import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { mergeLeagues, splitLeague } from './leagues.server.ts'
import type { LeagueOutcome, LeagueRequest } from './schema.ts'

/** Merges two leagues of a country, or splits a name off, and records the change in the history. */
export function changeLeagues(
  { database }: Pick<Services, 'database'>,
  request: LeagueRequest,
  administrator: Actor & { id: string },
): Promise<LeagueOutcome> {
  return database.kysely.transaction().execute(async (trx) => {
    if (request.intent === 'split') {
      const created = await splitLeague(trx, { aliasId: request.alias, actor: administrator })
      if (created === null) return { kind: 'refused', problem: 'unknown' }
      return { kind: 'split' }
    }
    const { keep, gone } = request
    const isMerged = await mergeLeagues(trx, { keep, gone, actor: administrator })
    return isMerged ? { kind: 'merged' } : { kind: 'refused', problem: 'unknown' }
  })
}
