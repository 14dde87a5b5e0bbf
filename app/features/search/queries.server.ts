import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { INTERNATIONAL } from '#app/features/catalogue/countries.ts'
import { isNotOver } from '#app/features/catalogue/match-length.server.ts'
import { codeOf, codesOf } from '#app/features/matches/fixture-codes.ts'
import { fold } from '#app/features/names/fold.ts'
import {
  beginsWord,
  hasWord,
  likePattern,
  rankName,
  type SearchTerms,
  toTerms,
} from '#app/features/names/search-terms.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { getLocalNames } from '../catalogue/names.server.ts'
import { getSportsMenu } from '../catalogue/queries.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchStatus, MatchSummary } from '../matches/schema.ts'
import { LIMITS, NO_RESULTS } from './rules.ts'
import type {
  FoundCountry,
  FoundLeague,
  FoundMatch,
  FoundSport,
  FoundTeam,
  SearchPage,
  SearchResults,
} from './schema.ts'
import { findSimilarNames, type SimilarNames } from './similar-names.server.ts'
import { findTeams, type PlacesOf, type TeamRow } from './teams.server.ts'
import { otherNames, spellings } from './variants.ts'

/** An active sport or country with the names by which it is found: the displayed one and the stored one. */
interface Place<T> {
  found: T
  names: string[]
}

interface CountryPlace extends Place<FoundCountry> {
  sport: Place<FoundSport>
}

interface Places {
  sports: Place<FoundSport>[]
  countries: CountryPlace[]
}

/**
 * Finds active sports, countries, leagues and teams, and live or upcoming matches, whose names contain every word of the text.
 * Case and accents are ignored; a country or league is also found by its own name with that of its sport or country.
 * Responses are not stored in the page cache, so no dependencies are recorded.
 */
export async function search(services: Services, language: string, text: string): Promise<SearchResults> {
  const terms = toTerms(text)
  if (!terms) return NO_RESULTS
  const places = await getPlaces(services, language)
  const db = services.database.kysely
  const similar = lazily(() => findSimilarNames(db, text, terms))
  const [leagues, teams, matches] = await Promise.all([
    selectLeagues(db, terms, places).execute(),
    findTeams(db, terms, { placesOf: placesOf(places), similar, limit: LIMITS.teams }),
    findMatches(db, terms, new Date(), similar),
  ])
  return {
    ...findPlaces(places, terms, LIMITS),
    leagues: toLeagues(leagues, places),
    teams: toTeams(teams, places),
    matches: toMatches(matches, places),
  }
}

/**
 * All results of a search, for the page of results: up to a hundred sports, countries and leagues and twenty teams on the
 * first page, and the matches with their prices, soonest first, page by page.
 * @param page from 1
 */
export async function searchAll(
  services: Services,
  language: string,
  text: string,
  page: number,
): Promise<SearchPage> {
  const none = { ...NO_RESULTS, matches: [], hasNext: false, last: 1 }
  const terms = toTerms(text)
  if (!terms) return none
  const places = await getPlaces(services, language)
  const db = services.database.kysely
  const isFirst = page === 1
  const range = { limit: PAGE_MATCHES + 1, offset: (page - 1) * PAGE_MATCHES }
  const similar = lazily(() => findSimilarNames(db, text, terms))
  const [leagues, teams, ids] = await Promise.all([
    isFirst ? selectLeagues(db, terms, places, PAGE_PLACES).execute() : [],
    isFirst ? findTeams(db, terms, { placesOf: placesOf(places), similar, limit: PAGE_TEAMS }) : [],
    findAllMatches(db, terms, new Date(), { ...range, similar }),
  ])
  const names = await getLocalNames(services, language)
  const matches = await listMatchesOfIds(services, ids.slice(0, PAGE_MATCHES))
  // Counted only for a page after the last one.
  const before =
    isFirst || ids.length > 0
      ? null
      : await findAllMatches(db, terms, new Date(), { limit: range.offset, offset: 0, similar })
  const limits = { sports: PAGE_PLACES, countries: PAGE_PLACES }
  return {
    ...(isFirst ? findPlaces(places, terms, limits) : NO_RESULTS),
    leagues: toLeagues(leagues, places),
    teams: toTeams(teams, places),
    matches: matches.map((match): MatchSummary => names.match(match)),
    hasNext: ids.length > PAGE_MATCHES,
    last: before === null ? page : Math.ceil(before.length / PAGE_MATCHES),
  }
}

