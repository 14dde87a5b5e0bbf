import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { FavouriteLeagues } from '#app/features/favourites/components/favourite-leagues.tsx'
import { MatchTable } from '#app/features/matches/components/match-table.tsx'
import { MATCH_TABS, type MatchTab, MatchTabs } from '#app/features/matches/components/match-tabs.tsx'
import { SportChips } from '#app/features/matches/components/sport-chips.tsx'
import { useResultRefresh } from '#app/features/matches/components/use-result-refresh.ts'
import { countLive, listLive, listUpcoming } from '#app/features/matches/queries.server.ts'
import { PromotionCarousel } from '#app/features/promotions/components/promotion-carousel.tsx'
import { listPromotions } from '#app/features/promotions/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { sportPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { inSentence } from '#app/platform/text/in-sentence.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/home'
import { getPageHead } from './head.server.ts'
import { headTags } from './head.ts'
import { orNull } from './or-null.server.ts'

export { PageError as ErrorBoundary } from './page-error.tsx'

const UPCOMING_LIMIT = 20

export async function loader({ params: { lang }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const query = url.searchParams
  const tab = MATCH_TABS.find((it) => it === query.get('tab')) ?? 'upcoming'
  const [names, menu] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  const sports = menu.map(({ countries: _, ...sport }) => names.sport(sport))
  const slug = query.get('sport')
  const sport = sports.find((it) => it.slug === slug) ?? sports[0] ?? null
  const [matches, liveCount, buttons, promotions, head] = await Promise.all([
    sport ? readMatches(tab, sport.id) : [],
    sport ? countLive(services, { sportId: sport.id }) : 0,
    listAffiliateButtons(services, lang),
    orNull(services, 'the home page shows no promotions', listPromotions(services, lang, 'home')),
    getPageHead(services, { language: lang, url, page: 'home', variables: {}, way: [] }),
  ])
  return {
    tab,
    sports,
    sport,
    matches: matches.map((match) => names.match(match)),
    liveCount,
    buttons,
    promotions: promotions ?? [],
    head,
  }

  function readMatches(list: MatchTab, sportId: string) {
    return list === 'live'
      ? listLive(services, { sportId })
      : listUpcoming(services, { sportId, limit: UPCOMING_LIMIT })
  }
}

export function meta({ loaderData, matches: [root], error }: Route.MetaArgs) {
  return headTags(loaderData?.head, root.loaderData, error)
}

export default function Home({ loaderData, params: { lang } }: Route.ComponentProps) {
  const { t } = useTranslation('matches')
  const { tab, sports, sport, matches, liveCount, buttons, promotions } = loaderData
  useResultRefresh(matches)
  const viewAll = sport && (
    <Link to={sportPath(lang, sport.slug)} className="text-link hover:text-link-hover hover:underline">
      {t('view-all', { sport: inSentence(sport.name, lang) })}
    </Link>
  )
  return (
    <>
      <h1 className="text-lg font-semibold text-heading">{t('headline')}</h1>
      <PromotionCarousel promotions={promotions} />
      <FavouriteLeagues />
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-3 border-b border-line md:flex-row md:items-end md:justify-between">
          <MatchTabs tab={tab} sport={sport?.slug ?? null} liveCount={liveCount} />
        </div>
        <SportChips sports={sports} current={sport?.slug ?? null} tab={tab} />
        {matches.length > 0 ? (
          <>
            <MatchTable caption={t(tab)} matches={matches} buttons={buttons} withCompetition place="home" />
            <p className="text-center text-sm">{viewAll}</p>
          </>
        ) : (
          <Empty next={viewAll}>{t('empty')}</Empty>
        )}
      </div>
    </>
  )
}
