import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isSideUnknown, sideOf } from '#app/features/names/sides.ts'
import { nameSimilarity } from '#app/features/names/similarity.ts'
import type { DB } from '#app/platform/db/types.ts'
import { type Aliases, readAliases } from './aliases.server.ts'
import { applyLessons, chooseTaught } from './lessons.ts'
import type { TeamPool } from './pool.ts'
import { type Resolution, resolveTeam } from './resolve.ts'
import { type Confidence, confidenceOf, formulaScore, isDirect, type MatchTeam } from './rules.ts'
import { detailOf, type MappingEnd, type MappingRun } from './runs.server.ts'
import type { TeamCounts } from './schema.ts'
import {
  endAtFailedStep,
  ended,
  lacksName,
  listScopeLeagues,
  type ScopeLeague,
  step,
} from './scope.server.ts'
import {
  aliasKey,
  findTeams,
  isOfSide,
  isOneCountry,
  Places,
  readPool,
  type SportsdbTeam,
  searchPool,
} from './teams.server.ts'

/** Leagues whose teams are read in one statement, and teams that are written in one transaction. */
const LEAGUES = 50
const BATCH = 100
/** The share of the whole run's progress for reading the matches. */
const READING_PERCENT = 20

/**
 * Maps the teams of matches to those of the sports database: reads the names without a row, copies teams with identical
 * names, maps those that the rules are sure of, and queues the uncertain ones. Existing mappings stay, and decisions by
 * a person are never changed.
 */
export function mapTeams(db: Kysely<DB>, run: MappingRun<TeamCounts>): Promise<MappingEnd> {
  return endAtFailedStep(async () => {
    const leagues = await step('error.fetch-match-teams', () => listScopeLeagues(db, run.scope))
    await step('error.fetch-match-teams', () => readMatchTeams(db, run, leagues))
    if (run.counts.read === 0) return ended('none.teams')

    const unmapped = await step('error.fetch-unmapped', () => countUnmapped(db, run, leagues))
    if (unmapped === 0) return ended('none.unmapped')
    const places = await step('error.fetch-teams', () => Places.read(db))
    let done = 0
    for (const place of await step('error.fetch-unmapped', () => listPlaces(db, run, leagues))) {
      done += await mapPlace(db, run, places, place, (before) =>
        run.save(READING_PERCENT + ((done + before) / unmapped) * (100 - READING_PERCENT)),
      )
    }
    const { direct, high, medium, errors } = run.counts
    const mapped = direct + high + medium
    if (errors > 0 && mapped === 0) {
      return { status: 'failed', outcome: { code: 'error.insert-mappings', values: { n: errors } } }
    }
    return ended('done.teams', { n: mapped, m: unmapped })
  })
}

/** Inserts a row for each name of a team in its place; existing rows stay unchanged. */
async function readMatchTeams(
  db: Kysely<DB>,
  run: MappingRun<TeamCounts>,
  leagues: readonly ScopeLeague[],
): Promise<void> {
  let unnamed = 0
  for (let at = 0; at < leagues.length; at += LEAGUES) {
    const ids = leagues.slice(at, at + LEAGUES).map(({ id }) => id)
    const { rows } = await sql<{ read: number; inserted: number; unnamed: number }>`
      with named as (
        select home_team, away_team, country_name, sport_name, league_name from matches
        where league_id = any(${ids}::uuid[]) and not ${lacksName}
      ), teams as (
        select home_team as team, country_name, sport_name, league_name from named
        union select away_team, country_name, sport_name, league_name from named
      ), inserted as (
        insert into team_mappings (matches_team_name, matches_country_name, matches_sport_name, matches_league_name)
        select team, country_name, sport_name, league_name from teams
        on conflict do nothing returning id
      )
      select (select count(*)::int from teams) as read, (select count(*)::int from inserted) as inserted,
        (select count(*)::int from matches where league_id = any(${ids}::uuid[]) and ${lacksName}) as unnamed`.execute(
      db,
    )
    run.counts.read += rows[0]?.read ?? 0
    run.counts.inserted += rows[0]?.inserted ?? 0
    unnamed += rows[0]?.unnamed ?? 0
    await run.save(((at + LEAGUES) / leagues.length) * READING_PERCENT)
  }
  if (unnamed > 0) run.say('log.run-map-data', { n: unnamed })
}

