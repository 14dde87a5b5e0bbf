import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { isDemoLoading } from '#app/features/imports/demo-loading.server.ts'
import { homeDays, homeQuery, MATCH_TABS, MOST_PAGES_OF_MATCHES } from '#app/features/matches/home-query.ts'
import { countLive, listLive, listOfDay, listUpcoming } from '#app/features/matches/queries.server.ts'
import { readListPage } from '#app/features/movements/drops-query.ts'
import { readShown } from '#app/features/odds/list-market.ts'
import { readListedMarkets } from '#app/features/odds/list-markets.server.ts'
import { listPromotions } from '#app/features/promotions/queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { FavouriteStrip } from '#app/islands/favourite-strip.tsx'
import { noteChangeAt } from '#app/platform/http/reads.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { promotionsFeedPath, sportPath } from '#app/platform/paths.ts'
import { inSentence } from '#app/platform/text/in-sentence.ts'
import { nextMidnight } from '#app/platform/time.ts'
import { Island } from '#app/ui/island.tsx'
import { getPageHead } from '../base/head.server.ts'
import { orNull } from '../base/or-null.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList } from '../base/pages-of-list.ts'
import { DayTabs } from '../parts/day-tabs.tsx'
import { Empty } from '../parts/empty.tsx'
import { EmptySite } from '../parts/empty-site.tsx'
import { ListPages } from '../parts/list-head.tsx'
import { MarketSwitch } from '../parts/market-switch.tsx'
import { MatchGroups } from '../parts/match-groups.tsx'
import { MatchTabs } from '../parts/match-tabs.tsx'
import { Promotions } from '../parts/promotions.tsx'
import { SportChips } from '../parts/sport-chips.tsx'

const UPCOMING_LIMIT = 20

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, lang, url }: PageRequest) {
  const query = url.searchParams
  const tab = MATCH_TABS.find((it) => it === query.get('tab')) ?? 'upcoming'
  const [names, menu] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  const sports = menu.map(({ countries: _, ...sport }) => names.sport(sport))
  const { time_zone: zone, site_name: siteName } = await readSettings(services)
  const now = new Date()
  const day = homeDays(now, zone).find((it) => it === query.get('day')) ?? null
  noteChangeAt(nextMidnight(now, zone))
  const slug = query.get('sport')
  const sport = sports.find((it) => it.slug === slug) ?? sports[0] ?? null
  const show = readShown(query)
  const page = readListPage(query, MOST_PAGES_OF_MATCHES)
  const [{ matches, last }, liveCount, buttons, promotions, head] = await Promise.all([
    sport ? readMatches(sport.id) : { matches: [], last: 1 },
    sport ? countLive(services, { sportId: sport.id }) : 0,
    listAffiliateButtons(services, lang),
    orNull(services, 'the home page shows no promotions', listPromotions(services, lang, 'home')),
    getPageHead(services, { language: lang, url, page: 'home', variables: {}, way: [] }),
  ])
  stayInList(url, { page, last: Math.max(1, last) })
  const ids = matches.map(({ id }) => id)
  const listed = show && { type: show, byMatch: await readListedMarkets(services, ids, show) }
  return {
    /** The name of a site without matches that is not preparing a demonstration. */
    emptySite: sports.length === 0 && !(await isDemoLoading(services)) ? siteName : null,
    tab,
    listed,
    day,
    sports,
    sport,
    matches: matches.map((match) => names.match(match)),
    page,
    last,
    liveCount,
    buttons,
    promotions: promotions ?? [],
    feeds:
      promotions && promotions.length > 0
        ? [{ type: 'application/rss+xml', title: 'RSS', path: promotionsFeedPath(lang) }]
        : [],
    head,
  }

  async function readMatches(sportId: string) {
    if (day) return listOfDay(services, { sportId, day, zone, page })
    if (tab === 'live') return listLive(services, { sportId, page })
    return { matches: await listUpcoming(services, { sportId, limit: UPCOMING_LIMIT }), last: 1 }
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('matches')
  const { emptySite, tab, day, listed, sports, sport, matches, liveCount, buttons, promotions } = data
  const { page, last } = data
  if (emptySite !== null)
    return (
      <>
        <Promotions promotions={promotions} />
        <EmptySite name={emptySite} />
      </>
    )
  const viewAll = sport && (
    <a href={sportPath(lang, sport.slug)} className="more">
      {t('view-all', { sport: inSentence(sport.name, lang) })}
    </a>
  )
  return (
    <>
      <h1 className="title">{t('headline')}</h1>
      <Promotions promotions={promotions} />
      <Island name="favourites" className="favourites">
        <FavouriteStrip />
      </Island>
      <div className="list-bar">
        <div className="tab-bar">
          <MatchTabs tab={day ? null : tab} sport={sport?.slug ?? null} liveCount={liveCount} />
          <DayTabs sport={sport?.slug ?? null} day={day} />
        </div>
        <MarketSwitch
          shown={listed?.type ?? null}
          hrefOf={(show) => homeQuery({ tab, sport: sport?.slug ?? null, day, show, page })}
        />
      </div>
      <SportChips
        sports={sports}
        current={sport?.slug ?? null}
        hrefOf={(slug) => homeQuery({ tab, sport: slug, day })}
      />
      {matches.length > 0 ? (
        <>
          <MatchGroups matches={matches} buttons={buttons} place="home" listed={listed} />
          <ListPages
            page={page}
            hasMore={page < last}
            most={MOST_PAGES_OF_MATCHES}
            last={last}
            hrefOf={(to) => homeQuery({ tab, sport: sport?.slug ?? null, day, show: listed?.type, page: to })}
          />
          {viewAll}
        </>
      ) : (
        <Empty next={viewAll}>{t('empty')}</Empty>
      )}
    </>
  )
}

export const home = definePage<Data>({ load, headOf: ({ head, feeds }) => ({ ...head, feeds }), View })
