import { replace } from 'react-router'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { OfferTerms } from '#app/features/audiences/components/notices.tsx'
import { permitsEveryBookmaker } from '#app/features/audiences/permissions.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { isOfPlayers } from '#app/features/catalogue/sport-words.ts'
import { useMatchContent } from '#app/features/match-content/components/use-match-content.ts'
import { getMatchContent } from '#app/features/match-content/queries.server.ts'
import { MatchStatistics } from '#app/features/matches/components/match-statistics.tsx'
import { getFixture, readPastOfTeams } from '#app/features/matches/details.server.ts'
import { findMatch, findMatchOfId } from '#app/features/matches/find-match.server.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import { matchState, nextChangeAt } from '#app/features/matches/match-state.ts'
import { withResults } from '#app/features/matches/results.server.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { headlineAt } from '#app/features/odds/headline.ts'
import { findShownMarket, marketQuery } from '#app/features/odds/market-address.ts'
import { readMarketChart } from '#app/features/odds/market-chart.server.ts'
import { noteSureBet } from '#app/features/odds/market-queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { hasTeamPage, teamKey } from '#app/features/statistics/standings.ts'
import { findTeam } from '#app/features/statistics/teams.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import {
  countryPath,
  couponPath,
  leaguePath,
  matchPath,
  newAlertPath,
  newBetPath,
  shareImagePath,
  sportPath,
  teamPath,
  widgetsPath,
} from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Icon } from '#app/ui/marks.tsx'
import { getPageHead } from '../base/head.server.ts'
import { orNull } from '../base/or-null.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findLeaguePlace, redirectToCanonical } from '../base/place.server.ts'
import { notFound } from '../base/problem.ts'
import { Chances } from '../parts/chances.tsx'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { Favourite } from '../parts/favourite.tsx'
import { HeadToHead } from '../parts/head-to-head.tsx'
import { MarketCards, otherMarkets } from '../parts/market-cards.tsx'
import { Movement } from '../parts/market-chart.tsx'
import { MarketNav } from '../parts/market-nav.tsx'
import { MarketPart } from '../parts/market-part.tsx'
import { useMarketWords } from '../parts/market-words.ts'
import { matchBoards } from '../parts/match-boards.ts'
import { MatchHead } from '../parts/match-head.tsx'
import { Part } from '../parts/part.tsx'
import { Picks } from '../parts/picks.tsx'
import { TeamForms } from '../parts/team-forms.tsx'
import { MOST_COLUMNS, Tiles } from '../parts/tiles.tsx'
import { WayOutLink } from '../parts/way-out.tsx'
import { shareVersion } from '../share/version.server.ts'

type Data = Awaited<ReturnType<typeof load>>
/** Only one of the two forms of a match's address contains the id. */
type Params = 'sport' | 'country' | 'league' | 'match' | 'matchId'

async function load({ services, url, lang, params }: PageRequest<Params>) {
  const { match: segment, matchId } = params as Partial<typeof params> & { match: string }
  const { pathname, search } = url
  // A temporary redirect: which of its two addresses a match has depends on the other matches of the same pair.
  const redirectTo = (canonical: string) => {
    if (canonical !== pathname) throw replace(canonical + search)
  }
  const ofId = await findMatchOfId(services, { matchId, segment })
  if (ofId) redirectTo(matchPath(lang, ofId))

  const place = await findLeaguePlace(services, { ...params, lang })
  const finding = await findMatch(services, { leagueId: place.league.id, matchId, segment })
  if (finding.kind === 'missing') throw notFound(finding.why)
  redirectToCanonical(url, place)

  const { names, sport, country, league } = place
  const [found] = await withResults(services, [finding.match])
  const match = names.match(found ?? finding.match)
  const canonical = matchPath(lang, match)
  redirectTo(canonical)

  const [fixture, markets] = await Promise.all([
    getFixture(services, match.id),
    listMatchMarkets(services, match),
  ])
  const { withDraw } = match.headline
  const shown = findShownMarket(markets, url.searchParams, withDraw) ?? null
  if (shown) noteSureBet(shown.market, { sport: sport.slug, kickOff: new Date(match.startTime) })
  const [audience, teams, chart, buttons, content, head] = await Promise.all([
    readAudience(services),
    rememberPast(services, finding.match),
    shown && readMarketChart(services, match.id, shown.market, new Date(match.startTime), shown.charted),
    listAffiliateButtons(services, lang),
    getMatchContent(services, lang, sport.slug),
    getPageHead(services, {
      url,
      language: lang,
      page: 'match',
      variables: {
        home_team: match.home,
        away_team: match.away,
        sport_name: sport.name,
        country_name: country.name,
        league_name: league.name,
      },
      way: [
        { name: sport.name, path: sportPath(lang, sport.slug) },
        { name: country.name, path: countryPath(lang, sport.slug, country.slug) },
        { name: league.name, path: leaguePath(lang, sport.slug, country.slug, league.slug) },
        { name: `${match.home} – ${match.away}`, path: canonical },
      ],
      match: { summary: match, fixture },
    }),
  ])
  const { alerts: mayAlert } = audience
  const isBarred = !permitsEveryBookmaker(audience.bookmakers)
  const image = {
    path: shareImagePath(lang, {
      ...{ kind: 'match', id: match.id, version: shareVersion(match, shown) },
      market: shown ? marketQuery(markets, { market: shown.market }, withDraw) : '',
    }),
    alt: head.title,
  }
  return {
    ...{ ...teams, match, fixture, markets, shown, chart, buttons, content, mayAlert, isBarred },
    head: { ...head, image },
  }
}

