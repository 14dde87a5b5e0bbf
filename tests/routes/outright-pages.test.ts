import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const KB = 1_024
const START = new Date(Date.now() + 30 * DAY_MS)
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

type Prices = Record<string, number>

let database: Database
let feed: FeedServer
let site: TestSite
let league: string
let page: string

const bookmaker = (key: string, prices: Prices, lay: Prices = {}) => ({
  key,
  title: key,
  markets: [
    ['outrights', prices],
    ['outrights_lay', lay],
  ].map(([market, list]) => ({
    key: market,
    outcomes: Object.entries(list ?? {}).map(([name, price]) => ({ name, price })),
  })),
})

const listed = new Map<string, object>()

/** Imports the competition's outrights, one of them new or changed. */
async function importOutright(
  bookmakers: readonly object[],
  { id = 'o1', start = START }: { id?: string; start?: Date } = {},
) {
  listed.set(id, {
    id,
    sport_key: 'golf_us_open_winner',
    sport_title: 'US Open Winner',
    commence_time: start.toISOString(),
    home_team: null,
    away_team: null,
    bookmakers,
  })
  const origin = feed.answer('/v4/sports/golf_us_open_winner/odds', {
    kind: 'body',
    body: JSON.stringify([...listed.values()]),
  })
  await runImport(database.kysely, {
    source: 'the-odds-api',
    origin,
    options: { fetch: { allowPrivateAddresses: true } },
  })
}

const FIRST = { Scheffler: 5, McIlroy: 9, Rahm: 1.5 }

beforeAll(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  await importOutright([bookmaker('alpha', FIRST)])
  await importOutright([
    bookmaker('alpha', { ...FIRST, Scheffler: 5.5 }),
    bookmaker('beta', { Scheffler: 5.2, McIlroy: 9, Rahm: 1.5 }),
    bookmaker('smarkets', { McIlroy: 9.1, Hovland: 21 }, { McIlroy: 9.8 }),
  ])
  const rows = await database.kysely
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select(['s.slug as sport', 'c.slug as country', 'l.slug as league'])
    .execute()
  const [place] = rows
  league = `/en/${place?.sport}/${place?.country}/${place?.league}`
  page = `${league}/outright/us-open-winner`
  for (const name of ['alpha', 'smarkets']) {
    const { id } = await database.kysely
      .selectFrom('bookmakers')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: name,
        button_text: 'Bet',
        button_link: `https://${name}.example/`,
        bookmaker_id: id,
      })
      .execute()
  }
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await feed.close()
  await database.close()
})

const mainOf = async (path: string) => readHtml(await (await site.get(path)).text()).all('main')[0]
/** The cells of the table, with their class. */
async function gridOf(path = page) {
  const [table] = (await mainOf(path))?.all('table') ?? []
  const [head, ...rows] = table?.all('tr') ?? []
  const textsOf = (row: typeof head) =>
    [...(row?.all('th') ?? []), ...(row?.all('td') ?? [])].map(({ text }) => text)
  return { head: head?.all('th') ?? [], texts: rows.map(textsOf), rows }
}

