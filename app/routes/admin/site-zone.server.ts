import { getSiteSettings } from '#app/features/settings/queries.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isTimeZone } from '#app/platform/time.ts'

/** The time zone of the site's days, by which reports count. The instants of a screen are in the browser's zone (ui/time.tsx). */
export async function siteZone(services: Services): Promise<string> {
  const { time_zone } = await getSiteSettings(services)
  return isTimeZone(time_zone) ? time_zone : 'UTC'
}
