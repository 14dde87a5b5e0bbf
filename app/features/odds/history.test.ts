import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { foldOldWeeks, readHistory } from './history.server.ts'
import { vacuumEmbedded } from './jobs.server.ts'
import { fromNumber } from './prices.ts'
import { storePrices } from './store/store-prices.server.ts'

const NOW = new Date('2031-03-05T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS)

let database: Database
let match: string
let bookmakerId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely)
  match = await createMatch(database.kysely, { league_id: leagueId, start_time: days(30) })
  bookmakerId = await createBookmaker(database.kysely)
})
afterAll(() => database.close())

async function store(seenAt: Date, ...decimals: number[]) {
  const quotes = [
    {
      market: { type: 'total' as const, period: 'full_time', line: 2.5, participant: null },
      side: 'back' as const,
      format: 'decimal' as const,
      prices: decimals.map(fromNumber),
      status: null,
      maxStake: null,
    },
  ]
  const offers = [{ bookmakerId, seenAt, isLate: false, link: null, quotes }]
  await database.kysely.transaction().execute((trx) =>
    storePrices(trx, [{ event: match, kind: 'match', part: '', offers }], {
      source: 'promo',
      confirmedAt: seenAt,
      now: seenAt,
    }),
  )
}

const partitions = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_inherits where inhparent = 'quote_changes'::regclass`.execute(
    database.kysely,
  )
  return rows[0]?.count ?? 0
}

describe('the history of prices', () => {
  const STEPS = [
    [-60, 2, 1.8],
    [-50, 2.1, 1.75],
    [-49, 2.15, 1.72],
    [-20, 2.123456, 1.75],
    [-1, 2, 1.8],
  ] as const
  const read = async () => {
    const { id } = await database.kysely.selectFrom('markets').select('id').executeTakeFirstOrThrow()
    return (await readHistory(database.kysely, id)).map(({ at, prices }) => [
      (at.getTime() - NOW.getTime()) / DAY_MS,
      ...prices.map((price) => (price ?? 0) / 1e6),
    ])
  }

  it('begins with the first prices, also when nothing has changed', async () => {
    await store(days(-60), 2, 1.8)
    expect(await read()).toEqual([[-60, 2, 1.8]])
    await store(days(-55), 2, 1.8)
    expect(await read()).toEqual([[-60, 2, 1.8]])
  })

  it('is the same after weeks of it were packed, repeatedly', async () => {
    for (const [day, ...prices] of STEPS) await store(days(day), ...prices)
    expect(await read()).toEqual(STEPS)
    const before = await partitions()
    const folded = await foldOldWeeks(database.kysely, NOW)
    expect(folded.length).toBeGreaterThanOrEqual(2)
    expect(await partitions()).toBe(before - folded.length)
    expect(await read()).toEqual(STEPS)
    // A late change of a folded week gets a new partition, and is added to the pack.
    await sql`select ensure_quote_weeks(array[${days(-48.5).toISOString()}]::timestamptz[])`.execute(
      database.kysely,
    )
    await sql`insert into quote_changes (market, bookmaker, side, source, at, prices)
      select market, bookmaker, side, source, ${days(-48.5)}, '{2200000,1700000}' from quotes`.execute(
      database.kysely,
    )
    expect(await foldOldWeeks(database.kysely, NOW)).toHaveLength(1)
    expect(await read()).toEqual([...STEPS.slice(0, 3), [-48.5, 2.2, 1.7], ...STEPS.slice(3)])
  })

  it('keeps the four weeks before this one unpacked', async () => {
    await store(days(-60), 2, 1.8)
    await store(days(-20), 2.123456, 1.75)
    await foldOldWeeks(database.kysely, NOW)
    const { rows } = await sql<{ oldest: Date }>`select min(at) as oldest from quote_changes`.execute(
      database.kysely,
    )
    expect(rows[0]?.oldest).toEqual(days(-20))
  })

  it('is vacuumed when the database is embedded', async () => {
    await store(days(-1), 2, 1.8)
    const before = await read()
    expect(before.at(-1)).toEqual([-1, 2, 1.8])
    await vacuumEmbedded(database)
    expect(await read()).toEqual(before)
  })
})
