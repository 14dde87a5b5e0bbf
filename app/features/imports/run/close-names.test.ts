import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { type Contest, drawLeague } from '#tests/support/close-names.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { promoBody, type TestMatch } from '#tests/support/feeds.ts'
import { runImport } from './run-import.server.ts'

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

/** A contest as a feed offers it: each price of each feed occurs once. */
function offerOf({ key, home, away, start }: Contest, at: number, feed: number): TestMatch & { key: string } {
  const price = (base: number) => Math.round((base + at / 50 + feed / 100) * 100) / 100
  return {
    ...{ key, home, away, start: start.toISOString(), id: `${feed}-${at}` },
    ...{ league: 'Premier League', country: 'England', sport: 'Soccer' },
    prices: [price(2.1), price(3.3), price(3.4)],
  }
}

async function importOffer(bookmaker: string, offer: readonly TestMatch[]) {
  const origin = await feeds.write(promoBody(offer), new Date())
  const { error } = await runImport(database.kysely, { source: 'promo', origin, options: { bookmaker } })
  expect(error).toBeNull()
}

interface Shown {
  id: string
  best: (number | null)[]
  ids: string[]
}

async function readShown(): Promise<Shown[]> {
  const { rows: matches } = await sql<{ id: string }>`select id from matches`.execute(database.kysely)
  await refreshHeadlines(
    database.kysely,
    matches.map(({ id }) => id),
    new Date(),
  )
  const { rows } = await sql<Shown>`
    select m.id, array[m.home_odds, m.draw_odds, m.away_odds]::float8[] as best,
      array(select s.external_id from match_sources s where s.match_id = m.id) as ids
    from matches m`.execute(database.kysely)
  return rows
}

it.each([168, 227, 262, 297])(
  'two feeds with close names never share a match, nor a best price that nobody offers for it: seed %i',
  async (seed) => {
    await resetDatabase(database)
    const { first, second } = drawLeague(seed)
    const alpha = first.map((contest, at) => offerOf(contest, at, 0))
    const beta = second.map((contest, at) => offerOf(contest, at, 1))
    await importOffer('Alpha', alpha)
    await importOffer('Beta', beta)
    await importOffer('Alpha', alpha)
    const offers = new Map([...alpha, ...beta].map((offer) => [offer.id, offer]))
    const shown = await readShown()
    expect(shown.flatMap(({ ids }) => ids).sort()).toEqual([...offers.keys()].sort())
    for (const { ids, best } of shown) {
      const own = ids.flatMap((id) => offers.get(id) ?? [])
      expect(new Set(own.map(({ key }) => key)).size, JSON.stringify(own)).toBe(1)
      const offered = [0, 1, 2].map((outcome) => Math.max(...own.map(({ prices }) => prices?.[outcome] ?? 0)))
      expect(best).toEqual(offered)
    }
  },
)
