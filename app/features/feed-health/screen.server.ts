import { type Kysely, sql } from 'kysely'
import { findOwner } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { describeSettings } from '#app/features/sources/stored-settings.server.ts'
import type { DB } from '#app/platform/db/types.ts'

/** Pairs and teams that need a decision. */
export interface Queues {
  reviews: number
  teams: number
}

export async function countQueues(db: Kysely<DB>): Promise<Queues> {
  const { rows } = await sql<Queues>`
    select (select count(*)::int from match_reviews where status = 'open') as reviews,
      (select count(*)::int from team_mappings where sportsdb_team_name is null) as teams`.execute(db)
  return rows[0] ?? { reviews: 0, teams: 0 }
}

/** The number of future matches with prices of a market from a source. */
export interface Coverage {
  type: string
  matches: number
}

/** By type of market; matches of the next months, each counted once. */
export async function countCoverage(db: Kysely<DB>, source: string, now: Date): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    with events as (
      select distinct n.event from matches m
      join quotes_seen n on n.event = m.id
      join price_sources p on p.no = n.source and split_part(p.key, ':', 1) = ${source}
      where m.status = 'scheduled' and m.start_time > ${now}
    )
    select k.type, count(distinct k.event)::int as matches
    from events e join markets k on k.event = e.event
    where exists (select 1 from quotes q join price_sources p on p.no = q.source
      where q.market = k.id and split_part(p.key, ':', 1) = ${source}
        and array_length(array_remove(q.prices, null), 1) > 0)
    group by k.type order by matches desc, k.type`.execute(db)
  return rows
}

/** The rejected items and their reasons in the last run of a source that has ended. */
export interface Rejects {
  /** How often each reason occurred, the most frequent first. */
  reasons: { reason: string; count: number }[]
  items: { id: string; reason: string; detail: string; externalId: string | null }[]
}

const SHOWN = 30

export async function readRejects(db: Kysely<DB>, kinds: readonly string[]): Promise<Rejects> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', 'in', kinds)
    .where('status', 'in', ['done', 'failed'])
    .where(sql<boolean>`coalesce((counts ->> 'rejected')::int, 0) > 0 or not exists (
      select 1 from runs later where later.kind = runs.kind and later.status in ('done', 'failed')
        and later.created_at > runs.created_at)`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) return { reasons: [], items: [] }
  const rows = await db
    .selectFrom('run_items')
    .select(['id', 'reason', 'detail', 'external_id'])
    .where('run_id', '=', run.id)
    .where('level', '=', 'rejected')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  const { rows: reasons } = await sql<{ reason: string; count: number }>`
    select reason, count(*)::int as count from run_items
    where run_id = ${run.id} and level = 'rejected' group by reason order by count desc, reason`.execute(db)
  return {
    reasons,
    items: rows.map(({ id, reason, detail, external_id }) => ({
      id: String(id),
      reason,
      detail: detail ?? '',
      externalId: external_id,
    })),
  }
}

/** The environment variables that set the key of sources, by the source or tool of a schedule: no screen changes those. */
export async function findFixedKeys(
  db: Kysely<DB>,
  env: SourcesEnv,
  feeds: readonly string[],
): Promise<Map<string, string>> {
  const fixed = new Map<string, string>()
  for (const feed of new Set(feeds)) {
    const owner = findOwner(feed)
    const settings = owner ? await describeSettings(db, env, owner) : []
    const key = settings.find(({ word, from }) => word === 'key' && from === 'environment')
    if (key) fixed.set(feed, key.name)
  }
  return fixed
}
