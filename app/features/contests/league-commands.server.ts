import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
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
      const created = await splitLeague(trx, { aliasId: request.alias, decidedBy: administrator.id })
      if (created === null) return { kind: 'refused', problem: 'unknown' }
      const label = await nameOf(trx, created)
      await recordAudit(trx, administrator, [
        { entity: 'leagues', entityId: created, label, action: 'create', after: { name: label } },
      ])
      return { kind: 'split' }
    }
    const { keep, gone } = request
    const isMerged = await mergeLeagues(trx, { keep, gone, actor: administrator })
    return isMerged ? { kind: 'merged' } : { kind: 'refused', problem: 'unknown' }
  })
}

async function nameOf(trx: Kysely<DB>, leagueId: string): Promise<string> {
  const league = await trx.selectFrom('leagues').select('name').where('id', '=', leagueId).executeTakeFirst()
  return league?.name ?? ''
}
