import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getSeo } from '#app/features/seo/queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { inlineScripts } from '#app/platform/http/inline-scripts.ts'
import { sitemapPages } from '#app/platform/paths.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { parseXml, type XmlElement } from '#tests/support/xml.ts'

const HOUR = 3_600_000
const HOSTILE = '</script><script>alert(1)</script> & "Sons" <!--'

let database: Database
let site: TestSite
let hostilePath: string

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  await createMatch(db, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    start_time: new Date('2031-05-04T18:45:00Z'),
  })
  const pair = { league_id: leagueId, home_team: 'Roma', away_team: 'Lazio', slug: 'roma-vs-lazio' }
  await createMatch(db, { ...pair, start_time: new Date(Date.now() - 48 * HOUR), status: 'finished' })
  await createMatch(db, { ...pair, start_time: new Date(Date.now() + 48 * HOUR) })
  const nameless = await createMatch(db, {
    league_id: leagueId,
    home_team: '???',
    away_team: '!!!',
    slug: '',
  })
  await db
    .insertInto('fixtures')
    .values({ match_id: nameless, venue_name: 'San Siro', venue_city: 'Milan' })
    .execute()

  const { leagueId: arabic } = await createPlace(db, {
    country: 'Egypt',
    code: 'EG',
    league: 'الدوري المصري',
  })
  await createMatch(db, {
    league_id: arabic,
    home_team: 'الأهلي',
    away_team: 'الزمالك',
    slug: 'الأهلي-vs-الزمالك',
    status: 'cancelled',
  })
  await createMatch(db, { league_id: arabic, home_team: HOSTILE, away_team: "O'Neil & Co", slug: 'a-vs-b' })
  hostilePath = `/soccer/egypt/${encodeURIComponent('الدوري-المصري')}/a-vs-b`

  await hide('sports', { sport: 'Curling', country: 'Canada', code: 'CA', league: 'Hidden Sport' })
  await hide('countries', { country: 'Atlantis', code: 'A1', league: 'Hidden Country' })
  await hide('leagues', { league: 'Hidden League' })
  await createPlace(db, { sport: 'Login', country: 'Peru', code: 'PE', league: 'Odd Names' })
  await db.updateTable('languages').set({ is_active: false }).where('code', '=', 'tr').execute()
  site = await openSite(database)

  async function hide(
    what: 'sports' | 'countries' | 'leagues',
    names: { sport?: string; country?: string; code?: string; league: string },
  ) {
    const place = await createPlace(db, names)
    await createMatch(db, {
      league_id: place.leagueId,
      home_team: 'Hidden',
      away_team: 'Match',
      slug: 'hidden-vs-match',
    })
    const id = { sports: place.sportId, countries: place.countryId, leagues: place.leagueId }[what]
    await db.updateTable(what).set({ is_active: false }).where('id', '=', id).execute()
  }
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** On PostgreSQL the site hears of a change a moment after it was made. */
function eventually(assertion: () => Promise<void>): Promise<void> {
  return vi.waitFor(assertion, 20_000)
}

interface Entry {
  address: string
  lastModified: string
  alternates: Map<string, string>
}

async function readXml(address: string): Promise<XmlElement> {
  const response = await fetch(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ])
  return parseXml(await response.text())
}

function textOf(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text ?? ''
}

/** Every entry of every file that the index names, by language. */
async function readSitemap(): Promise<Map<string, Entry[]>> {
  const index = await readXml(`${site.origin}/sitemap.xml`)
  expect(index.name).toBe('sitemapindex')
  const entries = new Map<string, Entry[]>()
  for (const file of index.children) {
    const address = textOf(file, 'loc')
    const [, language = ''] = /\/sitemaps\/([a-z]{2})-\d+\.xml$/.exec(address) ?? []
    const set = await readXml(address)
    expect(set.name).toBe('urlset')
    const ofFile = set.children.map((url) => ({
      address: textOf(url, 'loc'),
      lastModified: textOf(url, 'lastmod'),
      alternates: new Map(
        url.children
          .filter((child) => child.name === 'xhtml:link')
          .map(({ attributes }) => [attributes.hreflang ?? '', attributes.href ?? '']),
      ),
    }))
    entries.set(language, [...(entries.get(language) ?? []), ...ofFile])
  }
  return entries
}

function elementsOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[0])
}

/** An attribute's value in a tag as React writes it. */
function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag) ?? []
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

async function readHead(path: string) {
  const response = await site.get(path)
  const html = await response.text()
  const [head = ''] = /<head>[\s\S]*<\/head>/.exec(html) ?? []
  const tags = elementsOf(head, /<(?:meta|link)\b[^>]*>/g)
  const links = tags.filter((tag) => tag.startsWith('<link'))
  const metas = new Map(
    tags
      .filter((tag) => tag.startsWith('<meta'))
      // Of several images the first is the page's own.
      .toReversed()
      .map((tag) => [attribute(tag, 'name') || attribute(tag, 'property'), attribute(tag, 'content')]),
  )
  const data = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
  return {
    response,
    html,
    meta: (name: string) => metas.get(name),
    title: /<title>([\s\S]*?)<\/title>/.exec(head)?.[1],
    canonical: links
      .filter((tag) => attribute(tag, 'rel') === 'canonical')
      .map((tag) => attribute(tag, 'href')),
    sitemap: links.filter((tag) => attribute(tag, 'rel') === 'sitemap').map((tag) => attribute(tag, 'href')),
    alternates: new Map(
      links
        .filter((tag) => attribute(tag, 'hreflang'))
        .map((tag) => [attribute(tag, 'hreflang'), attribute(tag, 'href')]),
    ),
    structured: data.map((match) => JSON.parse(match[1] ?? '') as Record<string, unknown>),
  }
}

