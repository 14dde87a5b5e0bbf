import type { Kysely } from 'kysely'
import { RunError } from '#app/features/runs/schema.ts'
import type { Source } from '#app/features/sources/contract.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { findUnsetAddress } from '#app/features/sources/stored-settings.server.ts'
import type { DB } from '#app/platform/db/types.ts'

/** Why a run of a source that is not set up fails. */
export async function withoutPlace(db: Kysely<DB>, env: SourcesEnv, source: Source): Promise<RunError> {
  const variable = await findUnsetAddress(db, env, source)
  return variable
    ? new RunError('unset_address', `Set ${variable} in the environment.`)
    : new RunError('not_configured', `There is no address for ${source.label}.`)
}
