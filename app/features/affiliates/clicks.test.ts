import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { findClickedPrice } from './clicked-price.server.ts'
import { type Click, recordClick, writeClicks } from './clicks.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const click: Click = {
  clicked_at: new Date('2030-01-01T10:00:00Z'),
  click_id: null,
  button_id: null,
  bookmaker_id: null,
  match_id: null,
  promotion_id: null,
  outcome: null,
  page: 'match',
  language: 'en',
  country: null,
  ...{ experiment_id: null, variant: null, is_first: false },
  visitor_hash: 'a',
}

const stored = async () => {
  const rows = await database.kysely
    .selectFrom('clicks')
    .select(['visitor_hash', 'price'])
    .orderBy('id')
    .execute()
  return rows.map(({ visitor_hash, price }) => [visitor_hash, price])
}

describe('clicks in the queue', () => {
  it('are stored also beside one that the database refuses, which is dropped', async () => {
    const services = createServices(database)
    const shown = (price: number) => Promise.resolve({ market: null, outcome: null, price, position: null })
    recordClick(services, { ...click, visitor_hash: 'before' }, shown(2.5))
    recordClick(services, { ...click, visitor_hash: 'refused' }, shown(1))
    recordClick(services, { ...click, visitor_hash: 'after' })
    await writeClicks(services)
    await writeClicks(services)
    expect(await stored()).toEqual([
      ['before', 2.5],
      ['after', null],
    ])
  })

  it('are stored when there are more than one statement takes', async () => {
    const services = createServices(database)
    for (let n = 0; n < 6_000; n += 1) recordClick(services, click)
    await writeClicks(services)
    expect(await stored()).toHaveLength(6_000)
  })

  it('whose price cannot be read are stored, and do not end the process when the queue is full', async () => {
    const services = createServices(database)
    for (let n = 0; n < 10_001; n += 1)
      recordClick(services, click, n >= 9_999 ? Promise.reject(new Error('gone')) : undefined)
    await writeClicks(services)
    expect(await stored()).toHaveLength(10_000)
  })

  it('that filled the queue while the database failed are stored by the next click', async () => {
    const services = createServices(database)
    await sql`alter table clicks rename to clicks_away`.execute(database.kysely)
    for (let n = 0; n < 10_000; n += 1) recordClick(services, click)
    await writeClicks(services)
    await sql`alter table clicks_away rename to clicks`.execute(database.kysely)
    recordClick(services, click)
    await vi.waitFor(async () => expect(await stored()).toHaveLength(10_000), 20_000)
  })
})

describe('the price of a click on the result of a match', () => {
  it('is the one of its outcome that a list shows, and the exact one in the row of the match page', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely)
    const match = await createMatch(kysely, { league_id: leagueId })
    const plain = await createBookmaker(kysely)
    const exchange = await createBookmaker(kysely, { commission: 5 })
    const result = marketOf({ type: 'match_result' })
    await offerPrices(kysely, match, {
      [plain]: [quoteOf(result, [2, 3.4, 4])],
      [exchange]: [quoteOf(result, [2.155, 3.3, 3.5])],
    })
    const found = async (page: string, bookmaker: string, outcome: 'home' | 'draw' = 'home') => {
      const clicked = { kind: 'headline' as const, outcome }
      const asked = { clicked, match, bookmaker, page, now: new Date() }
      const said = await findClickedPrice(createServices(database), asked)
      return [said?.market, said?.outcome, said?.price, said?.position]
    }
    const market = 'match_result full_time'
    // 2.09725 net of the commission.
    expect(await found('home', exchange)).toEqual([market, 'home', 2.09, 1])
    expect(await found('league', plain)).toEqual([market, 'home', 2, 2])
    expect(await found('home', plain, 'draw')).toEqual([market, 'draw', 3.4, 1])
    // There the rows are in the order of their payouts.
    expect(await found('match', exchange)).toEqual([market, 'home', 2.09725, 2])
    expect(await found('match', plain)).toEqual([market, 'home', 2, 1])
  })
})
