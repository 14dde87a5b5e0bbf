import { redirect } from 'react-router'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { homePath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/root-redirect.ts'

/** `/` is the home page of the default language. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { default: code } = await getKnownLanguages(context.get(servicesContext))
  return redirect(`${homePath(code)}${url.search}`)
}
