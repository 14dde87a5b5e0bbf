import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nameKey } from '#app/features/names/contestants.ts'
import { likePattern, type SearchTerms } from '#app/features/names/search-terms.ts'
import type { DB } from '#app/platform/db/types.ts'
import { teamKey } from '../statistics/standings.ts'
import type { SimilarNames } from './similar-names.server.ts'
import { otherNames, spellings } from './variants.ts'

/** Names that are ranked by their matches, for each result: some mean the same team, some have no match. */
const CANDIDATES = 5

export interface TeamRow {
  country_id: string
  /** As matches write it. */
  name: string
  slug: string
  badge: string | null
}

/** The sports and countries whose names have a word that begins with this one, by their ids. */
export type PlacesOf = (word: string) => { sports: string[]; countries: string[] }

/**
 * Teams with a match in an active league whose names contain every word, or one of them if the others are of their country or
 * sport, or that are known by this name. The best by name first, among equals those with a match to come, in menu order. A
 * team with several names is found once, by the best one.
 * @param similar names with a similar spelling; asked only if nothing else is found
 */
export async function findTeams(
  db: Kysely<DB>,
  terms: SearchTerms,
  { placesOf, similar, limit }: { placesOf: PlacesOf; similar: () => Promise<SimilarNames>; limit: number },
): Promise<TeamRow[]> {
  if (terms.elided !== undefined) return []
  const isOfPlace = (word: string) => Object.values(placesOf(word)).some((ids) => ids.length > 0)
  const own = terms.words.filter((word) => !isOfPlace(word))
  const phrases = [terms.phrase, ...(own.length > 0 ? [own.join(' ')] : [])]
  const found = await selectTeams(db, phrases, byWords(terms, placesOf), limit)
  // Words that name a sport or a country are spelled right.
  if (found.length > 0 || own.length === 0) return once(db, found, limit)
  const names = (await similar())[0] ?? []
  if (names.length === 0) return []
  const likely = sql<boolean>`${TEXT} = any (${names.map((name) => ` ${name} `)}::text[])`
  return once(db, await selectTeams(db, phrases, likely, limit), limit)
}

const TEXT = sql<string>`team_search_text(t.name)`

function byWords({ phrase, words }: SearchTerms, placesOf: PlacesOf): RawBuilder<boolean> {
  const own = (word: string) => sql<boolean>`${TEXT} like any (${spellings(word).map(likePattern)}::text[])`
  const each = words.map((word) => {
    const { sports, countries } = placesOf(word)
    return sql<boolean>`(${own(word)} or c.sport_id = any (${sports}::uuid[]) or c.id = any (${countries}::uuid[]))`
  })
  const known = otherNames(phrase).map((name) => `% ${name} %`)
  return sql<boolean>`(((${sql.join(words.map(own), sql` or `)}) and ${sql.join(each, sql` and `)})
    or ${TEXT} like any (${known}::text[]))`
}

interface Found extends TeamRow {
  /** Equal names of one team of the sports database have the same. */
  mapped: string | null
}

/** @param phrases the whole text, and the text without words that name a sport or country: each ranks a name */
async function selectTeams(
  db: Kysely<DB>,
  phrases: readonly string[],
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<Found[]> {
  const begins = sql.join(
    (phrases.at(-1) ?? '').split(' ').map((word) => sql`${TEXT} like ${`% ${word}%`}`),
    sql` and `,
  )
  const like = (before: string, after: string) =>
    sql`${TEXT} like any (${phrases.map((phrase) => before + phrase + after)}::text[])`
  const played = (side: 'home_team' | 'away_team', also = sql`m.status <> 'cancelled'`) => sql`exists (
    select 1 from matches m join leagues l on l.id = m.league_id and l.is_active
    where m.sport_id = f.sport_id and m.${sql.ref(side)} = f.name and m.country_id = f.country_id and ${also})`
  const next = sql`m.status in ('scheduled', 'live') and m.start_time > now()`
  const { rows } = await sql<Omit<Found, 'slug'> & { slug: string | null }>`
    with f as (
      select t.country_id, c.sport_id, c.name as country, s.name as sport, t.name, t.slug,
        s.menu_position as sport_position, c.menu_position as country_position,
        case when ${like(' ', ' ')} then 0 when ${like(' ', ' %')} then 1 when ${like('% ', ' %')} then 2
          when ${like('% ', '%')} then 3 when ${begins} then 4 else 5 end as rank
      from teams t join countries c on c.id = t.country_id and c.is_active join sports s on s.id = c.sport_id and s.is_active
      where ${condition}
      order by rank, s.menu_position, c.menu_position, length(t.name), t.name
      limit ${limit * CANDIDATES}
    )
    select f.country_id, f.name, f.slug, m.badge, m.mapped from f
    left join lateral (
      select nullif(nullif(t.sportsdb_team_badge_url, ''), 'NULL') as badge,
        case when t.status = 'mapped' then t.sportsdb_team_id::text end as mapped
      from team_mappings t
      where t.matches_team_name = f.name and t.matches_country_name = f.country and t.matches_sport_name = f.sport limit 1
    ) m on true
    where ${played('home_team')} or ${played('away_team')}
    order by f.rank, ${played('home_team', next)} or ${played('away_team', next)} desc,
      f.sport_position, f.country_position, length(f.name), f.name`.execute(db)
  return rows.map((row) => ({ ...row, slug: row.slug ?? teamKey(row.name) }))
}

/** Each team once: names with one address, of one team of the sports database, or that an operator joined. */
async function once(db: Kysely<DB>, found: readonly Found[], limit: number): Promise<TeamRow[]> {
  const keys = [...new Set(found.map(({ name }) => nameKey(name)))]
  const joined =
    found.length < 2
      ? []
      : await db
          .selectFrom('team_name_decisions')
          .select(['country_id', 'name_a', 'name_b'])
          .where('is_same', '=', true)
          .where('name_a', 'in', keys)
          .where('name_b', 'in', keys)
          .execute()
  const isSame = (a: Found, b: Found) =>
    (a.country_id === b.country_id && a.slug === b.slug) ||
    (a.mapped !== null && a.mapped === b.mapped) ||
    (a.country_id === b.country_id &&
      joined.some(({ country_id, name_a, name_b }) => {
        const pair = [nameKey(a.name), nameKey(b.name)]
        return country_id === a.country_id && pair.includes(name_a) && pair.includes(name_b)
      }))
  return found.filter((team, at) => !found.slice(0, at).some((other) => isSame(other, team))).slice(0, limit)
}