/** Matches on a page of results, and the limit of each kind of place. */
export const PAGE_MATCHES = 20
const PAGE_PLACES = 100
const PAGE_TEAMS = 20

/** Reads something at most once, when it is first needed. */
function lazily<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= read()
    return value
  }
}

function placesOf({ sports, countries }: Places): PlacesOf {
  const idsOf = (places: readonly Place<{ id: string }>[], word: string) =>
    places.filter((it) => isNamed(it, word)).map(({ found }) => found.id)
  return (word) => ({ sports: idsOf(sports, word), countries: idsOf(countries, word) })
}

function findPlaces(places: Places, terms: SearchTerms, limits: { sports: number; countries: number }) {
  return {
    sports: findSports(places, terms, limits.sports),
    countries: findCountries(places, terms, limits.countries),
  }
}

function toLeagues(rows: readonly LeagueRow[], places: Places): FoundLeague[] {
  const countries = new Map(places.countries.map((it) => [it.found.id, it.found]))
  return rows.flatMap((row): FoundLeague[] => {
    const country = countries.get(row.country_id)
    if (!country) return []
    const { id, name, slug, logo_url: logoUrl } = row
    return [{ id, name, slug, logoUrl, sport: named(country.sport), country: withCode(country) }]
  })
}

function toTeams(rows: readonly TeamRow[], places: Places): FoundTeam[] {
  const countries = new Map(places.countries.map((it) => [it.found.id, it.found]))
  return rows.flatMap(({ country_id, name, slug, badge }): FoundTeam[] => {
    const country = countries.get(country_id)
    return country
      ? [{ name, slug, badgeUrl: badge, sport: named(country.sport), country: withCode(country) }]
      : []
  })
}

function toMatches(rows: readonly MatchRow[], places: Places): FoundMatch[] {
  const sports = new Map(places.sports.map((it) => [it.found.id, it.found]))
  const countries = new Map(places.countries.map((it) => [it.found.id, it.found]))
  return rows.flatMap((row): FoundMatch[] => {
    const [sport, country] = [sports.get(row.sport_id), countries.get(row.country_id)]
    if (!sport || !country) return []
    return [
      {
        id: row.id,
        slug: row.slug,
        ambiguous: row.ambiguous,
        home: row.home_team,
        away: row.away_team,
        startTime: row.start_time.toISOString(),
        status: row.status as MatchStatus,
        minutes: row.duration_minutes,
        liveStatus: codeOf(row),
        elapsed: row.status_elapsed,
        sport: named(sport),
        country: withCode(country),
        league: { name: row.league_name, slug: row.league_slug },
      },
    ]
  })
}

const named = ({ name, slug }: { name: string; slug: string }) => ({ name, slug })
const withCode = ({ name, slug, code }: FoundCountry) => ({ name, slug, code })

/** There are few sports and countries, and their translated names are not in the database: they are compared here. */
function getPlaces(services: Services, language: string): Promise<Places> {
  return services.memo.get(`search-places:${language}`, async () => {
    const [names, menu] = await Promise.all([getLocalNames(services, language), getSportsMenu(services)])
    const places: Places = { sports: [], countries: [] }
    for (const item of menu) {
      const { countries, matchCount: _, ...summary } = item
      const sport = { found: names.sport(summary), names: foldAll(names.sport(item).name, item.name) }
      places.sports.push(sport)
      for (const { matchCount: __, ...country } of countries) {
        const found = { ...names.country(country), sport: named(sport.found) }
        places.countries.push({ found, names: foldAll(found.name, country.name), sport })
      }
    }
    return places
  })
}

function foldAll(...names: string[]): string[] {
  return [...new Set(names.map(fold))]
}

function findSports({ sports }: Places, terms: SearchTerms, limit: number): FoundSport[] {
  const matching = sports.filter(({ names }) =>
    terms.words.every((word) => names.some((name) => hasWord(name, word))),
  )
  return best(matching, terms, limit)
}

function findCountries({ countries }: Places, terms: SearchTerms, limit: number): FoundCountry[] {
  const matching = countries.filter(({ names, sport }) => {
    const isOwn = (word: string) => names.some((name) => hasWord(name, word))
    return terms.words.some(isOwn) && terms.words.every((word) => isOwn(word) || isNamed(sport, word))
  })
  return best(matching, terms, limit)
}

/** Whether the sport or country of a result has a word that begins with this one. */
function isNamed(place: Place<unknown>, word: string): boolean {
  return place.names.some((name) => beginsWord(name, word))
}

