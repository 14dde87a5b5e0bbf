import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeUndoably, undoMerge } from '#app/features/contests/undo-merge.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import type { Pick } from './pick.ts'
import { readCoupon } from './queries.server.ts'

const HOUR = 3_600_000
const RESULT = marketOf({ type: 'match_result' })
const TOTAL = marketOf({ type: 'total', line: 2.5 })

let database: Database
let [alpha, exchange] = ['', '']
let league = ''
beforeAll(async () => {
  database = await createTestDatabase()
  league = (await createPlace(database.kysely)).leagueId
  alpha = await createBookmaker(database.kysely, { name: 'Alpha' })
  exchange = await createBookmaker(database.kysely, { name: 'Exchange', kind: 'exchange' })
})
afterAll(() => database.close())

const play = (startsIn: number, values: object = {}) =>
  createMatch(database.kysely, {
    ...{ league_id: league, start_time: new Date(Date.now() + startsIn * HOUR), ...values },
  })
/** Prices of the result and of goals, seen some hours before or after now. */
const quote = (match: string, seenIn = 0, bookmakers = [alpha]) =>
  offerPrices(
    database.kysely,
    match,
    Object.fromEntries(
      bookmakers.map((id) => [id, [quoteOf(RESULT, [2, 3, 4]), quoteOf(TOTAL, [1.9, 1.8])]]),
    ),
    { seenAt: new Date(Date.now() + seenIn * HOUR) },
  )
const pick = (match: string, outcome = 'home', market = RESULT): Pick => ({ ...market, match, outcome })
const read = (...picks: Pick[]) => readCoupon(createServices(database), picks)
const stateOf = async (one: Pick) => {
  const { legs } = await read(one)
  return legs[0] && [legs[0].state, legs[0].index, legs[0].result]
}

it('an outcome is open, not quoted, begun, over, cancelled or gone', async () => {
  const open = await play(1)
  await quote(open)
  expect(await stateOf(pick(open, 'draw'))).toEqual(['open', 1, null])
  expect(await stateOf(pick(open, 'under', TOTAL))).toEqual(['open', 1, null])
  // Nobody quotes this market; nobody quotes the match; the prices have expired.
  expect(await stateOf(pick(open, 'over', marketOf({ type: 'total', line: 3.5 })))).toEqual([
    'not-quoted',
    -1,
    null,
  ])
  expect(await stateOf(pick(await play(1)))).toEqual(['not-quoted', -1, null])
  const stale = await play(1)
  await quote(stale, -20)
  expect(await stateOf(pick(stale))).toEqual(['not-quoted', 0, null])
  const begun = await play(-1)
  await quote(begun, -1.5)
  expect(await stateOf(pick(begun))).toEqual(['begun', 0, null])
  expect(await stateOf(pick(await play(-1)))).toEqual(['begun', -1, null])
  const early = await play(1, { status: 'live' })
  expect(await stateOf(pick(early))).toEqual(['begun', -1, null])
  const off = await play(-1, { status: 'cancelled', home_score: 1, away_score: 0 })
  await quote(off, -1.5)
  expect(await stateOf(pick(off))).toEqual(['cancelled', 0, null])
  expect(await stateOf(pick('00000000-0000-4000-8000-000000000009'))).toEqual(['gone', -1, null])
})

it('an outcome of a match that is over has its result and the closing prices', async () => {
  const over = await play(-5, { status: 'finished', home_score: 2, away_score: 0 })
  await quote(over, -5.5)
  expect(await stateOf(pick(over))).toEqual(['over', 0, 'won'])
  expect(await stateOf(pick(over, 'over', TOTAL))).toEqual(['over', 0, 'lost'])
  const { legs, offers } = await read(pick(over))
  expect(legs[0]?.board?.best[0]?.price).toBe(2_000_000)
  expect(offers).toEqual([])
  const unknown = await play(-5, { status: 'finished' })
  await quote(unknown, -5.5)
  expect(await stateOf(pick(unknown))).toEqual(['over', 0, null])
  const unquoted = await play(-5, { status: 'finished', home_score: 2, away_score: 0 })
  expect(await stateOf(pick(unquoted))).toEqual(['over', -1, null])
  expect((await read(pick(unquoted))).legs[0]?.board).toBeNull()
})

