import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import { storePrices } from '#app/features/odds/store/store-prices.server.ts'
import { storeBookmakerFigures } from '#app/features/statistics/bookmaker-figures.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { livePath, outboundPath } from '#app/platform/paths.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { unescapeHtml } from '#tests/support/html.ts'
import { marketOf, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const BOOKMAKERS = ['Quillmark', 'Zephyrstake', 'Odelane', 'Wrenhollow', 'Marlfield', 'Tansybrook'] as const
type Name = (typeof BOOKMAKERS)[number]

/** The bookmakers of each country; `XX` is unknown. */
const PERMITTED: Record<string, readonly Name[]> = {
  GB: BOOKMAKERS.filter((name) => name !== 'Quillmark'),
  IT: ['Odelane', 'Wrenhollow', 'Marlfield'],
  DE: ['Quillmark', 'Wrenhollow', 'Marlfield'],
  ES: BOOKMAKERS,
  FR: ['Wrenhollow', 'Marlfield', 'Tansybrook'],
  SE: ['Zephyrstake', 'Marlfield', 'Wrenhollow'],
  XX: ['Wrenhollow', 'Marlfield'],
}
const COUNTRIES = Object.keys(PERMITTED)
/**
 * Every page is read from three of them, because a crawl takes longer than all other tests of a country: one has a list of who may
 * be shown, one of who may not, and one is as strict as all others together, without offers and links.
 */
const CRAWLED = ['DE', 'FR', 'XX']
const keyOf = (name: string) => name.toLowerCase()
const listOf = (names: readonly string[]) => names.map(keyOf).join('\n')

let database: Database
let site: TestSite
let league: string
const ids = new Map<Name, string>()
const buttons = new Map<Name | null, string>()
const matches: string[] = []

/** Of a match's result: every bookmaker is best for some outcome of some match. */
const pricesOf = (match: number, by: number): [number, number, number] => [
  2 + ((by + match) % 6) / 10,
  3 + ((by * 5 + match) % 6) / 10,
  3.2 + ((by * 3 + 2 * match) % 6) / 10,
]

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  for (const [at, name] of BOOKMAKERS.entries()) {
    const id = await createBookmaker(kysely, {
      key: keyOf(name),
      name,
      slug: keyOf(name),
      brand: keyOf(name),
      logo_url: `/static/${keyOf(name)}.svg`,
      menu_position: at,
    })
    ids.set(name, id)
    buttons.set(name, await addButton(`Bet at ${name}`, `https://${keyOf(name)}.example/`, id))
    await addPromotion(`${name} bonus`, `https://${keyOf(name)}.example/bonus`, id)
  }
  buttons.set(null, await addButton('Anywhere', 'https://anywhere.example/', null))
  await addPromotion('Mystery offer', 'https://mystery.example/', null)
  await addPromotion('Our guide, by Quillmark', '/en/tools', null)
  const place = await createPlace(kysely, { league: 'Serie A' })
  league = place.leagueId
  for (let n = 0; n < 4; n += 1) await addMatch(n)
  await kysely
    .updateTable('site_settings')
    .set({
      footer_about_text: 'In partnership with Zephyrstake and others',
      footer_twitter_url: 'https://x.example/zephyrstake',
      social_image_url: '/media/zephyrstake.png',
      demo_content: false,
    })
    .execute()
  const { id: english } = await kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'en')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('multilingual_bookmakers')
    .columns(['bookmaker_id', 'language_id', 'review'])
    .expression(
      kysely
        .selectFrom('bookmakers')
        .select([
          'id',
          sql.val(english).as('language_id'),
          sql.val('Better than Quill Mark, and as good as Zephyrstake').as('review'),
        ]),
    )
    .execute()
  const { id: page } = await kysely
    .insertInto('pages')
    .values({ slug: 'about-quillmark', is_published: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('multilingual_pages')
    .values({ page_id: page, language_id: english, title: 'A page', body: 'That names nobody' })
    .execute()
  await kysely
    .insertInto('multilingual_match_content')
    .values({
      language_id: english,
      title_template: '{home_team} at Quill-mark? At Quillmark!',
      description_template: 'The best odds of {home_team} by TANSYBROOK.',
    })
    .execute()
  // A text of the site in the operator's words, on every page.
  const namespace = await kysely
    .selectFrom('translation_namespaces')
    .select('id')
    .where('name', '=', 'common')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('translations')
    .values(
      ['advertising', 'home'].map((key) => ({
        ...{ language_id: english, namespace_id: namespace.id, key },
        value: `${key} by Quill Mark`,
      })),
    )
    .execute()
  await saveGroups(database, [
    { name: 'United Kingdom', countries: 'GB', bookmakers: listOf(['Quillmark']) },
    {
      name: 'Italy',
      countries: 'IT',
      bookmaker_rule: 'only',
      bookmakers: listOf(PERMITTED.IT ?? []),
      promotions_on: false,
      links_on: false,
    },
    { name: 'Germany', countries: 'DE AT', bookmaker_rule: 'only', bookmakers: listOf(PERMITTED.DE ?? []) },
    { name: 'Spain', countries: 'ES' },
    { name: 'France', countries: 'FR', bookmakers: listOf(['Quillmark', 'Zephyrstake', 'Odelane']) },
    { name: 'Elsewhere', is_rest: true, bookmaker_rule: 'only', bookmakers: listOf(PERMITTED.SE ?? []) },
  ])
  site = await openSite(database, { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' })
}, 120_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

async function addButton(text: string, link: string, bookmaker: string | null): Promise<string> {
  const values = { provider: text, button_text: text, button_link: link, bookmaker_id: bookmaker }
  const row = await database.kysely
    .insertInto('affiliate_buttons')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function addPromotion(title: string, link: string, bookmaker: string | null): Promise<void> {
  await database.kysely
    .insertInto('promotions')
    .values({
      ...{ title, description: `About ${title}`, button_text: 'Get it', button_link: link },
      ...{ bookmaker_id: bookmaker, side_menu_offer: true, visible_home: true },
    })
    .execute()
}

async function addMatch(n: number): Promise<void> {
  const { kysely } = database
  const match = await createMatch(kysely, {
    league_id: league,
    home_team: `Homeside ${n}`,
    away_team: `Awayside ${n}`,
    slug: `homeside-${n}-vs-awayside-${n}`,
    start_time: new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + (n + 3) * HOUR_MS),
  })
  matches.push(match)
  for (const [by, name] of BOOKMAKERS.entries())
    await createQuote(kysely, { match, bookmaker: ids.get(name) ?? '', prices: pricesOf(n, by) })
  await refreshHeadlines(kysely, [match])
  // Prices fell within the hour; each bookmaker has its own page about the event; over 3 goals is a sure bet.
  for (const [ago, cut] of [
    [2 * HOUR_MS, 1.3],
    [MINUTE_MS, 1],
  ] as const) {
    const seenAt = new Date(Date.now() - ago)
    const offers = BOOKMAKERS.map((name, by) => ({
      bookmakerId: ids.get(name) ?? '',
      ...{ seenAt, isLate: false, link: `https://${keyOf(name)}.example/event/${n}` },
      quotes: [
        quoteOf(
          marketOf({ type: 'match_result' }),
          pricesOf(n, by).map((price, at) => (at === 0 ? Math.round(price * cut * 100) / 100 : price)),
        ),
        quoteOf(marketOf({ type: 'total', line: 3 }), by % 2 === 0 ? [2.2, 1.8] : [1.8, 2.2]),
      ],
    }))
    await kysely.transaction().execute((trx) =>
      storePrices(trx, [{ event: match, kind: 'match', part: '', offers }], {
        source: 'test',
        confirmedAt: seenAt,
        now: seenAt,
      }),
    )
  }
}

const from = (country: string) => ({ ...PERSON, 'cf-ipcountry': country })
const barredIn = (country: string) => BOOKMAKERS.filter((name) => !PERMITTED[country]?.includes(name))

/** What a response says about a bookmaker that must not be mentioned. */
function mentionsIn(body: string, country: string): string[] {
  const text = body.toLowerCase()
  return barredIn(country).flatMap((name) => {
    const said = [keyOf(name), ids.get(name) ?? '']
    return said.filter((it) => text.includes(it)).map(() => name)
  })
}

const matchPath = (n: number) => `/en/soccer/italy/serie-a/homeside-${n}-vs-awayside-${n}`

const IS_ACCOUNT = /\/(?:login|register|profile|new-alert|new-bet)/

/** Addresses of one shape differ in the match and in the values of parameters: a market, a price format, a coupon. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, site.origin)
  return `${pathname.replaceAll(/\d/g, '')}?${[...searchParams.keys()].sort().join('&')}`
}

/** A page of each shape that can be reached by links, and its text. */
async function crawl(country: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const shapes = new Set<string>()
  const queue = [
    '/en',
    '/it',
    '/ar',
    '/en/dropping-odds?since=1',
    '/en/search?q=homeside',
    '/sitemap.xml',
    '/robots.txt',
  ]
  for (const path of queue) {
    if (shapes.has(shapeOf(path))) continue
    shapes.add(shapeOf(path))
    const response = await site.get(path, from(country))
    const body = await response.text()
    seen.set(path, body)
    if (!response.headers.get('content-type')?.includes('html')) continue
    for (const [, address = ''] of body.matchAll(/<a(?=\s)[^>]*?\shref="([^"]*)"/g)) {
      const href = unescapeHtml(address).replace(/#.*/, '')
      const next = href.startsWith('?') ? path.replace(/\?.*/, '') + href : href
      if (/^\/en(?:[/?]|$)/.test(next) && !IS_ACCOUNT.test(next)) queue.push(next)
    }
  }
  return seen
}

async function apiOf(path: string, country: string): Promise<unknown> {
  return (await site.get(`/api/v1${path}`, from(country))).json()
}

describe.each(COUNTRIES)('a visitor from %s', (country) => {
  it.runIf(CRAWLED.includes(country))(
    'reaches no page that mentions a bookmaker which may not be shown there',
    async () => {
      const pages = await crawl(country)
      // Also those of bookmakers and markets, which few links lead to.
      for (const name of PERMITTED[country] ?? [])
        expect([...pages.keys()]).toContain(`/en/bookmakers/${keyOf(name)}`)
      expect([...pages.keys()].filter((path) => path.includes('?market=total'))).not.toEqual([])
      for (const [path, body] of pages) expect(mentionsIn(body, country), path).toEqual([])
      const all = [...pages.values()].join('\n').toLowerCase()
      for (const name of PERMITTED[country] ?? []) expect(all).toContain(keyOf(name))
    },
    120_000,
  )

  it('sees offers and the operator’s words only as they may be shown there', async () => {
    const text = (await (await site.get('/en', from(country))).text()).toLowerCase()
    // An offer of nobody in particular is shown only where everybody may be shown.
    expect(text.includes('mystery offer')).toBe(country === 'ES')
    // A text of the site in the operator's words gives way to the built-in one.
    expect(text.includes('home by quill mark')).toBe(PERMITTED[country]?.includes('Quillmark'))
    expect(text.includes('bonus')).toBe(country !== 'IT' && country !== 'XX')
    expect(mentionsIn(text, country)).toEqual([])
  })

  it('reads no such bookmaker in the API, the search, feeds and widgets', async () => {
    const [match] = matches
    for (const path of [
      ...['sure-bets', 'dropping-odds', 'changes', 'search?q=homeside', 'openapi.json'].map(
        (path) => `/api/v1/${path}`,
      ),
      ...['matches', 'results', 'standings', 'outrights'].map((path) => `/api/v1/${path}?league=${league}`),
      `/api/v1/matches/${match}`,
      `/api/v1/matches/${match}/closing`,
      `/api/v1/matches/${match}/history?market=match_result`,
      `/api/v1/matches/${match}/history?market=total&line=3`,
      '/resources/search?q=homeside&lang=en',
      '/resources/labels/en',
      '/resources/manifest/en',
      `/resources/closing-odds/${league}`,
      '/feeds/en/promotions.xml',
      '/feeds/en/soccer/italy/serie-a.ics',
      `/widgets/best?match=${match}&lang=en`,
      `/widgets/grid?match=${match}&lang=en`,
      `/widgets/matches?league=${league}&lang=en`,
      ...BOOKMAKERS.map((name) => `/resources/search?q=${name}&lang=en`),
    ]) {
      const response = await site.get(path, from(country))
      expect(response.status, path).toBe(200)
      expect(mentionsIn(await response.text(), country), path).toEqual([])
    }
  })

  it('has the best prices of the bookmakers that may be shown there', async () => {
    const permitted = (PERMITTED[country] ?? []).map((name) => BOOKMAKERS.indexOf(name))
    const list = (await apiOf(`/matches?league=${league}`, country)) as {
      data: { id: string; best: unknown; bookmaker_count: number }[]
    }
    for (const [n, id] of matches.entries()) {
      const bestOf = (at: number) => Math.max(...permitted.map((by) => pricesOf(n, by)[at] ?? 0))
      const best = [bestOf(0), bestOf(1), bestOf(2)].map((price) => Math.round(price * 100) / 100)
      const listed = list.data.find((it) => it.id === id)
      const [home, draw, away] = best
      expect(listed?.best).toEqual({ home, draw, away })
      expect(listed?.bookmaker_count).toBe(permitted.length)
      const one = (await apiOf(`/matches/${id}`, country)) as {
        best: unknown
        markets: { key: string; best: { price: number; bookmaker: string }[]; count: number }[]
      }
      expect(one.best).toEqual({ home, draw, away })
      const result = one.markets.find(({ key }) => key === 'match_result')
      expect(result?.best.map(({ price }) => price)).toEqual(best)
      expect(result?.count).toBe(permitted.length)
      const html = await (await site.get(matchPath(n), from(country))).text()
      for (const price of best) expect(html).toContain(price?.toFixed(2))
    }
  })

  it('follows links only to bookmakers that may be shown there', async () => {
    for (const name of BOOKMAKERS) {
      const click = { match: matches[0] ?? '', page: 'match', lang: 'de' }
      const response = await site.get(outboundPath({ button: buttons.get(name) ?? '' }, click), from(country))
      const mayFollow = (PERMITTED[country] ?? []).includes(name) && country !== 'IT' && country !== 'XX'
      expect(response.status, name).toBe(mayFollow ? 302 : 451)
      if (mayFollow) continue
      const text = await response.text()
      expect(text).toContain('Dieses Angebot gibt es in deinem Land nicht')
      expect(response.headers.get('location')).toBeNull()
    }
  })
})

describe('the audience of a response', () => {
  it('is a part of the key of the cache, never of the address', async () => {
    const made = async (country: string) =>
      (await site.get('/en', from(country))).headers.get('server-timing')
    const [german, austrian, british] = [await made('DE'), await made('AT'), await made('GB')]
    expect(austrian).toBe(german)
    expect(british).not.toBe(german)
  })

  it('keeps shared caches in front from mixing audiences', async () => {
    const cachingOf = async (path: string) => (await site.get(path, from('GB'))).headers.get('cache-control')
    expect(await cachingOf('/en')).toBe('private, max-age=0')
    expect(await cachingOf(`/api/v1/matches?league=${league}`)).toBe('private, max-age=10')
    expect(await cachingOf('/robots.txt')).toMatch(/^public/)
  })

  it('is that of the header, else of the choice, else the strictest', async () => {
    const mentions = async (headers: Record<string, string>) => {
      const text = (await (await site.get(matchPath(0), headers)).text()).toLowerCase()
      return BOOKMAKERS.filter((name) => text.includes(keyOf(name)))
    }
    const cookie = 'language=en; country=FR'
    expect(await mentions({ ...PERSON, cookie })).toEqual(PERMITTED.FR)
    expect(await mentions({ ...from('GB'), cookie })).toEqual(PERMITTED.GB)
    expect(await mentions({ ...from('T1'), cookie })).toEqual(PERMITTED.FR)
    expect(new Set(await mentions(PERSON))).toEqual(new Set(PERMITTED.XX))
    expect(new Set(await mentions({ ...PERSON, cookie: 'country=QQ' }))).toEqual(new Set(PERMITTED.XX))
  })

  it('is not that of a header which a visitor sends himself', async () => {
    const direct = await openSite(database)
    const text = await (await direct.get(matchPath(0), from('ES'))).text()
    await direct.close()
    expect(mentionsIn(text, 'XX')).toEqual([])
  })

  it('holds for a file of the sitemap, compressed or not', async () => {
    // Bookmakers with figures have a page in it.
    await storeBookmakerFigures({ database }, new Date())
    const readAll = async (encoding: string) => {
      const index = await (await site.get('/sitemap.xml', from('GB'))).text()
      const files = [...index.matchAll(/\/sitemaps\/en-\d+\.xml/g)].map(([path]) =>
        site.get(path, { ...from('GB'), 'accept-encoding': encoding }),
      )
      return (await Promise.all((await Promise.all(files)).map((file) => file.text()))).join('')
    }
    const [permitted = ''] = PERMITTED.GB ?? []
    await expect.poll(() => readAll('identity')).toContain(`/en/bookmakers/${keyOf(permitted)}<`)
    const plain = await readAll('identity')
    expect(plain).toBe(await readAll('gzip'))
    for (const name of PERMITTED.GB ?? []) expect(plain).toContain(`/en/bookmakers/${keyOf(name)}<`)
    expect(mentionsIn(plain, 'GB')).toEqual([])
  })

  it('holds for the stream of a page', async () => {
    const response = await site.get(livePath(matchPath(1)), { ...from('GB'), accept: 'text/event-stream' })
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    expect(mentionsIn(new TextDecoder().decode(value), 'GB')).toEqual([])
  })
})

describe('an audience with offers and without links', () => {
  it('sees offers that lead to a page of the site, and none that lead out', async () => {
    const { kysely } = database
    const ofSpain = kysely.updateTable('audiences').where('name', '=', 'Spain')
    const wheel = { spin_wheel_link: 'https://wheel.example', spin_wheel_sidebar_on: true }
    const textOf = async (path = '/en') => (await site.get(path, from('ES'))).text()
    await kysely.updateTable('site_settings').set(wheel).execute()
    for (const offer of ['Odelane bonus', 'Mystery offer', 'https://wheel.example', 'Our guide'])
      expect(await textOf()).toContain(offer)
    await ofSpain.set({ links_on: false }).execute()
    for (const path of ['/en', '/feeds/en/promotions.xml']) {
      const text = await textOf(path)
      for (const offer of ['bonus', 'Mystery offer', 'https://wheel.example'])
        expect(text).not.toContain(offer)
      expect(text).toContain('Our guide')
    }
    await kysely.updateTable('site_settings').set({ spin_wheel_link: '/en/tools' }).execute()
    expect(await textOf()).toMatch(/<a href="\/en\/tools"[^>]*sponsored/)
    await kysely
      .updateTable('site_settings')
      .set({ spin_wheel_link: '#', spin_wheel_sidebar_on: false })
      .execute()
    await ofSpain.set({ links_on: true }).execute()
  })
})

describe('a change of the permissions', () => {
  it('applies at once, before best prices are computed again', async () => {
    const before = await (await site.get(matchPath(0), from('ES'))).text()
    expect(before).toContain('Quillmark')
    await database.kysely
      .updateTable('audiences')
      .set({ bookmakers: 'quillmark' })
      .where('name', '=', 'Spain')
      .execute()
    for (const path of ['/en', matchPath(0), `/api/v1/matches?league=${league}`]) {
      const text = await (await site.get(path, from('ES'))).text()
      expect(text.toLowerCase()).not.toContain('quillmark')
    }
  })
})

describe('a new bookmaker', () => {
  it('is no longer named by the operator’s texts where it may not be shown', async () => {
    const { kysely } = database
    await kysely
      .updateTable('site_settings')
      .set({ footer_about_text: 'In partnership with Foxhollow' })
      .execute()
    const pages = async (country: string) =>
      Promise.all(
        // Not visited before: none is served as it was.
        ['/de', '/de/tools'].map(async (path) =>
          (await (await site.get(path, from(country))).text()).includes('Foxhollow'),
        ),
      )
    expect([await pages('SE'), await pages('GB')]).toEqual([
      [true, true],
      [true, true],
    ])
    await createBookmaker(kysely, { key: 'foxhollow', name: 'Foxhollow' })
    expect([await pages('SE'), await pages('GB')]).toEqual([
      [false, false],
      [true, true],
    ])
  })
})
