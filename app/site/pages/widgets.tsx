import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu, listLeagues } from '#app/features/catalogue/queries.server.ts'
import { findMatchById, listNextOfLeagues } from '#app/features/matches/queries.server.ts'
import { PRICE_FORMATS } from '#app/features/odds/prices.ts'
import { findLeaguePlace } from '#app/features/read-api/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import { WIDGET_SCRIPT, widgetPath, widgetsPath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { readRootData } from '../base/root-data.server.ts'
import { readWidgetData } from '../base/widget-data.server.ts'
import {
  LEAGUE_WIDGETS,
  MATCH_WIDGETS,
  readWidget,
  subjectOf,
  WIDGET_HEIGHTS,
  WIDGET_SCHEMES,
  type WidgetKind,
} from '../base/widget-request.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Part } from '../parts/part.tsx'

const STEPS = ['sport', 'country', 'league', 'match'] as const

type Data = Awaited<ReturnType<typeof load>>

/** The code of a widget of a league or a match; not for search engines. */
async function load({ services, url, lang }: PageRequest) {
  const query = url.searchParams
  const place = await readPlace(services, query, lang)
  // Of a match that was chosen before another league, nothing is left.
  const isOfMatch = query.get('match') && !(query.get('league') && place.match === null)
  const kinds: readonly WidgetKind[] = isOfMatch ? MATCH_WIDGETS : LEAGUE_WIDGETS
  const kind = kinds.find((it) => it === query.get('kind')) ?? kinds[0] ?? 'matches'
  const asked = readWidget(kind, query)
  const [labels, root, shown] = await Promise.all([
    getResources(services, lang),
    readRootData({ services, url, language: lang }),
    asked && readWidgetData(services, asked, lang),
  ])
  const choices = {
    [subjectOf(kind)]: asked?.id ?? '',
    lang,
    ...(asked?.scheme && { scheme: asked.scheme }),
    ...(asked?.format && { odds: asked.format }),
  }
  return {
    title: labels.common?.widgets ?? '',
    place,
    asked: shown ? asked : null,
    kinds,
    origin: root.origin,
    hasSchemes: root.ownScheme !== null,
    address: widgetPath(kind, choices),
    choices,
  }
}

/** Matches of a league that can be chosen. */
const MOST_MATCHES_SHOWN = 50

/** What can be chosen at each step, and what is chosen: a step is shown once the one before it is taken. */
async function readPlace(services: Services, query: URLSearchParams, lang: string) {
  const [names, menu, of] = await Promise.all([
    getLocalNames(services, lang),
    getSportsMenu(services),
    readSteps(services, query),
  ])
  const sport = menu.find(({ slug }) => slug === of.sport)
  const country = sport?.countries.find(({ slug }) => slug === of.country)
  const leagues = country ? await listLeagues(services, country.id) : []
  const league = leagues.find(({ id }) => id === of.league)
  const matches = league
    ? await listNextOfLeagues(services, { leagueIds: [league.id], perLeague: MOST_MATCHES_SHOWN })
    : []
  const match = matches.find(({ id }) => id === query.get('match'))
  return {
    sports: menu.map((it) => ({ value: it.slug, text: names.sport(it).name })),
    countries: names.countries(sport?.countries ?? []).map(({ slug, name }) => ({ value: slug, text: name })),
    leagues: leagues.map(({ id, name }) => ({ value: id, text: name })),
    matches: matches.map(({ id, home, away }) => ({ value: id, text: `${home} – ${away}` })),
    sport: sport?.slug ?? null,
    country: country?.slug ?? null,
    league: league?.id ?? null,
    match: match?.id ?? null,
  }
}

