import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { minutesAgo } from '#tests/support/ages.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
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

describe('without an import and without a sweep', () => {
  it('a price that expires disappears from pages and the API at that instant, and stays in the comparison, marked', async () => {
    await createDerby(24 * HOUR_MS)
    const pages = [page, league, '/en/soccer/italy', '/en?sport=soccer']
    // The price lives as long as a slow machine takes to show it.
    const began = Date.now()
    for (const path of pages) await textOf(path)
    await bests()
    await quote(LIMIT - 5_000 - 3 * (Date.now() - began))
    for (const path of pages) expect(await textOf(path), path).toContain('1.97')
    expect(await bests()).toEqual({ home: 1.97, draw: 3.63, away: 4.64 })
    for (const path of pages.slice(1))
      await vi.waitFor(async () => expect(await textOf(path), path).not.toContain('1.97'), 60_000)
    for (const path of pages) expect(await textOf(path), path).toContain('1.85')
    expect(await textOf(page)).toContain('Old odds')
    expect(await bests()).toEqual({ home: 1.85, draw: 3.41, away: 4.42 })
    expect((await read(`/matches/${match}`)).quotes.map((it) => [it.bookmaker.name, it.left_out])).toEqual([
      ['Alphabet', null],
      ['Betamax', 'old'],
    ])
  })

  it('no price is best from kick-off on: live rows and the match show the closing prices as such', async () => {
    await createDerby(6_000)
    await quote(0)
    expect(await textOf(page)).toContain('Payout')
    await vi.waitFor(async () => expect(await bests()).toBeNull(), 30_000)
    const country = await textOf('/en/soccer/italy')
    expect(country).toMatch(/Inter.*1\.97.*3\.63.*4\.64.*Closing odds/)
    expect(country).not.toMatch(/1\.85|\d bookmaker/)
    for (const path of [league, '/en?tab=live&sport=soccer']) {
      const rows = readHtml(await (await site.get(path)).text())
        .all('li')
        .filter((it) => it.attribute('class') === 'match')
      const text = rows.map((row) => row.text.replaceAll(/\s+/g, ' ')).join()
      expect(text, path).toMatch(/Inter.*Home win: 1\.97 ?Draw: 3\.63 ?Away win: 4\.64 ?Closing odds$/)
      expect(text, path).not.toMatch(/%|Alphabet|Betamax/)
      const prices = rows.flatMap((row) => row.all('span')).map((it) => it.attribute('class') ?? '')
      expect(prices.filter((name) => name.startsWith('price'))).toEqual(Array(3).fill('price closed'))
    }
    const html = await (await site.get(page)).text()
    expect(shownText(html)).toContain('Closing odds The match has begun.')
    expect(shownText(html)).not.toMatch(/\d bookmaker|Compare odds/)
    expect(html.match(/class="(?:price|tile)\b[^"]*"/g)?.sort()).toEqual([
      ...Array(6).fill('class="price closed"'),
      ...Array(3).fill('class="tile closed"'),
    ])
    expect((await read(`/matches/${match}`)).quotes.map((it) => it.left_out)).toEqual(['started', 'started'])
  })
})

