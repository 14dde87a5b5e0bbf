import { redirect } from 'react-router'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { standalonePath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/docs'

/** The reference page in the language of the site. */
export async function loader({ context }: Route.LoaderArgs) {
  const { default: language } = await getKnownLanguages(context.get(servicesContext))
  return redirect(standalonePath(language, 'api'))
}
