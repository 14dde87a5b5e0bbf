import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { createMember } from '#tests/support/visitor-alerts.ts'
import { readTexts } from '../visitor-alerts/texts.server.ts'
import { exportBets, linkBets, listBets } from './queries.server.ts'

const HOUR = 3_600_000
const NOW = Date.now()
const hours = (count: number) => new Date(NOW + count * HOUR)

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('the bets of a visitor are the own ones, the latest first, and the earliest first in the export', async () => {
  const [member, other] = [
    await createMember(database, 'member@example.org'),
    await createMember(database, 'other@example.org'),
  ]
  const { leagueId } = await createPlace(database.kysely)
  const match = await createMatch(database.kysely, { league_id: leagueId, start_time: hours(20) })
  const hidden = await createPlace(database.kysely)
  const unseen = await createMatch(database.kysely, { league_id: hidden.leagueId })
  await database.kysely
    .updateTable('leagues')
    .set({ is_active: false })
    .where('id', '=', hidden.leagueId)
    .execute()
  const add = async (user_id: string, placed: number, values: object = {}) => {
    const { id } = await database.kysely
      .insertInto('noted_bets')
      .values({
        ...{ user_id, home_team: 'Inter', away_team: 'Milan', start_time: hours(10), outcome: 'home' },
        ...{
          market_type: 'match_result',
          market_period: 'full_time',
          price: 2_500_000,
          placed_at: hours(placed),
        },
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const older = await add(member, -3, {
    ...{ match_id: match, stake: 1050, bookmaker: 'Alpha', country: 'IT', result: 'won' },
    ...{
      market_type: 'total',
      market_line: 2.5,
      outcome: 'over',
      closing_best: 2_400_000,
      closing_fair: 2_300_000,
    },
  })
  const same = [await add(member, -2), await add(member, -2), await add(member, -2)].toSorted()
  const latest = await add(member, -1, { match_id: unseen })
  const unknown = await add(member, 0, { market_type: 'of-later' })
  await add(other, -1)
  const services = createServices(database)
  const bets = await listBets(services, member)
  expect(bets.map(({ id }) => id)).toEqual([latest, ...same, older])
  expect(bets.at(-1)).toMatchObject({
    ...{ price: 2_500_000, stake: 1050, bookmaker: 'Alpha', matchId: match, outcome: 'over' },
    market: { type: 'total', line: 2.5 },
    ...{ home: 'Inter', away: 'Milan', startTime: hours(20), placedAt: hours(-3) },
  })
  expect(bets[1]).toMatchObject({ matchId: null, stake: null, startTime: hours(10) })
  const linked = await linkBets(services, bets)
  expect(linked.map((bet) => bet.match?.id ?? null)).toEqual([null, null, null, null, match])
  const { noted_bets } = await exportBets(services, member, await readTexts(services, 'en'))
  expect(noted_bets).toHaveLength(6)
  // As on the page: the match is to come, whatever was kept of the bet.
  expect(noted_bets[0]).toEqual({
    ...{ match: 'Inter – Milan', match_starts_at: hours(20), outcome: 'Over', price: 2.5, stake: 10.5 },
    ...{ bookmaker: 'Alpha', placed_at: hours(-3), closing_best: null, closing_fair: null, result: 'Open' },
    ...{ market: expect.stringContaining('2.5'), country: 'IT', created_at: expect.any(Date) },
  })
  expect(noted_bets[1]).toMatchObject({ stake: null, closing_best: null, match_starts_at: hours(10) })
  expect(noted_bets.at(-1)).toMatchObject({ market: 'of-later', outcome: 'home' })
  expect(unknown).not.toBe(latest)
})
