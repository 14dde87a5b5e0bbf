import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { SourcesEnv } from '../settings.ts'
import { findPlace } from '../source-address.server.ts'
import type { SportsDbAccess } from './client.server.ts'
import sportsDb from './index.ts'

/** The address and key of TheSportsDB; null when it is not configured. */
export async function readSportsDbAccess(db: Kysely<DB>, env: SourcesEnv): Promise<SportsDbAccess | null> {
  const place = await findPlace(db, env, sportsDb)
  return (
    place && {
      url: place.address,
      key: place.key ?? '',
      allowPrivateAddresses: place.allowPrivateAddresses,
    }
  )
}
