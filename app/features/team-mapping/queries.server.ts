import { type Kysely, type Selectable, sql } from 'kysely'
import { likePattern, searchedWords } from '#app/features/names/search-terms.ts'
import { SITE } from '#app/features/runs/runs.server.ts'
import type { RunStatus } from '#app/features/runs/schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { badgeOf, type Confidence } from './rules.ts'
import {
  dataCountsSchema,
  KIND_OF_RUN,
  logSchema,
  type MappingCursor,
  type MappingFilter,
  type MappingScope,
  type MappingStatus,
  MESSAGE_LABELS,
  messageSchema,
  type RunKind,
  type RunMessage,
  teamCountsSchema,
} from './schema.ts'
import { searchTeams } from './teams.server.ts'

type Target = Pick<Services, 'database'>

export interface Choice {
  id: string
  name: string
}

/** Active sports, for the first select. */
export function listSportChoices({ database }: Target): Promise<Choice[]> {
  return database.kysely
    .selectFrom('sports')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}

/** Active countries of a sport, in the order of the menu. */
export async function listCountryChoices({ database }: Target, sportId: string): Promise<Choice[]> {
  const rows = await database.kysely
    .selectFrom('countries')
    .select(['id', 'name', 'display_name'])
    .where('sport_id', '=', sportId)
    .where('is_active', '=', true)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.display_name || row.name }))
}

/** Active leagues of a sport and country. */
export function listLeagueChoices(
  { database }: Target,
  sportId: string,
  countryId: string,
): Promise<Choice[]> {
  return database.kysely
    .selectFrom('leagues')
    .select(['id', 'name'])
    .where('sport_id', '=', sportId)
    .where('country_id', '=', countryId)
    .where('is_active', '=', true)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}

/** A message with the label of its text in the `admin` namespace. */
interface Labelled extends RunMessage {
  label: (typeof MESSAGE_LABELS)[keyof typeof MESSAGE_LABELS]
}

const withLabel = <M extends RunMessage>(message: M): M & Labelled => ({
  ...message,
  label: MESSAGE_LABELS[message.code],
})

export interface RunState {
  id: string
  status: RunStatus
  /** The sport, country and league of the run; null for everything. */
  place: { sport: string | null; country: string | null; league: string | null }
  /** 0 to 100. */
  percent: number
  /** By step; the steps depend on the kind. */
  counts: Record<string, number>
  /** How it ended; null while it runs, and when its process was lost. */
  outcome: Labelled | null
  /** The last lines, oldest first. */
  log: (Labelled & { at: string })[]
  createdAt: string
  finishedAt: string | null
}

/** The last run of each kind, for the browsers that follow it. */
export interface LastRuns {
  data: RunState | null
  teams: RunState | null
}

export async function readLastRuns(target: Target): Promise<LastRuns> {
  const [data, teams] = await Promise.all([findLastRun(target, 'data'), findLastRun(target, 'teams')])
  return { data: data ?? null, teams: teams ?? null }
}

/** An id of a run's scope; `r` is the run. */
const scopeId = (name: keyof MappingScope) => sql<string>`(r.params ->> ${sql.lit(name)})::uuid`

