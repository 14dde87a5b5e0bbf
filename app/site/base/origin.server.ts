import { readSettings } from '#app/features/settings/queries.server.ts'
import type { Services } from '#app/platform/services.ts'

/** The site's public origin: the environment's, else that of the address in the settings, else the requested one. */
export async function readOrigin(services: Services, url: URL): Promise<string> {
  if (services.env.appUrl) return services.env.appUrl
  const { site_url: siteUrl } = await readSettings(services)
  return siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).origin : url.origin
}
