import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let leagueId: string

beforeAll(async () => {
  database = await createTestDatabase()
  leagueId = (await createPlace(database.kysely, { league: 'Serie A' })).leagueId
  const match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    start_time: new Date(Date.now() + 6 * HOUR_MS),
  })
  const bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  const exchange = await createBookmaker(database.kysely, { name: 'Exchange', commission: 5 })
  await createQuote(database.kysely, { match, bookmaker, prices: [1.83, 3.41, 4.47] })
  await createQuote(database.kysely, { match, bookmaker: exchange, prices: [1.77, 3.31, 4.23] })
  await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const PAGES = [
  '',
  '?sport=soccer',
  '/soccer/italy',
  '/soccer/italy/serie-a',
  '/soccer/italy/serie-a/inter-vs-milan',
  '/search?q=inter',
]

/** The prices in a document, each once: two decimals, and no percentage, amount of money or time. */
function pricesIn(document: string): Set<string> {
  const html = withoutScripts(document).replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
  return new Set(
    [...html.matchAll(/(?<![\d.,€%])\s*\b([1-4][.,]\d{2})\b(?!\s*[%€]|\d)/g)].map(([, price = '']) => price),
  )
}

const set = (mark: string) =>
  database.kysely.updateTable('site_settings').set({ price_decimal_mark: mark }).execute()

it('prices have the decimal mark of the language, or the one that an operator has chosen, as soon as it is saved', async () => {
  const seen: Record<string, string[]> = {}
  for (const mark of ['language', 'point', 'comma', 'language']) {
    await set(mark)
    for (const lang of ['en', 'it']) {
      const expected = mark === 'language' ? { en: '.', it: ',' }[lang] : mark === 'point' ? '.' : ','
      for (const page of PAGES) {
        const html = await (await site.get(`/${lang}${page}`)).text()
        const prices = [...pricesIn(html)]
        expect([mark, lang, page, prices]).toEqual([
          mark,
          lang,
          page,
          prices.map((price) => price.replace(/[.,]/, expected ?? '')),
        ])
        expect(prices.length, `${lang}${page}`).toBeGreaterThan(0)
        // Islands go by it.
        expect(html).toMatch(new RegExp(`<body[^>]* data-mark="${mark}"`))
        seen[page] = prices
      }
    }
  }
  expect(Object.keys(seen)).toEqual(PAGES)
})

it('the read API always uses points', async () => {
  await set('comma')
  const answer = await (await site.get(`/api/v1/matches?league=${leagueId}`)).text()
  expect(answer).toContain('1.83')
  await set('language')
})
