import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SUBS } from '#app/features/affiliates/link-template.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { outboundPath } from '#app/platform/paths.ts'
import { idStart, shortId } from '#app/platform/short-id.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

let database: Database
let site: TestSite
let match: string
let bookmaker: string
let button: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
  })
  bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  button = await addButton({ button_link: 'https://alphabet.example/?ref=1', bookmaker_id: bookmaker })
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function addButton(values: {
  button_link: string
  id?: string
  bookmaker_id?: string
  is_active?: boolean
}) {
  const { id } = await database.kysely
    .insertInto('affiliate_buttons')
    .values({ provider: 'Alphabet', button_text: 'Bet', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const clicks = () => database.kysely.selectFrom('clicks').selectAll().orderBy('id').execute()

describe('an outbound address', () => {
  it('redirects to the stored link, is not cached, and is counted', async () => {
    const response = await site.get(`/go/button/${button}?m=${match}&o=home&p=match&l=it`, PERSON)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://alphabet.example/?ref=1',
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    await vi.waitFor(async () => expect(await clicks()).toHaveLength(1), 20_000)
    const [click] = await clicks()
    expect(click).toMatchObject({
      button_id: button,
      bookmaker_id: bookmaker,
      match_id: match,
      outcome: 'home',
      page: 'match',
      language: 'it',
    })
    expect(click?.visitor_hash).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(click)).not.toContain('127.0.0.1')
  })

  it('tells the bookmaker of the click what its link asks for, and nothing of a robot’s', async () => {
    const link = 'https://alphabet.example/?sub={click_id}&l={lang}&at={page}-{outcome}&m={match}'
    const templated = await addButton({ button_link: link, bookmaker_id: bookmaker })
    const path = outboundPath({ button: templated }, { match, page: 'match', lang: 'it', clicked: 'home' })
    const to = new URL((await site.get(path, PERSON)).headers.get('location') ?? '')
    const { sub, ...said } = Object.fromEntries(to.searchParams)
    expect(said).toEqual({ l: 'it', at: 'match-home', m: match })
    expect(sub).toMatch(/^[\w-]{22}$/)
    await vi.waitFor(async () => expect((await clicks()).at(-1)?.click_id).toBe(sub), 20_000)
    const again = new URL((await site.get(path, PERSON)).headers.get('location') ?? '')
    expect(again.searchParams.get('sub')).not.toBe(sub)
    const robot = await site.get(path, { 'user-agent': 'Googlebot/2.1' })
    expect(robot.headers.get('location')).toBe(
      `https://alphabet.example/?sub=none&l=it&at=match-home&m=${match}`,
    )
    const without = await site.get(`/go/button/${templated}`, PERSON)
    expect([without.status, without.headers.get('location')]).toEqual([404, null])
    await vi.waitFor(
      async () => expect((await clicks()).at(-1)?.click_id).toBe(again.searchParams.get('sub')),
      20_000,
    )
  })

  it('tells no partner of a language that the site does not have, nor of an outcome that no page writes', async () => {
    const link = 'https://alphabet.example/?l={lang}&at={page}-{outcome}'
    const templated = await addButton({ button_link: link, bookmaker_id: bookmaker })
    const count = async () => (await clicks()).length
    const before = await count()
    const foreign = await site.get(`/go/button/${templated}?l=xx`, PERSON)
    expect([foreign.status, foreign.headers.get('location')]).toEqual([404, null])
    const short = outboundPath({ button: templated }, { match, page: 'match', lang: 'xx' })
    expect((await site.get(short, PERSON)).status).toBe(404)
    const odd = await site.get(`/go/button/${templated}?p=match&l=it&o=${encodeURIComponent('<x>')}`, PERSON)
    expect(new URL(odd.headers.get('location') ?? '').searchParams.get('at')).toBe('match-none')
    await vi.waitFor(async () => expect(await count()).toBe(before + 1), 20_000)
  })

  it('redirects to a link with characters that need encoding in a header', async () => {
    const foreign = await addButton({ button_link: 'https://пример.рф/日本' })
    const answer = await site.get(`/go/button/${foreign}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://xn--e1afmkfd.xn--p1ai/%E6%97%A5%E6%9C%AC')
  })

  it('is short on pages, and equivalent', async () => {
    const before = (await clicks()).length
    const path = outboundPath({ button }, { match, page: 'match', lang: 'it', clicked: 'home' })
    expect(path.length).toBeLessThan(42)
    expect((await site.get(path, PERSON)).headers.get('location')).toBe('https://alphabet.example/?ref=1')
    await vi.waitFor(async () => expect((await clicks()).length).toBe(before + 1), 20_000)
    expect((await clicks()).at(-1)).toMatchObject({
      button_id: button,
      match_id: match,
      outcome: 'home',
      page: 'match',
      language: 'it',
    })
    expect((await site.get(path.replace('/go/b', '/go/x'))).status).toBe(404)
  })

  it('that fits two buttons leads to neither, and the whole id to its own', async () => {
    const ids = ['11111111-2222-4333-8444-000000000001', '11111111-2222-4333-8444-000000000002'] as const
    const one = await addButton({ id: ids[0], button_link: 'https://one.example/' })
    const path = outboundPath({ button: one }, { match, page: 'match', lang: 'it' })
    expect((await site.get(path)).headers.get('location')).toBe('https://one.example/')
    await addButton({ id: ids[1], button_link: 'https://two.example/' })
    expect((await site.get(path)).status).toBe(404)
    const whole = `/go/b${shortId(ids[1])}/${shortId(match)}.match.it`
    expect((await site.get(whole)).headers.get('location')).toBe('https://two.example/')
  })

  it("redirects to a match's own link", async () => {
    await database.kysely
      .updateTable('matches')
      .set({ affiliate_link: 'https://own.example/derby' })
      .where('id', '=', match)
      .execute()
    const response = await site.get(`/go/match/${match}`)
    expect(response.headers.get('location')).toBe('https://own.example/derby')
    await database.kysely
      .updateTable('matches')
      .set({ affiliate_link: null })
      .where('id', '=', match)
      .execute()
    expect((await site.get(`/go/match/${match}`)).status).toBe(404)
  })

  it('redirects nowhere else, for any parameters', async () => {
    const inactive = await addButton({ button_link: 'https://x.example', is_active: false })
    const nowhere = await addButton({ button_link: '#' })
    const other = await addButton({ button_link: '//evil.example' })
    for (const path of [
      `/go/button/${inactive}`,
      `/go/button/${nowhere}`,
      `/go/button/${other}`,
      '/go/button/00000000-0000-4000-8000-000000000000',
      '/go/button/https:%2F%2Fevil.example',
      `/go/page/${button}`,
      '/go/button',
      '/go',
    ]) {
      const response = await site.get(path)
      expect([response.status, response.headers.get('location')], path).toEqual([404, null])
    }
    const told = await site.get(
      `/go/button/${button}?url=https://evil.example&m='--&o=win&p=x&l=${'x'.repeat(99)}`,
    )
    expect(told.headers.get('location')).toBe('https://alphabet.example/?ref=1')
  })

  it('counts neither robots nor prefetches', async () => {
    const before = (await clicks()).length
    await site.get(`/go/button/${button}`, { 'user-agent': 'Googlebot/2.1' })
    await site.get(`/go/button/${button}`, { ...PERSON, 'sec-purpose': 'prefetch' })
    // Workers of earlier releases made browsers send each click twice.
    await site.get(`/go/button/${button}`, { ...PERSON, 'service-worker-navigation-preload': 'true' })
    await site.get(`/go/button/${button}?m=${crypto.randomUUID()}`, PERSON)
    await vi.waitFor(async () => expect((await clicks()).length).toBeGreaterThan(before), 20_000)
    expect(await clicks()).toHaveLength(before + 1)
    expect((await clicks()).at(-1)?.match_id).toBeNull()
  })
})

describe('a click on a price', () => {
  const total = marketOf({ type: 'total', line: 2.5 })
  let derby: string
  let plain: string
  let way: string

  beforeAll(async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely, { league: 'Serie B' })
    derby = await createMatch(kysely, { league_id: leagueId, slug: 'pisa-vs-bari' })
    plain = await createBookmaker(kysely, { name: 'Plain' })
    const better = await createBookmaker(kysely, { name: 'Better' })
    const exchange = await createBookmaker(kysely, { name: 'Swap', commission: 5 })
    const sell = (bookmaker_id: string) =>
      addButton({ button_link: 'https://a.example/{click_id}', bookmaker_id })
    way = await sell(plain)
    for (const id of [better, exchange]) await sell(id)
    await offerPrices(kysely, derby, {
      [plain]: [quoteOf(total, [1.875, 1.9])],
      [better]: [quoteOf(total, [1.9, 1.95])],
      [exchange]: [quoteOf(total, [2, 1.7])],
    })
  })
  // The pages below show every match of the site.
  afterAll(() => database.kysely.deleteFrom('matches').where('id', '=', derby).execute())

  /** Follows a link, and returns what is stored of the click. */
  async function follow(href: string, headers: Record<string, string> = {}) {
    const response = await site.get(href, { ...PERSON, ...headers })
    const id = response.headers.get('location')?.slice('https://a.example/'.length)
    const stored = () =>
      database.kysely
        .selectFrom('clicks')
        .selectAll()
        .where('click_id', '=', id ?? '')
        .executeTakeFirst()
    await vi.waitFor(async () => expect(await stored()).toBeDefined(), 20_000)
    return stored()
  }

  async function click(page: string, text: string, headers?: Record<string, string>) {
    const links = readHtml(await (await site.get(page)).text()).all('a')
    const link = links.find((it) => it.text.includes(text) && it.attribute('href')?.startsWith('/go/'))
    return follow(link?.attribute('href') ?? '', headers)
  }

  it('keeps the market, the price and its place as the page shows them, and the country', async () => {
    const page = '/en/soccer/italy/serie-b/pisa-vs-bari?market=total'
    const shared = { match_id: derby, market: 'total full_time 2.5', page: 'match' }
    expect(await click(page, '1.875', { cookie: 'country=IT' })).toMatchObject({
      ...{ ...shared, bookmaker_id: plain, outcome: 'over' },
      ...{ price: 1.875, position: 2, country: 'IT' },
    })
    // Net of commission, and first in the order that the visitor has chosen.
    expect(await click(`${page}&sort=over`, '1.95')).toMatchObject({
      ...{ ...shared, outcome: 'over', price: 1.95, position: 1, country: null },
    })
  })

  it('is counted without a price that no longer counts, or that the match does not have', async () => {
    const { kysely } = database
    const { id } = await kysely
      .selectFrom('markets')
      .select('id')
      .where('event', '=', derby)
      .executeTakeFirstOrThrow()
    const said = async (clicked: string, of: string | null = derby) => {
      const found = await follow(
        outboundPath({ button: way }, { match: of, page: 'match', lang: 'en', clicked }),
      )
      return [found?.market, found?.outcome, found?.price, found?.position]
    }
    const number = id.toString(36)
    const market = 'total full_time 2.5'
    const found = await Promise.all([
      ...[said(`${number}-1`), said(`${number}-`), said(`${number}-7`)],
      ...[said(`${number}-1`, match), said('zzzzz-1')],
    ])
    expect(found).toEqual([
      [market, 'under', 1.9, 2],
      [market, null, null, 2],
      [market, null, null, 2],
      [null, null, null, null],
      [null, null, null, null],
    ])
    await offerPrices(kysely, derby, { [plain]: [quoteOf(total, [null, 1.9])] })
    expect(await said(`${number}-1`)).toEqual([market, 'under', null, null])
  })
})

