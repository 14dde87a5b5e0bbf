import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { groupByDay, openFirst, splitAtToday } from '#app/features/matches/groups.ts'
import { matchState } from '#app/features/matches/match-state.ts'
import {
  listFeaturedOfLeague,
  listOfLeagueBefore,
  listOfLeagueFrom,
} from '#app/features/matches/queries.server.ts'
import { withResults } from '#app/features/matches/results.server.ts'
import { readShown } from '#app/features/odds/list-market.ts'
import { readListedMarkets } from '#app/features/odds/list-markets.server.ts'
import { listOutrights } from '#app/features/outrights/queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { noteChangeAt } from '#app/platform/http/reads.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import {
  calendarPath,
  countryPath,
  leaguePath,
  newAlertPath,
  outrightPath,
  shareImagePath,
  sportPath,
  widgetsPath,
} from '#app/platform/paths.ts'
import { addDays, dayOf, nextMidnight, startOfDay } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Crest } from '#app/ui/marks.tsx'
import { getPageHead } from '../base/head.server.ts'
import { orNull } from '../base/or-null.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findLeaguePlace, redirectToCanonical } from '../base/place.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { Favourite } from '../parts/favourite.tsx'
import { FeaturedMatches } from '../parts/featured-matches.tsx'
import { LeagueTabs } from '../parts/league-head.tsx'
import { MarketSwitch } from '../parts/market-switch.tsx'
import { MatchGroup } from '../parts/match-group.tsx'
import { MatchRow } from '../parts/match-row.tsx'
import { Moment } from '../parts/moment.tsx'
import { Part } from '../parts/part.tsx'

