import { publishKeys } from '#app/features/accounts/tokens.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/jwks'

/** The public keys of the site's bearer tokens (RFC 7517). */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await publishKeys(context.get(servicesContext)), {
    headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
  })
}