describe('the sitemap', () => {
  it('names a file for each active language and kind of page, with its last change', async () => {
    const index = await readXml(`${site.origin}/sitemap.xml`)
    const files = index.children.map((file) => new URL(textOf(file, 'loc')).pathname)
    expect(files.filter((file) => file.includes('/en-'))).toEqual(
      [1, 2, 3, 4].map((number) => `/sitemaps/en-${number}.xml`),
    )
    expect(new Set(files.map((file) => file.slice(10, 12)))).toEqual(
      new Set(['en', 'it', 'es', 'de', 'fr', 'pt', 'ar']),
    )
    for (const file of index.children) expect(Date.parse(textOf(file, 'lastmod'))).toBeGreaterThan(0)
  })

  it('lists only pages that answer 200 and are their own canonical address, with the same alternates', async () => {
    const sitemap = await readSitemap()
    const english = sitemap.get('en') ?? []
    expect(english).toHaveLength(sitemapPages().length + 1 + 2 + 2 + 6)
    for (const language of ['en', 'it', 'ar']) {
      for (const entry of sitemap.get(language) ?? []) {
        const page = await readHead(entry.address.slice(site.origin.length))
        expect(page.response.status, entry.address).toBe(200)
        expect(page.canonical).toEqual([entry.address])
        expect(page.alternates).toEqual(entry.alternates)
        expect(page.meta('robots')).toBeUndefined()
        expect(Date.parse(entry.lastModified)).toBeGreaterThan(0)
      }
    }
  })

  it('lists the alternates of a page symmetrically, with the default language as x-default', async () => {
    const entries = [...(await readSitemap()).values()].flat()
    const byAddress = new Map(entries.map((entry) => [entry.address, entry]))
    expect(byAddress.size).toBe(entries.length)
    for (const { address, alternates } of entries) {
      expect([...alternates.keys()].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'pt', 'x-default'])
      expect(alternates.get('x-default')).toBe(alternates.get('en'))
      expect([...alternates.values()]).toContain(address)
      for (const other of alternates.values()) {
        expect(byAddress.get(other)?.alternates, other).toEqual(alternates)
      }
    }
  })

  it('leaves out inactive places and what is below them', async () => {
    const addresses = [...(await readSitemap()).values()].flat().map((entry) => entry.address)
    expect(addresses.filter((address) => /hidden|curling|atlantis|\/tr\b/.test(address))).toEqual([])
  })

  it('has both matches of an ambiguous pair under their ids, and one without a slug', async () => {
    const addresses = ((await readSitemap()).get('en') ?? []).map((entry) => entry.address)
    expect(
      addresses.filter((address) => /\/serie-a\/[0-9a-f-]{36}\/roma-vs-lazio$/.test(address)),
    ).toHaveLength(2)
    expect(addresses.filter((address) => /\/serie-a\/[0-9a-f-]{36}$/.test(address))).toHaveLength(1)
  })

  it('follows a change of active places', async () => {
    const country = await createPlace(database.kysely, {
      country: 'Norway',
      code: 'NO',
      league: 'Eliteserien',
    })
    const find = async () =>
      [...(await readSitemap()).values()].flat().filter(({ address }) => address.includes('/norway')).length
    await eventually(async () => expect(await find()).toBe(14))
    await database.kysely
      .updateTable('countries')
      .set({ is_active: false })
      .where('id', '=', country.countryId)
      .execute()
    await eventually(async () => expect(await find()).toBe(0))
  })

  it('is linked by screens of the account, too', async () => {
    for (const path of ['/en/login', '/it/register', '/ar/reset-password'])
      expect((await readHead(path)).sitemap, path).toEqual([`${site.origin}/sitemap.xml`])
  })

  it('compresses its files for clients that accept it, with a Vary header', async () => {
    const plain = await site.get('/sitemaps/en-4.xml', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toContain('Accept-Encoding')
    expect(plain.headers.get('cache-control')).toContain('max-age=600')
    const packed = await site.get('/sitemaps/en-4.xml', { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe(await plain.text())
    const head = await fetch(`${site.origin}/sitemaps/en-4.xml`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is not sent again to who has the same', async () => {
    const path = '/sitemaps/en-4.xml'
    const etag = (await site.get(path)).headers.get('etag') ?? ''
    const asked = async (known: string) => {
      const answer = await site.get(path, { 'if-none-match': known })
      return [answer.status, (await answer.text()) === '', answer.headers.get('etag')]
    }
    expect(await asked(`"other", ${etag}`)).toEqual([304, true, etag])
    expect(await asked('W/"other"')).toEqual([200, false, etag])
  })

  it.each([
    '/sitemaps/en-9.xml',
    '/sitemaps/en-0.xml',
    '/sitemaps/tr-1.xml',
    '/sitemaps/xx-1.xml',
    '/sitemaps/x',
  ])('has no file at %s', async (path) => {
    expect((await site.get(path)).status).toBe(404)
  })
})

describe('the head of a page', () => {
  const match = '/it/soccer/italy/serie-a/inter-vs-milan'

  it('has a title and a description in the language of the address, and links the sitemap', async () => {
    const paths = ['/it', '/it/soccer', '/it/soccer/italy', '/it/soccer/italy/serie-a', match]
    const titles = new Set<string | undefined>()
    for (const path of paths) {
      const head = await readHead(path)
      titles.add(head.title)
      expect(head.title, path).toContain('Overround')
      const english = await readHead(path.replace('/it', '/en'))
      expect(head.title, path).not.toBe(english.title)
      expect(head.meta('description'), path).not.toBe(english.meta('description'))
      expect(head.canonical).toEqual([site.origin + path])
      expect(head.sitemap).toEqual([`${site.origin}/sitemap.xml`])
      expect(head.meta('og:title')).toBe(head.title)
      expect(head.meta('og:site_name')).toBe('Overround')
      expect(head.meta('og:type')).toBe('website')
      expect(head.meta('og:description')).toBe(head.meta('description'))
      expect(head.meta('og:image')).toMatch(/^http.*\/share\/it\//)
      expect(head.meta('og:image:alt')).toMatch(/\w/)
      expect([head.meta('og:image:width'), head.meta('og:image:height')]).toEqual(['1200', '630'])
      expect(head.meta('twitter:image')).toBe(head.meta('og:image'))
      expect(head.meta('og:url')).toBe(site.origin + path)
      expect(head.meta('og:locale')).toBe('it_IT')
      expect(head.meta('og:locale:alternate')).toMatch(/^[a-z]{2}_[A-Z]{2}$/)
      expect(head.meta('twitter:card')).toBe('summary_large_image')
    }
    for (const path of ['/en', '/ar/login', '/de/search?q=inter', '/it/nothing/of/the/kind', '/en/tools'])
      expect((await readHead(path)).sitemap, path).toEqual([`${site.origin}/sitemap.xml`])
    expect(titles.size).toBe(paths.length)
  })

  it.each([
    ['/en', 'Compare betting odds'],
    ['/en/soccer', 'Soccer odds'],
    ['/en/soccer/italy', 'Italy: soccer odds'],
    ['/en/soccer/italy/serie-a', 'Serie A, Italy: soccer odds'],
    ['/en/soccer/italy/serie-a/inter-vs-milan', 'Inter vs Milan: odds, Serie A'],
  ])('has a built-in title for each kind of page: %s', async (path, title) => {
    expect((await readHead(path)).title).toBe(`${title} | Overround`)
  })

  it("has the operator's texts: the language's, else the default language's, else the site's, else built-in ones", async () => {
    const db = database.kysely
    const english = await db
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'en')
      .executeTakeFirstOrThrow()
    const italian = await db
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'it')
      .executeTakeFirstOrThrow()
    const builtIn = await readHead('/de/soccer/italy')
    await db
      .updateTable('site_settings')
      .set({
        site_name: 'Odds <&> Ends',
        social_image_url: '/share.png',
        home_meta_keywords: 'odds, prices',
        default_meta_description: 'Every price there is.',
        sport_page_title_template: 'Site: {sport_name}',
        sport_page_meta_keywords_template: '{sport_name}, odds',
      })
      .execute()
    await db
      .insertInto('multilingual_seo_settings')
      .values([
        { language_id: english.id, match_page_title_template: 'EN {home_team}', home_meta_title: 'EN home' },
        {
          language_id: italian.id,
          match_page_title_template: 'IT {home_team} - {away_team} ({league_name})',
        },
      ])
      .execute()
    const titles = async (path: string) => (await readHead(path)).meta('og:title')
    await eventually(async () => {
      expect(await titles(match)).toBe('IT Inter - Milan (Serie A) | Odds <&> Ends')
      expect(await titles(match.replace('/it', '/de'))).toBe('EN Inter | Odds <&> Ends')
      expect(await titles('/it')).toBe('EN home | Odds <&> Ends')
      expect(await titles('/it/soccer')).toBe('Site: Calcio | Odds <&> Ends')
      expect(await titles('/de/soccer/italy')).toBe(
        builtIn.meta('og:title')?.replace('Overround', 'Odds <&> Ends'),
      )
      const home = await readHead('/it')
      expect(home.meta('keywords')).toBe('odds, prices')
      expect(home.meta('description')).toBe('Every price there is.')
      expect((await readHead('/it/soccer')).meta('keywords')).toBe('Calcio, odds')
      expect(home.meta('og:site_name')).toBe('Odds <&> Ends')
      expect(home.meta('og:image')).toBe(`${site.origin}/share.png`)
      expect(home.meta('twitter:image')).toBe(`${site.origin}/share.png`)
      expect(home.meta('twitter:card')).toBe('summary_large_image')
    })
    await db.deleteFrom('multilingual_seo_settings').execute()
    await db
      .updateTable('site_settings')
      .set({ site_name: 'Overround', social_image_url: null, default_meta_description: null })
      .execute()
    await eventually(async () => {
      for (const path of ['/it', '/en', '/de/soccer/italy']) {
        const head = await readHead(path)
        expect([head.title, head.meta('og:image')]).toEqual([
          expect.stringMatching(/Overround$/),
          `${site.origin}/share/${path.slice(1, 3)}/site.png`,
        ])
      }
    })
  })

  it('omits texts that cannot be read, and logs it', async () => {
    const db = database.kysely
    const rename = (from: string, to: string) =>
      sql`alter function ${sql.raw(from)}(text) rename to ${sql.raw(to)}`.execute(db)
    const path = '/fr/soccer/italy'
    const before = await readHead(path)
    await rename('get_seo_settings_in_language', 'out_of_order')
    try {
      await sql`select send_changes(array['seo'])`.execute(db)
      const after = await readHead(path)
      expect([after.response.status, after.title]).toEqual([200, before.title])
      const services = createServices(database)
      const warn = vi.spyOn(services.log, 'warn')
      expect(await getSeo(services, 'fr')).toEqual({})
      expect(warn).toHaveBeenCalledOnce()
    } finally {
      await rename('out_of_order', 'get_seo_settings_in_language')
      await sql`select send_changes(array['seo'])`.execute(db)
    }
  })

  it('keeps variants with a query out of the index, with the page itself as the canonical address', async () => {
    for (const path of ['/en?tab=live', '/en?sport=soccer']) {
      const head = await readHead(path)
      expect(head.meta('robots'), path).toBe('noindex, follow')
      expect(head.canonical).toEqual([site.origin + path.split('?')[0]])
    }
    expect((await readHead('/en?utm_source=elsewhere')).meta('robots')).toBeUndefined()
    expect((await readHead(`${match}?sort=home`)).canonical).toEqual([site.origin + match])
  })

  it.each(['/en/quidditch', '/en/soccer/atlantis', '/en/a/b/c/d/e/f', '/en/login/peru/x'])(
    'keeps %s, which is not found, out of the index',
    async (path) => {
      const head = await readHead(path)
      expect([head.response.status, head.meta('robots')]).toEqual([404, 'noindex'])
      expect([head.canonical, head.alternates.size, head.structured]).toEqual([[], 0, []])
    },
  )
})

describe('the structured data of a page', () => {
  it('describes the site on the home page', async () => {
    const [website, ...others] = (await readHead('/it')).structured
    expect(website).toMatchObject({
      '@type': 'WebSite',
      name: 'Overround',
      url: `${site.origin}/it`,
      inLanguage: 'it',
    })
    expect(others).toEqual([])
  })

  it('describes the breadcrumb of other pages', async () => {
    const { structured } = await readHead('/it/soccer/italy/serie-a')
    expect(structured).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          ['Home', '/it'],
          ['Calcio', '/it/soccer'],
          ['Italia', '/it/soccer/italy'],
          ['Serie A', '/it/soccer/italy/serie-a'],
        ].map(([name, path], index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: site.origin + path,
        })),
      },
    ])
  })

  it('describes the event on the page of a match', async () => {
    const { structured, canonical } = await readHead('/en/soccer/italy/serie-a/inter-vs-milan')
    expect(structured.map((it) => it['@type'])).toEqual(['BreadcrumbList', 'SportsEvent'])
    expect(structured[1]).toMatchObject({
      startDate: '2031-05-04T18:45:00.000Z',
      eventStatus: 'https://schema.org/EventScheduled',
      homeTeam: { '@type': 'SportsTeam', name: 'Inter' },
      awayTeam: { '@type': 'SportsTeam', name: 'Milan' },
      url: canonical[0],
    })
    expect(structured[1]).not.toHaveProperty('location')
  })

  it('states the venue when the fixture has one, and whether it is cancelled', async () => {
    const { address = '' } =
      (await readSitemap()).get('en')?.find((it) => /\/serie-a\/[0-9a-f-]{36}$/.test(it.address)) ?? {}
    const played = await readHead(new URL(address).pathname)
    expect(played.structured[1]).toMatchObject({
      location: { '@type': 'Place', name: 'San Siro', address: 'Milan' },
    })
    const { structured } = await readHead(
      `/ar/soccer/egypt/${encodeURIComponent('الدوري-المصري')}/${encodeURIComponent('الأهلي-vs-الزمالك')}`,
    )
    expect(structured[1]).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      homeTeam: { name: 'الأهلي' },
    })
  })

  it('escapes names, and adds nothing that a browser would run', async () => {
    const { html, structured, response } = await readHead(`/en${hostilePath}`)
    expect(html).not.toContain('<script>alert(1)')
    expect(structured[1]).toMatchObject({ homeTeam: { name: HOSTILE }, awayTeam: { name: "O'Neil & Co" } })
    const policy = response.headers.get('content-security-policy') ?? ''
    const plain = await site.get('/en/soccer')
    const hashes = (text: string) => text.match(/'sha256-/g)?.length
    expect(hashes(policy)).toBe(hashes(plain.headers.get('content-security-policy') ?? ''))
  })

  it('runs the scripts that are made for it, and reveals no nonce', async () => {
    for (const page of [`/en${hostilePath}`, '/en', '/en/login', '/en/no-such-sport']) {
      const response = await site.get(page)
      const html = await response.text()
      const policy = response.headers.get('content-security-policy') ?? ''
      const own = inlineScripts(html)
      expect(own.length, page).toBeGreaterThan(1)
      for (const script of own) {
        const hash = createHash('sha256').update(script).digest('base64')
        expect(policy, page).toContain(`'sha256-${hash}'`)
      }
      expect(html, page).not.toContain(' nonce=')
    }
  })
})

