import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { FORM_MATCHES, outcomeOf, teamKey } from '#app/features/statistics/standings.ts'
import { chartTeamPrices, listTeamPrices } from '#app/features/statistics/team-prices.server.ts'
import { findTeam, hasAnyMatch, listMatchesOfTeam } from '#app/features/statistics/teams.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { countryPath, newAlertPath, sportPath, teamPath } from '#app/platform/paths.ts'
import { Crest } from '#app/ui/marks.tsx'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findCountryPlace, redirectToCanonical } from '../base/place.server.ts'
import { notFound } from '../base/problem.ts'
import { ClosedTable } from '../parts/closed-table.tsx'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { Favourite } from '../parts/favourite.tsx'
import { FormDots } from '../parts/league-table.tsx'
import { MatchGroups } from '../parts/match-groups.tsx'
import { Part } from '../parts/part.tsx'
import { TeamPrices } from '../parts/team-prices.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, url, lang, params }: PageRequest<'sport' | 'country' | 'team'>) {
  const place = await findCountryPlace(services, { ...params, lang })
  redirectToCanonical(url, place)
  const { names, sport, country } = place
  const slug = params.team
  const team = await findTeam(services, { sportId: sport.id, countryId: country.id }, slug)
  if (!team) throw notFound('team-not-found')
  const { next, past } = await listMatchesOfTeam(services, sport.id, team)
  const keys = [...new Set(team.names.map(({ name }) => teamKey(name)))]
  if (next.length + past.length === 0 && !(await hasAnyMatch(services, sport.id, team)))
    throw notFound('team-not-found')
  const [prices, audience, buttons, head] = await Promise.all([
    listTeamPrices(services, past, ({ home }) => keys.includes(teamKey(home))),
    readAudience(services),
    listAffiliateButtons(services, lang),
    getPageHead(services, {
      url,
      language: lang,
      page: 'team',
      variables: { team_name: team.name, sport_name: sport.name, country_name: country.name },
      way: [
        { name: sport.name, path: sportPath(lang, sport.slug) },
        { name: country.name, path: countryPath(lang, sport.slug, country.slug) },
        { name: team.name, path: teamPath(lang, sport.slug, country.slug, slug) },
      ],
    }),
  ])
  return {
    sport: { name: sport.name, slug: sport.slug },
    country,
    mayAlert: audience.alerts,
    team: {
      slug,
      name: team.name,
      badgeUrl: team.badgeUrl,
      keys,
    },
    next: next.map(names.match),
    past,
    prices,
    chart: chartTeamPrices(prices),
    buttons,
    head,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t, i18n } = useTranslation(['statistics', 'common'])
  const { sport, country, team, next, past, buttons } = data
  const isHome = (home: string) => team.keys.includes(teamKey(home))
  const own = past.map((match) => {
    const [scored, conceded] = isHome(match.home)
      ? [match.homeScore, match.awayScore]
      : [match.awayScore, match.homeScore]
    return { ...match, outcome: outcomeOf({ scored, conceded }) }
  })
  const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length
  return (
    <>
      <Crumbs
        crumbs={[
          { label: sport.name, to: sportPath(lang, sport.slug) },
          { label: country.name, to: countryPath(lang, sport.slug, country.slug) },
        ]}
        current={team.name}
      />
      <header className="league-head">
        <Crest name={team.name} src={team.badgeUrl} size={40} />
        <h1 className="title">
          <bdi>{team.name}</bdi>
        </h1>
        <Favourite of={{ kind: 'team', countryId: country.id, slug: team.slug }} name={team.name} />
        {data.mayAlert && (
          <a href={newAlertPath(lang, { country: country.id, team: team.slug })} className="button-quiet">
            {t('alert', { ns: 'common' })}
          </a>
        )}
        {own.length > 0 && <FormDots form={own.slice(0, FORM_MATCHES)} />}
      </header>
      <Part title={t('team.next')}>
        {next.length > 0 ? (
          <MatchGroups matches={next} buttons={buttons} place="team" listed={null} />
        ) : (
          <Empty
            next={
              <a className="more" href={countryPath(lang, sport.slug, country.slug)}>
                {country.name}
              </a>
            }
          >
            {t('team.no-next')}
          </Empty>
        )}
      </Part>
      {data.prices.length > 0 && (
        <Part title={t('team.prices')}>
          <TeamPrices name={team.name} prices={data.prices} chart={data.chart} />
        </Part>
      )}
      <Part title={t('team.past')}>
        {own.length > 0 ? (
          <>
            <p className="hint">
              {withColon(t('results-count', { count: own.length }), i18n.language)} {t('column.won')}{' '}
              {count('win')} · {t('column.drawn')} {count('draw')} · {t('column.lost')} {count('lose')}
            </p>
            <ClosedTable matches={own} withLeague />
            <p className="hint">{t('closing.about')}</p>
          </>
        ) : (
          <Empty>{t('team.no-past')}</Empty>
        )}
      </Part>
    </>
  )
}

export const team = definePage<Data, 'sport' | 'country' | 'team'>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