describe('the links of a bookmaker by country', () => {
  const total = marketOf({ type: 'total', line: 2.5 })
  let path: string
  let plain: string
  let seller: string
  let game: string

  const sell = (
    values: { country?: string; template: string } & Partial<Record<(typeof SUBS)[number], string>>,
  ) =>
    database.kysely
      .insertInto('link_templates')
      .values({ bookmaker_id: seller, ...values })
      .execute()
  const goTo = async (address: string, country?: string) => {
    const from: Record<string, string> = country ? { cookie: `country=${country}` } : {}
    const response = await site.get(address, { ...PERSON, ...from })
    return (response.headers.get('location') ?? String(response.status)).replace(/c=[\w-]{22}/, 'c=ID')
  }

  beforeAll(async () => {
    const { kysely } = database
    seller = await createBookmaker(kysely, { name: 'Seller', link_hosts: 'seller.example' })
    const way = await addButton({ button_link: 'https://button.example/{lang}', bookmaker_id: seller })
    const { leagueId } = await createPlace(kysely, { league: 'Serie C' })
    game = await createMatch(kysely, { league_id: leagueId })
    await offerPrices(kysely, game, { [seller]: [quoteOf(total, [1.9, 1.9])] })
    const { id } = await kysely
      .selectFrom('markets')
      .select('id')
      .where('event', '=', game)
      .executeTakeFirstOrThrow()
    const at = { match: game, page: 'match', lang: 'it' }
    path = outboundPath({ button: way }, { ...at, clicked: `${id.toString(36)}-0` })
    plain = outboundPath({ button: way }, at)
  })
  afterAll(async () => {
    await database.kysely.deleteFrom('matches').where('id', '=', game).execute()
    await database.kysely.deleteFrom('bookmakers').where('id', '=', seller).execute()
  })

  it('begin with the most specific, which a button without any has in its own link', async () => {
    expect(await goTo(path, 'IT')).toBe('https://button.example/it')
    await sell({
      template: 'https://all.example/?s={sub1}&m={sub2}&c={click_id}',
      sub1: 'league',
      sub2: 'market',
    })
    await sell({
      country: 'IT',
      template: 'https://it.example/?s={sub1}&m={sub2}',
      sub1: 'country',
      sub2: 'outcome',
    })
    expect(await goTo(path, 'IT')).toBe('https://it.example/?s=IT&m=over')
    expect(await goTo(path, 'FR')).toBe('https://all.example/?s=italy.serie-c&m=total_full_time_2.5&c=ID')
    expect(await goTo(path)).toBe('https://all.example/?s=italy.serie-c&m=total_full_time_2.5&c=ID')
    expect(await goTo(plain)).toBe('https://all.example/?s=italy.serie-c&m=none&c=ID')
    await sell({
      country: 'ES',
      template: 'https://es.example/?{sub1}&{sub2}&{sub3}&{sub4}&{sub5}',
      ...{ sub1: 'page', sub2: 'match', sub3: 'language', sub4: 'country', sub5: 'outcome' },
    })
    expect(await goTo(path, 'ES')).toBe(`https://es.example/?match&${game}&it&ES&over`)
  })

  it("lead to the feed's link of the price, on a permitted host only", async () => {
    const { kysely } = database
    await kysely.deleteFrom('link_templates').execute()
    await sell({ template: '{event_link}?c={click_id}' })
    await sell({ country: 'IT', template: 'https://it.example/?to={event_link}&id={sid}' })
    const says = (link: string | null, sid: string | null = null) =>
      kysely.updateTable('quotes_seen').set({ link, sid }).where('event', '=', game).execute()
    const without = 'https://button.example/it'
    expect(await goTo(path)).toBe(without)
    await says('https://www.seller.example/7?a=1')
    expect(await goTo(path)).toBe('https://www.seller.example/7?a=1&c=ID')
    expect(await goTo(plain)).toBe(without)
    // Without the id, the link of the country cannot be filled.
    expect(await goTo(path, 'IT')).toBe('https://www.seller.example/7?a=1&c=ID')
    await says('https://www.seller.example/7', 's/1')
    expect(await goTo(path, 'IT')).toBe(
      'https://it.example/?to=https%3A%2F%2Fwww.seller.example%2F7&id=s%2F1',
    )
    for (const link of [
      'https://evil.example/',
      'http://seller.example/',
      'https://seller.example/{state}',
    ]) {
      await says(link, 's')
      expect(await goTo(path), link).toBe(without)
      expect(await goTo(path, 'IT'), link).toBe(without)
    }
  })
})

