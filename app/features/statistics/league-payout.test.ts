import { expect, it } from 'vitest'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import type { Board } from '../odds/market-board.ts'
import { readLeaguePayout, sumPayouts } from './league-payout.server.ts'

const quote = (name: string) => ({ bookmaker: { id: name, name, slug: name, logoUrl: null } })

/** A board of one market; each row has its payout and which of two prices are the best. */
const board = (sum: number | null, rows: [name: string, payout: number | null, isBest: boolean[]][]) =>
  ({
    sum,
    rows: rows.map(([name, payout, isBest]) => ({
      quote: quote(name),
      payout,
      isBest,
      nets: [2_000_000, 2_000_000],
    })),
  }) as unknown as Board

it('is the mean over matches, by bookmaker and against the others of the same matches', () => {
  const payout = sumPayouts([
    board(1.02, [
      ['Ash', 0.96, [true, false]],
      ['Birch', 0.94, [false, true]],
      ['Old', null, [false, false]],
    ]),
    board(1.04, [['Ash', 0.92, [true, true]]]),
    // Nobody quotes the second outcome.
    board(null, [['Ash', 0.5, [true, false]]]),
  ])
  expect(payout.matches).toBe(2)
  expect(payout.best).toBeCloseTo((1 / 1.02 + 1 / 1.04) / 2, 12)
  expect(payout.average).toBeCloseTo((0.96 + 0.94 + 0.92) / 3, 12)
  const [ash, birch] = payout.bookmakers.map(({ figures }) => figures)
  expect(payout.bookmakers.map(({ name }) => name)).toEqual(['Ash', 'Birch'])
  expect(ash?.payout).toBeCloseTo(0.94, 12)
  expect([ash?.markets, ash?.compared, ash?.best]).toEqual([2, 1, 0.5])
  expect(ash?.advantage).toBeCloseTo(0.96 / 0.95 - 1, 12)
  expect(birch?.advantage).toBeCloseTo(0.94 / 0.95 - 1, 12)
})

it('is none without a match', () => {
  expect(sumPayouts([])).toEqual({ matches: 0, best: null, average: null, bookmakers: [] })
})

it('is that of the whole match, not of a half', async () => {
  const database = await createTestDatabase()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const bookmaker = await createBookmaker(kysely)
  const half = marketOf({ type: 'match_result', period: 'half_1' })
  const offer = async (match: string, whole: ReturnType<typeof quoteOf>) => {
    await offerPrices(kysely, match, { [bookmaker]: [quoteOf(half, [2, 2, 2])] }, { source: 'half' })
    await offerPrices(kysely, match, { [bookmaker]: [whole] })
  }
  const result = marketOf({ type: 'match_result' })
  await offer(await createMatch(kysely, { league_id: leagueId }), quoteOf(result, [3, 3, 3]))
  // A match without a draw whose half has one.
  const moneyline = marketOf({ type: 'moneyline', period: 'with_overtime' })
  await offer(await createMatch(kysely, { league_id: leagueId }), quoteOf(moneyline, [1.8, 1.8]))
  const unpriced = await createMatch(kysely, { league_id: leagueId })
  const { value, tags } = await collectReads(() => readLeaguePayout(createServices(database), leagueId))
  expect(value.matches).toBe(2)
  expect(value.best).toBeCloseTo((1 + 0.9) / 2, 9)
  // The first prices of a match tell nobody else.
  expect([...tags]).toEqual(expect.arrayContaining([`match:${unpriced}`, `prices:${unpriced}`]))
  await database.close()
})