describe('robots.txt', () => {
  it('excludes what is not a page, and names the sitemap', async () => {
    const response = await site.get('/robots.txt')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const text = await response.text()
    expect(text).toMatch(/^User-agent: \*\n/)
    expect(text).toContain(`\nSitemap: ${site.origin}/sitemap.xml\n`)
    const shut = (target: string) => isShut(text, target)
    for (const target of [
      '/admin',
      '/admin/settings',
      '/resources/search',
      '/go/x',
      '/en/login',
      '/ar/profile',
      '/register',
      '/en?tab=live',
      '/en/soccer/italy/serie-a/a-vs-b?sort=home',
      ...['/en?page=2', '/en/dropping-odds?since=12&page=2', '/admin/pages?page=2', '/en/search?q=a&page=2'],
    ]) {
      expect(shut(target), target).toBe(true)
    }
    for (const { address } of [...(await readSitemap()).values()].flat()) {
      expect(shut(address.slice(site.origin.length)), address).toBe(false)
    }
    for (const target of ['/', '/sitemap.xml', '/sitemaps/en-1.xml', '/assets/x.js', '/en/golf']) {
      expect(shut(target), target).toBe(false)
    }
  })

  it('allows the later pages of lists', async () => {
    const text = await (await site.get('/robots.txt')).text()
    for (const list of [
      'dropping-odds',
      'sure-bets',
      'value',
      'value/record',
      'soccer/italy/serie-a/results',
    ])
      expect(isShut(text, `/en/${list}?page=2`), list).toBe(false)
  })

  it('uses the address of the site settings if there is one, like the sitemap and the pages', async () => {
    const set = (site_url: string | null) =>
      database.kysely.updateTable('site_settings').set({ site_url }).execute()
    await set('https://odds.example/somewhere')
    await eventually(async () => {
      expect(await (await site.get('/robots.txt')).text()).toContain('https://odds.example/sitemap.xml')
      expect(await (await site.get('/sitemap.xml')).text()).toContain(
        '<loc>https://odds.example/sitemaps/en-1.xml</loc>',
      )
      expect(await (await site.get('/sitemaps/en-1.xml')).text()).toContain(
        '<loc>https://odds.example/en</loc>',
      )
      const head = await readHead('/en')
      expect(head.canonical).toEqual(['https://odds.example/en'])
      expect(head.sitemap).toEqual(['https://odds.example/sitemap.xml'])
    })
    await set('no address')
    await eventually(async () => expect((await readHead('/en')).canonical).toEqual([`${site.origin}/en`]))
    await set(null)
  })
})

/** Whether robots.txt excludes a target: the longest rule that covers it decides (RFC 9309, 2.2.2). */
function isShut(text: string, target: string): boolean {
  const rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)].filter(([, , pattern = '']) =>
    matchesRule(pattern, target),
  )
  const lengthOf = (kind: string) =>
    Math.max(-1, ...rules.filter((it) => it[1] === kind).map(([, , pattern = '']) => pattern.length))
  return lengthOf('Disallow') > lengthOf('Allow')
}

/** Whether a rule of robots.txt covers a target (RFC 9309, 2.2.2 and 2.2.3). */
function matchesRule(pattern: string, target: string): boolean {
  const expression = pattern.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${expression}`).test(target)
}