const MATCH = '/en/soccer/italy/serie-a/inter-vs-milan'

describe('a page', () => {
  /** The text and the target of each outbound link of a page. */
  async function waysOut(page: string, withOutcome: boolean) {
    const links = readHtml(await (await site.get(page)).text()).all('a')
    const hrefs = links.map((link) => ({ href: link.attribute('href') ?? '', text: link.text }))
    const outbound = hrefs.filter(
      ({ href }) => /^\/go\//.test(href) && /\.(?:home|draw|away)$/.test(href) === withOutcome,
    )
    return Promise.all(
      outbound.map(async ({ href, text }) => ({
        text,
        to: (await site.get(href)).headers.get('location'),
      })),
    )
  }
  const prices = (page: string) => waysOut(page, true)
  const buttons = (page: string) => waysOut(page, false)

  beforeAll(async () => {
    const { kysely } = database
    const betfair = (region: string) =>
      createBookmaker(kysely, { key: `betfair-${region}`, slug: `betfair-${region}`, name: 'Betfair' })
    const [uk, eu] = [await betfair('uk'), await betfair('eu')]
    const unsold = await createBookmaker(kysely, { name: 'Unsold' })
    await addButton({ button_link: 'https://betfair-uk.example/', bookmaker_id: uk })
    await addButton({
      button_link: 'https://unsold.example/',
      bookmaker_id: unsold,
      is_active: false,
    })
    await addButton({ button_link: 'https://nobody.example/' })
    const quote = (bookmaker: string, prices: [number, number, number]) =>
      createQuote(kysely, { match, bookmaker, prices })
    await quote(bookmaker, [2.1, 3.3, 3.1])
    await quote(uk, [2.0, 3.2, 3.2])
    await quote(eu, [2.05, 3.1, 3.5])
    await quote(unsold, [2.02, 3.9, 3.0])
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(kysely)
  })

  it('uses it for all outbound links', async () => {
    const text = await (await site.get(MATCH)).text()
    expect(text).toContain(`href="/go/b${idStart(button)}/`)
    expect(text).not.toContain('alphabet.example')
  })

  it.each(['/en', '/en/soccer/italy', '/en/soccer/italy/serie-a', '/en/search?q=inter', MATCH])(
    'links a price to the bookmaker that quotes it, and to no other: %s',
    async (page) => {
      const found = await prices(page)
      expect(found.length).toBeGreaterThan(0)
      for (const { text, to } of found) {
        // In the table of a match the row names the bookmaker.
        if (page !== MATCH) expect(text).toMatch(/Alphabet|Betfair/)
        expect(to).toBe(
          text.includes('Alphabet') || /2\.10|3\.30|3\.10/.test(text)
            ? 'https://alphabet.example/?ref=1'
            : 'https://betfair-uk.example/',
        )
        // Betfair of another region has no button: its prices have no link.
        expect(text).not.toMatch(/2\.05|3\.50|2\.02|3\.90/)
      }
    },
  )

  it('shows every price of the match, with or without a link', async () => {
    const text = readHtml(await (await site.get(MATCH)).text()).text
    for (const price of ['2.05', '3.50', '2.02', '3.90', '3.00']) expect(text).toContain(price)
    expect((await prices(MATCH)).length).toBe(7)
  })

  it.each(['/en', '/en/soccer/italy/serie-a', MATCH])(
    'names the best-priced bookmaker that has a button on the affiliate button: %s',
    async (page) => {
      const found = await buttons(page)
      expect(found.length).toBeGreaterThan(0)
      const best = page === MATCH ? found.slice(0, 1) : found
      for (const { text, to } of best) {
        expect(text).toMatch(/^(?:Visit )?Alphabet/)
        expect(to).toBe('https://alphabet.example/?ref=1')
      }
    },
  )

  it('shows a button without a bookmaker under its own name when no bookmaker of the match has one', async () => {
    const { kysely } = database
    await kysely
      .deleteFrom('affiliate_buttons')
      .where('button_link', '<>', 'https://nobody.example/')
      .execute()
    await kysely.updateTable('affiliate_buttons').set({ button_text: 'Compare bonuses' }).execute()
    expect(await prices(MATCH)).toEqual([])
    for (const page of ['/en', MATCH]) {
      for (const { text, to } of await buttons(page)) {
        expect(text).toMatch(/^Compare bonuses/)
        expect(to).toBe('https://nobody.example/')
      }
      expect((await buttons(page)).length).toBeGreaterThan(0)
    }
  })
})