describe('the page of an outright', () => {
  it('lists every participant by its best price, with the price of each bookmaker, the average and the movement', async () => {
    const { head, texts } = await gridOf()
    expect(head.map(({ text }) => text.replace(/(just now|\d+ min ago).*/, ''))).toEqual([
      ...['Participant', 'Best odds', 'Average odds', 'Since opening'],
      ...['alpha ', 'beta ', 'smarkets ', 'smarkets Lay: to bet against'],
    ])
    expect(texts).toEqual([
      ['Rahm', '1.50 alpha', '1.50', '–', '1.50', '1.50', '–', '–'],
      ['Scheffler', '5.50 alpha', '5.35', '+10.0% 5.00', '5.50', '5.20', '–', '–'],
      // 9.1 less 2 % of the winnings is less than 9: the exchange is not the best.
      ['McIlroy', '9.00 alpha', '8.98', '–', '9.00', '9.00', '8.93 9.10', '9.80'],
      ['Hovland', '20.60 smarkets', '20.60', '–', '–', '–', '20.60 21.00', '–'],
      // The best prices cover all four participants; those of no bookmaker do.
      ['Payout', '99.2%', '', '', '–', '–', '–', ''],
    ])
    const { rows } = await gridOf()
    const marked = rows[2]?.all('td').map((cell) => cell.attribute('class') ?? '')
    expect(marked?.slice(3)).toEqual(['best', 'best', '', 'lay'])
  })

  it('links a price only to the bookmaker that quotes it, and counts the click', async () => {
    const { head, rows } = await gridOf()
    const linksOf = (text: string) =>
      rows
        .find((row) => row.text.includes(text))
        ?.all('a')
        .map((a) => a.attribute('href') ?? '') ?? []
    expect(linksOf('Hovland')).toHaveLength(1)
    const [ofSmarkets = ''] = linksOf('Hovland')
    const response = await site.get(ofSmarkets, PERSON)
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://smarkets.example/'])
    const [ofAlpha = ''] = linksOf('Rahm')
    expect((await site.get(ofAlpha)).headers.get('location')).toBe('https://alpha.example/')
    // Beta has no button.
    expect(head.find(({ text }) => text.startsWith('beta'))?.all('a')).toEqual([])
    await vi.waitFor(async () => {
      const clicks = await database.kysely.selectFrom('clicks').select(['page', 'match_id']).execute()
      expect(clicks).toEqual([{ page: 'outright', match_id: null }])
    }, 20_000)
  })

  it('is listed under its league and in the sitemap, with texts of its own in its head', async () => {
    const html = await (await site.get(page)).text()
    expect(html).toMatch(/<title>US Open Winner: golf odds \|/)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${page}"`))
    expect(shownText(await (await site.get(league)).text())).toMatch(
      /Outrights US Open Winner 4 participants/,
    )
    const index = await (await site.get('/sitemap.xml')).text()
    const files = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/en-\d+\.xml)<\/loc>/g)].map(([, file]) => file)
    const bodies = await Promise.all(files.map(async (file = '') => (await site.get(file)).text()))
    expect(bodies.join('')).toContain(`${page}</loc>`)
    const other = await site.get(page.replace('us-open-winner', 'US-Open-Winner'))
    expect([other.status, other.headers.get('location')]).toEqual([301, page])
    expect((await site.get(`${league}/outright/ryder-cup`)).status).toBe(404)
  })

  it('shows a changed price, and a new outright in the list of the league', async () => {
    await site.get(page)
    await site.get(league)
    await importOutright([bookmaker('alpha', { Alcaraz: 2, Sinner: 2.4 })], {
      id: 'o2',
      start: new Date(START.getTime() + 364 * DAY_MS),
    })
    expect(shownText(await (await site.get(league)).text())).toMatch(
      /US Open Winner 4 participants.*US Open Winner 2 participants/,
    )
    await importOutright([bookmaker('alpha', { Scheffler: 6, McIlroy: 9, Rahm: 1.5 })])
    await vi.waitFor(async () => expect((await gridOf()).texts[1]?.[1]).toBe('6.00 alpha'), 20_000)
  })

  it('calls no price best that has expired, and says so when none is left', async () => {
    await database.kysely
      .updateTable('quotes_seen')
      .set({ seen_at: new Date(Date.now() - 2 * DAY_MS) })
      .execute()
    await database.kysely
      .updateTable('priced_events')
      .set((eb) => ({ valid_until: new Date(), version: eb('version', '+', 1) }))
      .execute()
    const { texts, head, rows } = await gridOf()
    expect(head.find(({ text }) => text.startsWith('alpha'))?.text).toBe('alpha Old odds')
    expect(texts.every(([, best]) => best === '–')).toBe(true)
    expect(rows.flatMap((row) => row.all('a'))).toEqual([])
  })

  it('of 150 participants and 60 bookmakers is at most 250 KB', async () => {
    const fieldOf = (by: number) =>
      Object.fromEntries(
        Array.from({ length: 150 }, (_, n) => [`Player Number ${n}`, 4 + n + ((n + by) % 7) / 10]),
      )
    await importOutright(
      Array.from({ length: 60 }, (_, by) => bookmaker(`bookmaker${by}`, fieldOf(by))),
      { id: 'o3', start: new Date(START.getTime() + 728 * DAY_MS) },
    )
    const { slug } = await database.kysely
      .selectFrom('outrights')
      .select('slug')
      .orderBy('start_time', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const html = await (await site.get(`${league}/outright/${slug}`)).text()
    expect(html.match(/<td/g)?.length).toBeGreaterThan(9_000)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(250 * KB)
  })
})

