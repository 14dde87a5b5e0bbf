import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { requestRun } from '#app/features/runs/run-queue.server.ts'
import { BY_SCHEDULE, SITE as WHOLE_SITE } from '#app/features/runs/runs.server.ts'
import type { Tool } from '#app/features/runs/tool-run.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mediaTypeOf } from './schema.ts'
import { type MediaStorage, openMediaStorage } from './storage.server.ts'

const payload = z.object({})

/** How long an unused upload can be restored: by a save, from the history or from a backup. */
const RETENTION = sql`interval '30 days'`

/** The author of changes that the site makes itself. */
const SITE: Actor = { id: null, email: 'overround' }

type Worker = Pick<Services, 'database' | 'log'>

/** What its runs are called. */
export const MEDIA_CLEANUP = 'media-cleanup'

/** Every night: queues the run that deletes uploads that nothing refers to. */
export function unusedMedia({
  database,
  jobs,
}: Pick<Services, 'database' | 'jobs'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'unused-media',
    payload,
    exclusive: true,
    cron: '17 4 * * *',
    expireInSeconds: 60,
    handle: async () => {
      const request = { kind: MEDIA_CLEANUP, subject: WHOLE_SITE, requestedBy: BY_SCHEDULE, params: {} }
      await requestRun({ db: database.kysely, jobs }, request)
    },
  }
}

/** Deletes uploads that nothing refers to, and commits after each. */
export function mediaCleanup({
  env,
  ...services
}: Worker & Pick<Services, 'env'>): Tool<object, 'deleted' | 'failed'> {
  return {
    kind: MEDIA_CLEANUP,
    params: payload,
    counts: ['deleted', 'failed'],
    async run(run) {
      await deleteUnusedMedia(services, openMediaStorage(env), new Date(), {
        signal: run.signal,
        onFile: (outcome, share) => run.commit({ share, counts: { [outcome]: 1 } }),
      })
      run.signal.throwIfAborted()
    },
  }
}

/**
 * Marks uploads that nothing refers to, and deletes those that were marked for 30 days. If the storage cannot delete a
 * file, the job tries again the next night.
 * @returns the names of the deleted files
 */
export async function deleteUnusedMedia(
  { database: { kysely: db }, log }: Worker,
  storage: MediaStorage,
  now: Date,
  {
    signal,
    onFile,
  }: {
    signal?: AbortSignal
    onFile?: (outcome: 'deleted' | 'failed', share: number) => Promise<void>
  } = {},
): Promise<string[]> {
  await markUnused(db, now)
  const old = await db.selectFrom('uploads').select('name').where(isOld(now)).orderBy('name').execute()
  const deleted: string[] = []
  for (const [index, { name }] of old.entries()) {
    if (signal?.aborted) break
    const share = (index + 1) / old.length
    const upload = await db.transaction().execute((tx) => deleteUnusedRow(tx, name, now))
    if (!upload) continue
    if (await tryToDelete({ db, log, storage }, upload)) {
      deleted.push(name)
      await onFile?.('deleted', share)
    } else {
      await onFile?.('failed', share)
    }
  }
  if (old.length > 0) log.info({ deleted: deleted.length, of: old.length }, 'unused images were deleted')
  return deleted
}

async function tryToDelete(
  { db, log, storage }: { db: Kysely<DB>; log: Worker['log']; storage: MediaStorage },
  upload: Upload,
): Promise<boolean> {
  const { name } = upload
  try {
    await deleteFile(db, storage, name)
    return true
  } catch (error) {
    log.error({ err: error, name }, 'an unused image could not be deleted')
    await db.transaction().execute((tx) => restoreRow(tx, upload))
    return false
  }
}

const isOld = (now: Date) => sql<boolean>`unused_since < ${now}::timestamptz - ${RETENTION}`

async function markUnused(db: Kysely<DB>, now: Date): Promise<void> {
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
  /** Its name in the history. */
  label: string
}

/** Null if something refers to it again, or if it was uploaded again. */
async function deleteUnusedRow(tx: Kysely<DB>, name: string, now: Date): Promise<Upload | null> {
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
  const audit = await tx
    .selectFrom('audit_log')
    .select('label')
    .where('entity', '=', 'media')
    .where('entity_id', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const upload = { ...row, label: audit?.label ?? name }
  await recordAudit(tx, SITE, [{ ...lineOf(upload), action: 'delete' }])
  return upload
}

async function restoreRow(tx: Kysely<DB>, upload: Upload): Promise<void> {
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
 * Runs outside a transaction, because the storage may be slow. If the same image is uploaded meanwhile, there is a row
 * for it at the end, or its file is stored after the deletion.
 */
async function deleteFile(db: Kysely<DB>, storage: MediaStorage, name: string): Promise<void> {
  const body = await storage.get(name)
  await storage.delete(name)
  const again = await db.selectFrom('uploads').select('name').where('name', '=', name).executeTakeFirst()
  if (again && body) await storage.put(name, mediaTypeOf(name) ?? '', body)
}

/** Tables of events, of feeds and of accounts: they contain no images. */
const WITHOUT_IMAGES: readonly (keyof DB)[] = [
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
  'link_checks',
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
  'run_items',
  'runs',
  'sessions',
  'source_tests',
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

/** The uploads that any row refers to, in any column of any other table, so a new column is included automatically. */
async function readUsedMedia(db: Kysely<DB>): Promise<Set<string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${WITHOUT_IMAGES}::text[])`.execute(db)
  const sources = [
    ...tables.map(({ name }) => sql`select t::text as text from ${sql.table(name)} t`),
    // The only column of matches that an administrator enters.
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