describe('a suspended quote', () => {
  it('is a dash in the comparison, null in the API, and never best', async () => {
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
  it('is shown in rows, in cards and on the match from half an hour on', async () => {
    const storedAt = Date.now()
    await createDerby(24 * HOUR_MS, { featured: true })
    await createQuote(database.kysely, {
      match,
      bookmaker: alpha,
      prices: [1.85, 3.41, 4.42],
      lastUpdated: new Date(Date.now() - 47 * MINUTE_MS),
    })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    for (const path of [page, league, '/en?sport=soccer', '/en/soccer/italy'])
      expect(await textOf(path), path).toMatch(new RegExp(`checked ${minutesAgo(47, storedAt)}`))
    await sql`update odds set last_updated = now()`.execute(database.kysely)
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    for (const path of [page, league, '/en?sport=soccer', '/en/soccer/italy'])
      await vi.waitFor(async () => expect(await textOf(path), path).not.toContain('checked'), 30_000)
  })
})

describe('an exchange', () => {
  it('competes net of its commission; the match shows the gross price beside it, and one brand counts once', async () => {
    await createDerby(24 * HOUR_MS)
    const regions = ['uk', 'eu'].map((region) => ({
      key: `betfair_ex_${region}`,
      title: 'Betfair',
      prices: [2.2, 3.6, 4.4],
    }))
    const body = [
      {
        ...oddsApiEvent(
          {
            ...{
              id: 'e1',
              home: 'Inter',
              away: 'Milan',
              league: 'Serie A',
              country: 'Italy',
              sport: 'Soccer',
            },
            start: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
          },
          [...regions, { key: 'plain', title: 'Plain Bet', prices: [2.15, 3.45, 4.2] }],
        ),
        sport_key: 'soccer_italy_serie_a',
      },
    ]
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'overround-prices-')), 'odds.json')
    await writeFile(file, JSON.stringify(body))
    await runImport(database.kysely, { source: 'the-odds-api', origin: file })
    // 2.14, 3.47 and 4.23 are left of the exchange's prices after 5 %.
    expect(await bests()).toEqual({ home: 2.15, draw: 3.47, away: 4.23 })
    const shown = await textOf(page)
    expect(shown).toContain('Betfair Exchange (UK)')
    expect(shown).toContain('Betfair Exchange (EU)')
    expect(shown).toMatch(/2\.14\s*of 2\.20/)
    expect(shown).toContain('Best of 2 bookmakers')
  })
})

describe('a sport whose matches last longer than two hours', () => {
  it.each([
    ['Baseball', -3.5, true],
    ['Baseball', -4.1, false],
    ['Cricket', -9, true],
    ['Tennis', -4.5, true],
    ['Soccer', -1.9, true],
    ['Soccer', -2.1, false],
  ])('%s: of %f hours ago is live: %s', async (sport, hours, isLive) => {
    const names = { sport, country: 'USA', code: 'US', league: `Cup ${sport} ${hours}` }
    const place = await createPlace(database.kysely, names)
    const start_time = new Date(Date.now() + hours * HOUR_MS)
    await createMatch(database.kysely, { league_id: place.leagueId, home_team: 'Sox', start_time })
    const slug = sport.toLowerCase()
    expect((await textOf(`/en?tab=live&sport=${slug}`)).includes('Sox')).toBe(isLive)
    expect((await textOf(`/en/${slug}/usa`)).includes('Sox')).toBe(isLive)
    expect((await read(`/matches?league=${place.leagueId}`)).data).toHaveLength(isLive ? 1 : 0)
    // The team is found as one, too.
    const found = (await (await site.get('/resources/search?lang=en&q=Sox')).json()) as { matches: unknown[] }
    expect(JSON.stringify(found.matches).includes('Sox')).toBe(isLive)
  })
})

describe('prices that an operator typed', () => {
  it('are labelled, have no bookmaker, and have no payout while an outcome has none', async () => {
    const typed = { home_odds: 2.4, draw_odds: null, away_odds: 3.15, odds_locked: true, featured: true }
    await createDerby(24 * HOUR_MS, typed)
    for (const path of [page, league, '/en?sport=soccer', '/en/soccer/italy']) {
      const text = await textOf(path)
      expect(text, path).toContain('2.40')
      expect(text, path).toContain('Odds set by this site')
      expect(text, path).not.toMatch(/[Bb]est of \d|136/)
    }
    expect(await textOf(page)).not.toContain('Best odds add up')
    expect(await read(`/matches/${match}`)).toMatchObject({ typed: true, bookmaker_count: 0 })
    expect((await read(`/matches?league=${leagueId}`)).data).toMatchObject([
      { typed: true, bookmaker_count: 0 },
    ])
  })

  it('have a payout once each outcome has one, and are not a sure bet', async () => {
    await createDerby(24 * HOUR_MS, { home_odds: 3.5, draw_odds: 3.5, away_odds: 3.5, odds_locked: true })
    expect(await textOf(league)).toMatch(/3\.50 116\.7% Odds set by this site/)
    expect(await textOf('/en/soccer/italy')).not.toContain('Sure bet:')
  })
})

