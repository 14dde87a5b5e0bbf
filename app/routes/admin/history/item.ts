import { readableBy } from '#app/features/accounts/readable-history.ts'
import { listAudit, parseAuditFilter } from '#app/features/history/queries.server.ts'
import { backOffice } from '../guard.server.ts'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/item'

/** The audit trail of one item, `?entity=sports&id=...`, the latest entries. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'history.read')
  const { entity = '', id = '' } = parseAuditFilter(url.searchParams)
  const { entries } = await listAudit(
    services,
    { entity, id },
    await siteZone(services),
    readableBy(actor.role),
  )
  return Response.json({ entries }, { headers: { 'Cache-Control': 'no-store' } })
}
