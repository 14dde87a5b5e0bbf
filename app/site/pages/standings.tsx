import { readSeasonYear, type Season, seasonName } from '#app/features/statistics/seasons.ts'
import { readStandings } from '#app/features/statistics/standings.server.ts'
import {
  hasTeamPage,
  LEAST_RESULTS,
  readTableKind,
  TABLE_KINDS,
  tableRuleOf,
} from '#app/features/statistics/standings.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { leaguePartPath, leaguePath, teamPath } from '#app/platform/paths.ts'
import { findLeaguePart } from '../base/league-part.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { Empty } from '../parts/empty.tsx'
import { LeagueHead } from '../parts/league-head.tsx'
import { LeagueTable } from '../parts/league-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { SeasonChips } from '../parts/season-chips.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, url, lang, params }: PageRequest<'sport' | 'country' | 'league'>) {
  const { place, head } = await findLeaguePart({ services, url, lang, params }, 'standings')
  const kind = readTableKind(url.searchParams)
  const standings = await readStandings(
    services,
    { id: place.league.id, sport: place.sport.slug },
    { year: readSeasonYear(url.searchParams), kind },
  )
  return { place, kind, ...standings, head }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t, i18n } = useTranslation('statistics')
  const { place, kind, calendar, season, results, hasOtherRounds, covered, rows } = data
  const { sport, country, league } = place
  const rule = tableRuleOf(sport.slug)
  const latest = calendar.seasons[0]?.year
  const hrefOf = (asked: { season?: Season | null; kind?: string }) => {
    const query = new URLSearchParams()
    if (asked.season && asked.season.year !== latest) query.set('season', String(asked.season.year))
    if (asked.kind && asked.kind !== 'overall') query.set('table', asked.kind)
    return leaguePartPath(lang, place, 'standings') + (query.size === 0 ? '' : `?${query}`)
  }
  return (
    <>
      <LeagueHead place={place} part="standings">
        {t('standings.title', { league: league.name })}
      </LeagueHead>
      <SeasonChips
        seasons={calendar.seasons}
        current={season}
        hrefOf={(asked) => hrefOf({ season: asked, kind })}
      />
      {rows.length === 0 || !rule ? (
        <Empty
          next={
            <a className="more" href={leaguePath(lang, sport.slug, country.slug, league.slug)}>
              {t('matches')}
            </a>
          }
        >
          {rule ? t('standings.none', { least: LEAST_RESULTS }) : t('standings.no-table')}
          {hasOtherRounds && ` ${t('standings.other-rounds')}`}
        </Empty>
      ) : (
        <>
          <nav aria-label={t('standings')} className="days">
            {TABLE_KINDS.map((name) => (
              <a
                key={name}
                href={hrefOf({ season, kind: name })}
                data-swap
                aria-current={name === kind ? 'page' : undefined}
              >
                {t(`kind.${name}`)}
              </a>
            ))}
          </nav>
          <LeagueTable
            rows={rows}
            rule={rule}
            hrefOf={({ team, slug }) =>
              hasTeamPage(team, league.name) ? teamPath(lang, sport.slug, country.slug, slug) : null
            }
          />
          <p className="hint">
            {season && `${withColon(`${t('season')} ${seasonName(season)}`, i18n.language)} `}
            {t('results-count', { count: results })}
            {covered && (
              <>
                , <Moment at={covered.first.toISOString()} style="date" /> –{' '}
                <Moment at={covered.last.toISOString()} style="date" />
              </>
            )}
          </p>
          <p className="hint">
            {t(`rule.${rule}`)} {t(rule === 'win-share' ? 'standings.rank-share' : 'standings.rank-points')}{' '}
            {t('standings.counted')} {hasOtherRounds && `${t('standings.other-rounds')} `}
            {t(calendar.calendarYear ? 'season.calendar' : 'season.halves')}
          </p>
        </>
      )}
    </>
  )
}

export const standings = definePage<Data, 'sport' | 'country' | 'league'>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
