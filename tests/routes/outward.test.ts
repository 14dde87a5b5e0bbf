import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS, zoneName } from '#app/platform/time.ts'
import { EMBED } from '#app/site/widgets/scripts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const KB = 1024

let database: Database
let site: TestSite
let league: string
let match: string
let cancelled: string
/** A league with a table. */
let tables: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const db = database.kysely
  ;({ leagueId: league } = await createPlace(db, { league: 'Serie A' }))
  const start_time = new Date(Date.now() + DAY_MS)
  match = await createMatch(db, {
    ...{ league_id: league, start_time },
    ...{ home_team: 'Inter; Club, "A"', away_team: 'Milan & <b>', slug: 'inter-vs-milan' },
  })
  cancelled = await createMatch(db, { league_id: league, start_time, status: 'cancelled' })
  await createMatch(db, {
    ...{ league_id: league, status: 'finished', home_score: 2, away_score: 1 },
    ...{ home_team: 'Roma', away_team: 'Lazio', start_time: new Date(Date.now() - DAY_MS) },
  })
  tables = (await createPlace(db, { league: 'Serie B' })).leagueId
  for (let n = 1; n <= 10; n += 1)
    await createMatch(db, {
      ...{ league_id: tables, status: 'finished', home_score: 1, away_score: 0, slug: `b-${n}` },
      ...{ home_team: `Team ${n}`, away_team: `Team ${n + 10}` },
      start_time: new Date(Date.now() - (n + 1) * DAY_MS),
    })
  const result = marketOf({ type: 'match_result' })
  const [alpha, beta, old] = await Promise.all(
    ['Alpha', 'Beta', 'Gone'].map((name, index) =>
      createBookmaker(db, { name, slug: name.toLowerCase(), menu_position: index }),
    ),
  )
  await offerPrices(db, match, {
    [alpha ?? '']: [quoteOf(result, [2.1, 3.4, 3.6])],
    [beta ?? '']: [quoteOf(result, [2.05, 3.5, 3.7])],
    // Suspended: it is higher, and not to be had.
    [old ?? '']: [quoteOf(result, [9.9, null, 3.6])],
  })
  const later = await createMatch(db, { league_id: league, start_time: new Date(Date.now() + 3 * DAY_MS) })
  await createQuote(db, { match: later, bookmaker: alpha ?? '', prices: [2.1, 3.25, 3.5] })
  await sql`select refresh_headlines(array[${later}::uuid], now())`.execute(db)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

