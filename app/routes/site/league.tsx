import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { FavouriteToggle } from '#app/features/favourites/components/favourite-toggle.tsx'
import { DayGroups } from '#app/features/matches/components/day-groups.tsx'
import { FeaturedCarousel } from '#app/features/matches/components/featured-carousel.tsx'
import { ResultsTable } from '#app/features/matches/components/results-table.tsx'
import { useResultRefresh } from '#app/features/matches/components/use-result-refresh.ts'
import { splitAtToday } from '#app/features/matches/groups.ts'
import { matchState } from '#app/features/matches/match-state.ts'
import {
  listFeaturedOfLeague,
  listOfLeagueBefore,
  listOfLeagueFrom,
} from '#app/features/matches/queries.server.ts'
import { withResults } from '#app/features/matches/results.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { noteChangeAt } from '#app/platform/http/reads.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countryPath, leaguePath, sportPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { addDays, dayOf, nextMidnight, startOfDay } from '#app/platform/time.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Route } from './+types/league'
import { getPageHead } from './head.server.ts'
import { headTags } from './head.ts'
import { findLeaguePlace, redirectToCanonical } from './place.server.ts'

export { PageError as ErrorBoundary } from './page-error.tsx'

const RESULTS_ID = 'recent-results'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const place = await findLeaguePlace(services, params)
  redirectToCanonical(url, place)
  const { names, sport, country, league } = place
  const { time_zone: zone } = await readSettings(services)
  const now = new Date()
  // Before today begins in any zone.
  const from = startOfDay(addDays(dayOf(now, zone), -2), zone)
  noteChangeAt(nextMidnight(now, zone))
  const [around, featured, before, buttons, head] = await Promise.all([
    listOfLeagueFrom(services, { leagueId: league.id, from }).then((it) => withResults(services, it)),
    listFeaturedOfLeague(services, league.id),
    listOfLeagueBefore(services, { leagueId: league.id, before: from }).then((it) =>
      withResults(services, it),
    ),
    listAffiliateButtons(services, params.lang),
    getPageHead(services, {
      url,
      language: params.lang,
      page: 'league',
      variables: { sport_name: sport.name, country_name: country.name, league_name: league.name },
      way: [
        { name: sport.name, path: sportPath(params.lang, sport.slug) },
        { name: country.name, path: countryPath(params.lang, sport.slug, country.slug) },
        { name: league.name, path: leaguePath(params.lang, sport.slug, country.slug, league.slug) },
      ],
    }),
  ])
  return {
    sport: { name: sport.name, slug: sport.slug },
    country,
    league,
    around: around.map(names.match),
    featured: featured.map(names.match),
    before: before.map(names.match),
    buttons,
    head,
  }
}

export function meta({ loaderData, matches: [root], error }: Route.MetaArgs) {
  return headTags(loaderData?.head, root.loaderData, error)
}

export default function League({ loaderData, params: { lang } }: Route.ComponentProps) {
  const { t } = useTranslation(['leagues', 'matches'])
  const { sport, country, league, around, featured, before, buttons } = loaderData
  const now = useNow()
  const zone = useZone()
  const { upcoming, recent } = splitAtToday(around, before, now, zone)
  useResultRefresh([...upcoming, ...recent])
  const hasUpcoming = upcoming.some((match) => matchState(match, now, zone) !== 'past')
  const placeOfCountry = { label: country.name, to: countryPath(lang, sport.slug, country.slug) }
  return (
    <>
      <div>
        <Breadcrumb
          crumbs={[
            { label: sport.name, to: sportPath(lang, sport.slug) },
            placeOfCountry,
            { label: league.name },
          ]}
        />
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Logo src={league.logoUrl} size={40} fallback={initials(league.name)} />
          <h1 className="min-w-0 grow text-lg font-semibold text-heading">{league.name}</h1>
          <FavouriteToggle league={league} />
          <a href={`#${RESULTS_ID}`} className="button-quiet min-h-11 px-4 text-sm md:min-h-9">
            {t('recent-results')}
          </a>
        </header>
      </div>
      {featured.length > 0 && <FeaturedCarousel matches={featured} />}
      <Section title={t('upcoming', { ns: 'matches' })}>
        {!hasUpcoming && <NoUpcoming />}
        {upcoming.length > 0 && <DayGroups matches={upcoming} buttons={buttons} />}
      </Section>
      <Section id={RESULTS_ID} title={t('recent-results')}>
        {recent.length > 0 ? <ResultsTable matches={recent} /> : <Empty>{t('no-past-matches')}</Empty>}
      </Section>
    </>
  )
}

/** A yellow notice on small screens, one plain line on large ones. */
function NoUpcoming() {
  const { t } = useTranslation('leagues')
  return (
    <>
      <div className="rounded-lg border border-warning p-4 text-sm md:hidden">
        <p className="font-semibold text-warning">{t('no-matches-title')}</p>
        <p className="mt-1 text-body">{t('no-matches-hint')}</p>
      </div>
      <div className="max-md:hidden">
        <Empty>{t('no-upcoming-matches')}</Empty>
      </div>
    </>
  )
}
