import { createRun, SITE } from '#app/features/runs/runs.server.ts'
import { mappingHandlers } from '#app/features/team-mapping/jobs.server.ts'
import { findLastRun, type RunState } from '#app/features/team-mapping/queries.server.ts'
import { KIND_OF_RUN, type MappingScope, type RunKind } from '#app/features/team-mapping/schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'

let teams = 0

/** Creates a team of the sports database; returns its id. */
export async function createSportsdbTeam(
  { kysely }: Database,
  team: {
    team_name: string
    team_alternate?: string
    country?: string | null
    sport?: string
    league_name?: string
    league_name_2?: string
    league_name_3?: string
    league_name_4?: string
    badge_url?: string | null
    gender?: string
    description_en?: string
  },
): Promise<number> {
  teams += 1
  const row = await kysely
    .insertInto('sportsdb_teams')
    .values({ team_id: 100_000 + teams, sport: 'Soccer', country: 'England', ...team })
    .returning('team_id')
    .executeTakeFirstOrThrow()
  return row.team_id
}

export async function createAdministrator({ kysely }: Database): Promise<string> {
  teams += 1
  const row = await kysely
    .insertInto('profiles')
    .values({ email: `admin-${teams}@example.org`, role: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Requests a run without a worker to carry it out. */
export const askForMapping = async (
  database: Database,
  kind: RunKind,
  scope: MappingScope = { sportId: null, countryId: null, leagueId: null },
) =>
  createRun(database.kysely, {
    kind: KIND_OF_RUN[kind],
    subject: SITE,
    requestedBy: await createAdministrator(database),
    params: { ...scope },
  })

/** Carries out a run, as the site's worker would. */
export async function carryOutMapping(
  database: Database,
  kind: RunKind,
  runId: string,
  signal = new AbortController().signal,
): Promise<void> {
  const { params } = await database.kysely
    .selectFrom('runs')
    .select('params')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  const run = { id: runId, kind: KIND_OF_RUN[kind], subject: SITE, requestedBy: null }
  await mappingHandlers(database)[run.kind]?.({ ...run, params: params as Record<string, unknown> }, signal)
}

/** Requests a run and carries it out; returns the result. */
export async function runMapping(
  database: Database,
  kind: RunKind,
  scope: Partial<MappingScope> = {},
): Promise<RunState> {
  const { sportId = null, countryId = null, leagueId = null } = scope
  const asked = await askForMapping(database, kind, { sportId, countryId, leagueId })
  if (asked.kind !== 'queued') throw new Error('a run is under way')
  await carryOutMapping(database, kind, asked.runId)
  const run = await findLastRun({ database }, kind)
  if (run?.id !== asked.runId) throw new Error('the run is not the last one')
  return run
}
