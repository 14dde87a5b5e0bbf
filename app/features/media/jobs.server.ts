import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Env } from '#app/platform/env.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { type MediaStorage, openMediaStorage } from './storage.server.ts'

const payload = z.object({})

/** How long an upload waits for the save that refers to it. */
const KEPT = sql`interval '1 day'`

/** Every night: deletes uploads that nothing refers to. */
export function unusedMedia({
  database,
  env,
}: {
  database: Database
  env: Env
}): JobKind<z.infer<typeof payload>> {
  return {
    name: 'unused-media',
    payload,
    exclusive: true,
    cron: '17 4 * * *',
    expireInSeconds: 3_600,
    handle: async (_, signal) => {
      await deleteUnusedMedia(database.kysely, openMediaStorage(env), new Date(), signal)
    },
  }
}

/** @returns the names of the files that were deleted */
export async function deleteUnusedMedia(
  db: Kysely<DB>,
  storage: MediaStorage,
  now: Date,
  signal?: AbortSignal,
): Promise<string[]> {
  const isOld = sql<boolean>`uploaded_at < ${now}::timestamptz - ${KEPT}`
  const old = await db.selectFrom('uploads').select('name').where(isOld).execute()
  if (old.length === 0) return []
  const used = await readUsedMedia(db)
  const deleted: string[] = []
  for (const { name } of old) {
    if (signal?.aborted) break
    if (used.has(name)) continue
    // Who uploads the same image meanwhile waits for the row, and stores the file after that.
    await db.transaction().execute(async (tx) => {
      const gone = await tx
        .deleteFrom('uploads')
        .where('name', '=', name)
        .where(isOld)
        .returning('name')
        .executeTakeFirst()
      if (!gone) return
      await storage.delete(name)
      deleted.push(name)
    })
  }
  return deleted
}

/** Tables of what happened, and of what feeds and accounts bring: nobody enters an image there. */
const NEVER_REFER: readonly (keyof DB)[] = [
  'accounts',
  'app_secrets',
  'audit_log',
  'clicked_before_deletion',
  'clicks',
  'demo_feeds',
  'favorite_leagues',
  'fixtures',
  'import_logs',
  'import_run_items',
  'import_runs',
  'jwks',
  'mapping_runs',
  'match_sources',
  'matches',
  'odds',
  'odds_history',
  'old_slugs',
  'rate_limits',
  'request_paces',
  'sessions',
  'sportsdb_countries',
  'sportsdb_events',
  'sportsdb_leagues',
  'sportsdb_seasons',
  'sportsdb_teams',
  'team_aliases',
  'team_mapping_candidates',
  'team_mapping_decisions',
  'team_mappings',
  'two_factors',
  'uploads',
  'verifications',
]

/** The uploads that any row refers to, whichever column of whichever table it is: a new one cannot be forgotten. */
async function readUsedMedia(db: Kysely<DB>): Promise<Set<string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${NEVER_REFER}::text[])`.execute(db)
  const sources = [
    ...tables.map(({ name }) => sql`select t::text as text from ${sql.table(name)} t`),
    // The one column of matches that an administrator types.
    sql`select affiliate_link as text from matches where affiliate_link is not null`,
  ]
  const used = new Set<string>()
  for (const source of sources) {
    const { rows } = await sql<{ name: string }>`
      select distinct found[1] as name
      from (${source}) t, regexp_matches(t.text, '/media/([0-9a-f]{40}\\.[a-z]+)', 'g') found
      where t.text like '%/media/%'`.execute(db)
    for (const { name } of rows) used.add(name)
  }
  return used
}
