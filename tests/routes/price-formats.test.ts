import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
  const start = new Date(Date.now() + 6 * HOUR_MS)
  const match = await createMatch(kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    start_time: start,
  })
  // -140 and +333 are 1.714286 and 4.33; decimals alone would give -141.
  const american = await createBookmaker(kysely, { name: 'Corvane' })
  const exchange = await createBookmaker(kysely, { name: 'Exchange', commission: 5 })
  await createQuote(kysely, { match, bookmaker: american, prices: [1.71, 3.41, 4.33] })
  await createQuote(kysely, { match, bookmaker: exchange, prices: [1.6, 3.31, 4.01] })
  await offerPrices(kysely, match, {
    [american]: [
      quoteOf(marketOf({ type: 'match_result' }), [1 + 100 / 140, 3.41, 4.33], { format: 'american' }),
    ],
    [exchange]: [quoteOf(marketOf({ type: 'match_result' }), [1.6, 3.31, 4.01])],
  })
  await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(kysely)
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const LEAGUE = '/soccer/italy/serie-a'
const MATCH = `${LEAGUE}/inter-vs-milan`
const htmlOf = async (path: string) => (await site.get(path)).text()
const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')

it.each(['', '/soccer/italy', LEAGUE, MATCH, '/search?q=inter'])(
  'a price that was quoted in a format is shown as quoted, and stored in the page in decimals: /en%s',
  async (path) => {
    const decimals = await htmlOf(`/en${path}`)
    expect(decimals).toContain('<b data-odds="-140">1.71</b>')
    expect(decimals).toContain('data-format="decimal"')
    const american = await htmlOf(`/en${path}${path.includes('?') ? '&' : '?'}odds=american`)
    expect(american).toContain('data-format="american"')
    expect(textOf(american)).toMatch(/-140/)
    expect(textOf(american)).toMatch(/\+333/)
    expect(textOf(american)).not.toMatch(/-141|\b1\.71\b/)
    expect(american).toContain(`href="/en${MATCH}?odds=american"`)
  },
)

it('a net price is converted, as no more than is paid, and the gross price beside it too', async () => {
  // 1 + 0.6 * 0.95 = 1.57 is -175.4, which is no more than is paid as -176; 1.6 is -167.
  const text = textOf(await htmlOf(`/en${MATCH}?odds=american`))
  expect(text).toContain('-176')
  expect(text).toContain('-167')
})

it('a page has no other address for search engines, and none for unknown formats', async () => {
  for (const query of ['', '?odds=american', '?odds=roman']) {
    const html = await htmlOf(`/it${LEAGUE}${query}`)
    expect(/<link rel="canonical" href="[^"]*"/.exec(html)?.[0]).toContain(`/it${LEAGUE}"`)
    expect(html).toContain(`data-format="${query === '?odds=american' ? 'american' : 'decimal'}"`)
  }
})

it('decimals have the mark of the language, or the one that an operator has chosen, in every format', async () => {
  const { kysely } = database
  expect(textOf(await htmlOf(`/it${MATCH}?odds=hong-kong`))).toContain('0,71')
  await kysely.updateTable('site_settings').set({ price_decimal_mark: 'point' }).execute()
  const fixed = await htmlOf(`/it${MATCH}?odds=hong-kong`)
  expect(textOf(fixed)).toContain('0.71')
  expect(fixed).toContain('data-mark="point"')
  await kysely.updateTable('site_settings').set({ price_decimal_mark: 'language' }).execute()
})

it('prices have the format that an operator has chosen, until a visitor chooses another', async () => {
  const { kysely } = database
  await kysely.updateTable('site_settings').set({ price_format: 'american' }).execute()
  for (const path of ['', LEAGUE, MATCH]) {
    const html = await htmlOf(`/it${path}`)
    expect(html).toContain('data-format="american"')
    expect(textOf(html)).toMatch(/-140/)
  }
  expect(await htmlOf(`/it${MATCH}?odds=decimal`)).toContain('data-format="decimal"')
  await kysely.updateTable('site_settings').set({ price_format: 'language' }).execute()
  expect(await htmlOf(`/it${MATCH}`)).toContain('data-format="decimal"')
})

it('only a signed-in user can save a format', async () => {
  expect((await site.post('/resources/price-format', { format: 'malay' })).status).toBe(401)
})