interface PlaceOfTeams {
  sport: string
  country: string
}

/** Rows without a team and without a person's decision, of the run's leagues. */
function unmappedOf(db: Kysely<DB>, { scope }: MappingRun<TeamCounts>, leagues: readonly ScopeLeague[]) {
  const names = leagues.map(({ sport, country, name }) => ({ sport, country, name }))
  return db
    .selectFrom('team_mappings as m')
    .where('m.status', 'in', ['unmapped', 'review'])
    .where('m.decided_at', 'is', null)
    .where('m.sportsdb_team_name', 'is', null)
    .$if(scope.sportId !== null, (query) =>
      query.where(
        sql<boolean>`exists (select 1 from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
          as l(sport text, country text, name text) where l.sport = m.matches_sport_name
            and (${scope.countryId}::uuid is null or l.country = m.matches_country_name)
            and (${scope.leagueId}::uuid is null or l.name = m.matches_league_name))`,
      ),
    )
}

async function countUnmapped(
  db: Kysely<DB>,
  run: MappingRun<TeamCounts>,
  leagues: readonly ScopeLeague[],
): Promise<number> {
  const row = await unmappedOf(db, run, leagues)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function listPlaces(
  db: Kysely<DB>,
  run: MappingRun<TeamCounts>,
  leagues: readonly ScopeLeague[],
): Promise<(PlaceOfTeams & { ids: string[] })[]> {
  return unmappedOf(db, run, leagues)
    .select(['m.matches_sport_name as sport', 'm.matches_country_name as country'])
    .select(sql<string[]>`array_agg(m.id order by m.id)`.as('ids'))
    .groupBy(['m.matches_sport_name', 'm.matches_country_name'])
    .orderBy('m.matches_sport_name')
    .orderBy('m.matches_country_name')
    .execute()
}

/** The result for one row. */
interface Finding {
  id: string
  status: 'unmapped' | 'review' | 'mapped'
  confidence: Confidence | null
  team: SportsdbTeam | null
  league: string | null
  score: number | null
  candidates: { team: SportsdbTeam; score: number }[]
}

async function mapPlace(
  db: Kysely<DB>,
  run: MappingRun<TeamCounts>,
  places: Places,
  place: PlaceOfTeams & { ids: string[] },
  save: (before: number) => Promise<void>,
): Promise<number> {
  const { sport, country, ids } = place
  const pool = await step('error.fetch-teams', async () =>
    isOneCountry(country) ? readPool(db, places, sport, country) : undefined,
  )
  const aliases = await step('error.fetch-teams', () => readAliases(db, sport, country))
  const rosters = await step('error.fetch-unmapped', () => readRosters(db, sport, country))
  const before = run.counts.direct + run.counts.high + run.counts.medium
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    const teams = await step('error.fetch-unmapped', () => readBatch(db, batch))
    const findings: Finding[] = []
    for (const { id, ...team } of teams) {
      // The embedded database answers synchronously: requests of visitors are served between two teams.
      await setImmediate()
      findings.push(
        await step('error.fetch-teams', () => findOut(db, places, { id, team, pool, aliases, rosters })),
      )
    }
    try {
      await db.transaction().execute((trx) => storeFindings(trx, findings))
      for (const finding of findings) countFinding(run.counts, finding)
    } catch (error) {
      run.counts.errors += batch.length
      run.say('error.insert-mappings', { n: batch.length, detail: detailOf(error) })
    }
    await save(at + batch.length)
  }
  const mapped = run.counts.direct + run.counts.high + run.counts.medium - before
  run.say('log.place', { sport, country, n: mapped, m: ids.length })
  return ids.length
}

