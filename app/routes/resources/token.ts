import { countAttempt } from '#app/features/accounts/limits.server.ts'
import { hasSuppliedToken, NO_ACCESS_WITH_SUPPLIED_TOKEN } from '#app/features/accounts/supplied-token.ts'
import { issueToken } from '#app/features/accounts/tokens.server.ts'
import { openVisit } from '#app/features/accounts/visit.server.ts'
import type { Route } from './+types/token'
import { NO_STORE } from './no-store.ts'

/** A bearer token for the read API, for a signed-in user: with the session's cookie, or a program's session token. */
export async function loader(args: Route.LoaderArgs) {
  const { services, headers, address } = await openVisit(args)
  if (!(await countAttempt(services.database, { 'token:address': address }))) {
    return new Response(null, { status: 429, ...NO_STORE })
  }
  const authorization = args.request.headers.get('authorization')
  if (hasSuppliedToken(authorization))
    return Response.json({ error: NO_ACCESS_WITH_SUPPLIED_TOKEN }, { status: 401, ...NO_STORE })
  if (authorization) headers.set('authorization', authorization)
  const issued = await issueToken(services, headers)
  if (!issued) return Response.json({ error: 'Sign in first' }, { status: 401, ...NO_STORE })
  const { token, expiresIn } = issued
  return Response.json({ token, token_type: 'Bearer', expires_in: expiresIn }, NO_STORE)
}
