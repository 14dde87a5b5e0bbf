import { parseListFilter, permissionOf } from '#app/features/bulk-edit/lists.ts'
import { exportRows } from '#app/features/bulk-edit/queries.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/export'

/** The rows of a search as a file, which the same screen imports. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = parseListFilter(url.searchParams)
  const { services, actor } = backOffice(context, permissionOf(url.searchParams, 'read'))
  return new Response(exportRows(services, { filter, language: actor.language, role: actor.role }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filter.list}.csv"`,
    },
  })
}
