import { brotliCompressSync, constants } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { minutesAgo } from '#tests/support/ages.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { fillMovedSite, MOVED_TENNIS } from '#tests/support/moved-site.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const KB = 1_024
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']

let database: Database
let site: TestSite
let matches: string[]
let filledAt: number
beforeAll(async () => {
  database = await createTestDatabase()
  filledAt = Date.now()
  matches = await fillMovedSite(database)
  site = await openSite(database)
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

const htmlOf = async (path: string) => (await site.get(path)).text()
const mainOf = async (path: string) => readHtml(await htmlOf(path)).all('main')[0]
/** The rows of dropping odds, as they are read. */
async function rowsOf(path: string): Promise<string[]> {
  const list = (await mainOf(path))?.all('section').find((it) => it.attribute('class')?.includes('drops'))
  return list?.all('li').map(({ text }) => text) ?? []
}
const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length / KB

describe('dropping odds', () => {
  it('show outcome, match, league, both prices, the best bookmaker and the number of bookmakers that fell, the largest fall first', async () => {
    const rows = await rowsOf('/en/dropping-odds')
    expect(rows).toHaveLength(20)
    // Of the last match by 24 %: 2.40 to 1.824.
    expect(rows[0]).toMatch(
      new RegExp(
        `^−24\\.0% Juventus 1 Juventus – Torino World · Open · .* average −24\\.0% · 8 bookmakers · ${minutesAgo(50, filledAt)} 2\\.40 Home win: 1\\.824 Brightmere Brightmere$`,
      ),
    )
    expect(rows.find((row) => row.includes('Over/under'))).toMatch(/Over\/under Over 2\.5 Brighton/)
    expect(rows.find((row) => row.includes('Handicap'))).toMatch(/Handicap Manchester United −0\.5/)
    const shares = rows.map((row) => Number(/^−([\d.]+)%/.exec(row)?.[1]))
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  })

  it('link to the market of the match, and from the price to its bookmaker', async () => {
    const list = (await mainOf('/en/dropping-odds'))?.all('li').find(({ text }) => text.includes('Over 2.5'))
    const [fixture, price] = list?.all('a') ?? []
    const href = fixture?.attribute('href') ?? ''
    expect(href).toMatch(/^\/en\/soccer\/italy\/serie-a\/.*\?market=total&period=full_time&line=2\.5$/)
    expect(shownText(await htmlOf(href))).toContain('Over/under · 2.5')
    expect(price?.attribute('href')).toMatch(/^\/go\/b/)
    const out = await site.get(price?.attribute('href') ?? '', PERSON)
    expect(out.headers.get('location')).toBe('https://0.example/')
    const clicks = () => database.kysely.selectFrom('clicks').select('page').execute()
    await vi.waitFor(async () => expect(await clicks()).toEqual([{ page: 'dropping-odds' }]), 20_000)
  })

  it('are those of one league, which has its own page with the largest of a day and the payout', async () => {
    const { id } = await database.kysely
      .selectFrom('leagues')
      .select('id')
      .where('slug', '=', 'serie-a')
      .executeTakeFirstOrThrow()
    const all = await rowsOf('/en/dropping-odds')
    const own = await rowsOf(`/en/dropping-odds?league=${id}`)
    expect(own.length).toBeGreaterThan(5)
    expect(own.filter((row) => /Sinner|Alcaraz/.test(row))).toEqual([])
    expect(all).toContain(own[0])
    expect((await mainOf(`/en/dropping-odds?league=${id}`))?.text).toContain('Serie A')
    const drops = async (league: string) =>
      (await (await site.get(`/api/v1/dropping-odds?league=${league}&limit=100`)).json()) as {
        data: { match: { league: { id: string } } }[]
        error?: { code: string }
      }
    const { data } = await drops(id)
    expect(data.length).toBeGreaterThanOrEqual(own.length)
    expect(new Set(data.map(({ match }) => match.league.id))).toEqual(new Set([id]))
    expect((await drops('00000000-0000-4000-8000-000000000000')).error?.code).toBe('not-found')
    // An invented league is no filter of the page, and makes no page of its own.
    const invented = await rowsOf('/en/dropping-odds?league=00000000-0000-4000-8000-000000000000')
    expect(invented).toEqual(all)
    for (const lang of LANGUAGES)
      expect((await site.get(`/${lang}/soccer/italy/serie-a/odds`)).status).toBe(200)
    const path = '/en/soccer/italy/serie-a/odds'
    const sitemap = await (await site.get('/sitemap.xml')).text()
    const files = [...sitemap.matchAll(/<loc>[^<]*(\/sitemaps\/en-[^<]*)<\/loc>/g)].map(([, it = '']) => it)
    const listed = (await Promise.all(files.map((it) => htmlOf(it)))).join('')
    expect(listed).toContain(`${path}</loc>`)
    expect(await rowsOf(path)).toEqual(own.slice(0, 10))
    const main = await mainOf(path)
    expect(main?.all('a').map((it) => it.attribute('href'))).toContain(`/en/dropping-odds?league=${id}`)
    // Brightmere has the best odds of each match, and pays most; each of the others a little less.
    const [figures] = main?.all('dl') ?? []
    const payouts =
      main
        ?.all('tbody')
        .at(-1)
        ?.all('tr')
        .map((row) => row.all('td')[1]?.text) ?? []
    const mean = payouts.reduce((sum, text) => sum + Number.parseFloat(text ?? ''), 0) / payouts.length
    expect(figures?.text).toBe(
      `At the best odds ${payouts[0]} Of one bookmaker, on average ${mean.toFixed(1)}% Matches 21`,
    )
    const league = await mainOf('/en/soccer/italy/serie-a')
    expect(league?.all('a').map((it) => it.attribute('href'))).toContain(path)
  })

  it('are more on the next page, and fewer by sport and market, all by links', async () => {
    // Of 24 matches the first has fallen by 1 % only.
    expect(await rowsOf('/en/dropping-odds?page=2')).toHaveLength(3)
    expect(await rowsOf('/en/dropping-odds?sport=tennis')).toHaveLength(MOVED_TENNIS)
    const hrefs = (await mainOf('/en/dropping-odds'))?.all('a').map((it) => it.attribute('href'))
    expect(hrefs).toContain('/en/dropping-odds?sport=tennis')
    expect(hrefs).toContain('/en/dropping-odds?market=handicap')
    expect(hrefs).toContain('/en/dropping-odds?since=opening')
    expect(hrefs).toContain('/en/dropping-odds?page=2')
    expect(hrefs).toContain('/en/dropping-odds?books=8')
    // Filters stay on the next page.
    const filtered = (await mainOf('/en/dropping-odds?since=12'))?.all('a').map((it) => it.attribute('href'))
    expect(filtered).toContain('/en/dropping-odds?since=12&page=2')
    // And each filter while another is chosen.
    const ofSoccer = (await mainOf('/en/dropping-odds?sport=soccer&since=12'))
      ?.all('a')
      .map((it) => it.attribute('href'))
    for (const also of ['market=handicap', 'books=8'])
      expect(
        ofSoccer?.some((href) => ['sport=soccer', 'since=12', also].every((it) => href?.includes(it))),
      ).toBe(true)
    const handicaps = await rowsOf('/en/dropping-odds?market=handicap')
    expect(handicaps.length).toBeGreaterThan(0)
    expect(handicaps.every((row) => row.includes('Handicap'))).toBe(true)
  })

  it('are those within the chosen hours, of at least the chosen number of bookmakers', async () => {
    const { kysely } = database
    const { leagueId: league_id } = await createPlace(kysely, { league: 'Serie B' })
    const match = await createMatch(kysely, { league_id, home_team: 'Pisa', away_team: 'Bari' })
    const books = await kysely
      .selectFrom('bookmakers')
      .select('id')
      .orderBy('menu_position')
      .limit(2)
      .execute()
    for (const [minutes, price] of [
      [300, 3],
      [200, 2],
      [1, 2],
    ] as const) {
      const quotes = [quoteOf(marketOf({ type: 'both_to_score' }), [price, 1.5])]
      const offers = Object.fromEntries(books.map(({ id }) => [id, quotes]))
      const seenAt = new Date(Date.now() - minutes * MINUTE_MS)
      await offerPrices(kysely, match, offers, { source: 'pisa', seenAt })
    }
    // Its candidates are chosen anew.
    await sql`delete from drop_choices`.execute(kysely)
    const fresh = await openSite(database)
    const has = async (query: string) =>
      (await (await fresh.get(`/en/dropping-odds?${query}`)).text()).includes('Pisa\u00a0– Bari')
    expect([await has('books=2'), await has('books=2&since=12')]).toEqual([true, true])
    expect([await has('books=2&since=1'), await has('since=12')]).toEqual([false, false])
    await fresh.close()
    await kysely.deleteFrom('matches').where('id', '=', match).execute()
    await sql`delete from drop_choices`.execute(kysely)
  })

  it('of more than a day ago are not on the page of a league', async () => {
    const { kysely } = database
    const { leagueId: league_id } = await createPlace(kysely, { league: 'Serie C' })
    const books = await kysely.selectFrom('bookmakers').select('id').limit(3).execute()
    const ids: string[] = []
    for (const [home_team, hours] of [
      ['Carpi', 25],
      ['Siena', 23],
    ] as const) {
      const match = await createMatch(kysely, { league_id, home_team, away_team: 'Lecco' })
      ids.push(match)
      for (const [ago, price] of [
        [hours + 1, 3],
        [hours, 2],
        [1 / 60, 2],
      ] as const) {
        const quotes = [quoteOf(marketOf({ type: 'both_to_score' }), [price, 1.5])]
        const offers = Object.fromEntries(books.map(({ id }) => [id, quotes]))
        const seenAt = new Date(Date.now() - ago * 60 * MINUTE_MS)
        await offerPrices(kysely, match, offers, { source: 'siena', seenAt })
      }
    }
    await sql`delete from drop_choices`.execute(kysely)
    const fresh = await openSite(database)
    const text = async (path: string) => shownText(await (await fresh.get(path)).text())
    const page = await text('/en/soccer/italy/serie-c/odds')
    const opening = await text(`/en/dropping-odds?league=${league_id}&since=opening`)
    await fresh.close()
    await kysely.deleteFrom('matches').where('id', 'in', ids).execute()
    await sql`delete from drop_choices`.execute(kysely)
    const fixtures = ['Carpi – Lecco', 'Siena – Lecco']
    expect(fixtures.map((it) => opening.includes(it))).toEqual([true, true])
    expect(fixtures.map((it) => page.includes(it))).toEqual([false, true])
  })

  it('explain when there are none, and link on', async () => {
    // The odds were cut within the hour, by every bookmaker.
    const text = shownText(await htmlOf('/en/dropping-odds?market=corners_total'))
    expect(text).toContain('no best odds fell by 2% or more')
    expect(text).toContain('Show all drops of this period')
  })

  it('are cached once for all equivalent queries, and not for invented values', async () => {
    const madeAt = async (path: string) => (await site.get(path)).headers.get('server-timing')
    const plain = await madeAt('/en/dropping-odds')
    for (const query of [
      '?since=24',
      '?books=3&page=1',
      '?sport=chess',
      '?since=7&market=x',
      '?page=x',
      '?page=0',
    ])
      expect(await madeAt(`/en/dropping-odds${query}`), query).toBe(plain)
    expect(await madeAt('/en/dropping-odds?since=1')).not.toBe(plain)
  })

  it('are rendered again when a price changes', async () => {
    const last = matches.at(-1) ?? ''
    expect((await rowsOf('/en/dropping-odds'))[0]).toContain('1.824')
    const { id } = await database.kysely
      .selectFrom('bookmakers')
      .select('id')
      .where('name', '=', 'Brightmere')
      .executeTakeFirstOrThrow()
    // The others of the same answer have to be there still, so it is another source's.
    const lower = { [id]: [quoteOf(marketOf({ type: 'moneyline' }), [1.81, 1.6])] }
    await offerPrices(database.kysely, last, lower, { source: 'other', seenAt: new Date(Date.now() + 1) })
    expect((await rowsOf('/en/dropping-odds')).find((row) => row.includes('Juventus – Torino'))).toContain(
      '1.81 ',
    )
  })

  it('are no larger than the home page', async () => {
    const html = await htmlOf('/en/dropping-odds')
    expect(Buffer.byteLength(html) / KB).toBeLessThanOrEqual(60)
    // The menu has an entry for bookmakers.
    expect(brotli(html)).toBeLessThanOrEqual(8.1)
    expect(html).not.toMatch(/ style="/)
  })
})

describe('sure bets', () => {
  it('show the market, the bookmaker of each outcome, the return, the stakes, the age, and whether a line can push', async () => {
    const main = await mainOf('/en/sure-bets')
    const articles = main?.all('article') ?? []
    expect(articles).toHaveLength(10)
    const [first] = articles
    // 1/2.1 + 1/2.102 is 0.951936: 5.05 %.
    expect(first?.text).toMatch(/Roma – Lazio Over\/under · 3 · Full time World · Open/)
    expect(first?.text).toMatch(/Over: Over 2\.10 Brightmere/)
    expect(first?.text).toMatch(/Under: Under 2\.102 Corvane/)
    expect(first?.text).toContain('Sure bet: up to 5.05% return')
    expect(first?.text).toMatch(new RegExp(`Oldest odds: ${minutesAgo(1, filledAt)}`))
    expect(first?.all('time').map((it) => it.attribute('data-time'))).toContain('relative')
    expect(first?.text).toMatch(/50\.02.*49\.98/)
    // An open page that is renewed moves each card as a whole.
    expect(new Set(articles.map((it) => it.attribute('id'))).size).toBe(10)
    expect(first?.text).toContain('If the line lands exactly')
    // Corvane has no button: its price leads nowhere.
    expect(first?.all('a').map((it) => it.attribute('href')?.slice(0, 5))).toEqual(['/en/t', '/go/b'])
  })

  it('are more on the next page, and fewer by sport', async () => {
    expect((await mainOf('/en/sure-bets?page=2'))?.all('article')).toHaveLength(2)
    const soccer = (await mainOf('/en/sure-bets?sport=soccer'))?.all('a').map((it) => it.attribute('href'))
    expect(soccer).toContain('/en/sure-bets?sport=soccer&page=2')
    const tennis = (await mainOf('/en/sure-bets?sport=tennis'))?.all('article') ?? []
    expect(tennis.every(({ text }) => text.includes('Open'))).toBe(true)
    expect(tennis.length).toBeGreaterThan(0)
  })

  it('name the matches whose return is too high to be true, without stakes', async () => {
    const [match = ''] = matches
    const books = await database.kysely
      .selectFrom('bookmakers')
      .select('id')
      .orderBy('menu_position')
      .execute()
    const market = marketOf({ type: 'odd_even' })
    const offers = {
      [books[0]?.id ?? '']: [quoteOf(market, [2.4, 1.5])],
      [books[1]?.id ?? '']: [quoteOf(market, [1.5, 2.4])],
    }
    await offerPrices(database.kysely, match, offers, { source: 'odd' })
    // Its candidates are chosen anew.
    const fresh = await openSite(database)
    const main = readHtml(await (await fresh.get('/en/sure-bets')).text()).all('main')[0]
    // The API says the same.
    const answer = await (await fresh.get('/api/v1/sure-bets')).json()
    await fresh.close()
    const held = main?.all('section').find((it) => it.attribute('class') === 'part')
    expect(held?.text).toMatch(/^Not believed Inter – Milan Odd\/even .* add up to a return of 20\.00%/)
    expect(held?.text).not.toContain('Total stake')
    expect(answer.held_back).toMatchObject([
      { match: { home: 'Inter' }, market: { key: 'odd_even' }, return: 0.2, reason: 'too-high' },
    ])
    const legs = answer.data.flatMap((it: { legs: { typed: boolean }[] }) => it.legs)
    expect(legs.every(({ typed }: { typed: boolean }) => typed === false)).toBe(true)
    await database.kysely.deleteFrom('markets').where('type', '=', 'odd_even').execute()
  })

  it('of two sides that can end level promise no return whatever the result, in any list', async () => {
    const own = await createTestDatabase()
    const books = [await createBookmaker(own.kysely), await createBookmaker(own.kysely)]
    const { leagueId } = await createPlace(own.kysely, { sport: 'American Football', country: 'USA' })
    const event = await createMatch(own.kysely, {
      league_id: leagueId,
      home_team: 'Jets',
      away_team: 'Bills',
    })
    const lines = ['with_overtime', 'quarter_1'].map((period) => marketOf({ type: 'moneyline', period }))
    const offered = [
      [2.15, 1.8],
      [1.8, 2.05],
    ] as const
    await offerPrices(
      own.kysely,
      event,
      Object.fromEntries(books.map((id, at) => [id, lines.map((line) => quoteOf(line, offered[at] ?? []))])),
    )
    const nfl = await openSite(own)
    // 1/2.15 + 1/2.05 is 0.952921: 4.94 %.
    const html = await (await nfl.get('/en/sure-bets')).text()
    const list = shownText(html)
    expect(list.match(/Sure bet: up to 4\.94% return/g)).toHaveLength(2)
    expect(list.match(/If neither side is ahead at the end/g)).toHaveLength(2)
    expect(list).toMatch(/Returns at least \S*€100\.00/)
    const { data } = await (await nfl.get('/api/v1/sure-bets')).json()
    expect(data.map((it: { may_push: boolean }) => it.may_push)).toEqual([true, true])
    const match = shownText(
      await (await nfl.get(/\/en\/american-football\/[^?"]*/.exec(html)?.[0] ?? '')).text(),
    )
    // The market and the card of the quarter.
    expect(match.match(/Sure bet: up to 4\.94% return/g)).toHaveLength(2)
    for (const text of [list, match]) expect(text).not.toContain('whatever the result')
    await nfl.close()
    await own.close()
  })

  it('state when there are none', async () => {
    const empty = await createTestDatabase()
    const bare = await openSite(empty)
    const text = shownText(await (await bare.get('/en/sure-bets')).text())
    expect(text).toContain('No sure bet right now')
    expect(shownText(await (await bare.get('/en/dropping-odds')).text())).toContain(
      'once odds have been read',
    )
    await bare.close()
    await empty.close()
  })

  it('are no larger than the home page', async () => {
    const html = await htmlOf('/en/sure-bets')
    expect(Buffer.byteLength(html) / KB).toBeLessThanOrEqual(60)
    expect(brotli(html)).toBeLessThanOrEqual(8)
  })
})

describe('both pages', () => {
  it.each(LANGUAGES)('have title, description, breadcrumb and menu entry in %s', async (lang) => {
    for (const page of ['dropping-odds', 'sure-bets']) {
      const html = await htmlOf(`/${lang}/${page}`)
      const document = readHtml(html)
      const [heading] = document.all('h1')
      const description = document.all('meta').find((it) => it.attribute('name') === 'description')
      expect(heading?.text.length).toBeGreaterThan(4)
      expect(description?.attribute('content')?.length).toBeGreaterThan(50)
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/${lang}/${page}"`))
      const entry = document
        .all('aside')[0]
        ?.all('a')
        .find((it) => it.attribute('aria-current') === 'page')
      expect(entry?.attribute('href')).toBe(`/${lang}/${page}`)
      expect(entry?.text).toBe(heading?.text)
      expect(document.all('nav').some(({ text }) => text.endsWith(heading?.text ?? ''))).toBe(true)
      // No label stands as its key.
      expect(shownText(html)).not.toMatch(/\b(drops|sure-bets|movement)\.[a-z-]+\b/)
    }
  })

  it('show prices in the format of the address, and keep it in links', async () => {
    const [row] = await rowsOf('/en/dropping-odds?sport=tennis&odds=american')
    // 2.40 is +140.
    expect(row).toContain('+140')
    const html = await htmlOf('/en/sure-bets?odds=american')
    expect(html).toContain('/en/sure-bets?sport=tennis&amp;odds=american')
    expect(shownText(html)).toContain('+110')
  })
})

describe('the pages of a list', () => {
  it.each(['dropping-odds', 'sure-bets'])(
    'name the pages beside them, and later ones are their own canonical address: %s',
    async (page) => {
      const linksOf = async (path: string) => {
        const links = readHtml(await htmlOf(path)).all('link')
        return ['canonical', 'prev', 'next'].map((rel) =>
          links
            .find((it) => it.attribute('rel') === rel)
            ?.attribute('href')
            ?.slice(site.origin.length),
        )
      }
      const path = `/en/${page}`
      expect(await linksOf(path)).toEqual([path, undefined, `${path}?page=2`])
      expect(await linksOf(`${path}?page=2`)).toEqual([`${path}?page=2`, path, undefined])
    },
  )

  it('are indexed by search engines, without a filter and a price format', async () => {
    const robotsOf = async (query: string) =>
      readHtml(await htmlOf(`/en/dropping-odds${query}`))
        .all('meta')
        .find((it) => it.attribute('name') === 'robots')
        ?.attribute('content')
    expect(await robotsOf('?page=2')).toBeUndefined()
    for (const query of ['?odds=american', '?odds=american&page=2', '?since=12'])
      expect(await robotsOf(query), query).toBe('noindex, follow')
  })
})

describe('a page after the last one of a list', () => {
  it.each([
    ['dropping-odds?page=3', 'dropping-odds?page=2'],
    ['dropping-odds?page=99&since=12', 'dropping-odds?since=12&page=2'],
    ['dropping-odds?market=corners_total&page=2', 'dropping-odds?market=corners_total'],
    ['sure-bets?page=999&odds=american', 'sure-bets?page=2&odds=american'],
    ['value?page=2', 'value'],
    ['value/record?page=50', 'value/record'],
    ['soccer/italy/serie-a/results?page=3', 'soccer/italy/serie-a/results'],
    ['search?q=juventus&page=12', 'search?q=juventus'],
  ])('leads to the last one: %s', async (path, last) => {
    const response = await site.get(`/en/${path}`)
    expect(response.status).toBe(302)
    const [pathname, query] = (response.headers.get('location') ?? '').split('?')
    const [wanted, wantedQuery] = `/en/${last}`.split('?')
    expect(pathname).toBe(wanted)
    const sorted = (text: string | undefined) => [...new URLSearchParams(text)].sort()
    expect(sorted(query)).toEqual(sorted(wantedQuery))
    expect((await site.get(`/en/${last}`)).status).toBe(200)
  })
})
