import type { Selectable } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { knownZone } from '#app/platform/time.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'

/** The single row of site_settings, columns as in the database; an unknown time zone becomes UTC. */
export type SiteSettings = Selectable<DB['site_settings']>

/** The site's settings. @throws the database's error */
export function getSiteSettings(services: Services): Promise<SiteSettings> {
  return services.memo.get('settings', async () => {
    noteRead('settings')
    const row = await services.database.kysely
      .selectFrom('site_settings')
      .selectAll()
      .executeTakeFirstOrThrow()
    return { ...row, time_zone: knownZone(row.time_zone) }
  })
}

/** The site's settings, or the defaults if they cannot be read, so that pages can still be rendered. */
export async function readSettings(services: Services): Promise<SiteSettings> {
  try {
    return await getSiteSettings(services)
  } catch (error) {
    services.log.error({ err: error }, 'Failed to load site settings')
    noteFailure()
    return DEFAULT_SETTINGS
  }
}
