import { getSiteSettings, type SiteSettings } from '#app/features/settings/queries.server.ts'
import { DEFAULT_SETTINGS } from '#app/features/theme/defaults.ts'
import type { Services } from '#app/platform/services.ts'

/** The site's settings, or the defaults where they cannot be read: a page is never lost to its look. */
export async function readSettings(services: Services): Promise<SiteSettings> {
  try {
    return await getSiteSettings(services)
  } catch (error) {
    services.log.error({ err: error }, 'Failed to load site settings')
    return DEFAULT_SETTINGS
  }
}

/** The site's public origin: the environment's, else that of the address in the settings, else the one asked for. */
export async function readOrigin(services: Services, url: URL): Promise<string> {
  if (services.env.appUrl) return services.env.appUrl
  const { site_url: siteUrl } = await readSettings(services)
  return siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).origin : url.origin
}