/** The first steps of the address. Links of leagues and matches name only these: their place is looked up. */
async function readSteps(services: Services, query: URLSearchParams) {
  const [sport, country, league, match] = STEPS.map((step) => query.get(step))
  if (sport || country) return { sport, country, league }
  if (isId(match)) {
    const found = await findMatchById(services, match)
    if (found) return { sport: found.sport.slug, country: found.country.slug, league: found.league.id }
  }
  const found = isId(league) ? await findLeaguePlace(services, league) : undefined
  return { sport: found?.sport, country: found?.country, league }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('common')
  const { place } = data
  const { asked, kinds, origin, hasSchemes, address, choices } = data
  return (
    <>
      <Crumbs crumbs={[]} current={t('widgets')} />
      <header className="list-head">
        <h1 className="title">{t('widgets')}</h1>
        <p>{t('widgets.about')}</p>
      </header>
      <Chooser place={place} lang={lang} />
      {asked && (
        <>
          <form className="tools widget-choices" action={widgetsPath(lang)}>
            {place.sport && <input type="hidden" name="sport" value={place.sport} />}
            {place.country && <input type="hidden" name="country" value={place.country} />}
            {place.league && place.match && <input type="hidden" name="league" value={place.league} />}
            <input type="hidden" name={subjectOf(asked.kind)} value={asked.id} />
            {kinds.length > 1 && (
              <label>
                {t('widgets.kind')}{' '}
                <select name="kind" defaultValue={asked.kind}>
                  {kinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`widgets.kind.${kind}`)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {hasSchemes && (
              <label>
                {t('widgets.scheme')}{' '}
                <select name="scheme" defaultValue={asked.scheme ?? ''}>
                  <option value="">{t('widgets.scheme.own')}</option>
                  {WIDGET_SCHEMES.map((scheme) => (
                    <option key={scheme} value={scheme}>
                      {t(`widgets.scheme.${scheme}`)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label>
              {t('price-format')}{' '}
              <select name="odds" defaultValue={asked.format ?? 'decimal'}>
                {PRICE_FORMATS.map((format) => (
                  <option key={format} value={format}>
                    {t(`price-format.${format}`)}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button">
              {t('widgets.apply')}
            </button>
          </form>
          <Part title={t('widgets.preview')}>
            <iframe className={`widget-preview ${asked.kind}`} src={address} title={t('widgets.preview')} />
          </Part>
          <Part title={t('widgets.as-script')}>
            <Code text={scriptCode(origin, asked.kind, choices)} label={t('widgets.as-script')} />
          </Part>
          <Part title={t('widgets.as-frame')}>
            <Code
              text={`<iframe src="${origin}${address.replaceAll('&', '&amp;')}" width="100%" height="${WIDGET_HEIGHTS[asked.kind]}" style="border:0" title="Odds"></iframe>`}
              label={t('widgets.as-frame')}
            />
          </Part>
        </>
      )}
    </>
  )
}

/** Each choice opens the next one. It works without scripts, so each step is a request. */
function Chooser({ place, lang }: { place: Data['place']; lang: string }) {
  const { t } = useTranslation('common')
  const options = {
    sport: place.sports,
    country: place.countries,
    league: place.leagues,
    match: place.matches,
  }
  return (
    <form className="tools widget-choices" action={widgetsPath(lang)}>
      <p>{t('widgets.choose')}</p>
      {STEPS.filter((step) => options[step].length > 0).map((step) => (
        <label key={step}>
          {t(`widgets.of.${step}`)}{' '}
          <select name={step} defaultValue={place[step] ?? ''}>
            <option value="">{step === 'match' ? t('widgets.no-match') : '–'}</option>
            {options[step].map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button type="submit" className="button">
        {t('widgets.continue')}
      </button>
    </form>
  )
}

function scriptCode(origin: string, kind: string, choices: Record<string, string>): string {
  const data = Object.entries({ widget: kind, ...choices }).map(([name, value]) => ` data-${name}="${value}"`)
  return `<script async src="${origin}${WIDGET_SCRIPT}"${data.join('')}></script>`
}

function Code({ text, label }: { text: string; label: string }) {
  return <textarea className="code" readOnly rows={3} dir="ltr" aria-label={label} value={text} />
}

export const widgets = definePage<Data>({ load, headOf: ({ title }) => ({ title }), View, styles: ['tools'] })