const RESULTS_ID = 'recent-results'
const OUTRIGHTS_ID = 'outrights'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, url, lang, params }: PageRequest<'sport' | 'country' | 'league'>) {
  const place = await findLeaguePlace(services, { ...params, lang })
  redirectToCanonical(url, place)
  const { names, sport, country, league } = place
  const { time_zone: zone } = await readSettings(services)
  const now = new Date()
  // Before the start of today in any zone.
  const from = startOfDay(addDays(dayOf(now, zone), -2), zone)
  noteChangeAt(nextMidnight(now, zone))
  const [audience, around, featured, before, buttons, outrights, head] = await Promise.all([
    readAudience(services),
    listOfLeagueFrom(services, { leagueId: league.id, from }).then((it) => withResults(services, it)),
    listFeaturedOfLeague(services, league.id),
    listOfLeagueBefore(services, { leagueId: league.id, before: from }).then((it) =>
      withResults(services, it),
    ),
    listAffiliateButtons(services, lang),
    orNull(services, 'a league is shown without its outrights', listOutrights(services, league.id)),
    getPageHead(services, {
      url,
      language: lang,
      page: 'league',
      variables: { sport_name: sport.name, country_name: country.name, league_name: league.name },
      way: [
        { name: sport.name, path: sportPath(lang, sport.slug) },
        { name: country.name, path: countryPath(lang, sport.slug, country.slug) },
        { name: league.name, path: leaguePath(lang, sport.slug, country.slug, league.slug) },
      ],
    }),
  ])
  const show = readShown(url.searchParams)
  const ids = [...around, ...featured].map(({ id }) => id)
  const listed = show && { type: show, byMatch: await readListedMarkets(services, ids, show) }
  return {
    listed,
    sport: { name: sport.name, slug: sport.slug },
    country,
    league,
    mayAlert: audience.alerts,
    around: around.map(names.match),
    featured: featured.map(names.match),
    before: before.map(names.match),
    buttons,
    calendar: calendarPath(lang, sport.slug, country.slug, league.slug),
    image: shareImagePath(lang, {
      ...{ kind: 'league', sport: sport.slug, country: country.slug, league: league.slug },
    }),
    outrights: outrights ?? [],
    head,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['leagues', 'matches', 'common'])
  const { listed, sport, country, league, around, featured, before, buttons, outrights, calendar } = data
  const now = useNow()
  const zone = useZone()
  const { upcoming, recent } = splitAtToday(around, before, now, zone)
  const hasUpcoming = upcoming.some((match) => matchState(match, now, zone) !== 'past')
  return (
    <>
      <Crumbs
        crumbs={[
          { label: sport.name, to: sportPath(lang, sport.slug) },
          { label: country.name, to: countryPath(lang, sport.slug, country.slug) },
        ]}
        current={league.name}
      />
      <header className="league-head">
        <Crest name={league.name} src={league.logoUrl} size={40} />
        <h1 className="title">{league.name}</h1>
        <Favourite of={{ kind: 'league', leagueId: league.id }} name={league.name} />
        {outrights.length > 0 && (
          <a href={`#${OUTRIGHTS_ID}`} className="button-quiet">
            {t('outrights')}
          </a>
        )}
        <a href={`#${RESULTS_ID}`} className="button-quiet">
          {t('recent-results')}
        </a>
        {data.mayAlert && (
          <a href={newAlertPath(lang, { league: league.id })} className="button-quiet">
            {t('alert', { ns: 'common' })}
          </a>
        )}
      </header>
      <LeagueTabs place={{ sport, country, league }} part={null} />
      {featured.length > 0 && <FeaturedMatches matches={featured} buttons={buttons} />}
      <Part title={t('upcoming', { ns: 'matches' })}>
        {hasUpcoming ? (
          <MarketSwitch
            shown={listed?.type ?? null}
            hrefOf={(show) =>
              show ? `?show=${show}` : leaguePath(lang, sport.slug, country.slug, league.slug)
            }
          />
        ) : (
          <NoUpcoming />
        )}
        <div data-days="">
          {groupByDay(upcoming, zone).map(({ day, matches }) => (
            <MatchGroup
              key={day}
              matches={openFirst(matches, now, zone)}
              buttons={buttons}
              place="league"
              listed={listed}
              // The browser moves rows to the visitor's days.
              sharing={upcoming}
            >
              <h3>
                <Moment at={matches[0]?.startTime ?? day} style="dayHeading" />
              </h3>
            </MatchGroup>
          ))}
        </div>
      </Part>
      {outrights.length > 0 && (
        <Part id={OUTRIGHTS_ID} title={t('outrights')}>
          <ul className="outrights">
            {outrights.map(({ id, name, slug, startTime, participants }) => (
              <li key={id}>
                <a href={outrightPath(lang, { slug, sport, country, league })}>
                  <bdi>{name}</bdi>
                </a>
                <small>
                  {t('outright.participants', { ns: 'matches', count: participants })} ·{' '}
                  {t('outright.until', { ns: 'matches' })} <Moment at={startTime} style="date" />
                </small>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part id={RESULTS_ID} title={t('recent-results')}>
        {recent.length > 0 ? (
          <div className="group match-card">
            <ul>
              {recent.map((match) => (
                <MatchRow key={match.id} match={match} buttons={buttons} withDraw={false} place="league" />
              ))}
            </ul>
          </div>
        ) : (
          <Empty>{t('no-past-matches')}</Empty>
        )}
      </Part>
      <p className="own-tools">
        <a href={calendar} className="button-quiet">
          {t('calendar')}
        </a>
        <a href={widgetsPath(lang, { league: league.id })} className="button-quiet">
          {t('widgets.link', { ns: 'common' })}
        </a>
      </p>
    </>
  )
}

/** A yellow notice on small screens, one plain line on large ones. */
function NoUpcoming() {
  const { t } = useTranslation('leagues')
  return (
    <>
      <div className="warning on-phone">
        <p>
          <b>{t('no-matches-title')}</b>
        </p>
        <p>{t('no-matches-hint')}</p>
      </div>
      <p className="hint from-tablet">{t('no-upcoming-matches')}</p>
    </>
  )
}

export const league = definePage<Data, 'sport' | 'country' | 'league'>({
  load,
  headOf: ({ head, calendar, league, image }) => ({
    ...head,
    image: { path: image, alt: league.name },
    feeds: [{ type: 'text/calendar', title: league.name, path: calendar }],
  }),
  View,
})