/** The best by their names, else in menu order. */
function best<T>(places: Place<T>[], terms: SearchTerms, limit: number): T[] {
  const rank = (place: Place<T>) => Math.min(...place.names.map((name) => rankName(name, terms)))
  return places
    .map((place) => ({ place, rank: rank(place) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ place }) => place.found)
}

/** Words of names of leagues in which not the first sides of clubs and nations play, in folded names. */
const OTHER_SIDES = String.raw`\m(women(s?)|ladies|frauen|damen|femin\w+|femen\w+|femminile|kvinne\w+|dam\w*allsvenskan|youth|primavera|juvenil|junior\w*|reserves?|(u|under|sub) ?(1[5-9]|2[0-3]))\M`

/**
 * Leagues with at least one of the words in their own name; the others may be in that of their country or sport. The best by
 * name first. Among equals come leagues with a match to come, then those of first sides, then the menu's order, in which, of
 * leagues of the same name, those of a country precede those of no country.
 */
export function selectLeagues(
  db: Kysely<DB>,
  terms: SearchTerms,
  { sports, countries }: Places,
  limit: number = LIMITS.leagues,
) {
  const text = sql<string>`league_search_text(l.name, l.display_name)`
  const shown = sql<string>`coalesce(nullif(l.display_name, ''), l.name)`
  const folded = sql<string>`search_fold(${shown})`
  const { phrase } = terms
  return db
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select(['l.id', shown.as('name'), 'l.slug', 'l.logo_url', 'l.country_id'])
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where('s.is_active', '=', true)
    .where((eb) => eb.or(terms.words.map((word) => sql<SqlBool>`${text} like ${likePattern(word)}`)))
    .where((eb) =>
      eb.and(
        terms.words.map((word) => {
          const ways: Expression<SqlBool>[] = [sql<SqlBool>`${text} like ${likePattern(word)}`]
          const sportIds = sports.filter((it) => isNamed(it, word)).map((it) => it.found.id)
          const countryIds = countries.filter((it) => isNamed(it, word)).map((it) => it.found.id)
          if (sportIds.length > 0) ways.push(sql`l.sport_id = any (${sportIds}::uuid[])`)
          if (countryIds.length > 0) ways.push(sql`l.country_id = any (${countryIds}::uuid[])`)
          return eb.or(ways)
        }),
      ),
    )
    .orderBy(
      sql`case when ${folded} = ${phrase} then 0 when ${folded} like ${`${phrase}%`} then 1
        when ${text} like ${`% ${phrase}%`} then 2 when ${beginEach(text, terms)} then 3 else 4 end`,
    )
    .orderBy(
      sql`exists (select 1 from matches m
        where m.league_id = l.id and m.status in ('scheduled', 'live') and m.start_time > now()) desc`,
    )
    .orderBy(sql`${folded} ~ ${OTHER_SIDES}`)
    .orderBy('s.menu_position')
    .orderBy(sql`${folded} = ${phrase} and c.code = ${INTERNATIONAL}`)
    .orderBy('c.menu_position')
    .orderBy('l.menu_position')
    .orderBy('l.name')
    .orderBy('l.id')
    .limit(limit)
}

type LeagueRow = Awaited<ReturnType<ReturnType<typeof selectLeagues>['execute']>>[number]
type MatchRow = Awaited<ReturnType<ReturnType<typeof selectMatches>['execute']>>[number]

/**
 * Upcoming and live matches by the words of both teams: first those that contain the whole text as words, then those where
 * it starts a word, then those where each word starts a word; soonest first among equals. The widest condition runs first:
 * if it finds few matches or none, no other query runs. If it finds more, the conditions run one after the other, so that no
 * query sorts thousands of matches. If nothing is found, names with a similar spelling or sound are searched once.
 */
async function findMatches(
  db: Kysely<DB>,
  terms: SearchTerms,
  now: Date,
  similar: () => Promise<SimilarNames>,
): Promise<MatchRow[]> {
  const ways = matchPatterns(terms)
  const all = await selectMatches(db, widest(terms), now, [], LIMITS.matches + 1).execute()
  if (all.length === 0) {
    return findSimilarMatches(db, now, { limit: LIMITS.matches, offset: 0, similar })
  }
  if (all.length <= LIMITS.matches) {
    const rank = ({ search_text }: MatchRow) =>
      ways.findIndex((way) => way.every((it) => isLike(search_text, it)))
    return all.toSorted((a, b) => rank(a) - rank(b))
  }
  const found: MatchRow[] = []
  for (const patterns of ways) {
    if (found.length === LIMITS.matches) break
    const known = found.map(({ id }) => id)
    found.push(...(await selectMatches(db, [patterns], now, known).execute()))
  }
  return found
}

