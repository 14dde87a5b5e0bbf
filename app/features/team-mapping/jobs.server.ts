import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { mapData } from './map-data.server.ts'
import { mapTeams } from './map-teams.server.ts'
import { takeRun } from './runs.server.ts'
import { dataCountsSchema, teamCountsSchema } from './schema.ts'

const payload = z.object({ runId: z.uuid() })
type RunPayload = z.infer<typeof payload>

const HOUR_SECONDS = 3_600

/** Fills what matches lack of sport, country and league names. */
export function mapDataJob({ kysely }: Pick<Database, 'kysely'>): JobKind<RunPayload> {
  return {
    name: 'map-data',
    payload,
    expireInSeconds: HOUR_SECONDS,
    handle: async ({ runId }, signal) => {
      const run = await takeRun(kysely, runId, dataCountsSchema.parse({}), signal)
      await run?.end(
        () => mapData(kysely, run),
        (detail) => ({ code: 'error.data-run', values: { detail } }),
      )
    },
  }
}

/** Maps the teams of matches to those of the sports database. */
export function mapTeamsJob({ kysely }: Pick<Database, 'kysely'>): JobKind<RunPayload> {
  return {
    name: 'map-teams',
    payload,
    expireInSeconds: 3 * HOUR_SECONDS,
    handle: async ({ runId }, signal) => {
      const run = await takeRun(kysely, runId, teamCountsSchema.parse({}), signal)
      await run?.end(
        () => mapTeams(kysely, run),
        (detail) => ({ code: 'error.team-run', values: { detail } }),
      )
    },
  }
}
