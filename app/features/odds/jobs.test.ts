import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { forgetOldOddsHistory } from './jobs.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

it('deletes the price changes of matches that began more than 90 days ago, and no others', async () => {
  const db = database.kysely
  const now = new Date('2026-11-21T12:00:00Z')
  const { leagueId } = await createPlace(db)
  const bookmaker_id = await createBookmaker(db)
  const old = await createMatch(db, { league_id: leagueId, start_time: '2026-08-20T12:00:00Z' })
  const recent = await createMatch(db, { league_id: leagueId, start_time: '2026-08-25T12:00:00Z' })
  const change = { bookmaker_id, home_odds: 2, draw_odds: 3, away_odds: 4, recorded_at: now, source: 'test' }
  await db
    .insertInto('odds_history')
    .values([
      { match_id: old, ...change },
      { match_id: old, ...change },
      { match_id: recent, ...change },
    ])
    .execute()
  expect(await forgetOldOddsHistory(database, now)).toBe(2)
  expect(await db.selectFrom('odds_history').select('match_id').execute()).toEqual([{ match_id: recent }])
  expect(await forgetOldOddsHistory(database, now)).toBe(0)
})
