import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lookForTroubles } from '#app/features/alerts/jobs.server.ts'
import { listOpenTroubles } from '#app/features/alerts/troubles.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { type Jobs, startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { openDesk, QUICK } from '#tests/support/runs.ts'
import { runJobs, schedulesJob } from './runs.ts'

const HEALTHY = 'soccer_healthy'
const HANGING = ['soccer_one', 'soccer_two', 'soccer_three', 'soccer_four', 'soccer_five']
/** Runs give up a source after three quarters of it. */
const SHORT_MINUTE_MS = 8_000

let database: Database
let feed: FeedServer
let desk: ReturnType<typeof openDesk>
let jobs: Jobs
let now: Date

beforeEach(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  desk = openDesk(database)
  now = new Date()
  // Only the test checks the schedules, at the times that it sets.
  const kinds = runJobs(site()).filter(({ name }) => name !== 'import-schedules')
  jobs = await startJobs(database, site().log, kinds, QUICK)
  await database.kysely
    .insertInto('import_schedules')
    .values(
      [HEALTHY, ...HANGING].map((league) => ({
        source: `the-odds-api/${league}`,
        name: league,
        every_minutes: 1,
        sports: league,
        active_since: now,
      })),
    )
    .execute()
})
afterEach(async () => {
  await jobs.stop()
  await desk.close()
  await feed.close()
  await database.close()
})

const site = () => ({
  database,
  env: parseEnv({ ODDS_API_URL: feed.url(''), ODDS_API_KEY: 'k', ALLOW_PRIVATE_FEEDS: '1' }),
  log: createLog('silent'),
  jobs: desk.jobs,
  clock: () => now,
  minuteMs: SHORT_MINUTE_MS,
})

/** The schedules of the next minute. */
async function startTurn() {
  now = new Date(now.getTime() + MINUTE_MS)
  await schedulesJob(site()).handle({}, new AbortController().signal, '')
}

const runsOf = async (league: string) => {
  const rows = await database.kysely
    .selectFrom('runs as r')
    .innerJoin('import_schedules as s', 's.id', 'r.schedule_id')
    .select(['r.status', 'r.error'])
    .where('s.name', '=', league)
    .orderBy('r.turn_at')
    .execute()
  return rows.map(({ status, error }) => (error as { code: string } | null)?.code ?? status)
}

const hangingRuns = async () => (await Promise.all(HANGING.map(runsOf))).flat()

const requestsOf = (leagues: readonly string[]) =>
  feed.requests.filter(({ path }) => leagues.some((league) => path.includes(`/${league}/`))).length

it('five feeds that hang do not hold up a sixth, and each is told within its interval', async () => {
  for (const league of HANGING) feed.answer(`/v4/sports/${league}/odds`, { kind: 'hang' })
  const start = new Date(Date.now() + DAY_MS).toISOString()
  const at = new Date().toISOString()
  const place = { league: 'EPL', country: 'England', sport: 'Soccer' }
  const event = oddsApiEvent({ id: 'a', home: 'Northbridge', away: 'Southmoor', start, ...place }, [
    { key: 'alderbet', title: 'Alderbet', prices: [2.1, 3.4, 3.6], at },
  ])
  feed.answer(`/v4/sports/${HEALTHY}/odds`, { kind: 'body', body: JSON.stringify([event]) })

  await startTurn()
  await vi.waitFor(async () => expect(await runsOf(HEALTHY)).toEqual(['done']), 60_000)
  await vi.waitFor(() => expect(requestsOf(HANGING)).toBe(HANGING.length), 60_000)
  await vi.waitFor(async () => expect(await hangingRuns()).toEqual(HANGING.map(() => 'timed_out')), 60_000)
  await lookForTroubles(site())
  const [trouble, ...others] = await listOpenTroubles(database.kysely)
  expect(others).toEqual([])
  expect(trouble).toMatchObject({ kind: 'failing', source: 'the-odds-api', detail: { reason: 'timed_out' } })
  expect(trouble?.detail.schedules.map(({ name }) => name).sort()).toEqual(HANGING.toSorted())

  // From now on they wait for each other, and for nobody else.
  await startTurn()
  await vi.waitFor(async () => expect(await runsOf(HEALTHY)).toEqual(['done', 'done']), 60_000)
  await vi.waitFor(() => expect(requestsOf(HANGING)).toBe(HANGING.length + 1), 60_000)
  const waiting = await hangingRuns()
  expect(waiting.filter((status) => status === 'running')).toHaveLength(1)
  expect(waiting.filter((status) => status === 'queued')).toHaveLength(HANGING.length - 1)
  await startTurn()
  await vi.waitFor(async () => expect(await runsOf(HEALTHY)).toEqual(['done', 'done', 'done']), 60_000)
  now = new Date(now.getTime() + 2 * MINUTE_MS)
  await lookForTroubles(site())
  const open = await listOpenTroubles(database.kysely)
  expect(open.filter(({ name }) => name !== HEALTHY)).toEqual([trouble])
}, 120_000)
