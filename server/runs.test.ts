import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unusedMedia } from '#app/features/media/jobs.server.ts'
import { readRuns } from '#app/features/runs/run-queries.server.ts'
import { importScore } from '#app/features/score-import/import-score.server.ts'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import { SportsDb } from '#app/features/sources/sportsdb/client.server.ts'
import { startSportsDbTool } from '#app/features/sources/sportsdb/commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { type Jobs, startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { openDesk } from '#tests/support/runs.ts'
import { type Sandbox, startSandbox } from '../sandbox/server.ts'
import { runJobs, schedulesJob } from './runs.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
const env = parseEnv({})

let database: Database
let sandbox: Sandbox
let desk: ReturnType<typeof openDesk>
let jobs: Jobs
beforeEach(async () => {
  database = await createTestDatabase()
  sandbox = await startSandbox({ seed: 7, now: () => NOW })
  await saveDemoFeeds(database.kysely, [{ source: 'sportsdb', address: sandbox.sportsDb }])
  desk = openDesk(database)
  jobs = await startJobs(database, site().log, runJobs(site()))
})
afterEach(async () => {
  await jobs.stop()
  await desk.close()
  await sandbox.close()
  await database.close()
})

const site = () => ({ database, env, log: createLog('silent'), jobs: desk.jobs })

const ends = (source: string, state: object) =>
  vi.waitFor(
    async () => expect(await readRuns(database.kysely, { kinds: [source] })).toMatchObject([state]),
    30_000,
  )

it('carries out a tool with the sandbox when no key is set', async () => {
  const asked = await startSportsDbTool(desk, env, { tool: 'sportsdb-countries' }, 'admin-1')
  expect(asked).toMatchObject({ kind: 'queued' })
  await ends('sportsdb-countries', { status: 'done', requestedBy: 'admin-1' })
  await saveDemoFeeds(database.kysely, [])
  expect(await startSportsDbTool(desk, env, { tool: 'sportsdb-countries' }, 'a')).toEqual({
    kind: 'not_configured',
  })
})

it('carries out the run of a schedule, with its parameters', async () => {
  await database.kysely
    .updateTable('import_schedules')
    .set({ is_active: true, params: JSON.stringify({ country: 'Italy' }) })
    .where('source', '=', 'sportsdb-teams')
    .execute()
  await schedulesJob(site()).handle({}, new AbortController().signal, '')
  await ends('sportsdb-teams', {
    status: 'done',
    requestedBy: 'schedule',
    params: { country: 'Italy', sport: 'Soccer' },
  })
})

it('deletes unused images as a run, with their number', async () => {
  await database.kysely
    .insertInto('uploads')
    .values({ name: 'unused.webp', unused_since: '2026-01-01' })
    .execute()
  await unusedMedia({ database, jobs: desk.jobs }).handle({}, new AbortController().signal, '')
  await ends('media-cleanup', { status: 'done', requestedBy: 'schedule', counts: { deleted: 1, failed: 0 } })
})

it('finds in the sandbox the same score as in its feeds', async () => {
  interface Scored {
    home_team: string
    away_team: string
    commence_time: string
    scores: { score: string }[]
  }
  const address = `${sandbox.origin}/v4/sports/soccer_epl/scores?apiKey=sandbox&daysFrom=30`
  const [scored] = (await (await fetch(address)).json()) as Scored[]
  const { teams } = await (
    await fetch(`${sandbox.sportsDb}/sandbox/search_all_teams.php?l=England_Premier_League`)
  ).json()
  const nameOf = (ours: string) =>
    teams.find((team: { strTeam: string; strTeamAlternate: string }) =>
      [team.strTeam, ...team.strTeamAlternate.split(', ')].includes(ours),
    ).strTeam
  const { home_team = '', away_team = '', commence_time = '', scores = [] } = scored ?? {}
  const { leagueId } = await createPlace(database.kysely)
  const match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team,
    away_team,
    start_time: new Date(commence_time),
  })
  await database.kysely
    .insertInto('team_mappings')
    .values(
      [home_team, away_team].map((name) => ({ matches_team_name: name, sportsdb_team_name: nameOf(name) })),
    )
    .execute()
  const client = new SportsDb(database.kysely, {
    url: sandbox.sportsDb,
    key: 'sandbox',
    allowPrivateAddresses: true,
  })
  expect(await importScore(database.kysely, match, { client, now: NOW })).toMatchObject({
    code: 'updated',
    h: Number(scores[0]?.score),
    a: Number(scores[1]?.score),
  })
})
