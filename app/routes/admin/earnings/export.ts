import { exportEarnings } from '#app/features/earnings/report.server.ts'
import { parseEarningQuery } from '#app/features/earnings/report.ts'
import { dayOf } from '#app/platform/time.ts'
import { backOffice } from '../guard.server.ts'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/export'

/** The transactions of a range as a file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'earnings.read')
  const zone = await siteZone(services)
  const { from, to } = parseEarningQuery(url.searchParams, dayOf(new Date(), zone))
  return new Response(exportEarnings(services, { from, to }, zone), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="earnings-${from}-${to}.csv"`,
    },
  })
}