describe('the calendar of a league', () => {
  const read = async (path = '/feeds/en/soccer/italy/serie-a.ics', headers = {}) => site.get(path, headers)

  it('has its matches, past ones with their score and cancelled ones as cancelled', async () => {
    const response = await read()
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = (await response.text()).replaceAll('\r\n ', '')
    expect(text.split('BEGIN:VEVENT')).toHaveLength(5)
    expect(text).toContain('SUMMARY:Inter\\; Club\\, "A" – Milan & <b>\r\n')
    expect(text).toContain('SUMMARY:Roma 2–1 Lazio\r\n')
    expect(text).toContain('NAME:Serie A (Italy)\r\n')
    const { start_time: at } = await database.kysely
      .selectFrom('matches')
      .select('start_time')
      .where('id', '=', match)
      .executeTakeFirstOrThrow()
    const [start, end] = [at.getTime(), at.getTime() + 2 * HOUR_MS].map((it) =>
      new Date(it).toISOString().replace(/[-:]|\.\d+/g, ''),
    )
    const own = text.split('BEGIN:VEVENT').find((it) => it.includes(match))
    expect(own).toContain(`DTSTART:${start}\r\nDTEND:${end}\r\n`)
    expect(own).toContain('STATUS:CONFIRMED\r\n')
    expect(text).toMatch(new RegExp(`UID:${cancelled}@overround[^]*?STATUS:CANCELLED`))
    // Of the last thirty days.
    const past = [29, 31].map((days) => ({
      ...{ league_id: league, home_team: `Past ${days}`, away_team: 'Lazio', slug: `past-${days}` },
      ...{
        status: 'finished',
        home_score: 0,
        away_score: 0,
        start_time: new Date(Date.now() - days * DAY_MS),
      },
    }))
    const ids = await Promise.all(past.map((one) => createMatch(database.kysely, one)))
    const shown = (await (await read()).text()).match(/SUMMARY:Past \d+/g)
    expect(shown).toEqual(['SUMMARY:Past 29'])
    await database.kysely.deleteFrom('matches').where('id', 'in', ids).execute()
    expect(text).toContain(`URL:${site.origin}/en/soccer/italy/serie-a/inter-vs-milan\r\n`)
    // In the language of its address.
    const italian = (await (await read('/feeds/it/soccer/italy/serie-a.ics')).text()).replaceAll('\r\n ', '')
    expect(italian).toContain('NAME:Serie A (Italia)\r\n')
    expect(italian).toContain(`URL:${site.origin}/it/soccer/italy/serie-a/inter-vs-milan\r\n`)
  })

  it('keeps the identity of a match that is moved, and is sent again only when it changes', async () => {
    const etag = (await read()).headers.get('etag') ?? ''
    expect((await read(undefined, { 'if-none-match': etag })).status).toBe(304)
    // In every coding it is the same content with the same tag.
    const texts = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (coding) => {
        const response = await read(undefined, { 'accept-encoding': coding })
        expect([
          response.headers.get('content-encoding') ?? 'identity',
          response.headers.get('vary'),
        ]).toEqual([coding, 'Accept-Encoding'])
        expect(response.headers.get('etag')).toBe(etag)
        return response.text()
      }),
    )
    expect(new Set(texts).size).toBe(1)
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() + 2 * DAY_MS) })
      .where('id', '=', cancelled)
      .execute()
    const moved = await read(undefined, { 'if-none-match': etag })
    expect([moved.status, (await moved.text()).includes(`UID:${cancelled}@overround`)]).toEqual([200, true])
  })

  it('is linked from the page of its league, and missing without one', async () => {
    const html = await (await site.get('/en/soccer/italy/serie-a')).text()
    expect(html).toContain(
      '<link rel="alternate" type="text/calendar" title="Serie A" href="/feeds/en/soccer/italy/serie-a.ics">',
    )
    for (const path of [
      '/feeds/en/soccer/italy/none.ics',
      '/feeds/xx/soccer/italy/serie-a.ics',
      '/feeds/en/soccer/italy/serie-a',
    ])
      expect((await read(path)).status, path).toBe(404)
  })
})

describe('what programs read', () => {
  it('is limited for each network, and widgets on their own', async () => {
    const trusting = await openSite(database, { TRUST_PROXY: '1' })
    // However long the requests take here, they come within an instant.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const statusOf = async (path: string, address = '203.0.113.7') => {
        const response = await trusting.get(path, { 'x-forwarded-for': address })
        await response.text()
        return [response.status, response.headers.get('retry-after')].join(' ').trim()
      }
      const calendar = '/feeds/en/soccer/italy/serie-a.ics'
      const statuses = await Promise.all(Array.from({ length: 62 }, () => statusOf(calendar)))
      expect(statuses.toSorted()).toEqual([...Array(60).fill('200'), '429 1', '429 1'])
      expect(await statusOf(`/widgets/best?match=${match}`)).toBe('200')
      expect(await statusOf(calendar, '203.0.113.8')).toBe('200')
    } finally {
      vi.useRealTimers()
      await trusting.close()
    }
  })
})

