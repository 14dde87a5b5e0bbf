import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { findMatch } from '#app/features/matches/find-match.server.ts'
import { homeDays, MATCH_TABS, MOST_PAGES_OF_MATCHES } from '#app/features/matches/home-query.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import {
  DROP_BOOKS,
  DROP_MARKETS,
  DROP_WINDOWS,
  DROPS,
  MOST_PAGES,
  MOST_PAGES_OF_ARCHIVE,
  MOST_PAGES_OF_SURE_BETS,
  MOST_PAGES_OF_VALUE,
  readListPage,
} from '#app/features/movements/drops-query.ts'
import { EXACT, FIELDS, FORMAT_FIELDS, priceFieldsOf, TYPED_IN } from '#app/features/odds/calculator-forms.ts'
import { CONVERTER_FIELDS, PRICE_FIELDS } from '#app/features/odds/converter-form.ts'
import { SHOWN_MARKETS } from '#app/features/odds/list-market.ts'
import { findShownMarket, MARKET_PARAMETERS, marketQuery } from '#app/features/odds/market-address.ts'
import { MATCH_MARKETS } from '#app/features/odds/markets.ts'
import { PRICE_FORMATS } from '#app/features/odds/prices.ts'
import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import { findLeagueName } from '#app/features/read-api/queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { type AskedClosing, chooseClosing, readAskedClosing } from '#app/features/statistics/closing.ts'
import { listClosedVariants } from '#app/features/statistics/results.server.ts'
import { RESULT_MONTHS, readSeasonYear, seasonOf, seasonYears } from '#app/features/statistics/seasons.ts'
import { readLeagueCalendar } from '#app/features/statistics/standings.server.ts'
import { TABLE_KINDS } from '#app/features/statistics/standings.ts'
import type { PageParameters } from '#app/platform/http/page-address.server.ts'
import { TOOLS } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { findLeaguePlace } from './base/place.server.ts'
import { problemOf } from './base/problem.ts'
import { findPage, type PageName } from './routes.ts'

const OF_A_CALCULATOR = ofAForm(Object.values(FIELDS).flatMap(Object.keys), TOOLS.flatMap(priceFieldsOf))

const OF_THE_CONVERTER = ofAForm(CONVERTER_FIELDS, PRICE_FIELDS)

function ofAForm(fields: readonly string[], prices: readonly string[]): PageParameters {
  const names = [...Object.values(FORMAT_FIELDS), TYPED_IN, ...fields, ...prices.map((name) => EXACT + name)]
  return Object.fromEntries(names.map((name) => [name, 'own']))
}

const OF_A_MARKET: PageParameters = Object.fromEntries(MARKET_PARAMETERS.map((name) => [name, 'any']))

/** The highest page number of each list; higher ones are this one, others are removed. */
const LISTS: Partial<Record<PageName, number>> = {
  home: MOST_PAGES_OF_MATCHES,
  'dropping-odds': MOST_PAGES,
  value: MOST_PAGES_OF_VALUE,
  'sure-bets': MOST_PAGES_OF_SURE_BETS,
  'value-record': MOST_PAGES_OF_ARCHIVE,
  results: MOST_PAGES_OF_ARCHIVE,
}

/**
 * The query parameters of each page, by the page's name, with their valid values. Others are dropped
 * before the page cache is read, so that invented values do not create cache entries.
 */
export function pageParameters(services: Services, page: PageName | undefined): PageParameters {
  const format = { [FORMAT_PARAMETER]: PRICE_FORMATS }
  const sports = async () => (await getSportsMenu(services)).map(({ slug }) => slug)
  switch (page) {
    case 'home':
      return {
        ...format,
        show: SHOWN_MARKETS,
        tab: MATCH_TABS,
        page: 'any',
        day: async () => homeDays(new Date(), (await readSettings(services)).time_zone),
        sport: sports,
      }
    // The default value is omitted from the address.
    case 'dropping-odds':
      return {
        ...format,
        since: DROP_WINDOWS.filter((it) => it !== DROPS.since),
        books: DROP_BOOKS.filter((it) => it !== DROPS.books),
        market: DROP_MARKETS,
        page: 'any',
        sport: sports,
        league: 'any',
      }
    case 'bookmakers':
      return { ...format, sport: sports }
    case 'value':
      return { ...format, page: 'any', sport: sports }
    case 'sure-bets':
      return { ...format, page: 'any', sport: sports }
    case 'value-record':
      return { ...format, page: 'any' }
    case 'coupon':
      return { ...format, c: 'own', stake: 'own', match: 'own', q: 'own' }
    case 'tools':
      return { ...format, ...OF_THE_CONVERTER }
    case 'tool':
      return { ...format, ...OF_A_CALCULATOR }
    case 'league':
      return { ...format, show: SHOWN_MARKETS }
    case 'results':
      return {
        ...format,
        season: seasonYears(new Date()),
        month: RESULT_MONTHS,
        market: MATCH_MARKETS,
        // Only those that the season has, by `normaliseQuery`.
        period: 'any',
        participant: 'any',
        line: 'any',
        page: 'any',
      }
    case 'standings':
      return {
        ...format,
        season: seasonYears(new Date()),
        table: TABLE_KINDS.filter((it) => it !== 'overall'),
      }
    case 'match':
    case 'match-by-id':
      return { ...format, ...OF_A_MARKET }
    default:
      return page === undefined ? {} : format
  }
}

