import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import { listLeagues } from '#app/features/catalogue/queries.server.ts'
import { listOddsHints } from '#app/features/matches/hints.server.ts'
import { listOutlooks } from '#app/features/matches/outlook.server.ts'
import { listFeaturedOfCountry, listLiveOfCountry } from '#app/features/matches/queries.server.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countryPath, sportPath } from '#app/platform/paths.ts'
import { getPageHead } from '../base/head.server.ts'
import { orNull } from '../base/or-null.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findCountryPlace, redirectToCanonical } from '../base/place.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Flag } from '../parts/flag.tsx'
import { LeagueCard } from '../parts/league-card.tsx'
import { MatchCard } from '../parts/match-card.tsx'
import { OddsHints } from '../parts/odds-hints.tsx'
import { Part } from '../parts/part.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, url, lang, params }: PageRequest<'sport' | 'country'>) {
  const place = await findCountryPlace(services, { ...params, lang })
  redirectToCanonical(url, place)
  const { names, sport, country } = place
  const [leagues, outlooks, live, featured, hints, buttons, head] = await Promise.all([
    listLeagues(services, country.id),
    orNull(services, 'the leagues are shown without what is to come', listOutlooks(services, country.id)),
    listLiveOfCountry(services, country.id),
    listFeaturedOfCountry(services, country.id),
    listOddsHints(services, country.id),
    listAffiliateButtons(services, lang),
    getPageHead(services, {
      url,
      language: lang,
      page: 'country',
      variables: { sport_name: sport.name, country_name: country.name },
      way: [
        { name: sport.name, path: sportPath(lang, sport.slug) },
        { name: country.name, path: countryPath(lang, sport.slug, country.slug) },
      ],
    }),
  ])
  return {
    sport: { name: sport.name, slug: sport.slug },
    country,
    leagues: leagues.map((league) => ({ league, outlook: outlooks?.get(league.id) })),
    live: live.map(names.match),
    featured: featured.map(names.match),
    hints,
    buttons,
    head,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['matches', 'leagues'])
  const { sport, country, leagues, live, featured, hints, buttons } = data
  return (
    <>
      <Crumbs crumbs={[{ label: sport.name, to: sportPath(lang, sport.slug) }]} current={country.name} />
      <h1 className="title with-flag">
        <Flag code={country.code} />
        {country.name}
      </h1>
      <Part title={t('browse', { ns: 'leagues' })}>
        <ul className="cards">
          {leagues.map(({ league, outlook }) => (
            <li key={league.id}>
              <LeagueCard
                sportSlug={sport.slug}
                countrySlug={country.slug}
                league={league}
                outlook={outlook}
              />
            </li>
          ))}
        </ul>
      </Part>
      <div className="columns">
        <Column title={t('live')} matches={live} empty={t('live.none')} buttons={buttons} />
        <Column title={t('featured')} matches={featured} empty={t('featured.none')} buttons={buttons} />
        <Part title={t('sure-bets')}>
          {hints.sure.length > 0 ? <OddsHints hints={hints.sure} /> : <p>{t('sure-bets.no-real')}</p>}
          <h3>{t('widest-odds')}</h3>
          {hints.widest.length > 0 ? (
            <OddsHints hints={hints.widest} />
          ) : (
            <p className="hint">{t('sure-bets.none')}</p>
          )}
          <p className="hint">{t('sure-bets.disclaimer')}</p>
        </Part>
      </div>
    </>
  )
}

/** A column; a single line if it is empty. */
function Column(props: {
  title: string
  matches: MatchSummary[]
  empty: string
  buttons: AffiliateButton[]
}) {
  const { title, matches, empty, buttons } = props
  return (
    <Part title={title} isBare={matches.length === 0}>
      {matches.length > 0 ? (
        <ul className="stack">
          {matches.map((match) => (
            <li key={match.id}>
              <MatchCard match={match} buttons={buttons} place="country" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="hint">{empty}</p>
      )}
    </Part>
  )
}

export const country = definePage<Data, 'sport' | 'country'>({ load, headOf: ({ head }) => head, View })
