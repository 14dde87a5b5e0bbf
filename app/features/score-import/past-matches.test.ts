import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRunLog } from '#app/features/runs/run-queries.server.ts'
import { runTool } from '#app/features/runs/tool-run.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { pastEventsTool } from './past-matches.server.ts'

let database: Database
let server: FeedServer
let leagueId: string
beforeEach(async () => {
  database = await createTestDatabase()
  server = await startFeedServer()
  leagueId = (await createPlace(database.kysely)).leagueId
})
afterEach(async () => {
  await server.close()
  await database.close()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

/** A match of `Home n` and `Away n` that started this many hours ago. */
const match = (n: number, hours: number, more: object = {}) =>
  createMatch(database.kysely, {
    league_id: leagueId,
    home_team: `Home ${n}`,
    away_team: `Away ${n}`,
    start_time: hoursAgo(hours),
    ...more,
  })

const mapTeams = (...numbers: number[]) =>
  database.kysely
    .insertInto('team_mappings')
    .values(
      numbers.flatMap((n) =>
        ['Home', 'Away'].map((side) => ({
          matches_team_name: `${side} ${n}`,
          sportsdb_team_name: `${side} ${n} FC`,
        })),
      ),
    )
    .execute()

/** Every search finds the event with that number and a score, this many hours ago. */
const find = (n: number, hours: number, more: object = {}) => ({
  kind: 'body' as const,
  body: JSON.stringify({
    event: [
      {
        idEvent: String(1000 + n),
        strEvent: `Home ${n} FC vs Away ${n} FC`,
        strHomeTeam: `Home ${n} FC`,
        strAwayTeam: `Away ${n} FC`,
        intHomeScore: '2',
        intAwayScore: '1',
        strTimestamp: hoursAgo(hours).toISOString().slice(0, 19),
        dateEvent: hoursAgo(hours).toISOString().slice(0, 10),
        strStatus: 'Match Finished',
        ...more,
      },
    ],
  }),
})

function run(params: object = {}) {
  const access = async () => ({ url: server.url('/json'), key: 'key', allowPrivateAddresses: true })
  const tool = pastEventsTool({ access, options: { retryMs: 1, pace: { requests: 10_000, seconds: 1 } } })
  return runTool(database.kysely, tool, { params, requestedBy: 'admin-1' })
}

const answer = (...answers: Parameters<FeedServer['answer']>[1][]) =>
  server.answer('/json/key/searchevents.php', ...answers)

const scores = async () => {
  const rows = await database.kysely
    .selectFrom('matches')
    .select(['home_team', 'home_score', 'status'])
    .orderBy('start_time', 'desc')
    .execute()
  return rows.map((row) => `${row.home_team} ${row.home_score} ${row.status}`)
}

describe('the scores of past matches', () => {
  it('are imported from the latest match on, of those that started more than two hours ago and are mapped', async () => {
    await match(1, 1.5)
    await match(2, 3)
    await match(3, 30)
    await match(4, 40)
    await match(5, 50, { status: 'cancelled' })
    await mapTeams(1, 2, 3, 5)
    answer(find(2, 3), find(3, 30))
    expect(await run()).toMatchObject({ status: 'done', counts: { total: 2, done: 2, updated: 2 } })
    expect(await scores()).toEqual([
      'Home 1 null scheduled',
      'Home 2 2 finished',
      'Home 3 2 finished',
      'Home 4 null scheduled',
      'Home 5 null cancelled',
    ])
  })

  it('are those of matches that started more than two hours ago, to the minute', async () => {
    await match(1, 2 - 1 / 60)
    await match(2, 2 + 1 / 60)
    await mapTeams(1, 2)
    answer(find(2, 2))
    expect(await run()).toMatchObject({ counts: { total: 1, updated: 1 } })
    expect(await scores()).toEqual(['Home 1 null scheduled', 'Home 2 2 finished'])
  })

  it('are searched in the last season, in the one before, then without a season', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-15T12:00:00Z') })
    try {
      await createMatch(database.kysely, {
        league_id: leagueId,
        home_team: 'Home 1',
        away_team: 'Away 1',
        start_time: new Date('2024-05-01T12:00:00Z'),
      })
      await mapTeams(1)
      answer({ kind: 'body', body: '{"event":null}' })
      await run()
    } finally {
      vi.useRealTimers()
    }
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/json/key/searchevents.php?e=Home_1_FC_vs_Away_1_FC&s=2030-2031',
      '/json/key/searchevents.php?e=Home_1_FC_vs_Away_1_FC&s=2029-2030',
      '/json/key/searchevents.php?e=Home_1_FC_vs_Away_1_FC',
    ])
  })

  it('are left out when the league or the country no longer exists', async () => {
    await match(1, 5)
    await mapTeams(1)
    const league = await database.kysely.selectFrom('leagues').selectAll().executeTakeFirstOrThrow()
    for (const table of ['leagues', 'countries'] as const) {
      await database.kysely.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await tx.deleteFrom(table).execute()
      })
      expect(await run()).toMatchObject({ status: 'done', counts: { updated: 0 } })
      expect(server.requests, table).toEqual([])
      if (table === 'leagues') await database.kysely.insertInto('leagues').values(league).execute()
    }
  })

  it('fail when the matches cannot be read', async () => {
    await match(1, 5)
    await mapTeams(1)
    await sql`alter table sports rename to sports_away`.execute(database.kysely)
    expect(await run()).toMatchObject({ status: 'failed', error: { code: 'matches_unavailable' } })
  })

  it('are not searched again when they are known, unless requested', async () => {
    await match(1, 10, { home_score: 0, away_score: 0, status: 'finished' })
    await match(2, 20)
    await mapTeams(1, 2)
    answer(find(2, 20))
    expect(await run()).toMatchObject({ counts: { done: 1, updated: 1, skipped: 1 } })
    await database.kysely
      .updateTable('matches')
      .set({ home_score: null })
      .where('home_team', '=', 'Home 2')
      .execute()
    expect(await run()).toMatchObject({ counts: { done: 0, skipped: 2 } })
    answer(find(1, 10), find(2, 20))
    expect(await run({ skipExisting: false })).toMatchObject({ counts: { done: 2, updated: 2, skipped: 0 } })
  })

  it('are known for the same names only, even if a stored event has special characters', async () => {
    await match(1, 10)
    await match(2, 20)
    await mapTeams(1, 2)
    const day = (hours: number) => hoursAgo(hours).toISOString().slice(0, 10)
    const scored = { home_score: 2, away_score: 1 }
    await database.kysely
      .insertInto('sportsdb_events')
      .values([
        { event_id: 1, home_team: 'Home%', away_team: 'Away _ FC', date_event: day(10), ...scored },
        { event_id: 2, home_team: 'HOME 2 fc', away_team: 'away 2 FC', date_event: day(20), ...scored },
        { event_id: 3, home_team: 'Home 1\\', away_team: '', date_event: day(10), ...scored },
      ])
      .execute()
    answer(find(1, 10))
    expect(await run()).toMatchObject({ status: 'done', counts: { done: 1, updated: 1, skipped: 1 } })
  })

  it('end after the limit of matches, not counting skipped ones', async () => {
    for (let n = 1; n <= 30; n += 1) await match(n, n + 3, n <= 2 ? { home_score: 1, away_score: 1 } : {})
    await mapTeams(...Array.from({ length: 30 }, (_, n) => n + 1))
    answer({ kind: 'body', body: '{"event":null}' })
    expect(await run({ stopAfter: 3 })).toMatchObject({ counts: { done: 3, failed: 3, skipped: 2 } })
    expect(await run()).toMatchObject({ counts: { done: 25 } })
    expect(await run({ stopAfter: -1 })).toMatchObject({ counts: { done: 28 } })
  })

  it('continue after a match without one, and report which', async () => {
    await match(1, 5)
    await match(2, 6)
    await match(3, 7)
    await mapTeams(1, 2, 3)
    answer(find(1, 5, { intHomeScore: null }), { kind: 'body', body: '{"event":"Not today"}' }, find(3, 7))
    const summary = await run()
    expect(summary).toMatchObject({ status: 'done', counts: { done: 3, updated: 1, failed: 2 } })
    const lines = await readRunLog(database.kysely, summary.runId)
    expect(lines.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['no_scores', 'Home 1 - Away 1'],
      ['request_failed', 'Home 2 - Away 2: error_answer'],
    ])
  })

  it('report that no team is mapped', async () => {
    await match(1, 5)
    const summary = await run()
    expect(summary).toMatchObject({ status: 'done', reasons: { no_mappings_at_all: 1 } })
    expect(server.requests).toEqual([])
  })

  it('fail when the mappings or the key are invalid', async () => {
    await match(1, 5)
    await mapTeams(1)
    answer({ kind: 'body', body: '{}', status: 401 })
    expect(await run()).toMatchObject({ status: 'failed', error: { code: 'http_status' } })
    await database.kysely.schema.dropTable('team_mappings').cascade().execute()
    expect(await run()).toMatchObject({ status: 'failed', error: { code: 'mappings_unavailable' } })
  })
})