/**
 * A query whose values are valid only together: the market of a match in its shortest form, the league of a list; and the
 * number of a page of a list.
 */
export async function normaliseQuery(
  services: Services,
  pathname: string,
  asked: URLSearchParams,
): Promise<URLSearchParams> {
  const page = findPage(pathname)
  const most = page && LISTS[page.name]
  const query = most === undefined ? asked : withListPage(asked, most)
  if (page?.name === 'dropping-odds') return withKnownLeague(services, query)
  if (page?.name === 'results') return withKnownLine(services, page.params, query)
  if (page?.name !== 'match' && page?.name !== 'match-by-id') return query
  const kept = new URLSearchParams([...query].filter(([name]) => !isOfMarket(name)))
  if ([...query.keys()].every((name) => !isOfMarket(name))) return kept
  const match = await findMatchAt(services, page.params)
  const markets = match ? await listMatchMarkets(services, match) : []
  const withDraw = match?.headline.withDraw ?? false
  const shown = findShownMarket(markets, query, withDraw)
  if (!shown) return kept
  // Where the site has an order of its own, that by payout is another page.
  const isByPayout = shown.isByPayout === true && (await readSettings(services)).first_bookmakers !== null
  const short = marketQuery(markets, { ...shown, isByPayout }, withDraw)
  return new URLSearchParams([...kept, ...new URLSearchParams(short)])
}

function withListPage(asked: URLSearchParams, most: number): URLSearchParams {
  const query = new URLSearchParams(asked)
  const page = readListPage(query, most)
  if (page > 1) query.set('page', String(page))
  else query.delete('page')
  return query
}

const PARTS_OF_LINE = ['period', 'participant', 'line'] as const

/** A period, a side or a line that the season has no closing odds of is removed. */
async function withKnownLine(
  services: Services,
  { lang = '', sport = '', country = '', league = '' }: Record<string, string>,
  query: URLSearchParams,
): Promise<URLSearchParams> {
  if (PARTS_OF_LINE.every((name) => !query.has(name))) return query
  const kept = new URLSearchParams(query)
  for (const name of PARTS_OF_LINE) kept.delete(name)
  const asked = readAskedClosing(query)
  const choice = asked.market && (await chooseAt(services, { lang, sport, country, league }, query, asked))
  if (!choice) return kept
  if (choice.period === asked.period && choice.periods.length > 1) kept.set('period', choice.period)
  if (choice.participant && choice.participant === asked.participant)
    kept.set('participant', choice.participant)
  if (choice.line !== null) kept.set('line', String(choice.line))
  return kept
}

async function chooseAt(
  services: Services,
  at: { lang: string; sport: string; country: string; league: string },
  query: URLSearchParams,
  asked: AskedClosing,
) {
  try {
    const { league } = await findLeaguePlace(services, at)
    const calendar = await readLeagueCalendar(services, league.id)
    const year = readSeasonYear(query)
    const season = year === null ? calendar.seasons[0] : seasonOf(year, calendar.calendarYear, calendar.zone)
    return season ? chooseClosing(await listClosedVariants(services, league.id, season), asked) : null
  } catch (error) {
    if (error instanceof Response || problemOf(error)) return null
    throw error
  }
}

/** A league that does not exist is removed; the sport of one that does says nothing more. */
async function withKnownLeague(services: Services, query: URLSearchParams): Promise<URLSearchParams> {
  const league = query.get('league')
  if (league === null) return query
  const isKnown = (await findLeagueName(services, league)) !== null
  return new URLSearchParams([...query].filter(([name]) => name !== (isKnown ? 'sport' : 'league')))
}

const isOfMarket = (name: string) => (MARKET_PARAMETERS as readonly string[]).includes(name)

/** The match of an address. Null if there is none. */
async function findMatchAt(services: Services, params: Record<string, string>): Promise<MatchSummary | null> {
  const { lang = '', sport = '', country = '', league = '', match = '', matchId } = params
  try {
    const place = await findLeaguePlace(services, { lang, sport, country, league })
    const found = await findMatch(services, { leagueId: place.league.id, matchId, segment: match })
    return found.kind === 'found' ? found.match : null
  } catch (error) {
    if (error instanceof Response || problemOf(error)) return null
    throw error
  }
}
