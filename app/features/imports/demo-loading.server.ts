/** The progress of loading the demonstration. It is stored in the database, so that all processes of the site agree. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** The requester of the demonstration's imports, and how often it repeats those of its current feeds. */
export const BY_DEMO = 'demo'
export const DEMO_MINUTES = 2

/** Types of rows of import_logs: at most one of the two exists. */
const LOADING = 'demo-loading'
const LOADED = 'demo'

/** Marks the content as a demonstration that is still loading. */
export async function beginDemoLoading(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into import_logs (type, summary) select ${LOADING}, '{"percent": 0}'
      where not exists (select 1 from import_logs where type in (${LOADING}, ${LOADED}))`.execute(trx)
    await trx.updateTable('site_settings').set({ demo_content: true }).execute()
    await announce(trx)
  })
}

/** @param percent 0 to 100 */
export async function saveDemoPercent(db: Kysely<DB>, percent: number): Promise<void> {
  await db
    .updateTable('import_logs')
    .set({ summary: JSON.stringify({ percent }) })
    .where('type', '=', LOADING)
    .execute()
}

/** The demonstration is complete: from now on it is only refreshed. */
export async function endDemoLoading(db: Kysely<DB>, summary: object): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('import_logs').where('type', 'in', [LOADING, LOADED]).execute()
    await trx
      .insertInto('import_logs')
      .values({ type: LOADED, summary: JSON.stringify(summary) })
      .execute()
    await announce(trx)
  })
}

/** Loading the demonstration has ended early: the loaded part remains. */
export async function giveUpDemoLoading(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('import_logs').where('type', '=', LOADING).returning('id').execute()
    if (gone.length > 0) await announce(trx)
  })
}

/** Pages with the notice of loading are cached with the settings as a dependency. */
async function announce(trx: Kysely<DB>): Promise<void> {
  await sql`select send_changes(array['settings'])`.execute(trx)
}

export async function isDemoLoaded(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('import_logs').select('id').where('type', '=', LOADED).executeTakeFirst()
  return row !== undefined
}

/** The percentage of the demonstration that is loaded; null when it is not loading. */
export async function readDemoPercent(db: Kysely<DB>): Promise<number | null> {
  const row = await db
    .selectFrom('import_logs')
    .select(sql<number>`(summary ->> 'percent')::integer`.as('percent'))
    .where('type', '=', LOADING)
    .executeTakeFirst()
  return row?.percent ?? null
}

/** Whether public pages show a notice that the demonstration is loading. On a database error they show none. */
export async function isDemoLoading(services: Services): Promise<boolean> {
  try {
    return await services.memo.get('demo-loading', async () => {
      noteRead('settings')
      return (await readDemoPercent(services.database.kysely)) !== null
    })
  } catch (error) {
    services.log.warn({ err: error }, 'the state of the demonstration could not be read')
    return false
  }
}
