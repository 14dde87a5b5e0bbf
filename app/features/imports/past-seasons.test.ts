import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { runImport } from './run-import.server.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../shared/feeds/football-data')

let database: Database
let feeds: FeedFiles

beforeAll(async () => {
  database = await createTestDatabase()
  feeds = await createFeedFiles()
})
afterAll(async () => {
  await feeds.remove()
  await database.close()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await sql`truncate sports, bookmakers, runs, import_logs restart identity cascade`.execute(database.kysely)
})
afterEach(() => {
  vi.useRealTimers()
})

const HEADINGS = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,PSCH,PSCD,PSCA'
const PLAYED = 'E0,05/03/2024,15:00,Riverton,Hillford,2,1,H,1,0,1.9,3.4,4.1'

async function importAt(now: string, source: string, text: string) {
  vi.setSystemTime(now)
  return runImport(database.kysely, { source, origin: await feeds.write(text, now) })
}

const importSeason = (...rows: string[]) =>
  importAt('2024-03-10T12:00:00Z', 'football-data', [HEADINGS, ...rows].join('\n'))

const matches = () =>
  database.kysely
    .selectFrom('matches as m')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .select(['m.id', 'm.home_team', 'm.status', 'm.home_score', 'm.away_score', 'm.bookmaker_count'])
    .select(['m.home_odds', 'f.score_halftime_home', 'f.score_fulltime_away'])
    .execute()

const leftOut = async () => {
  const { rows } = await sql<{ left_out: string | null }>`
    select left_out from ranked_quotes(array(select id from matches), now())`.execute(database.kysely)
  return rows.map((row) => row.left_out)
}

describe('a past season', () => {
  it('is stored with results and closing prices, none of which is best', async () => {
    expect(await importSeason(PLAYED)).toMatchObject({ status: 'done', inserted: 1, odds: 1, rejected: 0 })
    expect(await matches()).toMatchObject([
      {
        ...{ status: 'finished', home_score: 2, away_score: 1 },
        ...{ score_halftime_home: 1, score_fulltime_away: 1 },
        ...{ home_odds: 1.01, bookmaker_count: 0 },
      },
    ])
    expect(await leftOut()).toEqual(['started'])
    const history = await database.kysely
      .selectFrom('odds_history')
      .select(['home_odds', 'recorded_at'])
      .execute()
    expect(history).toEqual([{ home_odds: 1.9, recorded_at: new Date('2024-03-05T14:59:59Z') }])
  })

  it('has no best price when its source quotes matches in play', async () => {
    await database.kysely
      .insertInto('import_schedules')
      .values({ source: 'football-data', every_minutes: 720, in_play: true, is_active: false })
      .onConflict((conflict) => conflict.column('source').doUpdateSet({ in_play: true }))
      .execute()
    await importSeason(PLAYED)
    expect(await leftOut()).toEqual(['started'])
  })

  it('changes nothing the second time', async () => {
    await importSeason(PLAYED)
    expect(await importSeason(PLAYED)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, withdrawn: 0 })
  })

  it('gives its result to the match of another source', async () => {
    const event = oddsApiEvent(
      {
        ...{ id: 'e1', home: 'Riverton', away: 'Hillford', start: '2024-03-05T15:00:00Z' },
        ...{ league: 'Premier League', country: 'England', sport: 'Soccer' },
      },
      [{ key: 'pinnacle', title: 'Pinnacle', prices: [1.95, 3.5, 4], at: '2024-03-05T14:58:00Z' }],
    )
    await importAt('2024-03-05T14:58:00Z', 'the-odds-api', JSON.stringify([event]))
    await importSeason(PLAYED)
    const [match, ...others] = await matches()
    expect(others).toEqual([])
    expect(match).toMatchObject({ status: 'finished', home_score: 2, bookmaker_count: 0 })
  })

  it('counts rows that it cannot read, with their reasons', async () => {
    const summary = await importSeason(PLAYED, `${PLAYED},9`, 'E0,31/02/2024,,Northwick,Eastham,,,,,', ',,,,')
    expect(summary).toMatchObject({
      ...{ status: 'done', items: 3, inserted: 1, rejected: 2 },
      reasons: { malformed_row: 1, invalid_start: 1 },
    })
  })

  it.skipIf(!existsSync(RECORDINGS))('that was recorded is imported completely', async () => {
    vi.setSystemTime('2026-11-22T12:00:00Z')
    const file = path.join(RECORDINGS, '2024-25/E0.csv')
    const first = await runImport(database.kysely, { source: 'football-data', origin: file })
    expect(first).toMatchObject({ status: 'done', inserted: 380, rejected: 0 })
    const played = await matches()
    expect(
      played.every(({ status, bookmaker_count }) => status === 'finished' && bookmaker_count === 0),
    ).toBe(true)
    const again = await runImport(database.kysely, { source: 'football-data', origin: file })
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 380 })
  })
})