/** The ids of all matches that a search finds, soonest first. */
async function findAllMatches(
  db: Kysely<DB>,
  terms: SearchTerms,
  now: Date,
  range: SimilarRange,
): Promise<string[]> {
  const found = await selectMatches(db, widest(terms), now, [], range.limit).offset(range.offset).execute()
  const rows = found.length > 0 ? found : await findSimilarMatches(db, now, range)
  return rows.map(({ id }) => id)
}

interface SimilarRange {
  limit: number
  offset: number
  similar: () => Promise<SimilarNames>
}

/** Matches of teams with similar names. */
async function findSimilarMatches(
  db: Kysely<DB>,
  now: Date,
  { limit, offset, similar }: SimilarRange,
): Promise<MatchRow[]> {
  const found = await similar()
  if (found.length === 0) return []
  const way = found.map((names) => names.map((name) => `% ${name} %`))
  return selectMatches(db, [way], now, [], limit).offset(offset).execute()
}

/** The condition on a text: a LIKE pattern, one of several, or a letter with its apostrophe. */
type Pattern = string | readonly string[] | { elided: string }

/**
 * The conditions under which a match is found, the best first, each as patterns that must all match. The words of the last
 * may have other spellings; it includes all before it except the other names of a team, which are separate conditions.
 */
export function matchPatterns({ phrase, words, elided }: SearchTerms): Pattern[][] {
  if (elided !== undefined) return [[`% ${phrase}%`, { elided }]]
  const ways: Pattern[][] = [
    [`% ${phrase} %`],
    ...namedWays(phrase),
    [`% ${phrase}%`],
    words.map((word) => `% ${word}%`),
    words.map((word) => {
      const [own = '', ...others] = spellings(word).map(likePattern)
      return others.length > 0 ? [own, ...others] : own
    }),
  ]
  return ways.filter((way, at) => ways.findIndex((other) => String(other) === String(way)) === at)
}

function namedWays(phrase: string): Pattern[][] {
  return otherNames(phrase).map((name) => [`% ${name} %`])
}

/** The conditions that include all of them. */
function widest(terms: SearchTerms): Pattern[][] {
  return [matchPatterns(terms).at(-1) ?? [], ...namedWays(terms.phrase)]
}

function isLike(text: string, it: Pattern): boolean {
  if (typeof it === 'object' && 'elided' in it) return true
  return [it].flat().some((one) => text.includes(one.slice(1, -1)))
}

/** The soonest matches that meet one of the conditions, without those already found. */
export function selectMatches(
  db: Kysely<DB>,
  ways: readonly (readonly Pattern[])[],
  now: Date,
  known: readonly string[] = [],
  limit: number = LIMITS.matches - known.length,
) {
  return db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .select([
      'm.id',
      'm.slug',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.status',
      'm.search_text',
      'm.sport_id',
      'm.country_id',
      'f.status_short',
      'f.status_elapsed',
      's.duration_minutes',
      'l.slug as league_slug',
      sql<string>`coalesce(nullif(l.display_name, ''), l.name)`.as('league_name'),
      sql<boolean>`exists (select 1 from matches other
        where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id)`.as('ambiguous'),
    ])
    .where('m.status', 'in', ['scheduled', 'live'])
    .where(isNotOver(now))
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where('s.is_active', '=', true)
    .where((eb) => eb.or(ways.map((way) => eb.and(way.map((it) => eb.or(fits(it)))))))
    .where(sql<SqlBool>`m.id <> all (${[...known]}::uuid[])`)
    .where((eb) =>
      eb.or([
        eb('m.start_time', '>', now),
        eb('f.status_short', 'is', null),
        eb('f.status_short', 'in', ['NS', ...codesOf('live', 'void')]),
      ]),
    )
    .orderBy('m.start_time')
    .orderBy('m.id')
    .limit(limit)
}

function fits(it: Pattern): Expression<SqlBool>[] {
  if (typeof it === 'object' && 'elided' in it) {
    const names = sql`' ' || translate(m.home_team || ' ' || m.away_team, '’\`´', '')`
    return [sql<SqlBool>`${names} ilike ${`% ${it.elided}%`}`]
  }
  return [it].flat().map((one) => sql<SqlBool>`m.search_text like ${one}`)
}

function beginEach(text: Expression<string>, { words }: SearchTerms) {
  return sql.join(
    words.map((word) => sql`${text} like ${`% ${word}%`}`),
    sql` and `,
  )
}
