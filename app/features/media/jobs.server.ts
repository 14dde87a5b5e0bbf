import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mediaTypeOf } from './schema.ts'
import { type MediaStorage, openMediaStorage } from './storage.server.ts'

const payload = z.object({})

/** How long an upload that nothing refers to can still be brought back: by a save, from the history or from a backup. */
const KEPT = sql`interval '30 days'`

/** As whom the trail names what no administrator did. */
const SITE: Actor = { id: null, email: 'overround' }

type Worker = Pick<Services, 'database' | 'log'>

/** Every night: deletes uploads that nothing refers to. */
export function unusedMedia({
  env,
  ...services
}: Worker & Pick<Services, 'env'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'unused-media',
    payload,
    exclusive: true,
    cron: '17 4 * * *',
    expireInSeconds: 3_600,
    handle: async (_, signal) => {
      await deleteUnusedMedia(services, openMediaStorage(env), new Date(), signal)
    },
  }
}

/**
 * Notes which uploads nothing refers to, and deletes those that were found so for long. One that the storage does not
 * delete stays for the next night.
 * @returns the names of the files that were deleted
 */
export async function deleteUnusedMedia(
  { database: { kysely: db }, log }: Worker,
  storage: MediaStorage,
  now: Date,
  signal?: AbortSignal,
): Promise<string[]> {
  await noteUnused(db, now)
  const old = await db.selectFrom('uploads').select('name').where(isOld(now)).orderBy('name').execute()
  const deleted: string[] = []
  for (const { name } of old) {
    if (signal?.aborted) break
    const upload = await db.transaction().execute((tx) => forgetUpload(tx, name, now))
    if (!upload) continue
    try {
      await deleteFile(db, storage, name)
      deleted.push(name)
    } catch (error) {
      log.error({ err: error, name }, 'an unused image could not be deleted')
      await db.transaction().execute((tx) => rememberUpload(tx, upload))
    }
  }
  if (old.length > 0) log.info({ deleted: deleted.length, of: old.length }, 'unused images were deleted')
  return deleted
}

const isOld = (now: Date) => sql<boolean>`unused_since < ${now}::timestamptz - ${KEPT}`

async function noteUnused(db: Kysely<DB>, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const used = [...(await readUsedMedia(tx))]
    await sql`update uploads set unused_since = null
      where unused_since is not null and name = any(${used}::text[])`.execute(tx)
    await sql`update uploads set unused_since = ${now}
      where unused_since is null and name <> all(${used}::text[])`.execute(tx)
  })
}

interface Upload {
  name: string
  unused_since: Date | null
  /** What the trail calls it. */
  label: string
}

/** Null where something refers to it by now, or somebody has uploaded it again. */
async function forgetUpload(tx: Kysely<DB>, name: string, now: Date): Promise<Upload | null> {
  const row = await tx
    .selectFrom('uploads')
    .select(['name', 'unused_since'])
    .where('name', '=', name)
    .where(isOld(now))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const used = await readUsedMedia(tx)
  if (used.has(name)) {
    await tx.updateTable('uploads').set({ unused_since: null }).where('name', '=', name).execute()
    return null
  }
  await tx.deleteFrom('uploads').where('name', '=', name).execute()
  const told = await tx
    .selectFrom('audit_log')
    .select('label')
    .where('entity', '=', 'media')
    .where('entity_id', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const upload = { ...row, label: told?.label ?? name }
  await recordAudit(tx, SITE, [{ ...lineOf(upload), action: 'delete' }])
  return upload
}

async function rememberUpload(tx: Kysely<DB>, upload: Upload): Promise<void> {
  const { name, unused_since } = upload
  await tx
    .insertInto('uploads')
    .values({ name, unused_since })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await recordAudit(tx, SITE, [{ ...lineOf(upload), action: 'create' }])
}

const lineOf = ({ name, label }: Upload) => ({ entity: 'media', entityId: name, label })

/**
 * Outside of any transaction: the storage may take its time. Who uploads the same image meanwhile has a row for it by the
 * end, or stores the file after that.
 */
async function deleteFile(db: Kysely<DB>, storage: MediaStorage, name: string): Promise<void> {
  const body = await storage.get(name)
  await storage.delete(name)
  const again = await db.selectFrom('uploads').select('name').where('name', '=', name).executeTakeFirst()
  if (again && body) await storage.put(name, mediaTypeOf(name) ?? '', body)
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
  'market_bests',
  'markets',
  'match_sources',
  'matches',
  'odds',
  'odds_history',
  'old_slugs',
  'outright_participants',
  'outright_sources',
  'outrights',
  'price_parts',
  'price_sources',
  'priced_events',
  'quote_changes',
  'quote_packs',
  'quotes',
  'quotes_seen',
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
  'unknown_markets',
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
