import { type Kysely, sql } from 'kysely'
import type { AnswerScope } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'

/** An answer that lists everything its source has of some leagues, or of their whole sports. */
export interface WholeAnswer {
  source: string
  confirmedAt: Date
  scope: AnswerScope
  leagues: readonly string[]
  /** The source's names of those leagues. */
  leagueNames: readonly string[]
  /** Ids of the events in it. */
  listed: readonly string[]
}

/**
 * Whether the answer would list a match `m`. A league of the site can be several of the source: an answer for one of
 * them does not cover the others.
 */
export function isCovered({ source, scope, leagues, leagueNames }: WholeAnswer) {
  return scope === 'league'
    ? sql<boolean>`m.league_id = any(${leagues}::uuid[]) and exists (select 1 from match_sources s
        where s.match_id = m.id and s.source = ${source}
          and (s.league_name is null or s.league_name = any(${leagueNames}::text[])))`
    : sql<boolean>`m.sport_id in (select sport_id from leagues where id = any(${leagues}::uuid[]))`
}

/** Stores which future matches the source no longer lists. An answer tells nothing of those that were listed after it. */
export async function markUnlisted(db: Kysely<DB>, answer: WholeAnswer): Promise<void> {
  const { source, confirmedAt, leagues, listed } = answer
  if (leagues.length === 0) return
  await sql`
    update match_sources u set unlisted_at = ${confirmedAt} from matches m
    where m.id = u.match_id and u.source = ${source} and u.unlisted_at is null
      and (u.listed_at is null or u.listed_at <= ${confirmedAt})
      and ${isCovered(answer)} and m.status in ('scheduled', 'live') and m.start_time > ${confirmedAt}
      and u.external_id <> all(${listed}::text[])`.execute(db)
}
