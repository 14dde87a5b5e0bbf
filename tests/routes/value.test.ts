import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNewValues } from '#app/features/movements/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']

let database: Database
let site: TestSite
let match: string
beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const { leagueId: league_id } = await createPlace(kysely, { league: 'Serie A' })
  match = await createMatch(kysely, {
    ...{ league_id, home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' },
    start_time: new Date(Date.now() + 20 * HOUR_MS),
  })
  const offers: Record<string, ReturnType<typeof quoteOf>[]> = {}
  for (const [menu_position, name] of ['Brightmere', 'Corvane', 'Fennlines', 'Ivelane'].entries()) {
    const id = await createBookmaker(kysely, { name, slug: name.toLowerCase(), menu_position })
    const prices = name === 'Brightmere' ? [2.2, 1.7] : [2, 1.8]
    offers[id] = [quoteOf(marketOf({ type: 'total', line: 2.5 }), prices)]
    if (name !== 'Brightmere') continue
    await kysely
      .insertInto('affiliate_buttons')
      .values({ provider: name, button_text: 'Bet', button_link: 'https://0.example/', bookmaker_id: id })
      .execute()
  }
  await offerPrices(kysely, match, offers)
  site = await openSite(database)
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

/** What the worker does from time to time; a price is listed once. */
const list = () => listNewValues(createServices(database), new Date())
const textOf = async (path: string) => shownText(await (await site.get(path)).text())

describe('the pages of value', () => {
  it('say that nothing is listed, and has ever been', async () => {
    expect(await textOf('/en/value')).toContain('No odds are 3% or more above their reference right now.')
    expect(await textOf('/en/value/record')).toContain('No price has been listed as value yet.')
  })

  it('show the excess, the outcome, the named reference and the price, once the job has listed it', async () => {
    await list()
    const main = readHtml(await (await site.get('/en/value')).text()).all('main')[0]
    const [row] =
      main
        ?.all('section')
        .find((it) => it.attribute('class')?.includes('drops'))
        ?.all('li') ?? []
    // 2.20 against 3.8/1.8.
    expect(row?.text).toMatch(
      /^\+4\.2% Over\/under Over 2\.5 Inter – Milan Italy · Serie A · .* · reference: average of the other bookmakers \(3\) without margin · listed just now Reference 2\.11 Over: 2\.20 Brightmere/,
    )
    const hrefs = row?.all('a').map((it) => it.attribute('href')) ?? []
    expect(hrefs[0]).toMatch(/market=total&period=full_time&line=2\.5$/)
    // The click keeps the market and the outcome.
    expect(hrefs[1]).toMatch(/\.value\.en\.[0-9a-z]+-0-0$/)
    expect(main?.text).toContain('at least 3 other bookmakers')
  })

  it('name the bookmaker that is the reference', async () => {
    await list()
    const named = (is_reference: boolean) =>
      database.kysely.updateTable('bookmakers').set({ is_reference }).where('name', '=', 'Corvane').execute()
    await named(true)
    await expect
      .poll(() => textOf('/en/value'))
      .toMatch(/\+4\.2% .*Inter – Milan .* · reference: Corvane without margin · /)
    await named(false)
    await expect.poll(() => textOf('/en/value')).toContain('reference: average of the other bookmakers')
  })

  it('show the highest excess, however many prices have been listed since', async () => {
    await list()
    // Nobody quotes the markets of these any more.
    await sql`insert into value_prices (event, sport_id, type, period, line, outcome, bookmaker_id, price, net, fair, method, books, listed_at)
      select event, sport_id, type, period, 10 + n, outcome, bookmaker_id, price, net, fair, method, books, now() + interval '1 minute'
      from value_prices, generate_series(1, 300) n`.execute(database.kysely)
    expect(await textOf('/en/value?sport=soccer')).toContain('+4.2% Over/under Over 2.5 Inter – Milan')
    await database.kysely.deleteFrom('value_prices').where('line', '>', 10).execute()
  })

  it('count what was listed in the record, and say how few bets have ended', async () => {
    await list()
    const text = await textOf('/en/value/record')
    expect(text).toMatch(/All 1 – – –/)
    expect(text).toMatch(/Average of the others 1/)
    expect(text).toContain('None of the listed bets has ended yet.')
    await database.kysely
      .updateTable('value_prices')
      .set({ closed_at: new Date(), closing_fair: 2_000_000, closing_method: 'average', result: 'won' })
      .execute()
    const later = await textOf('/en/value/record')
    expect(later).toMatch(/All 1 \+10\.0% of 1 100\.0% \+120\.0% of 1/)
    expect(later).toMatch(/Over\/under Over 2\.5 Inter – Milan · Brightmere · .* 2\.20 2\.11 2\.00 Won/)
    // One that lost, with a fair price that has risen above its own; and one that is still open.
    await sql`insert into value_prices (event, sport_id, type, period, line, outcome, bookmaker_id, price, net, fair, method,
        books, listed_at, closed_at, closing_fair, closing_method, result)
      select event, sport_id, type, period, 10 + n, outcome, bookmaker_id, price, net, fair, 'bookmaker', books, now(),
        case n when 1 then now() end, case n when 1 then 2500000 end, case n when 1 then 'average' end,
        case n when 1 then 'lost' end
      from value_prices, generate_series(1, 2) n`.execute(database.kysely)
    const mixed = await textOf('/en/value/record')
    expect(mixed).toMatch(/All 3 −1\.0% of 2 50\.0% \+10\.0% ± 110\.0% of 2/)
    expect(mixed).toMatch(/A chosen bookmaker 2 −12\.0% of 1 0\.0% −100\.0% of 1/)
    await database.kysely.deleteFrom('value_prices').where('line', '>', 10).execute()
  })

  it.each(LANGUAGES)(
    'have their texts, a menu entry and an address for search engines in %s',
    async (lang) => {
      for (const path of ['value', 'value/record']) {
        const html = await (await site.get(`/${lang}/${path}`)).text()
        expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/${lang}/${path}"`))
        expect(html).toContain(`href="/${lang}/value"`)
        expect(shownText(html)).not.toMatch(/\b(value|leg|choice)\.[a-z-]+\b/)
      }
      expect(await (await site.get(`/sitemaps/${lang}-1.xml`)).text()).toContain(`/${lang}/value/record<`)
    },
  )
})
