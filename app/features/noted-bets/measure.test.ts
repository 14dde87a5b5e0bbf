import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createMember } from '#tests/support/visitor-alerts.ts'
import { measureBets, readStoredBets } from './measure.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a bet on games of tennis has no result by a score of sets, and one on the winner has', async () => {
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { sport: 'Tennis' })
  const start = new Date(Date.now() - 20 * HOUR_MS)
  const match = await createMatch(kysely, {
    ...{ league_id: leagueId, start_time: start, status: 'finished', home_score: 2, away_score: 1 },
  })
  const user_id = await createMember(database, 'tennis@example.org')
  const bet = (market_type: string, market_line: number | null, outcome: string) => ({
    ...{ user_id, match_id: match, home_team: 'A', away_team: 'B', start_time: start, market_type, outcome },
    ...{ market_period: 'full_time', market_line, price: 1_900_000, placed_at: new Date(+start - HOUR_MS) },
  })
  await kysely
    .insertInto('noted_bets')
    .values([
      ...[bet('total', 22.5, 'over'), bet('total', 22.5, 'under'), bet('handicap', -3.5, 'home')],
      ...[bet('moneyline', null, 'home'), bet('moneyline', null, 'away')],
    ])
    .execute()
  const rows = await readStoredBets(
    kysely,
    sql`where b.match_id = ${match} order by b.market_type, b.outcome`,
  )
  const measured = await measureBets(kysely, rows, { now: new Date(), read: async () => new Map() })
  expect(rows.map(({ market_type, outcome }, at) => [market_type, outcome, measured[at]?.result])).toEqual([
    ['handicap', 'home', null],
    ['moneyline', 'away', 'lost'],
    ['moneyline', 'home', 'won'],
    ['total', 'over', null],
    ['total', 'under', null],
  ])
})
