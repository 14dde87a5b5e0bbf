import { describeApi } from '#app/features/read-api/description.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import type { Route } from './+types/openapi'
import { tagged } from './reads.server.ts'

/** The description of the API. It is open without a key and not counted. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [origin, { site_name: title }] = await Promise.all([
    readOrigin(services, url),
    readSettings(services),
  ])
  const body = JSON.stringify(describeApi({ origin, title }))
  return tagged(request, body, { 'Cache-Control': 'public, max-age=300' })
}
