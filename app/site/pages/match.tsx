import { replace } from 'react-router'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/rules.ts'
import { isOfPlayers } from '#app/features/catalogue/sport-words.ts'
import { useMatchContent } from '#app/features/match-content/components/use-match-content.ts'
import { getMatchContent } from '#app/features/match-content/queries.server.ts'
import { MatchStatistics } from '#app/features/matches/components/match-statistics.tsx'
import { getFixture, listPastMatches, listQuotes } from '#app/features/matches/details.server.ts'
import { findMatch, findMatchOfId } from '#app/features/matches/find-match.server.ts'
import { matchState, nextChangeAt, winnerOf } from '#app/features/matches/match-state.ts'
import { withResults } from '#app/features/matches/results.server.ts'
import { compareClosingQuotes, compareQuotes, SORT_KEYS } from '#app/features/odds/comparison.ts'
import { SureBetPanel } from '#app/features/odds/components/sure-bet-panel.tsx'
import {
  headlineAt,
  headlineBookmakers,
  headlinePayout,
  headlinePrices,
} from '#app/features/odds/headline.ts'
import { bestPrices } from '#app/features/odds/quotes.ts'
import type { Outcome } from '#app/features/odds/rules.ts'
import { findSureBet } from '#app/features/odds/sure-bets.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countryPath, leaguePath, matchPath, sportPath } from '#app/platform/paths.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findLeaguePlace, redirectToCanonical } from '../base/place.server.ts'
import { notFound } from '../base/problem.ts'
import { Chances } from '../parts/chances.tsx'
import { ComparisonGrid } from '../parts/comparison-grid.tsx'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { MatchHead } from '../parts/match-head.tsx'
import { Part } from '../parts/part.tsx'
import { Picks } from '../parts/picks.tsx'
import { TeamForms } from '../parts/team-forms.tsx'
import { Tiles } from '../parts/tiles.tsx'
import { WayOutLink } from '../parts/way-out.tsx'

type Data = Awaited<ReturnType<typeof load>>
/** Only one of the two forms of a match's address carries the id. */
type Params = 'sport' | 'country' | 'league' | 'match' | 'matchId'

async function load({ services, url, lang, params }: PageRequest<Params>) {
  const { match: segment, matchId } = params as Partial<typeof params> & { match: string }
  const { pathname, search } = url
  // Not for good: which of its two addresses a match has depends on what else its pair plays.
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

  const [fixture, settings] = await Promise.all([getFixture(services, match.id), readSettings(services)])
  const [quotes, past, buttons, content, head] = await Promise.all([
    listQuotes(services, match.id),
    listPastMatches(services, match, { examples: settings.demo_statistics }),
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
  const sort = SORT_KEYS.find((it) => it === url.searchParams.get('sort')) ?? 'payout'
  return { match, fixture, quotes, past, buttons, content, sort, head }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('matches')
  const now = useNow()
  const { fixture, quotes, past, buttons, sort } = data
  const match = { ...data.match, headline: headlineAt(data.match.headline, now) }
  const { sport, country, league } = match
  const state = matchState(match, now, useZone())
  const isOver = state === 'past' || state === 'cancelled'
  const isClosed = isOver || state === 'live'
  const kickOff = new Date(match.startTime)
  const comparison = isClosed
    ? compareClosingQuotes(quotes, { sort, kickOff })
    : compareQuotes(quotes, { sort, kickOff, now })
  const prices = isClosed ? bestPrices(comparison.best) : headlinePrices(match.headline)
  const content = useMatchContent(data.content, match, prices)
  const click = { page: 'match', lang } as const
  const hrefOf = (bookmakerId: string | null, outcome: Outcome) =>
    isClosed ? null : priceHref(match, buttons, bookmakerId, { ...click, outcome })
  const wayTo = (bookmakerId: string) => (isClosed ? null : priceHref(match, buttons, bookmakerId, click))
  const byPayout = compareQuotes(quotes, { sort: 'payout', kickOff, now }).rows.flatMap((row) =>
    row.leftOut || row.payout === null ? [] : row.bookmaker.id,
  )
  const way = matchOutboundLink(match, buttons, [...headlineBookmakers(match.headline), ...byPayout], click)
  const isNamed = way?.bookmaker && quotes.some(({ bookmaker }) => bookmaker.name === way.bookmaker)
  const heading = t(isClosed ? 'closing' : 'compare')
  const winner = winnerOf(match, fixture, comparison.withDraw, now)
  const turns = nextChangeAt(match, now)
  return (
    <>
      <Crumbs
        crumbs={[
          { label: sport.name, to: sportPath(lang, sport.slug) },
          { label: country.name, to: countryPath(lang, sport.slug, country.slug) },
          { label: league.name, to: leaguePath(lang, sport.slug, country.slug, league.slug) },
        ]}
        current={`${match.home} – ${match.away}`}
      />
      <MatchHead match={match} fixture={fixture} turns={turns} />
      <Tiles match={match} comparison={comparison} isClosed={isClosed} winner={winner} hrefOf={hrefOf} />
      {way && !isClosed && !isNamed && <WayOutLink way={way} isWide />}
      <Part id="compare" title={heading}>
        {state === 'live' && <p className="hint">{t('before-kick-off')}</p>}
        {!isClosed && <SureBetPanel finding={findSureBet(comparison.best, kickOff, now)} />}
        {quotes.length > 0 ? (
          <>
            <ComparisonGrid
              caption={heading}
              comparison={comparison}
              sort={sort}
              winner={winner}
              priceHref={hrefOf}
              wayTo={wayTo}
            />
            <p className="hint">{t('compare.note')}</p>
          </>
        ) : (
          <Empty>{t(isOver ? 'bookmakers.none-past' : 'bookmakers.none')}</Empty>
        )}
      </Part>
      {prices && (
        <div className="columns">
          {(isClosed || headlinePayout(match.headline) !== null) && (
            <Part title={t('chance')}>
              <Chances prices={prices} teams={match} />
            </Part>
          )}
          {!isClosed && <Picks prices={prices} teams={match} content={content} />}
        </div>
      )}
      {fixture && (
        <Part title={t('statistics')}>
          <MatchStatistics fixture={fixture} />
        </Part>
      )}
      <Part title={t(isOfPlayers(sport.slug) ? 'form.players' : 'form')}>
        <TeamForms
          history={content.historyOf}
          teams={[
            { name: match.home, matches: past.home },
            { name: match.away, matches: past.away },
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
    </>
  )
}

export const match = definePage<Data, Params>({ load, headOf: ({ head }) => head, View })
