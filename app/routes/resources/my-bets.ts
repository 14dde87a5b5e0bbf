import { getSession } from '#app/features/accounts/session.server.ts'
import { betsFile } from '#app/features/noted-bets/bets-file.ts'
import { listBets } from '#app/features/noted-bets/queries.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/my-bets'
import { NO_STORE } from './no-store.ts'

/** The bets that the visitor has noted, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await getSession(services, request)
  if (!session) return new Response(null, { status: 401, ...NO_STORE })
  return new Response(betsFile(await listBets(services, session.user.id)), {
    headers: {
      ...NO_STORE.headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bets.csv"',
    },
  })
}
