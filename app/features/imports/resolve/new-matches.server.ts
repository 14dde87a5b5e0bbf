import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Resolved } from './batch.ts'

/** A match that no complete answer has listed for so long is not looked at again. */
const KEPT_DAYS = 7

/** Stores which matches a source has listed for the first time: the run can break off before they are joined. */
export async function insertNewMatches(
  trx: Transaction<DB>,
  fresh: readonly Resolved[],
  source: string,
): Promise<void> {
  const rows = fresh.map(({ matchId, event }) => ({ match_id: matchId, external_id: event.externalId }))
  await sql`
    insert into new_matches (match_id, source, external_id)
    select match_id, ${source}, external_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (match_id uuid, external_id text)`.execute(trx)
}

/** The new matches of this and earlier runs of the source that its answer lists, and their leagues. */
export async function readNewMatches(
  db: Kysely<DB>,
  source: string,
  isListed: (externalId: string) => boolean,
): Promise<{ ids: string[]; leagues: string[] }> {
  const rows = await db
    .selectFrom('new_matches')
    .select(['match_id', 'external_id'])
    .where('source', '=', source)
    .execute()
  const ids = rows.flatMap(({ match_id, external_id }) => (isListed(external_id) ? [match_id] : []))
  if (ids.length === 0) return { ids, leagues: [] }
  const leagues = await db
    .selectFrom('matches')
    .select('league_id')
    .distinct()
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()
  return { ids, leagues: leagues.map(({ league_id }) => league_id) }
}

/** Forgets new matches that have been joined, and old ones that the source no longer lists. */
export async function forgetNewMatches(
  db: Kysely<DB>,
  source: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from new_matches where source = ${source}
      and (match_id = any (${ids}::uuid[]) or created_at < now() - make_interval(days => ${KEPT_DAYS}))`.execute(
    db,
  )
}
