import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { mergeMatches } from './merge.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a suspended or incomplete quote stays so when its match is merged into another, with sides swapped or not', async () => {
  const db = database.kysely
  const { leagueId } = await createPlace(db)
  const [keep, gone] = [
    await createMatch(db, { league_id: leagueId }),
    await createMatch(db, { league_id: leagueId, home_team: 'B', away_team: 'A' }),
  ]
  const [open, suspended, incomplete] = [
    await createBookmaker(db, { name: 'Open' }),
    await createBookmaker(db, { name: 'Suspended' }),
    await createBookmaker(db, { name: 'Incomplete' }),
  ]
  await createQuote(db, { match: gone, bookmaker: open, prices: [1.5, 4, 6] })
  const before = new Date(Date.now() - 60_000)
  await createQuote(db, { match: keep, bookmaker: suspended, prices: [9, 9, 9], lastUpdated: before })
  await createQuote(db, {
    match: gone,
    bookmaker: suspended,
    prices: [null, 5, 9],
    status: 'suspended',
  })
  await createQuote(db, { match: gone, bookmaker: incomplete, prices: [8, null, 8], status: 'incomplete' })
  await db.transaction().execute((trx) => mergeMatches(trx, { keep, gone, turned: true }))
  const quotes = await db
    .selectFrom('odds as o')
    .innerJoin('bookmakers as b', 'b.id', 'o.bookmaker_id')
    .select(['b.name', 'o.match_id', 'o.home_odds', 'o.draw_odds', 'o.away_odds', 'o.status'])
    .orderBy('b.name')
    .execute()
  expect(quotes.map(({ match_id, ...quote }) => [match_id === keep, ...Object.values(quote)])).toEqual([
    [true, 'Incomplete', 8, null, 8, 'incomplete'],
    [true, 'Open', 6, 4, 1.5, null],
    [true, 'Suspended', 9, 5, null, 'suspended'],
  ])
  const { home_odds, draw_odds, away_odds, bookmaker_count } = await db
    .selectFrom('matches')
    .select(['home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
    .where('id', '=', keep)
    .executeTakeFirstOrThrow()
  expect([home_odds, draw_odds, away_odds, bookmaker_count]).toEqual([6, 4, 1.5, 1])
})
