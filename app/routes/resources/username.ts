import { countAttempt } from '#app/features/accounts/limits.server.ts'
import { isUsernameTaken } from '#app/features/accounts/queries.server.ts'
import { USERNAME_MAX } from '#app/features/accounts/rules.ts'
import { openVisit } from '#app/features/accounts/visit.server.ts'
import type { Route } from './+types/username'
import { NO_STORE } from './no-store.ts'

/** Whether a username is free: only true or false, with a rate limit for each address. */
export async function loader(args: Route.LoaderArgs) {
  const { services, address } = await openVisit(args)
  const name = (args.url.searchParams.get('name') ?? '').trim()
  if (name === '' || name.length > USERNAME_MAX) return Response.json({ available: false }, NO_STORE)
  if (!(await countAttempt(services.database, { 'username:address': address }))) {
    return new Response(null, { status: 429, ...NO_STORE })
  }
  return Response.json({ available: !(await isUsernameTaken(services, name)) }, NO_STORE)
}
