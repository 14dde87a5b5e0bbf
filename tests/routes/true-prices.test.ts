import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { shownText } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let match: string
let leagueId: string
let alpha: string
let beta: string
const league = '/en/soccer/italy/serie-a'
const page = `${league}/inter-vs-milan`

beforeAll(async () => {
  database = await createTestDatabase()
  leagueId = (await createPlace(database.kysely, { league: 'Serie A' })).leagueId
  alpha = await createBookmaker(database.kysely, { name: 'Alphabet' })
  beta = await createBookmaker(database.kysely, { name: 'Betamax' })
  site = await openSite(database)
})
beforeEach(async () => {
  await sql`delete from matches`.execute(database.kysely)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function createDerby(startsIn: number, more: object = {}): Promise<void> {
  match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    start_time: new Date(Date.now() + startsIn),
    ...more,
  })
}

/** Prices of Alphabet that count for hours, and better ones of Betamax that were confirmed so many milliseconds ago. */
async function quote(age: number): Promise<void> {
  const lastUpdated = new Date(Date.now() - age)
  await createQuote(database.kysely, { match, bookmaker: alpha, prices: [1.85, 3.41, 4.42] })
  await createQuote(database.kysely, {
    match,
    bookmaker: beta,
    prices: [1.97, 3.63, 4.64],
    lastUpdated,
    source: 'promo:betamax',
  })
  await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
}

const LIMIT = 30 * MINUTE_MS
const textOf = async (path: string) => shownText(await (await site.get(path)).text())
const read = async (path: string) => (await (await site.get(`/api/v1${path}`)).json()) as Answer
interface Answer {
  best: unknown
  bookmaker_count: number
  data: { best: unknown; bookmaker_count: number }[]
  quotes: { bookmaker: { name: string }; home: number | null; left_out: string | null }[]
}
const bests = async () => {
  const one = await read(`/matches/${match}`)
  const [listed] = (await read(`/matches?league=${leagueId}`)).data
  expect([listed?.best, listed?.bookmaker_count]).toEqual([one.best, one.bookmaker_count])
  return one.best
}

describe('with nobody importing and nobody sweeping', () => {
  it('a price that grows old leaves pages and the interface at that instant, and stays in the grid, marked', async () => {
    await createDerby(24 * HOUR_MS)
    await quote(LIMIT - 1_500)
    const pages = [page, league, '/en/soccer/italy', '/en']
    for (const path of pages) expect(await textOf(path), path).toContain('1.97')
    expect(await bests()).toEqual({ home: 1.97, draw: 3.63, away: 4.64 })
    for (const path of pages.slice(1))
      await vi.waitFor(async () => expect(await textOf(path), path).not.toContain('1.97'), 20_000)
    for (const path of pages) expect(await textOf(path), path).toContain('1.85')
    expect(await textOf(page)).toContain('Old odds')
    expect(await bests()).toEqual({ home: 1.85, draw: 3.41, away: 4.42 })
    expect((await read(`/matches/${match}`)).quotes.map((it) => [it.bookmaker.name, it.left_out])).toEqual([
      ['Alphabet', null],
      ['Betamax', 'old'],
    ])
  })

  it('no price is best from kick-off on: neither in live rows nor on the match', async () => {
    await createDerby(1_500)
    await quote(0)
    expect(await textOf(page)).toContain('Payout')
    await vi.waitFor(async () => expect(await bests()).toBeNull(), 20_000)
    for (const path of [league, '/en/soccer/italy', '/en?tab=live']) {
      const text = await textOf(path)
      expect(text, path).toContain('Inter')
      expect(text, path).not.toMatch(/1\.97|1\.85|\d bookmaker/)
    }
    const shown = await textOf(page)
    expect(shown).toContain('Betting closed')
    expect(shown).not.toMatch(/\d bookmaker|Best odds/)
    expect((await read(`/matches/${match}`)).quotes.map((it) => it.left_out)).toEqual(['started', 'started'])
  })
})

describe('a suspended quote', () => {
  it('is a dash in the grid, null in the interface, and best of nothing', async () => {
    await createDerby(24 * HOUR_MS)
    await createQuote(database.kysely, { match, bookmaker: alpha, prices: [1.85, 3.41, 4.42] })
    await createQuote(database.kysely, {
      match,
      bookmaker: beta,
      prices: [null, null, 100],
      status: 'suspended',
    })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    expect(await bests()).toEqual({ home: 1.85, draw: 3.41, away: 4.42 })
    expect((await read(`/matches/${match}`)).quotes).toMatchObject([
      { home: 1.85, left_out: null },
      { home: null, left_out: 'suspended' },
    ])
    const shown = await textOf(page)
    expect(shown).toContain('Suspended')
    expect(shown).not.toContain('Sure bet')
    expect(await textOf(league)).not.toContain('100.00')
  })
})

describe('the age of a price', () => {
  it('stands in rows, in cards and on the match once it is half an hour', async () => {
    await createDerby(24 * HOUR_MS, { featured: true })
    await createQuote(database.kysely, {
      match,
      bookmaker: alpha,
      prices: [1.85, 3.41, 4.42],
      lastUpdated: new Date(Date.now() - 47 * MINUTE_MS),
    })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    for (const path of [page, league, '/en', '/en/soccer/italy'])
      expect(await textOf(path), path).toMatch(/checked 47 min ago/)
    await sql`update odds set last_updated = now()`.execute(database.kysely)
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    for (const path of [page, league, '/en', '/en/soccer/italy'])
      await vi.waitFor(async () => expect(await textOf(path), path).not.toContain('checked'), 20_000)
  })
})
