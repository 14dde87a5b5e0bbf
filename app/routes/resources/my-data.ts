import { exportAccount } from '#app/features/accounts/queries.server.ts'
import { getSession } from '#app/features/accounts/session.server.ts'
import { exportFavourites } from '#app/features/favourites/export.server.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { exportBets } from '#app/features/noted-bets/queries.server.ts'
import { exportAlerts } from '#app/features/visitor-alerts/export.server.ts'
import { readTexts } from '#app/features/visitor-alerts/texts.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/my-data'
import { NO_STORE } from './no-store.ts'

/** Everything that the site stores about the user, as a file, in the user's language. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await getSession(services, request)
  if (!session) return new Response(null, { status: 401, ...NO_STORE })
  const { id, preferredLanguage } = session.user
  const { active, default: fallback } = await getKnownLanguages(services)
  const asked = url.searchParams.get('lang') ?? preferredLanguage ?? ''
  const texts = await readTexts(services, active.includes(asked) ? asked : fallback)
  const [account, favourites, alerts, bets] = await Promise.all([
    exportAccount(services, id),
    exportFavourites(services, id),
    exportAlerts(services, id, texts),
    exportBets(services, id, texts),
  ])
  return new Response(`${JSON.stringify({ ...account, ...favourites, ...alerts, ...bets }, null, 2)}\n`, {
    headers: {
      ...NO_STORE.headers,
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    },
  })
}
