import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { listOddsHints } from './hints.server.ts'

let database: Database
let place: Awaited<ReturnType<typeof createPlace>>
let tests = 0
beforeAll(async () => {
  database = await createTestDatabase()
})
/** Each test has a country of its own. */
beforeEach(async () => {
  tests += 1
  place = await createPlace(database.kysely, { sport: `Soccer ${tests}` })
})
afterAll(() => database.close())

const HOUR_MS = 3_600_000

/** A match to come at the prices of one bookmaker. */
function quoted(
  home_team: string,
  [home_odds, draw_odds, away_odds]: [number, number | null, number],
  more: Partial<Insertable<DB['matches']>> = {},
) {
  const prices = { home_odds, draw_odds, away_odds, bookmaker_count: 1 }
  return createMatch(database.kysely, { league_id: place.leagueId, home_team, ...prices, ...more })
}

const hintsOf = async () => {
  const { widest } = await listOddsHints(createServices(database), place.countryId)
  return widest.map(({ match, outcome, price, winnings }) => [match.home, outcome, price, winnings])
}

describe('the odds hints of a country', () => {
  it('are the five widest gaps between prices, the widest first, each with what 100 on the favourite returns', async () => {
    await quoted('Fourth', [2, 3.4, 6])
    await quoted('Sixth', [2.5, 3.2, 2.9])
    await quoted('First', [1.15, 8, 21])
    // The draw counts: only it is far from the others.
    await quoted('Fifth', [2.2, 3.6, 2.3])
    const cup = await createPlace(database.kysely, { sport: `Soccer ${tests}`, league: 'Cup' })
    await quoted('Third', [4.8, 9, 1.35], { league_id: cup.leagueId })
    await quoted('Second', [1.2, 7, 14])
    expect(await hintsOf()).toEqual([
      ['First', 'home', 1.15, 115],
      ['Second', 'home', 1.2, 120],
      ['Third', 'away', 1.35, 135],
      ['Fourth', 'home', 2, 200],
      ['Fifth', 'home', 2.2, 220],
    ])
  })

  it('leave out matches that nobody quotes before they are limited to five', async () => {
    for (const away of [40, 41, 42, 43, 44, 45])
      await quoted('Nobody', [1.01, 3, away], { bookmaker_count: 0 })
    await quoted('Ajax', [1.3, 5.5, 9])
    expect(await hintsOf()).toEqual([['Ajax', 'home', 1.3, 130]])
  })

  it('promise no more than the exact price pays', async () => {
    const match = await quoted('Lyon', [1.56, 4.7, 5.9])
    const prices = quoteOf(marketOf({ type: 'match_result' }), [1.558659, 4.7, 5.9], { format: 'american' })
    const bookmaker = await createBookmaker(database.kysely)
    await createQuote(database.kysely, { match, bookmaker, prices: [1.56, 4.7, 5.9] })
    await offerPrices(database.kysely, match, { [bookmaker]: [prices] })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    expect(await hintsOf()).toEqual([['Lyon', 'home', 1.558659, 155.86]])
  })

  it('use the prices that an operator entered', async () => {
    await quoted('Typed', [1.3, 5.5, 9], { odds_locked: true, bookmaker_count: 0 })
    await quoted('Quoted', [1.9, 3.4, 4.4])
    expect((await hintsOf()).map(([home]) => home)).toEqual(['Typed', 'Quoted'])
  })

  it('cover scheduled upcoming matches of this country', async () => {
    const sport = `Soccer ${tests}`
    const elsewhere = await createPlace(database.kysely, { sport, country: 'Spain', code: 'ES' })
    await quoted('Begun', [1.2, 7, 14], { start_time: new Date(Date.now() - HOUR_MS) })
    await quoted('Cancelled', [1.2, 7, 14], { status: 'cancelled' })
    await quoted('Elsewhere', [1.2, 7, 14], { league_id: elsewhere.leagueId })
    await quoted('Unpriced', [1.01, null, 1.01], { bookmaker_count: 0 })
    expect(await hintsOf()).toEqual([])
  })
})