function readBatch(db: Kysely<DB>, ids: readonly string[]): Promise<(MatchTeam & { id: string })[]> {
  return db
    .selectFrom('team_mappings')
    .select([
      'id',
      'matches_team_name as name',
      'matches_sport_name as sport',
      'matches_country_name as country',
      'matches_league_name as league',
    ])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute()
}

/** The names of the teams in each league of a country. */
type Rosters = ReadonlyMap<string, readonly string[]>

async function readRosters(db: Kysely<DB>, sport: string, country: string): Promise<Rosters> {
  const rows = await db
    .selectFrom('team_mappings')
    .select(['matches_league_name as league'])
    .select(sql<string[]>`array_agg(matches_team_name order by matches_team_name)`.as('names'))
    .where('matches_sport_name', '=', sport)
    .where('matches_country_name', '=', country)
    .groupBy('matches_league_name')
    .execute()
  return new Map(rows.map(({ league, names }) => [league, names]))
}

interface Question {
  id: string
  team: MatchTeam
  pool: TeamPool<SportsdbTeam> | undefined
  aliases: Aliases
  rosters: Rosters
}

async function findOut(
  db: Kysely<DB>,
  places: Places,
  { id, team, pool, aliases, rosters }: Question,
): Promise<Finding> {
  const side = sideOf(team)
  const known = applyLessons(aliases.get(aliasKey(team.name)) ?? [], side)
  const teams = known.same.length > 0 ? await findTeams(db, known.same) : []
  const taught = chooseTaught(teams, known, (one) => isOfSide(one, side))
  // A league that states no side can be the women's or the men's league of the lesson: where the rules are sure of
  // another team, a person decides.
  if (taught && (!isSideUnknown(side) || isOfSide(taught, side))) return mappedTo(id, team, taught, [])
  const answer = await look(db, places, { team, pool, rosters, refused: known.different })
  if (!taught) return toFinding(id, team, answer)
  const found = toFinding(id, team, answer)
  if (found.status !== 'mapped' || !found.team) return mappedTo(id, team, taught, [])
  const candidates = [taught, found.team].map((one) => ({ team: one, score: 0 }))
  return toFinding(id, team, { kind: 'review', candidates })
}

interface Search extends Pick<Question, 'team' | 'pool' | 'rosters'> {
  refused: ReadonlySet<number>
}

/** The result of the rules for a name. */
async function look(
  db: Kysely<DB>,
  places: Places,
  { team, pool, rosters, refused }: Search,
): Promise<Resolution<SportsdbTeam>> {
  const others = rosters.get(team.league)
  if (pool) {
    const answer = leaveOut(resolveTeam(team.name, pool, team.league, others), refused)
    if (answer.kind !== 'none') return answer
  }
  // Searches everywhere in a league of several countries, or of a country with too many teams to hold in memory. A team
  // that the country lacks can be a neighbour's: then a person is asked.
  const isAbroad =
    isOneCountry(team.country) && (pool !== undefined || places.countries(team.country).length === 0)
  const countries = isOneCountry(team.country) && !isAbroad ? places.countries(team.country) : []
  const found = await searchPool(db, places, team.sport, team.name, countries)
  const answer = leaveOut(resolveTeam(team.name, found, team.league, others), refused)
  if (answer.kind !== 'mapped' || !isAbroad || isDirect(team, answer.team)) return answer
  return { kind: 'review', candidates: answer.candidates }
}

/** Removes the teams that a person has rejected; the result is then not sure of any other. */
function leaveOut(answer: Resolution<SportsdbTeam>, refused: ReadonlySet<number>): Resolution<SportsdbTeam> {
  if (answer.kind === 'none') return answer
  const candidates = answer.candidates.filter(({ team }) => !refused.has(team.id))
  if (candidates.length === answer.candidates.length) return answer
  return candidates.length === 0 ? { kind: 'none' } : { kind: 'review', candidates }
}

