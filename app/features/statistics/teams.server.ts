import { type RawBuilder, sql } from 'kysely'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { LONGEST_MATCH_MS } from '../catalogue/match-length.ts'
import { findLeaguesApart, type TeamName } from '../matches/leagues-apart.server.ts'
import { matchState } from '../matches/match-state.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { nameKey } from '../names/contestants.ts'
import { type ClosedMatch, listClosedOfIds } from './results.server.ts'
import { teamKey } from './standings.ts'

const NEXT = 10
const PAST = 30

export interface TeamPlace {
  /** As its latest match writes it. */
  name: string
  badgeUrl: string | null
  /** Every name that means this team. */
  names: TeamName[]
}

/**
 * The team of an address: the names of a country with one slug, the names that a decision says are the same, and the
 * names that are mapped to the same team of the sports database, in any country of the sport. Undefined if there is none.
 */
export async function findTeam(
  services: Services,
  { sportId, countryId }: { sportId: string; countryId: string },
  slug: string,
): Promise<TeamPlace | undefined> {
  noteRead(`country:${countryId}`, 'team-mappings')
  const { kysely } = services.database
  const rows = await kysely
    .selectFrom('teams')
    .select(['name', 'slug'])
    .where('country_id', '=', countryId)
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'is', null)]))
    .orderBy('name')
    .execute()
  const own = rows.filter((row) => (row.slug ?? teamKey(row.name)) === slug).map(({ name }) => name)
  if (own.length === 0) return undefined
  const decided = [...own, ...(await readDecidedNames(services, countryId, own))]
  const { rows: others } = await sql<{ country_id: string; name: string }>`
    with decided as (
      select unnest(${decided}::text[]) as name
    ), mapped as (
      select distinct t.sportsdb_team_id as id, t.matches_sport_name as sport
      from decided d join team_mappings t on t.matches_team_name = d.name
      join countries c on c.id = ${countryId} and c.name = t.matches_country_name
      join sports s on s.id = c.sport_id and s.name = t.matches_sport_name
      where t.status = 'mapped' and t.sportsdb_team_id is not null
    )
    select ${countryId}::uuid as country_id, name from decided
    union select c.id, t.matches_team_name
    from mapped p
    join team_mappings t on t.sportsdb_team_id = p.id and t.matches_sport_name = p.sport and t.status = 'mapped'
    join countries c on c.sport_id = ${sportId} and c.name = t.matches_country_name`.execute(kysely)
  const names = others.map(({ country_id, name }) => ({ countryId: country_id, name }))
  for (const { countryId: id } of names) noteRead(`country:${id}`)
  const badge = await kysely
    .selectFrom('team_mappings')
    .select('sportsdb_team_badge_url as url')
    .where('matches_team_name', 'in', own)
    .where('sportsdb_team_badge_url', 'is not', null)
    .where('sportsdb_team_badge_url', 'not in', ['', 'NULL'])
    .where('matches_country_name', '=', (eb) =>
      eb.selectFrom('countries').select('name').where('id', '=', countryId),
    )
    .where('matches_sport_name', '=', (eb) =>
      eb.selectFrom('sports').select('name').where('id', '=', sportId),
    )
    .limit(1)
    .executeTakeFirst()
  return { name: own[0] ?? slug, badgeUrl: badge?.url ?? null, names }
}

/** The names of teams of a country that an operator decided to be the same. Decisions have the names' keys. */
async function readDecidedNames(
  { database }: Services,
  countryId: string,
  names: readonly string[],
): Promise<string[]> {
  const keys = new Set(names.map(nameKey))
  const { rows } = await sql<{ name_a: string; name_b: string }>`
    select name_a, name_b from team_name_decisions
    where country_id = ${countryId} and is_same
      and (name_a = any (${[...keys]}::text[]) or name_b = any (${[...keys]}::text[]))`.execute(
    database.kysely,
  )
  const others = new Set(rows.flatMap(({ name_a, name_b }) => [name_a, name_b]))
  if (others.size === 0) return []
  const teams = await database.kysely
    .selectFrom('teams')
    .select('name')
    .where('country_id', '=', countryId)
    .execute()
  return teams.map(({ name }) => name).filter((name) => others.has(nameKey(name)) && !names.includes(name))
}

/** The leagues in which another side has a name of this team. */
async function leaguesApart(
  services: Services,
  sportId: string,
  names: readonly TeamName[],
): Promise<string[]> {
  const [apart = []] = await findLeaguesApart(services, sportId, [{ names }])
  return apart
}

/** The columns of a query that say which team is meant. */
type TeamColumns = Record<'sport' | 'country' | 'name', RawBuilder<unknown>>