describe('the page of an outright that has begun', () => {
  beforeAll(async () => {
    await importOutright([bookmaker('alpha', { Scheffler: 6, McIlroy: 9, Rahm: 1.5 })])
    await site.get(page)
    await database.kysely
      .updateTable('outrights')
      .set({ start_time: new Date(Date.now() + 1_000) })
      .where('slug', '=', 'us-open-winner')
      .execute()
    await vi.waitFor(async () => expect((await mainOf(page))?.text).toContain('Closed since'), 20_000)
  })

  it('shows its closing prices without links, and is not listed any more', async () => {
    await vi.waitFor(async () => {
      const main = await mainOf(page)
      expect(main?.all('a').filter((a) => a.attribute('href')?.startsWith('/go/'))).toEqual([])
      expect((await gridOf()).texts.find(([name]) => name === 'Scheffler')?.[1]).toBe('6.00 alpha')
    }, 20_000)
    expect(await (await site.get(league)).text()).not.toContain('/outright/us-open-winner"')
  })

  it('stays readable once it is over, and is in the archive of its league with its favourite and who has won', async () => {
    const archive = async () => {
      const tables = (await mainOf(`${league}/results`))?.all('table') ?? []
      return tables.flatMap((table) =>
        table.all('tr').map((row) => [...row.all('th'), ...row.all('td')].map(({ text }) => text.trim())),
      )
    }
    expect((await mainOf(page))?.text).toContain('The winner is not stored yet.')
    expect((await mainOf(`${league}/results`))?.text).not.toContain('There are no results')
    expect((await archive()).slice(1)).toEqual([
      [expect.stringMatching(/^US Open Winner Closed since \w+ \d+, \d{4}$/), 'Rahm 1.50', '–'],
    ])
    const positions = await database.kysely
      .selectFrom('outright_participants as p')
      .innerJoin('outrights as o', 'o.id', 'p.outright_id')
      .select(['p.position', 'p.name', 'o.id'])
      .where('o.slug', '=', 'us-open-winner')
      .execute()
    const placeOf = (of: string) => positions.find(({ name }) => name === of)?.position ?? 0
    await database.kysely
      .updateTable('outrights')
      .set({ status: 'finished', winners: [placeOf('McIlroy'), placeOf('Scheffler')] })
      .where('id', '=', positions[0]?.id ?? '')
      .execute()
    await vi.waitFor(
      async () => expect((await mainOf(page))?.text).toContain('Won by Scheffler and McIlroy'),
      20_000,
    )
    const { rows } = await gridOf()
    expect(
      rows.filter((row) => row.attribute('class') === 'won').map((row) => row.all('th')[0]?.text),
    ).toEqual([expect.stringMatching(/^Scheffler\s+\(won\)$/), expect.stringMatching(/^McIlroy\s+\(won\)$/)])
    expect((await archive())[1]?.slice(1)).toEqual([
      'Rahm 1.50',
      expect.stringMatching(/^Scheffler 6\.00\s*McIlroy 9\.00$/),
    ])
    await database.kysely
      .updateTable('outrights')
      .set({ status: 'cancelled' })
      .where('slug', '=', 'us-open-winner')
      .execute()
    await vi.waitFor(async () => expect(await archive()).toEqual([]), 20_000)
    expect((await mainOf(`${league}/results`))?.text).toContain('There are no results')
  })

  it('is in the archive of its season, and of the first one if it is older', async () => {
    const { id: leagueId } = await database.kysely
      .selectFrom('leagues')
      .select('id')
      .executeTakeFirstOrThrow()
    for (const [n, year] of [2022, 2023, 2024].entries()) {
      await createMatch(database.kysely, {
        ...{
          league_id: leagueId,
          home_team: `Home ${year}`,
          away_team: `Away ${year}`,
          slug: `match-${year}`,
        },
        ...{
          start_time: new Date(`${year}-05-01T12:00:00Z`),
          status: 'finished',
          home_score: n,
          away_score: 0,
        },
      })
      await database.kysely
        .insertInto('outrights')
        .values({
          ...{ league_id: leagueId, name: `Cup ${year - 1}`, slug: `cup-${year - 1}` },
          ...{ start_time: new Date(`${year - 1}-04-01T12:00:00Z`), status: 'finished' },
        })
        .execute()
    }
    const namesOf = async (query: string) =>
      [
        ...shownText(await (await site.get(`${league}/results${query}`)).text()).matchAll(
          /Cup \d+|US Open Winner/g,
        ),
      ].map(String)
    await database.kysely
      .updateTable('outrights')
      .set({ status: 'finished' })
      .where('slug', '=', 'us-open-winner')
      .execute()
    await vi.waitFor(async () => expect(await namesOf('')).toEqual(['US Open Winner']), 20_000)
    expect(await namesOf('?season=2023')).toEqual(['Cup 2023'])
    expect(await namesOf('?season=2022')).toEqual(['Cup 2022', 'Cup 2021'])
  })
})
