import type { Selectable } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** The single row of site_settings, columns as in the database. */
export type SiteSettings = Selectable<DB['site_settings']>

/** The site's settings. @throws the database's error: whoever renders decides what a page without settings looks like */
export function getSiteSettings(services: Services): Promise<SiteSettings> {
  return services.memo.get('settings', () => {
    noteRead('settings')
    return services.database.kysely.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow()
  })
}