describe('the promotions as RSS', () => {
  it('have the running ones, a link to the feed itself, and valid XML', async () => {
    await database.kysely
      .insertInto('promotions')
      .values([
        {
          title: 'Welcome & <more>',
          description: 'A bonus',
          button_text: 'Go',
          button_link: 'https://offer.example/1',
        },
        {
          ...{ title: 'Second', description: 'Free bets', button_text: 'Go' },
          ...{ button_link: 'https://offer.example/2', menu_position: 2 },
        },
        { title: 'Switched off', description: '', button_text: 'Go', button_link: '/go/y', is_active: false },
        {
          ...{ title: 'Over', description: '', button_text: 'Go', button_link: '/go/y' },
          end_date: new Date(Date.now() - DAY_MS),
        },
        {
          ...{ title: 'To come', description: '', button_text: 'Go', button_link: '/go/y' },
          start_date: new Date(Date.now() + DAY_MS),
        },
        {
          ...{ title: 'Side menu only', description: '', button_text: 'Go', button_link: '/go/y' },
          ...{ visible_home: false, side_menu_offer: true },
        },
      ])
      .execute()
    const response = await site.get('/feeds/en/promotions.xml')
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('<title>Welcome &amp; &lt;more&gt;</title>')
    expect(text).not.toMatch(/Switched off|Over<|To come|Side menu only/)
    const links = Array.from(text.matchAll(/<item>[\s\S]*?<link>([^<]*)<\/link>/g), ([, link = '']) => link)
    const titles = Array.from(text.matchAll(/<item><title>([^<]*)/g), ([, title]) => title)
    expect(titles).toEqual(['Welcome &amp; &lt;more&gt;', 'Second'])
    expect(text).toMatch(/<title>Second<\/title>(?:(?!<item>)[\s\S])*<description>Free bets /)
    const out = await Promise.all(
      links.map((link) => site.get(new URL(link).pathname, { 'user-agent': 'Mozilla/5.0 Firefox/140.0' })),
    )
    expect(out.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [302, 'https://offer.example/1'],
      [302, 'https://offer.example/2'],
    ])
    expect(text).toContain(`<atom:link href="${site.origin}/feeds/en/promotions.xml" rel="self"`)
    expect(text).toMatch(
      /^<\?xml[^>]*>\s*<rss[^>]*><channel><title>Overround: [^<]+<\/title><link>[^<]*\/en<\/link>/,
    )
    expect(text).toContain('<language>en</language>')
    expect(text).toMatch(
      /<description>A bonus · [^<]+ · 18\+<\/description><guid isPermaLink="false">[\w-]{36}</,
    )
    expect(text).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/)
    const home = await (await site.get('/en')).text()
    expect(home).toContain('<link rel="alternate" type="application/rss+xml" title="RSS"')
    const italian = await (await site.get('/feeds/it/promotions.xml')).text()
    expect(italian).toContain('<language>it</language>')
    expect(italian).toContain(`<atom:link href="${site.origin}/feeds/it/promotions.xml" rel="self"`)
    expect(/<link>([^<]*)/.exec(italian)?.[1]).toBe(`${site.origin}/it`)
  })
})

