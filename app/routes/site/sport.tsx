import { CountryAccordion } from '#app/features/catalogue/components/country-accordion.tsx'
import { listCountriesWithLeagues } from '#app/features/catalogue/queries.server.ts'
import { FavouriteToggle } from '#app/features/favourites/components/favourite-toggle.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { sportPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import type { Route } from './+types/sport'
import { getPageHead } from './head.server.ts'
import { headTags } from './head.ts'
import { findSportPlace, redirectToCanonical } from './place.server.ts'

export { PageError as ErrorBoundary } from './page-error.tsx'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const place = await findSportPlace(services, params)
  redirectToCanonical(url, place)
  const { names, sport } = place
  const [countries, head] = await Promise.all([
    listCountriesWithLeagues(services, sport.id),
    getPageHead(services, {
      url,
      language: params.lang,
      page: 'sport',
      variables: { sport_name: sport.name },
      way: [{ name: sport.name, path: sportPath(params.lang, sport.slug) }],
    }),
  ])
  return { sport: { name: sport.name, slug: sport.slug }, countries: countries.map(names.country), head }
}

export function meta({ loaderData, matches: [root], error }: Route.MetaArgs) {
  return headTags(loaderData?.head, root.loaderData, error)
}

export default function Sport({ loaderData: { sport, countries } }: Route.ComponentProps) {
  const { t } = useTranslation('errors')
  return (
    <>
      <div>
        <Breadcrumb crumbs={[{ label: sport.name }]} />
        <h1 className="text-lg font-semibold text-heading">{sport.name}</h1>
      </div>
      {countries.length > 0 ? (
        <CountryAccordion
          sportSlug={sport.slug}
          countries={countries}
          leagueAction={(league) => <FavouriteToggle league={league} />}
        />
      ) : (
        <p role="alert" className="text-danger">
          {t('no-countries')}
        </p>
      )}
    </>
  )
}
