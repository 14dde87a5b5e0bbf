import { exportClicks } from '#app/features/affiliates/click-report.server.ts'
import { parseClickQuery } from '#app/features/affiliates/click-report.ts'
import { dayOf } from '#app/platform/time.ts'
import { backOffice } from '../guard.server.ts'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/export'

/** The clicks of a range as a file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'clicks.read')
  const zone = await siteZone(services)
  const { from, to } = parseClickQuery(url.searchParams, dayOf(new Date(), zone))
  return new Response(exportClicks(services, { from, to }, zone), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="clicks-${from}-${to}.csv"`,
    },
  })
}
