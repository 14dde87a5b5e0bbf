import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Source, SourcePlace, SourceSettings } from './contract.ts'
import type { SourcesEnv } from './settings.ts'
import { findSettings } from './stored-settings.server.ts'

/** The location of a source, from its settings or the demonstration. */
export interface FoundPlace extends SourcePlace {
  allowPrivateAddresses: boolean
}

/** The key of all feeds of the demonstration. */
const DEMO_KEY = 'sandbox'

/**
 * The location of a source: as the operator has configured it, else the demonstration's while it runs; null when
 * neither exists.
 * @param typed values that are not saved yet
 */
export async function findPlace(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  typed: SourceSettings = {},
): Promise<FoundPlace | null> {
  const own = source.locate(await findSettings(db, env, source, typed))
  if (own) return { ...own, allowPrivateAddresses: env.allowPrivateFeeds }
  const row = await db
    .selectFrom('demo_feeds')
    .select(['address', 'bookmaker'])
    .where('source', '=', source.key)
    .executeTakeFirst()
  return row
    ? {
        address: row.address,
        key: DEMO_KEY,
        ...(row.bookmaker === null ? {} : { bookmaker: row.bookmaker }),
        allowPrivateAddresses: true,
      }
    : null
}

/** Stores the addresses of the demonstration's feeds; an empty list means that it does not run. */
export async function saveDemoFeeds(
  db: Kysely<DB>,
  feeds: readonly { source: string; address: string; bookmaker?: string }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('demo_feeds').execute()
    const rows = feeds.map(({ source, address, bookmaker = null }) => ({ source, address, bookmaker }))
    if (rows.length > 0) await trx.insertInto('demo_feeds').values(rows).execute()
  })
}
