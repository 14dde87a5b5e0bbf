import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { getLocalNames } from '../catalogue/names.server.ts'
import { getSportsMenu } from '../catalogue/queries.server.ts'
import { isNotOver } from '../matches/over.server.ts'
import { LIVE_CODES } from '../matches/rules.ts'
import type { MatchStatus } from '../matches/schema.ts'
import { fold } from './fold.ts'
import {
  beginsWord,
  hasWord,
  isFoundInside,
  LIMITS,
  NO_RESULTS,
  rankName,
  type SearchTerms,
  toTerms,
} from './rules.ts'
import type { FoundCountry, FoundLeague, FoundMatch, FoundSport, SearchResults } from './schema.ts'

/** An active sport or country under the names by which it is found: the one that pages show, and the stored one. */
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
 * Finds active sports, countries and leagues, and matches that are live or to come, whose names hold every word of the
 * text. Case and accents do not count; a country or league is also found by its own name with that of its sport or
 * country beside it. Answers are not kept in the page cache, so nothing is noted for it.
 */
export async function search(services: Services, language: string, text: string): Promise<SearchResults> {
  const terms = toTerms(text)
  if (!terms) return NO_RESULTS
  const places = await getPlaces(services, language)
  const db = services.database.kysely
  const [leagues, matches] = await Promise.all([
    selectLeagues(db, terms, places).execute(),
    findMatches(db, terms, new Date()),
  ])
  const sports = new Map(places.sports.map((it) => [it.found.id, it.found]))
  const countries = new Map(places.countries.map((it) => [it.found.id, it.found]))
  return {
    sports: findSports(places, terms),
    countries: findCountries(places, terms),
    leagues: leagues.flatMap((row): FoundLeague[] => {
      const country = countries.get(row.country_id)
      if (!country) return []
      const { id, name, slug, logo_url: logoUrl } = row
      return [{ id, name, slug, logoUrl, sport: named(country.sport), country: withCode(country) }]
    }),
    matches: matches.flatMap((row): FoundMatch[] => {
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
          liveStatus: row.status_short,
          elapsed: row.status_elapsed,
          sport: named(sport),
          country: withCode(country),
          league: { name: row.league_name, slug: row.league_slug },
        },
      ]
    }),
  }
}

const named = ({ name, slug }: { name: string; slug: string }) => ({ name, slug })
const withCode = ({ name, slug, code }: FoundCountry) => ({ name, slug, code })

/** Sports and countries are few, and their names in a language are not in the database: they are compared here. */
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

function findSports({ sports }: Places, terms: SearchTerms): FoundSport[] {
  const matching = sports.filter(({ names }) =>
    terms.words.every((word) => names.some((name) => hasWord(name, word))),
  )
  return best(matching, terms, LIMITS.sports)
}

function findCountries({ countries }: Places, terms: SearchTerms): FoundCountry[] {
  const matching = countries.filter(({ names, sport }) => {
    const isOwn = (word: string) => names.some((name) => hasWord(name, word))
    return terms.words.some(isOwn) && terms.words.every((word) => isOwn(word) || isNamed(sport, word))
  })
  return best(matching, terms, LIMITS.countries)
}

/** Whether a word is said of the sport or country of what is searched: then it has to begin one of the name's words. */
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

/** Folded words hold no metacharacter of LIKE. */
export function pattern(word: string): string {
  return isFoundInside(word) ? `%${word}%` : `% ${word}%`
}

/** Leagues with at least one of the words in their own name; the others may be their country's or sport's. */
export function selectLeagues(db: Kysely<DB>, terms: SearchTerms, { sports, countries }: Places) {
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
    .where((eb) => eb.or(terms.words.map((word) => sql<SqlBool>`${text} like ${pattern(word)}`)))
    .where((eb) =>
      eb.and(
        terms.words.map((word) => {
          const ways: Expression<SqlBool>[] = [sql<SqlBool>`${text} like ${pattern(word)}`]
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
    .orderBy('s.menu_position')
    .orderBy('c.menu_position')
    .orderBy('l.menu_position')
    .orderBy('l.name')
    .orderBy('l.id')
    .limit(LIMITS.leagues)
}

/**
 * Matches to come, or begun and not over, by the words of both teams: those that hold the text as it
 * stands come first, then those where it begins a word, then all that begin words; soonest first among equals. One way
 * after the other, so that a word that thousands of matches hold needs no look at all of them.
 */
async function findMatches(db: Kysely<DB>, terms: SearchTerms, now: Date) {
  const found: Awaited<ReturnType<ReturnType<typeof selectMatches>['execute']>> = []
  for (const patterns of matchPatterns(terms)) {
    if (found.length === LIMITS.matches) break
    const known = found.map(({ id }) => id)
    found.push(...(await selectMatches(db, patterns, now, known).execute()))
  }
  return found
}

/** The ways in which a match may answer, the best first, each as patterns that all fit; each way holds those before it. */
export function matchPatterns({ phrase, words }: SearchTerms): string[][] {
  const ways = [[`% ${phrase} %`], [`% ${phrase}%`], words.map((word) => `% ${word}%`), words.map(pattern)]
  return ways.filter((way, at) => ways.findIndex((other) => other.join() === way.join()) === at)
}

/** The soonest matches that fit all patterns, besides those that are known. */
export function selectMatches(db: Kysely<DB>, patterns: string[], now: Date, known: string[] = []) {
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
    .where((eb) => eb.and(patterns.map((it) => sql<SqlBool>`m.search_text like ${it}`)))
    .where(sql<SqlBool>`m.id <> all (${known}::uuid[])`)
    .where((eb) =>
      eb.or([
        eb('m.start_time', '>', now),
        eb('f.status_short', 'is', null),
        eb('f.status_short', 'in', ['NS', ...LIVE_CODES]),
      ]),
    )
    .orderBy('m.start_time')
    .orderBy('m.id')
    .limit(LIMITS.matches - known.length)
}

function beginEach(text: Expression<string>, { words }: SearchTerms) {
  return sql.join(
    words.map((word) => sql`${text} like ${`% ${word}%`}`),
    sql` and `,
  )
}