/** The last run of a kind, running or ended; undefined before the first. */
export async function findLastRun(
  { database }: { database: Pick<Database, 'kysely'> },
  kind: RunKind,
): Promise<RunState | undefined> {
  const row = await database.kysely
    .selectFrom('runs as r')
    .leftJoin('sports', (join) => join.on('sports.id', '=', scopeId('sportId')))
    .leftJoin('countries', (join) => join.on('countries.id', '=', scopeId('countryId')))
    .leftJoin('leagues', (join) => join.on('leagues.id', '=', scopeId('leagueId')))
    .select([
      'r.id',
      'r.status',
      'r.percent',
      'r.counts',
      'r.outcome',
      'r.messages',
      'r.created_at',
      'r.finished_at',
    ])
    .select(['sports.name as sport', 'countries.name as country', 'leagues.name as league'])
    .where('r.kind', '=', KIND_OF_RUN[kind])
    .where('r.subject', '=', SITE)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const ended = row.outcome === null ? null : messageSchema.parse(row.outcome)
  // A run that was stopped before it began has no messages.
  const outcome = ended ?? (row.status === 'cancelled' ? messageSchema.parse({ code: 'cancelled' }) : null)
  return {
    id: row.id,
    status: row.status as RunStatus,
    place: { sport: row.sport, country: row.country, league: row.league },
    percent: row.percent,
    counts: (kind === 'data' ? dataCountsSchema : teamCountsSchema).parse(row.counts),
    outcome: outcome && withLabel(outcome),
    log: logSchema.parse(row.messages).map(withLabel),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

export interface TeamCard {
  teamId: number
  name: string
  alternate: string | null
  badgeUrl: string | null
  country: string | null
  league: string | null
  gender: string | null
}

export interface CandidateCard extends TeamCard {
  /** The score of the specification, 0 to 1. */
  score: number
}

export interface MappingCard {
  id: string
  /** Sent back with a decision, which is rejected when the row has changed. */
  version: number
  name: string
  sport: string
  country: string
  league: string
  status: MappingStatus
  confidence: Confidence | null
  score: number | null
  /** The team that it is mapped to. */
  team: Omit<TeamCard, 'alternate' | 'teamId'> | null
  /** Whether a person decided it, so that it can be undone. */
  isDecided: boolean
  candidates: CandidateCard[]
}

const cardColumns = [
  'id',
  'version',
  'matches_team_name',
  'matches_sport_name',
  'matches_country_name',
  'matches_league_name',
  'status',
  'confidence_level',
  'score',
  'sportsdb_team_name',
  'sportsdb_team_badge_url',
  'sportsdb_country_name',
  'sportsdb_league_name',
  'sportsdb_gender',
  'decided_at',
] as const

/** A page of mappings by name, each with its candidates, the most similar first. */
export async function listMappings(
  { database }: Target,
  filter: MappingFilter,
  page: { after: MappingCursor | null; limit: number },
): Promise<{ mappings: MappingCard[]; next: MappingCursor | null }> {
  const rows = await filtered(database.kysely, filter)
    .where('status', '=', filter.status)
    .select(cardColumns)
    .$if(page.after !== null, (query) =>
      query.where(
        sql<boolean>`(matches_team_name, id) > (${page.after?.name ?? ''}, ${page.after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('matches_team_name')
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    next: last ? { name: last.matches_team_name, id: last.id } : null,
    mappings: await toCards(database.kysely, shown),
  }
}

/** The current state of one mapping; undefined if it does not exist. */
export async function findMapping({ database }: Target, id: string): Promise<MappingCard | undefined> {
  const rows = await database.kysely
    .selectFrom('team_mappings')
    .select(cardColumns)
    .where('id', '=', id)
    .execute()
  const [card] = await toCards(database.kysely, rows)
  return card
}

type CardRow = Pick<Selectable<DB['team_mappings']>, (typeof cardColumns)[number]>

async function toCards(db: Kysely<DB>, rows: readonly CardRow[]): Promise<MappingCard[]> {
  const candidates = await listCandidates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.matches_team_name,
    sport: row.matches_sport_name,
    country: row.matches_country_name,
    league: row.matches_league_name,
    status: row.status as MappingStatus,
    confidence: row.confidence_level as Confidence | null,
    score: row.score,
    team:
      row.sportsdb_team_name === null
        ? null
        : {
            name: row.sportsdb_team_name,
            badgeUrl: badgeOf(row.sportsdb_team_badge_url),
            country: row.sportsdb_country_name,
            league: row.sportsdb_league_name,
            gender: row.sportsdb_gender,
          },
    isDecided: row.decided_at !== null,
    candidates: candidates.get(row.id) ?? [],
  }))
}

/** The number of mappings of each status within a filter. */
export async function countMappings(
  { database }: Target,
  filter: Omit<MappingFilter, 'status'> = EVERYWHERE,
): Promise<Record<MappingStatus, number>> {
  const rows = await filtered(database.kysely, filter)
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const counts = { unmapped: 0, review: 0, mapped: 0, rejected: 0 }
  for (const { status, count } of rows) counts[status as MappingStatus] = Number(count)
  return counts
}

/**
 * The options of the filter: the sports of mappings, the countries of one sport, the leagues of one of its countries.
 */
export async function listMappingPlaces(
  { database }: Target,
  { sport, country }: Pick<MappingFilter, 'sport' | 'country'>,
): Promise<{ sports: string[]; countries: string[]; leagues: string[] }> {
  const distinct = async (column: 'matches_sport_name' | 'matches_country_name' | 'matches_league_name') => {
    const rows = await database.kysely
      .selectFrom('team_mappings')
      .select(sql<string>`${sql.ref(column)}`.as('name'))
      .$if(column !== 'matches_sport_name', (query) => query.where('matches_sport_name', '=', sport))
      .$if(column === 'matches_league_name', (query) => query.where('matches_country_name', '=', country))
      .distinct()
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name)
  }
  return {
    sports: await distinct('matches_sport_name'),
    countries: sport === null ? [] : await distinct('matches_country_name'),
    leagues: sport === null || country === null ? [] : await distinct('matches_league_name'),
  }
}

/** Whether the sports database has any teams. */
export async function hasSportsdbTeams({ database }: Target): Promise<boolean> {
  const row = await database.kysely.selectFrom('sportsdb_teams').select('team_id').limit(1).executeTakeFirst()
  return row !== undefined
}

export interface FoundTeam extends TeamCard {
  sport: string | null
}

/** Teams of the sports database by a part of a name, for 'pick another'; those of the sport first. */
export async function searchTeamCards(
  { database }: Target,
  text: string,
  { sport = '', limit = 20 }: { sport?: string; limit?: number } = {},
): Promise<FoundTeam[]> {
  const teams = await searchTeams(database.kysely, text, sport, limit)
  return teams.map(({ id, leagues, ...team }) => ({ ...team, teamId: id, league: leagues[0] ?? null }))
}

const EVERYWHERE = { sport: null, country: null, league: null, text: '' }

function filtered(db: Kysely<DB>, { sport, country, league, text }: Omit<MappingFilter, 'status'>) {
  const conditions = searchedWords(text)?.map(
    (word) => sql<boolean>`' ' || search_fold(concat_ws(' ', matches_team_name, sportsdb_team_name)) || ' '
      like ${likePattern(word)}`,
  ) ?? [sql<boolean>`false`]
  return db
    .selectFrom('team_mappings')
    .$if(sport !== null, (query) => query.where('matches_sport_name', '=', sport))
    .$if(country !== null, (query) => query.where('matches_country_name', '=', country))
    .$if(league !== null, (query) => query.where('matches_league_name', '=', league))
    .where((eb) => eb.and(conditions))
}

async function listCandidates(
  db: Kysely<DB>,
  mappingIds: readonly string[],
): Promise<Map<string, CandidateCard[]>> {
  const rows = await db
    .selectFrom('team_mapping_candidates as c')
    .innerJoin('sportsdb_teams as t', 't.team_id', 'c.sportsdb_team_id')
    .select([
      'c.mapping_id',
      'c.score',
      't.team_id',
      't.team_name',
      't.team_alternate',
      't.badge_url',
      't.country',
      't.league_name',
      't.gender',
    ])
    .where('c.mapping_id', '=', sql<string>`any(${[...mappingIds]}::uuid[])`)
    .orderBy('c.mapping_id')
    .orderBy('c.position')
    .execute()
  const cards = rows.map((row) => ({
    mappingId: row.mapping_id,
    card: {
      teamId: row.team_id,
      name: row.team_name,
      alternate: row.team_alternate,
      badgeUrl: badgeOf(row.badge_url),
      country: row.country,
      league: row.league_name,
      gender: row.gender,
      score: row.score,
    },
  }))
  return new Map(
    [...Map.groupBy(cards, ({ mappingId }) => mappingId)].map(([id, list]) => [
      id,
      list.map(({ card }) => card),
    ]),
  )
}