function toFinding(id: string, match: MatchTeam, answer: Resolution<SportsdbTeam>): Finding {
  if (answer.kind === 'none') {
    return { id, status: 'unmapped', confidence: null, team: null, league: null, score: null, candidates: [] }
  }
  const candidates = answer.candidates.map(({ team }) => ({ team, score: formulaScore(match, team) }))
  if (answer.kind === 'mapped') return mappedTo(id, match, answer.team, candidates)
  const [direct, another] = answer.candidates.filter(({ team }) => isDirect(match, team))
  if (direct && !another) return mappedTo(id, match, direct.team, candidates)
  return { id, status: 'review', confidence: null, team: null, league: null, score: null, candidates }
}

function mappedTo(
  id: string,
  match: MatchTeam,
  team: SportsdbTeam,
  candidates: Finding['candidates'],
): Finding {
  const score = formulaScore(match, team)
  const confidence = isDirect(match, team) ? 'direct' : (confidenceOf(score) ?? 'medium')
  return { id, status: 'mapped', confidence, team, league: likestLeague(match, team), score, candidates }
}

/** The team's league that is most similar to the match's. */
export function likestLeague(match: Pick<MatchTeam, 'league'>, team: SportsdbTeam): string | null {
  const [likest] = [...team.leagues].sort(
    (a, b) => nameSimilarity(b, match.league) - nameSimilarity(a, match.league),
  )
  return likest ?? null
}

function countFinding(counts: TeamCounts, { status, confidence }: Finding): void {
  if (status === 'review') counts.review += 1
  else if (confidence) counts[confidence] += 1
  else counts.unmatched += 1
}

/**
 * Writes a batch: rows that a person has decided meanwhile stay unchanged. A row has another version only if its status or its
 * candidates are others, so that who has the queue open can decide on the rest.
 */
async function storeFindings(trx: Kysely<DB>, findings: readonly Finding[]): Promise<void> {
  const rows = findings.map(({ id, status, confidence, team, league, score, candidates: found }) => ({
    id,
    candidates: status === 'review' ? found.map(({ team: { id: candidate } }) => candidate) : [],
    status,
    confidence,
    score,
    league,
    team_id: team?.id ?? null,
  }))
  const { rows: stored } = await sql<{ id: string }>`
    update team_mappings m set
      status = r.status, confidence_level = r.confidence, score = r.score, sportsdb_team_id = r.team_id,
      sportsdb_team_name = t.team_name, sportsdb_team_badge_url = ${badge}, sportsdb_country_name = t.country,
      sportsdb_league_name = r.league, sportsdb_description_en = t.description_en, sportsdb_gender = t.gender,
      last_mapped_at = case when r.team_id is null then m.last_mapped_at else now() end,
      version = m.version + case when m.status <> r.status or r.candidates <> array(
        select c.sportsdb_team_id from team_mapping_candidates c where c.mapping_id = m.id order by c.position) then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, status text, confidence text, score numeric, league text, team_id integer, candidates integer[])
      left join sportsdb_teams t on t.team_id = r.team_id
    where m.id = r.id and m.status in ('unmapped', 'review') and m.decided_at is null
      and (r.team_id is null or t.team_id is not null)
    returning m.id`.execute(trx)
  const ids = new Set(stored.map(({ id }) => id))
  const candidates = findings.flatMap(({ id, status, candidates: found }) =>
    status === 'review' && ids.has(id)
      ? found.map(({ team, score }, position) => ({ mapping_id: id, team_id: team.id, position, score }))
      : [],
  )
  await sql`delete from team_mapping_candidates where mapping_id = any(${[...ids]}::uuid[])`.execute(trx)
  await sql`
    insert into team_mapping_candidates (mapping_id, sportsdb_team_id, position, score)
    select r.mapping_id, r.team_id, r.position, r.score
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      as r(mapping_id uuid, team_id integer, position smallint, score numeric)
      join sportsdb_teams t on t.team_id = r.team_id
    on conflict do nothing`.execute(trx)
}

/** A column of the team `t`: null for each of the sports database's notations of an empty value. */
export const badge = sql`case when btrim(coalesce(t.badge_url, '')) in ('', 'NULL') then null else t.badge_url end`