/** How long the past of two teams is good for pages of their match that are made anew. */
const PAST_MS = 10 * MINUTE_MS

/** The form of two teams and their meetings, which hardly change while the prices of their match do. */
async function rememberPast(services: Services, match: MatchSummary) {
  const { demo_statistics: examples } = await readSettings(services)
  const { id, home, away, league } = match
  const key = ['past-of', id, home, away, league.name, examples, Math.floor(Date.now() / PAST_MS)]
  return services.memo.get(key.join('\n'), async () => {
    const names = await readTeamNames(services, match)
    return readPastOfTeams(services, match, { names, examples })
  })
}

/** Every name of the two teams of a match; none where a name is not that of one team. */
async function readTeamNames(services: Services, match: MatchSummary) {
  const place = { sportId: match.sport.id, countryId: match.country.id }
  const of = async (team: string) => {
    if (!hasTeamPage(team, match.league.name)) return []
    const found = findTeam(services, place, teamKey(team))
    return (await orNull(services, 'a team is known by the name of this match only', found))?.names ?? []
  }
  const [home, away] = await Promise.all([of(match.home), of(match.away)])
  return { home, away }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['matches', 'common'])
  const now = useNow()
  const { fixture, markets, shown, chart, meetings, past, buttons } = data
  const match = { ...data.match, headline: headlineAt(data.match.headline, now) }
  const { sport, country, league, headline } = match
  const state = matchState(match, now, useZone())
  const words = useMarketWords(match)
  const boards = matchBoards({ match, fixture, state, markets, shown, buttons, now, lang })
  const { board, boardOf, chances, isClosed, isCancelled, prices } = boards
  const shares = !isCancelled && chances && chances.prices.length <= MOST_COLUMNS ? chances : null
  const content = useMatchContent(data.content, match, prices)
  const isOver = state === 'past' || state === 'cancelled'
  const place = shown && {
    ...{ markets, shown: shown.market, withDraw: headline.withDraw, sport: sport.slug },
    ...{ path: matchPath(lang, match), sides: { home: match.home, away: match.away } },
  }
  const kickOff = new Date(match.startTime)
  const cards = place && { place, boardOf, kickOff, isClosed, wayTo: boards.wayTo }
  const teamHref = (team: string) =>
    hasTeamPage(team, match.league.name) ? teamPath(lang, sport.slug, country.slug, teamKey(team)) : null
  const others = place ? otherMarkets(place) : []
  return (
    <>
      <div className="match-top">
        <Crumbs
          crumbs={[
            { label: sport.name, to: sportPath(lang, sport.slug) },
            { label: country.name, to: countryPath(lang, sport.slug, country.slug) },
            { label: league.name, to: leaguePath(lang, sport.slug, country.slug, league.slug) },
          ]}
          current={`${match.home} – ${match.away}`}
        />
        {!isOver && (
          <div className="own-tools">
            <Favourite of={{ kind: 'match', matchId: match.id }} name={`${match.home} – ${match.away}`} />
            {data.mayAlert && state !== 'live' && (
              <a
                href={newAlertPath(lang, {
                  match: match.id,
                  ...(shown &&
                    Object.fromEntries(
                      new URLSearchParams(marketQuery(markets, { market: shown.market }, headline.withDraw)),
                    )),
                })}
                className="tool"
              >
                <Icon name="bell" />
                <span>{t('alert', { ns: 'common' })}</span>
              </a>
            )}
            {place && !isClosed && (
              <a href={couponPath(lang, '', { match: match.id })} className="tool" data-coupon="">
                <Icon name="ticket" />
                <span>{t('coupon.add', { ns: 'common' })}</span>
              </a>
            )}
          </div>
        )}
      </div>
      <MatchHead {...{ match, fixture, teamHref }} turns={nextChangeAt(match, now)} />
      {!isCancelled && (
        <Tiles {...boards} words={words} sport={sport} headline={boards.isHeadline ? headline : null} />
      )}
      {boards.way && <WayOutLink way={boards.way} isWide />}
      {place && <MarketNav {...place} />}
      <Part
        id="compare"
        title={t(isClosed ? boards.bestTitle : 'compare')}
        isNamedAbove={!isClosed && markets.some(({ type }) => type !== shown?.market.type)}
      >
        {state === 'live' && isClosed && <p className="hint">{t('before-kick-off')}</p>}
        {isCancelled && board && <p className="hint">{t('last-odds.note')}</p>}
        {place && board && shown ? (
          <MarketPart {...{ place, shown, board, boards, chart, words, kickOff }} />
        ) : (
          <Empty>
            {t(isOver ? 'bookmakers.none-past' : data.isBarred ? 'bookmakers.none-here' : 'bookmakers.none')}
          </Empty>
        )}
        {board && !isClosed && <OfferTerms />}
      </Part>
      {cards && boards.lines.length > 0 && (
        <Part title={t('lines.other')}>
          <MarketCards {...cards} markets={boards.lines} named="line" />
        </Part>
      )}
      {cards && others.length > 0 && (
        <Part title={t('markets.other')}>
          <MarketCards {...cards} markets={others} named="market" />
        </Part>
      )}
      <div className="columns">
        {chart && shown && (
          <Part title={t('movement')}>
            <Movement
              {...{ chart, market: shown.market, words, kickOff, charted: shown.charted }}
              hrefOf={(charted) => `?${marketQuery(markets, { ...shown, charted }, headline.withDraw)}`}
            />
          </Part>
        )}
        {(shares || (prices && !isClosed)) && (
          <div>
            {shares && (
              <Part title={t('chance')}>
                <Chances
                  market={shares.market}
                  prices={shares.prices}
                  names={shares.outcomes.map((outcome) => words.outcomeName(shares.market, outcome))}
                />
              </Part>
            )}
            {prices && !isClosed && (
              <Picks prices={prices} headline={headline} teams={match} content={content} />
            )}
          </div>
        )}
      </div>
      {fixture && (
        <Part title={t('statistics')}>
          <MatchStatistics fixture={fixture} />
        </Part>
      )}
      {meetings.length > 0 && (
        <Part title={t('head-to-head')}>
          <HeadToHead
            {...{ home: match.home, away: match.away, matches: meetings }}
            withDraw={headline.withDraw}
          />
        </Part>
      )}
      <Part title={t(isOfPlayers(sport.slug) ? 'form.players' : 'form')}>
        <TeamForms
          history={content.historyOf}
          teams={[
            { name: match.home, href: teamHref(match.home), matches: past.home },
            { name: match.away, href: teamHref(match.away), matches: past.away },
          ]}
        />
      </Part>
      {content.title && content.text && (
        <Part title={content.title}>
          <p dir="auto" className="prose">
            {content.text}
          </p>
        </Part>
      )}
      <p className="own-tools">
        {shown && (
          <a
            className="button-quiet"
            href={newBetPath(lang, {
              match: match.id,
              ...Object.fromEntries(
                new URLSearchParams(marketQuery(markets, { market: shown.market }, headline.withDraw)),
              ),
            })}
          >
            {t('note-bet', { ns: 'common' })}
          </a>
        )}
        {!isOver && (
          <a className="button-quiet" href={widgetsPath(lang, { match: match.id })}>
            {t('widgets.link', { ns: 'common' })}
          </a>
        )}
      </p>
    </>
  )
}

export const match = definePage<Data, Params>({ load, headOf: ({ head }) => head, View, styles: ['odds'] })
