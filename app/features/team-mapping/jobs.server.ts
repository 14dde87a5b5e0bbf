import type { RunHandler } from '#app/features/runs/carry-out.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { mapData } from './map-data.server.ts'
import { mapTeams } from './map-teams.server.ts'
import { beginMapping } from './runs.server.ts'
import { dataCountsSchema, KIND_OF_RUN, teamCountsSchema } from './schema.ts'

/** Executes the mapping runs: names for matches, and teams of the sports database for the teams of matches. */
export function mappingHandlers({ kysely }: Pick<Database, 'kysely'>): Record<string, RunHandler> {
  return {
    [KIND_OF_RUN.data]: async ({ id, params }, signal) => {
      const run = await beginMapping(kysely, { id, kind: 'data', params }, dataCountsSchema.parse({}), signal)
      await run.end(
        () => mapData(kysely, run),
        (detail) => ({ code: 'error.data-run', values: { detail } }),
      )
    },
    [KIND_OF_RUN.teams]: async ({ id, params }, signal) => {
      const run = await beginMapping(
        kysely,
        { id, kind: 'teams', params },
        teamCountsSchema.parse({}),
        signal,
      )
      await run.end(
        () => mapTeams(kysely, run),
        (detail) => ({ code: 'error.team-run', values: { detail } }),
      )
    },
  }
}
