import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/root-redirect.ts'
import { redirectToStart } from './start-language.server.ts'

/** `/` is the home page in the visitor's language. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  return redirectToStart(services, request, await getKnownLanguages(services), url.search)
}
