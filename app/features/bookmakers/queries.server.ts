import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'

/** Names by id of the active bookmakers that the current audience may see. */
export function getBookmakerNames(services: Services): Promise<ReadonlyMap<string, string>> {
  return services.memo.get('bookmaker-names', async () => {
    noteRead('bookmakers')
    const audience = await readAudience(services)
    const rows = await services.database.kysely
      .selectFrom('bookmakers as b')
      .select(['b.id', 'b.name'])
      .where('b.is_active', '=', true)
      .where(isShown(audience, 'b'))
      .execute()
    return new Map(rows.map((row) => [row.id, row.name]))
  })
}

/** All bookmakers, including hidden ones; columns by their database names. */
export function listEditorBookmakers({ database }: Pick<Services, 'database'>) {
  return database.kysely
    .selectFrom('bookmakers')
    .select(['id', 'name', 'logo_url', 'website_url', 'commission', 'menu_position', 'is_active'])
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}
