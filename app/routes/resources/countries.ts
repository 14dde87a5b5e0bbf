import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import type { CountryMenuItem } from '#app/features/catalogue/schema.ts'
import { FALLBACK_LANGUAGE } from '#app/features/languages/choose-language.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/countries'

/** The countries of an active sport as in the menu: JSON, the same for every visitor. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { active } = await getKnownLanguages(services)
  // Cached once for each existing language, not for invented ones.
  if (params.lang !== FALLBACK_LANGUAGE && !active.includes(params.lang))
    throw new Response(null, { status: 404 })
  const [names, sports] = await Promise.all([getLocalNames(services, params.lang), getSportsMenu(services)])
  const sport = sports.find((it) => it.slug === params.sport)
  if (!sport) throw new Response(null, { status: 404 })
  const countries: CountryMenuItem[] = names.countries(sport.countries)
  return Response.json(countries)
}
