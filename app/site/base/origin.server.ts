import { readSettings } from '#app/features/settings/queries.server.ts'
import type { Services } from '#app/platform/services.ts'

/** The site's public origin: from the environment, else from the address in the settings, else from the request. */
export async function readOrigin(services: Services, url: URL): Promise<string> {
  if (services.env.appUrl) return services.env.appUrl
  const { site_url: siteUrl } = await readSettings(services)
  return siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).origin : url.origin
}