describe('the link of a promotion', () => {
  const HOUR_MS = 3_600_000
  async function addPromotion(values: { title: string; button_link: string; end_date?: Date }) {
    const shown = { description: 'Text', button_text: 'Claim', visible_home: true, side_menu_offer: true }
    const { id } = await database.kysely
      .insertInto('promotions')
      .values({ ...shown, start_date: new Date(Date.now() - HOUR_MS), bookmaker_id: bookmaker, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const wayOf = (id: string, page: string) =>
    outboundPath({ promotion: id }, { match: null, page, lang: 'en' })

  it('leads out by way of the site, from the strip, the menu and the feed, and is counted', async () => {
    const template = 'https://offer.example/?sub={click_id}&at={page}&lang={lang}'
    const id = await addPromotion({ title: 'Free bet', button_link: template })
    for (const [path, page] of [
      ['/en', 'home'],
      ['/en', 'side-menu'],
      ['/feeds/en/promotions.xml', 'promotions-feed'],
    ] as const) {
      await vi.waitFor(
        async () => expect(await (await site.get(path)).text()).toContain(wayOf(id, page)),
        20_000,
      )
      const response = await site.get(wayOf(id, page), PERSON)
      const location = new URL(response.headers.get('location') ?? '')
      expect([response.status, location.host]).toEqual([302, 'offer.example'])
      const click = await vi.waitFor(async () => {
        const counted = (await clicks()).find((it) => it.promotion_id === id && it.page === page)
        expect(counted).toBeDefined()
        return counted
      }, 20_000)
      expect(click).toMatchObject({ bookmaker_id: bookmaker, button_id: null, language: 'en' })
      expect(Object.fromEntries(location.searchParams)).toEqual({
        sub: click?.click_id,
        at: page,
        lang: 'en',
      })
    }
  })

  it('has the subs of its bookmaker, and those that he has not defined say so', async () => {
    const { kysely } = database
    const template = { bookmaker_id: bookmaker, template: 'https://alphabet.example/', sub1: 'language' }
    await kysely.insertInto('link_templates').values(template).execute()
    const id = await addPromotion({ title: 'Subs', button_link: 'https://offer.example/{sub1}/{sub2}' })
    const response = await site.get(wayOf(id, 'home'), PERSON)
    expect(response.headers.get('location')).toBe('https://offer.example/en/none')
    await kysely.deleteFrom('link_templates').where('bookmaker_id', '=', bookmaker).execute()
  })

  it('of this site is a plain link', async () => {
    await addPromotion({ title: 'Our page', button_link: '/soccer' })
    await vi.waitFor(
      async () => expect(await (await site.get('/en')).text()).toMatch(/<a href="\/en\/soccer"[^>]*>Claim/),
      20_000,
    )
  })

  it('that has ended is not found', async () => {
    const ended = { title: 'Over', button_link: 'https://offer.example/', end_date: new Date() }
    expect((await site.get(wayOf(await addPromotion(ended), 'home'), PERSON)).status).toBe(404)
  })

  it('is not followed where its text names a bookmaker that must not be mentioned', async () => {
    const { kysely } = database
    const id = await addPromotion({ title: 'Unlike Alphabet', button_link: 'https://offer.example/' })
    const other = await createBookmaker(kysely, { name: 'Permitted' })
    await kysely.updateTable('promotions').set({ bookmaker_id: other }).where('id', '=', id).execute()
    const barred = kysely.selectFrom('bookmakers').select('key').where('id', '=', bookmaker)
    const { key } = await barred.executeTakeFirstOrThrow()
    const saved = await saveGroups(database, [{ name: 'All', is_rest: true, bookmakers: key }])
    expect(saved.kind).toBe('saved')
    await vi.waitFor(async () => expect((await site.get(wayOf(id, 'home'), PERSON)).status).toBe(451), 20_000)
    await kysely.updateTable('promotions').set({ title: 'Another' }).where('id', '=', id).execute()
    await vi.waitFor(async () => expect((await site.get(wayOf(id, 'home'), PERSON)).status).toBe(302), 20_000)
    await kysely.deleteFrom('audiences').execute()
  })

  it('is not followed for an audience without promotions', async () => {
    const id = await addPromotion({ title: 'Elsewhere', button_link: 'https://offer.example/' })
    const saved = await saveGroups(database, [{ name: 'All', is_rest: true, promotions_on: false }])
    expect(saved.kind).toBe('saved')
    await vi.waitFor(async () => expect((await site.get(wayOf(id, 'home'), PERSON)).status).toBe(451), 20_000)
  })
})
