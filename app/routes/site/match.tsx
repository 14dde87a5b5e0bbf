import { replace } from 'react-router'
import { AffiliateLink } from '#app/features/affiliates/components/affiliate-link.tsx'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/rules.ts'
import { isOfPlayers } from '#app/features/catalogue/sport-words.ts'
import { MatchAbout } from '#app/features/match-content/components/match-about.tsx'
import { SidePicks } from '#app/features/match-content/components/side-picks.tsx'
import { useMatchContent } from '#app/features/match-content/components/use-match-content.ts'
import { getMatchContent } from '#app/features/match-content/queries.server.ts'
import { MatchHeader } from '#app/features/matches/components/match-header.tsx'
import { MatchStatistics } from '#app/features/matches/components/match-statistics.tsx'
import { TeamForm } from '#app/features/matches/components/team-form.tsx'
import { useMatchState } from '#app/features/matches/components/use-match-state.ts'
import { useResultRefresh } from '#app/features/matches/components/use-result-refresh.ts'
import { getFixture, listPastMatches, listQuotes } from '#app/features/matches/details.server.ts'
import { findMatch, findMatchOfId } from '#app/features/matches/find-match.server.ts'
import { winnerOf } from '#app/features/matches/match-state.ts'
import { withResults } from '#app/features/matches/results.server.ts'
import { compareClosingQuotes, compareQuotes, SORT_KEYS } from '#app/features/odds/comparison.ts'
import { ComparisonTable } from '#app/features/odds/components/comparison-table.tsx'
import type { PriceTarget } from '#app/features/odds/components/price-cell.tsx'
import { ProbabilityBars } from '#app/features/odds/components/probability-bars.tsx'
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
import { servicesContext } from '#app/platform/services.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { useNow } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Route } from './+types/match'
import { getPageHead } from './head.server.ts'
import { headTags } from './head.ts'
import { findLeaguePlace, redirectToCanonical } from './place.server.ts'
import { notFound } from './problem.ts'

export { PageError as ErrorBoundary } from './page-error.tsx'

/** Shared by both forms of a match's address; only one of them carries the id. */
type Params = Route.LoaderArgs['params'] & { matchId?: string }

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { lang, match: segment, matchId }: Params = params
  const { pathname, search } = url
  // Not for good: which of its two addresses a match has depends on what else its pair plays.
  const redirectTo = (canonical: string) => {
    if (canonical !== pathname) throw replace(canonical + search)
  }
  const ofId = await findMatchOfId(services, { matchId, segment })
  if (ofId) redirectTo(matchPath(lang, ofId))

  const place = await findLeaguePlace(services, params)
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
  return {
    match,
    fixture,
    quotes,
    past,
    buttons,
    content,
    sort: SORT_KEYS.find((it) => it === url.searchParams.get('sort')) ?? 'payout',
    head,
  }
}

export function meta({ loaderData, matches: [root], error }: Route.MetaArgs) {
  return headTags(loaderData?.head, root.loaderData, error)
}

export default function Match({ loaderData, params: { lang } }: Route.ComponentProps) {
  const { t } = useTranslation('matches')
  const now = useNow()
  const { fixture, quotes, past, buttons, sort } = loaderData
  const match = { ...loaderData.match, headline: headlineAt(loaderData.match.headline, now) }
  useResultRefresh([match])
  const { sport, country, league } = match
  const isOver = ['past', 'cancelled'].includes(useMatchState(match))
  const heading = t(isOver ? 'closing' : 'compare')
  const kickOff = new Date(match.startTime)
  const comparison = isOver
    ? compareClosingQuotes(quotes, { sort, kickOff })
    : compareQuotes(quotes, { sort, kickOff, now })
  const prices = isOver ? bestPrices(comparison.best) : headlinePrices(match.headline)
  const content = useMatchContent(loaderData.content, match, prices)
  const click = { page: 'match', lang } as const
  const hrefOf = (bookmakerId: string | null, outcome: Outcome) =>
    isOver ? null : priceHref(match, buttons, bookmakerId, { ...click, outcome })
  const byPayout = compareQuotes(quotes, { sort: 'payout', kickOff, now }).rows.flatMap((row) =>
    row.leftOut || row.payout === null ? [] : row.bookmaker.id,
  )
  const way = matchOutboundLink(match, buttons, [...headlineBookmakers(match.headline), ...byPayout], click)
  const targetOf = (outcome: Outcome): PriceTarget => {
    const href = hrefOf(match.headline[outcome]?.bookmakerId ?? null, outcome)
    return href === null ? null : { out: href }
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: sport.name, to: sportPath(lang, sport.slug) },
          { label: country.name, to: countryPath(lang, sport.slug, country.slug) },
          { label: league.name, to: leaguePath(lang, sport.slug, country.slug, league.slug) },
          { label: `${match.home} – ${match.away}` },
        ]}
      />
      <MatchHeader match={match} fixture={fixture} targetOf={targetOf} />
      {way && !isOver && <AffiliateLink way={way} size="wide" />}
      <Section id="compare" title={heading}>
        {!isOver && <SureBetPanel finding={findSureBet(comparison.best, kickOff, now)} />}
        {quotes.length > 0 ? (
          <>
            <ComparisonTable
              caption={heading}
              comparison={comparison}
              sort={sort}
              winner={winnerOf(match, fixture, comparison.withDraw, now)}
              priceHref={hrefOf}
            />
            <p className="text-xs text-muted">{t('compare.note')}</p>
          </>
        ) : (
          <Empty>{t(isOver ? 'bookmakers.none-past' : 'bookmakers.none')}</Empty>
        )}
      </Section>
      {prices && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          {(isOver || headlinePayout(match.headline) !== null) && (
            <Section title={t('chance')}>
              <ProbabilityBars prices={prices} teams={match} />
            </Section>
          )}
          {!isOver && <SidePicks prices={prices} teams={match} content={content} />}
        </div>
      )}
      <MatchAbout about={content} />
      {fixture && (
        <Section title={t('statistics')}>
          <MatchStatistics fixture={fixture} />
        </Section>
      )}
      <Section title={t(isOfPlayers(sport.slug) ? 'form.players' : 'form')}>
        <TeamForm
          history={content.historyOf}
          teams={[
            { name: match.home, matches: past.home },
            { name: match.away, matches: past.away },
          ]}
        />
      </Section>
    </>
  )
}
