import { LeagueCard } from '#app/features/catalogue/components/league-card.tsx'
import { listLeagues } from '#app/features/catalogue/queries.server.ts'
import { FavouriteToggle } from '#app/features/favourites/components/favourite-toggle.tsx'
import { MatchList } from '#app/features/matches/components/match-list.tsx'
import { OddsHints } from '#app/features/matches/components/odds-hints.tsx'
import { listOddsHints } from '#app/features/matches/hints.server.ts'
import { listFeaturedOfCountry, listLiveOfCountry } from '#app/features/matches/queries.server.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countryPath, sportPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Flag } from '#app/ui/flag.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Route } from './+types/country'
import { getPageHead } from './head.server.ts'
import { headTags } from './head.ts'
import { findCountryPlace, redirectToCanonical } from './place.server.ts'

export { PageError as ErrorBoundary } from './page-error.tsx'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const place = await findCountryPlace(services, params)
  redirectToCanonical(url, place)
  const { names, sport, country } = place
  const [leagues, live, featured, hints, head] = await Promise.all([
    listLeagues(services, country.id),
    listLiveOfCountry(services, country.id),
    listFeaturedOfCountry(services, country.id),
    listOddsHints(services, country.id),
    getPageHead(services, {
      url,
      language: params.lang,
      page: 'country',
      variables: { sport_name: sport.name, country_name: country.name },
      way: [
        { name: sport.name, path: sportPath(params.lang, sport.slug) },
        { name: country.name, path: countryPath(params.lang, sport.slug, country.slug) },
      ],
    }),
  ])
  return {
    sport: { name: sport.name, slug: sport.slug },
    country,
    leagues,
    live: live.map(names.match),
    featured: featured.map(names.match),
    hints,
    head,
  }
}

export function meta({ loaderData, matches: [root], error }: Route.MetaArgs) {
  return headTags(loaderData?.head, root.loaderData, error)
}

export default function Country({ loaderData, params: { lang } }: Route.ComponentProps) {
  const { t } = useTranslation(['matches', 'leagues'])
  const { sport, country, leagues, live, featured, hints } = loaderData
  return (
    <>
      <div>
        <Breadcrumb
          crumbs={[{ label: sport.name, to: sportPath(lang, sport.slug) }, { label: country.name }]}
        />
        <h1 className="flex items-center gap-3 text-lg font-semibold text-heading">
          <Flag code={country.code} />
          {country.name}
        </h1>
      </div>
      <Section title={t('browse', { ns: 'leagues' })}>
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
          {leagues.map((league) => (
            <li key={league.id}>
              <LeagueCard sportSlug={sport.slug} countrySlug={country.slug} league={league}>
                <FavouriteToggle league={league} />
              </LeagueCard>
            </li>
          ))}
        </ul>
      </Section>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-8 lg:grid-cols-2 xl:grid-cols-3">
        <Column title={t('live')} matches={live} empty={t('live.none')} />
        <Column title={t('featured')} matches={featured} empty={t('featured.none')} />
        <Section title={t('sure-bets')}>
          {hints.sure.length > 0 ? (
            <OddsHints hints={hints.sure} />
          ) : (
            <p className="text-sm text-body">{t('sure-bets.no-real')}</p>
          )}
          <h3 className="mt-3 text-sm font-semibold text-heading">{t('widest-odds')}</h3>
          {hints.widest.length > 0 ? (
            <OddsHints hints={hints.widest} />
          ) : (
            <Empty>{t('sure-bets.none')}</Empty>
          )}
          <p className="text-xs text-muted">{t('sure-bets.disclaimer')}</p>
        </Section>
      </div>
    </>
  )
}

function Column({ title, matches, empty }: { title: string; matches: MatchSummary[]; empty: string }) {
  return (
    <Section title={title}>
      {matches.length > 0 ? <MatchList matches={matches} /> : <Empty>{empty}</Empty>}
    </Section>
  )
}
