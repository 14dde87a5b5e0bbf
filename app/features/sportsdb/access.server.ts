import type { Kysely } from 'kysely'
import { readDemoFeed } from '#app/features/sources/addresses.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { SportsDbAccess } from './client.server.ts'

/** What the environment says of TheSportsDB. */
export interface SportsDbEnv {
  sportsDbUrl: string
  sportsDbKey: string | undefined
  allowPrivateFeeds: boolean
}

/** Where TheSportsDB is: with the operator's key the real one, else the demonstration's while it runs; null when neither. */
export async function readSportsDbAccess(db: Kysely<DB>, env: SportsDbEnv): Promise<SportsDbAccess | null> {
  if (env.sportsDbKey) {
    return { url: env.sportsDbUrl, key: env.sportsDbKey, allowPrivateAddresses: env.allowPrivateFeeds }
  }
  const demo = await readDemoFeed(db, 'sportsdb')
  return demo && { url: demo.address, key: 'sandbox', allowPrivateAddresses: true }
}
