import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Names of the active bookmakers by id. */
export function getBookmakerNames(services: Services): Promise<ReadonlyMap<string, string>> {
  return services.memo.get('bookmaker-names', async () => {
    noteRead('bookmakers')
    const rows = await services.database.kysely
      .selectFrom('bookmakers')
      .select(['id', 'name'])
      .where('is_active', '=', true)
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