describe('widgets', () => {
  const read = async (path: string) => {
    const response = await site.get(`/widgets/${path}`)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }

  it('show the prices that can be had, and no others', async () => {
    const grid = readHtml((await read(`grid?match=${match}`)).html)
    expect(grid.all('tbody')[0]?.text).toContain('Alpha')
    expect(grid.text).not.toContain('Gone')
    expect(
      grid
        .all('td')
        .filter((it) => it.attribute('class') === 'best')
        .map(({ text }) => text.trim()),
    ).toEqual(['3.50', '3.70', '2.10'])
    const best = readHtml((await read(`best?match=${match}&lang=it`)).html)
    expect(best.all('li').map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      expect.stringMatching(/^Inter; Club, "A" ?Alpha ?2,10$/),
      expect.stringMatching(/^Pareggio ?Beta ?3,50$/),
      expect.stringMatching(/^Milan & <b> ?Beta ?3,70$/),
    ])
  })

  it('show the next matches of a league in the format and the colours of the address', async () => {
    const { html } = await read(`matches?league=${league}&odds=american&scheme=dark`)
    const starts = readHtml(html)
      .all('li')
      .map((it) => it.all('time')[0]?.attribute('datetime') ?? '')
    expect(starts).toHaveLength(2)
    expect(starts).toEqual(starts.toSorted())
    expect(readHtml((await read(`matches?league=${league}&limit=1`)).html).all('li')).toHaveLength(1)
    expect(html).toContain('+110')
    expect(html).toMatch(/^<!DOCTYPE html><html [^>]*data-scheme="dark"/)
    const plain = (await read(`matches?league=${league}`)).html
    expect(plain).toContain('2.10')
    expect(plain).not.toMatch(/<html [^>]*data-scheme/)
    expect(html).toContain('<base target="_blank">')
    expect(html).toContain('href="/en/soccer/italy/serie-a/inter-vs-milan"')
  })

  it('write American prices from left to right in Arabic', async () => {
    for (const path of [`grid?match=${match}`, `best?match=${match}`, `matches?league=${league}`]) {
      const prices = readHtml((await read(`${path}&lang=ar&odds=american`)).html).all('b')
      expect(prices.map((it) => it.attribute('dir'))).toEqual(prices.map(() => 'ltr'))
      expect(prices.some(({ text }) => text.includes('+'))).toBe(true)
    }
  })

  it('show the prices that the operator has fixed, until kick-off', async () => {
    const db = database.kysely
    const { leagueId } = await createPlace(db, { league: 'Serie C' })
    const fixed = await createMatch(db, {
      ...{ league_id: leagueId, home_team: 'Bari', away_team: 'Lecce' },
      ...{ home_odds: 1.8, draw_odds: 3.3, away_odds: 4.4, odds_locked: true },
    })
    const listOf = async (kind: string) =>
      readHtml((await read(`${kind}?match=${fixed}`)).html)
        .all('li')
        .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    const prices = [/^Bari ?1\.80$/, /^Draw ?3\.30$/, /^Lecce ?4\.40$/].map((it) => expect.stringMatching(it))
    expect(await listOf('best')).toEqual(prices)
    expect(await listOf('grid')).toEqual(prices)
    const delta = await createBookmaker(db, { name: 'Delta', slug: 'delta' })
    await offerPrices(db, fixed, { [delta]: [quoteOf(marketOf({ type: 'match_result' }), [2.1, 3.4, 3.6])] })
    expect(await listOf('best')).toEqual(prices)
    expect(readHtml((await read(`grid?match=${fixed}`)).html).all('tbody')[0]?.text).toContain('Delta')
    await db
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() - HOUR_MS) })
      .where('id', '=', fixed)
      .execute()
    expect(JSON.stringify(await listOf('best'))).not.toContain('1.80')
  })

  it('say that a match was cancelled, instead of that it has no odds', async () => {
    for (const kind of ['grid', 'best']) {
      const { text } = readHtml((await read(`${kind}?match=${cancelled}`)).html)
      expect(text).toContain('Cancelled')
      expect(text).not.toContain('no odds')
    }
  })

  it('state the zone of their times, until their script writes those of the reader', async () => {
    const { html, headers } = await read(`matches?league=${league}&lang=de`)
    const page = readHtml(html)
    expect(page.all('time').map((time) => time.attribute('data-time'))).toEqual([
      'dateTime',
      'dateTime',
      'time',
    ])
    expect(page.all('bdi').at(-1)?.text).toBe(zoneName(DEFAULT_SETTINGS.time_zone, 'de'))
    const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(script, 'utf8').digest('base64')
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
    expect(new TextEncoder().encode(html).length).toBeLessThan(15_000)
  })

  it('are the only pages that other sites may frame, and run only their own script', async () => {
    const { headers } = await read(`best?match=${match}`)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("default-src 'none'; script-src 'sha256-")
    for (const path of ['/en', '/en/api', '/en/widgets', '/en/login', '/admin']) {
      const other = (await site.get(path)).headers.get('content-security-policy') ?? ''
      expect(other || "frame-ancestors 'self'", path).toContain("frame-ancestors 'self'")
    }
  })

  it('show the table of a league', async () => {
    const { status, html } = await read(`standings?league=${tables}`)
    expect(status).toBe(200)
    const table = readHtml(html)
    expect(table.all('tr')).toHaveLength(21)
    expect(table.all('tbody')[0]?.text).toContain('Team 1')
    expect(html).toContain('href="/en/soccer/italy/serie-b/standings"')
    expect(readHtml((await read(`standings?league=${league}`)).html).text).toContain('too few for a table')
  })

  it('are small', async () => {
    const many = (await createPlace(database.kysely, { league: 'Premier League of the North' })).leagueId
    for (let n = 0; n < 20; n += 1) {
      const [home_team, away_team] = [`Makedonija Gjorče Petrov ${n}`, `Partizan Belgrade ${n}`]
      const slug = `makedonija-gjorce-petrov-${n}-vs-partizan-belgrade-${n}`
      await createMatch(database.kysely, {
        league_id: many,
        home_team,
        away_team,
        slug,
        start_time: new Date(Date.now() + DAY_MS),
      })
    }
    await database.kysely
      .updateTable('matches')
      .set({ home_odds: 2.1, draw_odds: 3.4, away_odds: 3.6, bookmaker_count: 1 })
      .where('league_id', '=', many)
      .execute()
    expect(readHtml((await read(`matches?league=${many}&limit=20`)).html).all('li')).toHaveLength(20)
    for (const path of [
      `grid?match=${match}`,
      `best?match=${match}`,
      `matches?league=${league}`,
      `matches?league=${many}&limit=20&lang=ar`,
      `standings?league=${tables}`,
    ])
      expect(Buffer.byteLength((await read(path)).html) / KB, path).toBeLessThan(15)
    expect(Buffer.byteLength(EMBED) / KB).toBeLessThan(1)
    const script = await read('embed.js')
    expect(script.html).toBe(EMBED)
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('are missing for an unknown kind, league or match', async () => {
    for (const path of ['other', 'grid', 'grid?match=x', `matches?league=${crypto.randomUUID()}`])
      expect((await read(path)).status, path).toBe(404)
  })

  it('have their code on a page that the league and the match link to', async () => {
    const page = await (await site.get('/en/soccer/italy/serie-a')).text()
    expect(page).toContain(`/en/widgets?league=${league}`)
    expect(await (await site.get('/en/soccer/italy/serie-a/inter-vs-milan')).text()).toContain(
      `/en/widgets?match=${match}`,
    )
    // Without a league, a visitor chooses step by step.
    const start = readHtml(await (await site.get('/en/widgets')).text())
    const names = (page: typeof start) => page.all('select').map((it) => it.attribute('name'))
    expect(names(start)).toEqual(['sport'])
    const place = 'sport=soccer&country=italy'
    expect(names(readHtml(await (await site.get(`/en/widgets?${place}`)).text()))).toEqual([
      'sport',
      'country',
      'league',
    ])
    const chosen = readHtml(await (await site.get(`/en/widgets?${place}&league=${league}&match=`)).text())
    expect(names(chosen).slice(0, 5)).toEqual(['sport', 'country', 'league', 'match', 'kind'])
    expect(chosen.all('textarea')[1]?.text).toContain('height="380"')
    const ofMatch = await site.get(`/en/widgets?${place}&league=${league}&match=${match}&kind=best`)
    expect(
      readHtml(await ofMatch.text())
        .all('iframe')[0]
        ?.attribute('src'),
    ).toContain(`best?match=${match}`)
    const document = readHtml(
      await (await site.get(`/en/widgets?match=${match}&kind=best&odds=american`)).text(),
    )
    const [asScript, asFrame] = document.all('textarea').map(({ text }) => text)
    expect(asScript).toContain(
      `src="${site.origin}/widgets/embed.js" data-widget="best" data-match="${match}"`,
    )
    const address = /src="([^"]+)"/.exec(asFrame ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
    const frame = await (await fetch(address)).text()
    expect(frame).toContain('+110')
    expect(document.all('iframe')[0]?.attribute('src')).toBe(address.slice(site.origin.length))
  })
})

describe('the footer', () => {
  it('links to the reference of the API and to the widgets, unless the operator switches that off', async () => {
    const links = async (lang = 'en', page = '/sure-bets') => {
      const foot = readHtml(await (await site.get(`/${lang}${page}`)).text()).all('footer')[0]
      return foot?.all('a').map((it) => it.attribute('href')) ?? []
    }
    expect(await links()).toEqual(expect.arrayContaining(['/en/api', '/en/widgets']))
    const others = [await links('it', ''), await links('ar', '/soccer/italy/serie-a')]
    expect(others).toEqual([
      expect.arrayContaining(['/it/api', '/it/widgets']),
      expect.arrayContaining(['/ar/api', '/ar/widgets']),
    ])
    await database.kysely.updateTable('site_settings').set({ program_links: false }).execute()
    const without = [...(await links()), ...(await links('it', ''))]
    expect(without.filter((path) => /\/(api|widgets)$/.test(path ?? ''))).toEqual([])
    await database.kysely.updateTable('site_settings').set({ program_links: true }).execute()
  })
})