describe('prices that an operator typed for a bookmaker', () => {
  /** Alphabet's prices come from a feed, Betamax's were typed; together they would return more than is staked. */
  async function typed(prices: [number, number, number]) {
    await createDerby(24 * HOUR_MS, { featured: true })
    const own: [number, number, number] = [2.1, 3.4, 3.2]
    await createQuote(database.kysely, { match, bookmaker: alpha, prices: own })
    await createQuote(database.kysely, { match, bookmaker: beta, prices, source: 'typed' })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    const result = marketOf({ type: 'match_result' })
    await offerPrices(database.kysely, match, { [alpha]: [quoteOf(result, own)] })
    await offerPrices(database.kysely, match, { [beta]: [quoteOf(result, prices)] }, { source: 'typed' })
  }
  const lists = [league, '/en?sport=soccer', '/en/soccer/italy']

  it('are no sure bet in any list, on the match, on the page of sure bets or in the API, and are labelled', async () => {
    await typed([2.05, 3.3, 5.5])
    for (const path of [...lists, page]) {
      const text = await textOf(path)
      expect(text, path).toContain('5.50')
      expect(text, path).not.toContain('Sure bet:')
    }
    for (const path of lists) expect(await textOf(path), path).toContain('Includes odds set by this site')
    expect(await textOf(page)).toMatch(/5\.50 Betamax \(Typed by hand\)/)
    expect(await textOf('/en/sure-bets')).not.toContain('Inter')
    expect((await read('/sure-bets')).data).toEqual([])
    expect(await read(`/matches/${match}`)).toMatchObject({ typed: true, bookmaker_count: 2 })
    expect((await read(`/matches?league=${leagueId}`)).data).toMatchObject([
      { typed: true, bookmaker_count: 2 },
    ])
  })

  it('are labelled in lists of another market', async () => {
    await createDerby(24 * HOUR_MS, { featured: true })
    const total = marketOf({ type: 'total', line: 2.5 })
    await offerPrices(database.kysely, match, { [alpha]: [quoteOf(total, [1.9, 2])] })
    expect(await textOf(`${league}?show=total`)).not.toContain('Includes odds set by this site')
    await offerPrices(database.kysely, match, { [beta]: [quoteOf(total, [1.8, 2.22])] }, { source: 'typed' })
    await vi.waitFor(async () => {
      const text = await textOf(`${league}?show=total`)
      expect(text).toContain('2.22')
      expect(text).toContain('Includes odds set by this site')
    })
  })

  it('enter the widest gaps of the country, and are not labelled where no best price is theirs', async () => {
    await typed([2.05, 3.3, 9])
    const widest = async () => (await textOf('/en/soccer/italy')).split('Widest odds').at(-1)
    expect(await widest()).toContain('Inter')
    await sql`update odds set away_odds = 3.1 where source = 'typed'`.execute(database.kysely)
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    for (const path of lists)
      await vi.waitFor(async () => {
        const text = await textOf(path)
        expect(text, path).toContain('3.20')
        expect(text, path).not.toContain('set by this site')
      })
    expect(await read(`/matches/${match}`)).toMatchObject({ typed: false })
  })
})

describe('a real sure bet', () => {
  it('is marked in every list, and listed before the widest odds of its country', async () => {
    await createDerby(24 * HOUR_MS, { featured: true })
    await createQuote(database.kysely, { match, bookmaker: alpha, prices: [3.2, 3.4, 2.9] })
    await createQuote(database.kysely, { match, bookmaker: beta, prices: [2.8, 3.3, 3.1] })
    const wide = await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'Wide',
      away_team: 'Gap',
    })
    await createQuote(database.kysely, { match: wide, bookmaker: alpha, prices: [1.12, 8, 21] })
    await sql`select refresh_headlines(array[${match}, ${wide}]::uuid[])`.execute(database.kysely)
    for (const path of [league, '/en?sport=soccer', page])
      expect(await textOf(path), path).toMatch(/Sure bet: 7\.\d+%/)
    // The menu has the words, too.
    const hints = (await textOf('/en/soccer/italy')).split('Sure Bets').at(-1)
    expect(hints).toMatch(/^.{0,20}Sure bet: 7\.\d+%.*Inter.*Widest odds.*Wide.*Inter/s)
  })
})