it('the open outcomes are offered by each bookmaker, an exchange apart', async () => {
  const [first, second] = [await play(1), await play(2)]
  await quote(first, 0, [alpha, exchange])
  await quote(second, 0, [alpha, exchange])
  const { legs, offers, hasRelated } = await read(pick(first), pick(second, 'away'))
  expect(legs.map(({ match, isRelated }) => [match?.id, isRelated])).toEqual([
    [first, false],
    [second, false],
  ])
  expect(hasRelated).toBe(false)
  expect(
    offers.map(({ bookmaker, isExchange, isWhole, net }) => [bookmaker.name, isExchange, isWhole, net]),
  ).toEqual([
    ['Alpha', false, true, 8_000_000],
    ['Exchange', true, false, 8_000_000],
  ])
})

it('outcomes of one match are related, also by the id of a match that was merged into it', async () => {
  const [match, other] = [await play(1), await play(1)]
  const former = '00000000-0000-4000-8000-000000000008'
  await quote(match)
  await quote(other)
  await database.kysely
    .insertInto('old_slugs')
    .values({ entity: 'match', slug: former, target_id: match })
    .execute()
  const { legs, hasRelated, offers } = await read(pick(match), pick(other), pick(former, 'over', TOTAL))
  expect(legs.map(({ isRelated, match: of }) => [isRelated, of?.id])).toEqual([
    [true, match],
    [false, other],
    [true, match],
  ])
  expect(hasRelated).toBe(true)
  expect(offers.map(({ isWhole }) => isWhole)).toEqual([false])
  const gone = '00000000-0000-4000-8000-000000000007'
  expect((await read(pick(gone), pick(gone, 'away'))).hasRelated).toBe(true)
})

it('an outcome of a match that was merged with its sides swapped stays the same bet, until that is undone', async () => {
  const db = database.kysely
  const [kept, middle, gone] = [await play(1), await play(1), await play(1)]
  const handicap = (line: number) => marketOf({ type: 'handicap', line })
  const prices = [quoteOf(RESULT, [2, 3, 4]), quoteOf(handicap(-1.5), [3, 1.4]), quoteOf(TOTAL, [1.9, 1.8])]
  await offerPrices(db, kept, { [alpha]: prices })
  const merge = async (keep: string, from: string, turned: boolean) => {
    await db
      .transaction()
      .execute((trx) =>
        mergeUndoably(trx, { ...{ keep, gone: from, turned }, decision: null, reason: 'postponed' }),
      )
    const { rows } = await sql<{ id: string }>`
      select id from match_merges where gone ->> 'id' = ${from}`.execute(db)
    return rows[0]?.id ?? ''
  }
  const undo = (id: string) => db.transaction().execute((trx) => undoMerge(trx, id))
  const picks = [pick(gone), pick(gone, 'away', handicap(1.5)), pick(gone, 'under', TOTAL)]
  const shown = async () => {
    const { legs } = await read(...picks)
    return legs.map(({ state, match, board, index, pick: { line, outcome } }) => [
      ...[state, match && [kept, middle, gone].indexOf(match.id), line, outcome],
      board?.best[index]?.price ?? null,
    ])
  }
  const first = await merge(middle, gone, true)
  expect(await shown()).toEqual([
    ['not-quoted', 1, null, 'away', null],
    ['not-quoted', 1, -1.5, 'home', null],
    ['not-quoted', 1, 2.5, 'under', null],
  ])
  const second = await merge(kept, middle, true)
  expect((await shown())[0]).toEqual(['open', 0, null, 'home', 2_000_000])
  await undo(second)
  expect((await shown())[0]).toEqual(['not-quoted', 1, null, 'away', null])
  await merge(kept, middle, false)
  expect(await shown()).toEqual([
    ['open', 0, null, 'away', 4_000_000],
    ['open', 0, -1.5, 'home', 3_000_000],
    ['open', 0, 2.5, 'under', 1_800_000],
  ])
  // Of a merge before this was stored, only what is the same in both ways is known.
  await db.updateTable('old_slugs').set({ turned: null }).where('slug', '=', gone).execute()
  expect((await shown()).map(([state, match]) => [state, match])).toEqual([
    ['gone', null],
    ['gone', null],
    ['open', 0],
  ])
  await undo(first)
  expect((await shown())[0]).toEqual(['not-quoted', 2, null, 'home', null])
})