/** Whether a team has a match of an active league, in any state: the teams that have a page. */
export function hasMatches({ sport, country, name }: TeamColumns): RawBuilder<boolean> {
  // Two indexes; an OR would use neither.
  const side = (column: 'home_team' | 'away_team') => sql`exists (select 1 from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    where m.sport_id = ${sport} and m.${sql.ref(column)} = ${name} and m.country_id = ${country})`
  return sql`(${side('home_team')} or ${side('away_team')})`
}

/** Whether a name of a team has a match, also one that is neither to come nor has a result. */
export async function hasAnyMatch(
  { database }: Services,
  sportId: string,
  { names }: TeamPlace,
): Promise<boolean> {
  const condition = hasMatches({ sport: sql`${sportId}::uuid`, country: sql`p.country`, name: sql`p.name` })
  const { rows } = await sql<{ found: boolean }>`select exists (select 1
    from unnest(${names.map((it) => it.countryId)}::uuid[], ${names.map((it) => it.name)}::text[]) p (country, name)
    where ${condition}) as found`.execute(database.kysely)
  return rows[0]?.found ?? false
}

export interface TeamMatches {
  /** Those that have begun and are not over, then the scheduled ones. */
  next: MatchSummary[]
  /** With a result, the latest first. */
  past: ClosedMatch[]
}

/** The matches of a team, by their times: the next scheduled ones from the soonest, or the past ones from the latest. */
async function listIdsOfTeam(
  services: Services,
  { sportId, names, apart }: { sportId: string; names: readonly TeamName[]; apart: readonly string[] },
  { when, limit, now }: { when: 'next' | 'past'; limit: number; now: Date },
): Promise<{ id: string; start_time: Date }[]> {
  const side = (column: 'home_team' | 'away_team') => sql`(
    select m.id, m.start_time from matches m
    where m.sport_id = ${sportId} and m.${sql.ref(column)} = any (${names.map(({ name }) => name)}::text[])
      and exists (select 1 from unnest(${names.map((it) => it.countryId)}::uuid[], ${names.map((it) => it.name)}::text[]) p (country, name)
        where p.country = m.country_id and p.name = m.${sql.ref(column)})
      and m.league_id <> all (${[...apart]}::uuid[])
      and ${when === 'next' ? sql`m.start_time > ${now}::timestamptz and m.status = 'scheduled'` : sql`m.start_time <= ${now}::timestamptz and m.status <> 'cancelled'`}
    order by m.start_time ${when === 'next' ? sql`asc` : sql`desc`} limit ${limit})`
  const { rows } = await sql<{ id: string; start_time: Date }>`
    select id, start_time from (${side('home_team')} union ${side('away_team')}) found
    order by start_time ${when === 'next' ? sql`asc` : sql`desc`}, id limit ${limit}`.execute(
    services.database.kysely,
  )
  return rows
}

/** The next matches of a team with their prices, after those in play, and its results with closing odds. */
export async function listMatchesOfTeam(
  services: Services,
  sportId: string,
  { names }: TeamPlace,
): Promise<TeamMatches> {
  const now = new Date()
  const team = { sportId, names, apart: await leaguesApart(services, sportId, names) }
  const [next, past] = await Promise.all([
    listIdsOfTeam(services, team, { when: 'next', limit: NEXT, now }),
    listIdsOfTeam(services, team, { when: 'past', limit: PAST, now }),
  ])
  if (next[0]) noteChangeAt(next[0].start_time)
  const closed = await listClosedOfIds(
    services,
    past.map(({ id }) => id),
  )
  const begun = past.filter(
    ({ id, start_time }) =>
      now.getTime() - start_time.getTime() <= LONGEST_MATCH_MS && !closed.some((match) => match.id === id),
  )
  const shown = await listMatchesOfIds(
    services,
    [...begun.toReversed(), ...next].map(({ id }) => id),
  )
  // The zone matters only for the word Today.
  const isOver = (match: MatchSummary) => matchState(match, now, 'UTC') === 'past'
  return {
    next: shown.filter((match) => !isOver(match) || next.some(({ id }) => id === match.id)),
    past: closed,
  }
}

/** A team by its address, and its next matches by their ids. */
export interface NextOfTeam {
  team: TeamPlace
  /** The leagues in which another side has a name of it. */
  apart: string[]
  matchIds: string[]
}

/** The next matches of the team of an address; undefined if there is no such team. */
export async function findNextOfTeam(
  services: Services,
  place: { sportId: string; countryId: string },
  slug: string,
  limit: number,
): Promise<NextOfTeam | undefined> {
  const team = await findTeam(services, place, slug)
  if (!team) return undefined
  const { sportId } = place
  const apart = await leaguesApart(services, sportId, team.names)
  const now = new Date()
  const next = await listIdsOfTeam(
    services,
    { sportId, names: team.names, apart },
    { when: 'next', limit, now },
  )
  return { team, apart, matchIds: next.map(({ id }) => id) }
}
