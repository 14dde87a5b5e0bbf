import { mapDataJob, mapTeamsJob } from '#app/features/team-mapping/jobs.server.ts'
import { findLastRun, type RunState } from '#app/features/team-mapping/queries.server.ts'
import { createRun } from '#app/features/team-mapping/runs.server.ts'
import type { RunKind } from '#app/features/team-mapping/schema.ts'
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
    badge_url?: string | null
    gender?: string
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

/** Starts a run and executes its job like the queue; returns the result. */
export async function runMapping(
  database: Database,
  kind: RunKind,
  scope: { sportId?: string; countryId?: string; leagueId?: string } = {},
): Promise<RunState> {
  const { sportId = null, countryId = null, leagueId = null } = scope
  const started = await createRun(
    database.kysely,
    kind,
    { sportId, countryId, leagueId },
    await createAdministrator(database),
  )
  if (started.kind !== 'started') throw new Error('a run is already running')
  const job = kind === 'data' ? mapDataJob(database) : mapTeamsJob(database)
  await job.handle({ runId: started.runId }, new AbortController().signal)
  const run = await findLastRun({ database }, kind)
  if (run?.id !== started.runId) throw new Error('the run is not the last one')
  return run
}
