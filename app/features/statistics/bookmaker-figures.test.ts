import { expect, it } from 'vitest'
import { MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { storeBookmakerFigures } from './bookmaker-figures.server.ts'

const NONE = [null, null, null]

it('count the changes of a bookmaker in every match, also where its odds are suspended now', async () => {
  const database = await createTestDatabase()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const [bookmaker, gone] = [await createBookmaker(kysely), await createBookmaker(kysely)]
  const result = marketOf({ type: 'match_result' })
  const now = Date.now()
  // More matches than are read at once; one of them can still be had.
  for (let n = 0; n < 60; n += 1) {
    const match = await createMatch(kysely, { league_id: leagueId })
    const offer = (own: (number | null)[], other: (number | null)[], minutes: number) =>
      offerPrices(
        kysely,
        match,
        { [bookmaker]: [quoteOf(result, own)], [gone]: [quoteOf(result, other)] },
        { seenAt: new Date(now - minutes * MINUTE_MS) },
      )
    await offer([2, 3, 4], [2, 3, 4], 9)
    await offer(n === 0 ? [2.1, 3, 4] : NONE, NONE, 5)
  }
  await storeBookmakerFigures({ database }, new Date(now))
  const { of: count } = await kysely
    .selectFrom('quote_changes as h')
    .innerJoin('bookmakers as b', 'b.no', 'h.bookmaker')
    .select((eb) => eb.fn.countAll<string>().as('of'))
    .where('b.id', '=', bookmaker)
    .executeTakeFirstOrThrow()
  const figures = await kysely
    .selectFrom('bookmaker_figures')
    .select(['bookmaker_id', 'type', 'markets', 'changes'])
    .orderBy('type')
    .execute()
  expect(Number(count)).toBeGreaterThanOrEqual(60)
  expect(figures).toEqual(
    ['', 'match_result'].map((type) => ({
      bookmaker_id: bookmaker,
      type,
      markets: 1,
      changes: Number(count),
    })),
  )
  await database.close()
})
