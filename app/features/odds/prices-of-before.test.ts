import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'

const NOW = new Date('2031-03-05T12:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS)
const migration = path.resolve(import.meta.dirname, '../../../db/migrations/0054_prices_of_before.sql')

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function applyMigration() {
  const text = `begin; ${readFileSync(migration, 'utf8')} commit;`
  if (database.pglite) await database.pglite.exec(text)
  else await sql.raw(text).execute(database.kysely)
}

type Step = [at: Date, prices: (number | null)[]]
async function record(match: string, bookmaker: string, steps: readonly Step[]) {
  for (const [recorded_at, [home = null, draw = null, away = null]] of steps) {
    await database.kysely
      .insertInto('odds_history')
      .values({
        match_id: match,
        bookmaker_id: bookmaker,
        home_odds: home,
        draw_odds: draw,
        away_odds: away,
        recorded_at,
        source: 'test',
      })
      .execute()
  }
}

describe('prices from before the markets', () => {
  it('become quotes of markets, with their first prices and every change', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const basket = await createPlace(database.kysely, { sport: 'Basketball' })
    const match = await createMatch(database.kysely, { league_id: leagueId, start_time: hours(8) })
    const game = await createMatch(database.kysely, { league_id: basket.leagueId, start_time: hours(8) })
    const [steady, moving, gone, partial, twoWay] = await Promise.all(
      ['steady', 'moving', 'gone', 'partial', 'two-way'].map((key) =>
        createBookmaker(database.kysely, { key, name: key }),
      ),
    )
    if (!steady || !moving || !gone || !partial || !twoWay) throw new Error('no bookmakers')
    const now = { lastUpdated: hours(0), match }
    await createQuote(database.kysely, { ...now, bookmaker: steady, prices: [2, 3, 4] })
    await record(match, steady, [[hours(-3), [2, 3, 4]]])
    await createQuote(database.kysely, { ...now, bookmaker: moving, prices: [2.1, 3.05, 4] })
    await record(match, moving, [
      [hours(-400), [2, 3, 4]],
      [hours(-2), [2.1, 3.05, 4]],
    ])
    await record(match, gone, [
      [hours(-3), [2, 3, 4]],
      [hours(-1), [null, null, null]],
    ])
    await createQuote(database.kysely, {
      ...now,
      bookmaker: partial,
      prices: [2, 3, null],
      status: 'suspended',
    })
    await createQuote(database.kysely, { ...now, bookmaker: twoWay, prices: [1.9, null, 1.9] })
    await createQuote(database.kysely, {
      match: game,
      lastUpdated: hours(0),
      bookmaker: twoWay,
      prices: [1.8, null, 2],
    })
    await applyMigration()

    const { rows } = await sql<{ key: string; of: string }>`
      select b.key, concat_ws(' ', k.type, k.period, q.prices, q.opening, q.status, s.key) as of
      from quotes q join markets k on k.id = q.market join bookmakers b on b.no = q.bookmaker
      join price_sources s on s.no = q.source order by b.key, k.type, k.period`.execute(database.kysely)
    expect(rows.map(({ key, of }) => `${key}: ${of}`)).toEqual([
      'gone: match_result full_time {NULL,NULL,NULL} {2000000,3000000,4000000} --- test',
      'moving: match_result full_time {2100000,3050000,4000000} {2000000,3000000,4000000} test',
      'partial: match_result full_time {2000000,3000000,NULL} oos test',
      'steady: match_result full_time {2000000,3000000,4000000} test',
      'two-way: moneyline full_time {1900000,1900000} test',
      'two-way: moneyline with_overtime {1800000,2000000} test',
    ])
    const changes = await database.kysely
      .selectFrom('quote_changes')
      .select(['at', 'prices', 'status'])
      .orderBy('at')
      .execute()
    expect(changes).toEqual([
      { at: hours(-400), prices: [2_000_000, 3_000_000, 4_000_000], status: null },
      { at: hours(-3), prices: [2_000_000, 3_000_000, 4_000_000], status: null },
      { at: hours(-2), prices: [2_100_000, 3_050_000, 4_000_000], status: null },
      { at: hours(-1), prices: [null, null, null], status: '---' },
    ])
  })

  it('can be best once the sweep has evaluated them', async () => {
    const events = await database.kysely.selectFrom('priced_events').select('event').execute()
    const ids = events.map(({ event }) => event)
    await sql`select refresh_market_prices(${ids}::uuid[], ${hours(0.5)}::timestamptz)`.execute(
      database.kysely,
    )
    const bests = await database.kysely
      .selectFrom('market_bests as b')
      .innerJoin('markets as k', 'k.id', 'b.market')
      .select(['k.type', 'k.period', 'b.prices', 'b.n', 'b.average'])
      .orderBy('k.type')
      .orderBy('k.period')
      .execute()
    expect(bests).toEqual([
      {
        type: 'match_result',
        period: 'full_time',
        prices: [2_100_000, 3_050_000, 4_000_000],
        n: 2,
        average: [2_050_000, 3_025_000, 4_000_000],
      },
      {
        type: 'moneyline',
        period: 'full_time',
        prices: [1_900_000, 1_900_000],
        n: 1,
        average: [1_900_000, 1_900_000],
      },
      {
        type: 'moneyline',
        period: 'with_overtime',
        prices: [1_800_000, 2_000_000],
        n: 1,
        average: [1_800_000, 2_000_000],
      },
    ])
  })
})
