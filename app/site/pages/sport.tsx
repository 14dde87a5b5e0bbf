import { listCountriesWithLeagues } from '#app/features/catalogue/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { sportPath } from '#app/platform/paths.ts'
import { Icon } from '#app/ui/marks.tsx'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findSportPlace, redirectToCanonical } from '../base/place.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Flag } from '../parts/flag.tsx'
import { LeagueCard } from '../parts/league-card.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, url, lang, params }: PageRequest<'sport'>) {
  const place = await findSportPlace(services, { ...params, lang })
  redirectToCanonical(url, place)
  const { names, sport } = place
  const [countries, head] = await Promise.all([
    listCountriesWithLeagues(services, sport.id),
    getPageHead(services, {
      url,
      language: lang,
      page: 'sport',
      variables: { sport_name: sport.name },
      way: [{ name: sport.name, path: sportPath(lang, sport.slug) }],
    }),
  ])
  return { sport: { name: sport.name, slug: sport.slug }, countries: names.countries(countries), head }
}

function View({ data: { sport, countries } }: { data: Data }) {
  const { t } = useTranslation(['leagues', 'errors'])
  return (
    <>
      <Crumbs crumbs={[]} current={sport.name} />
      <h1 className="title">{sport.name}</h1>
      {countries.length === 0 && (
        <p role="alert" className="failed">
          {t('no-countries', { ns: 'errors' })}
        </p>
      )}
      <div className="countries">
        {countries.map((country, index) => (
          <details key={country.id} id={country.slug} open={index === 0} className="country">
            <summary>
              <Flag code={country.code} />
              <h2>{country.name}</h2>
              <small>{t('count', { count: country.leagues.length })}</small>
              <Icon name="down" className="icon small" />
            </summary>
            <ul className="cards">
              {country.leagues.map((league) => (
                <li key={league.id}>
                  <LeagueCard sportSlug={sport.slug} countrySlug={country.slug} league={league} />
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </>
  )
}

export const sport = definePage<Data, 'sport'>({ load, headOf: ({ head }) => head, View })
