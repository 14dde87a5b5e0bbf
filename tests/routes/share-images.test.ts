import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { shareColours } from '#app/features/theme/rules.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { readShareCard } from '#app/site/share/card.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const RESULT = marketOf({ type: 'match_result' })
const GOALS = marketOf({ type: 'total', line: 2.5 })
const PATH = '/en/soccer/italy/serie-a/inter-vs-milan'

let database: Database
let site: TestSite
let match: string
let over: string
let quill: string
let corvane: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
  const at = new Date(Date.now() + 30 * HOUR_MS)
  const of = { league_id: leagueId, start_time: at }
  match = await createMatch(kysely, { ...of, home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' })
  over = await createMatch(kysely, {
    ...{ ...of, home_team: 'Roma', away_team: 'Lazio', slug: 'roma-vs-lazio', status: 'finished' },
    ...{ start_time: new Date(Date.now() - 30 * HOUR_MS), home_score: 3, away_score: 1 },
  })
  corvane = await createBookmaker(kysely, { key: 'corvane', name: 'Corvane', slug: 'corvane' })
  quill = await createBookmaker(kysely, { key: 'quillmark', name: 'Quillmark', slug: 'quillmark' })
  await offer({ corvane: [2.1, 3.4, 3.6], quill: [2.05, 3.5, 3.7] })
  site = await openSite(database, { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' })
}, 120_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

async function offer(prices: { corvane: number[]; quill: number[] }): Promise<void> {
  await offerPrices(database.kysely, match, {
    [corvane]: [quoteOf(RESULT, prices.corvane), quoteOf(GOALS, [1.9, 1.95])],
    [quill]: [quoteOf(RESULT, prices.quill)],
  })
}

async function imageOf(path: string) {
  const html = readHtml(await (await site.get(path)).text())
  const metas = (name: string) =>
    html
      .all('meta')
      .filter((it) => [it.attribute('property'), it.attribute('name')].includes(name))
      .map((it) => it.attribute('content') ?? '')
  const meta = (name: string) => metas(name)[0] ?? ''
  const { pathname, search } = new URL(meta('og:image'))
  expect([search, meta('twitter:image'), meta('twitter:card')]).toEqual([
    '',
    meta('og:image'),
    'summary_large_image',
  ])
  return { path: pathname, meta, metas }
}

async function fetchImage(path: string, headers: Record<string, string> = {}) {
  const response = await site.get(path, headers)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const body = Buffer.from(await response.arrayBuffer())
  const { width, height, format } = await sharp(body).metadata()
  expect([width, height, format]).toEqual([1_200, 630, 'png'])
  return { body, etag: response.headers.get('etag') ?? '', caching: response.headers.get('cache-control') }
}

const cardOf = (id: string, lang = 'en', market = '') =>
  readShareCard(
    createServices(database),
    { kind: 'match', id, market, version: '' },
    {
      url: new URL('http://localhost/'),
      lang,
    },
  )

it('is a picture of the match with its best prices, another one when a price changes', async () => {
  const before = await imageOf(PATH)
  expect(before.meta('og:image:width')).toBe('1200')
  expect(before.meta('og:image:height')).toBe('630')
  expect(before.meta('og:image:alt')).toContain('Inter')
  expect(before.metas('og:image')[1]).toBe(`${site.origin}/share/en/site.png`)
  const first = await fetchImage(before.path)
  expect(first.caching).toBe('public, max-age=300')
  expect((await fetchImage(before.path)).etag).toBe(first.etag)
  const again = await site.get(before.path, { 'if-none-match': first.etag })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])

  expect(await cardOf(match)).toMatchObject({
    title: ['Inter', 'Milan'],
    place: 'Serie A · Italy',
    cells: [
      { label: 'Inter', price: '2.10', by: 'Corvane' },
      { label: 'Draw', price: '3.50', by: 'Quillmark' },
      { label: 'Milan', price: '3.70', by: 'Quillmark' },
    ],
  })

  await offer({ corvane: [2.4, 3.4, 3.6], quill: [2.05, 3.5, 3.7] })
  const after = await imageOf(PATH)
  expect(after.path).not.toBe(before.path)
  const second = await fetchImage(after.path)
  expect(second.body.equals(first.body)).toBe(false)
  expect(second.etag).not.toBe(first.etag)
})

it('says from when to when its prices were read, which is true of each of them', async () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes))
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie B' })
  const id = await createMatch(database.kysely, { league_id: leagueId, start_time: at(90), slug: 'early' })
  const read = (seenAt: Date, bookmaker: string, prices: number[]) =>
    offerPrices(
      database.kysely,
      id,
      { [bookmaker]: [quoteOf(RESULT, prices)] },
      { seenAt, source: bookmaker },
    )
  await read(at(4), corvane, [2.1, 3.4, 3.6])
  await read(at(10), quill, [2, 3.5, 3.5])
  vi.useFakeTimers({ toFake: ['Date'], now: at(11) })
  try {
    expect((await cardOf(id))?.note).toBe(
      'Best odds seen \u2068Mar 1, 12:04\u2009–\u200912:10\u2069. Odds can change.',
    )
    await read(at(10), corvane, [2.1, 3.4, 3.6])
    expect((await cardOf(id))?.note).toBe('Best odds seen \u2068Mar 1, 12:10\u2069. Odds can change.')
  } finally {
    vi.useRealTimers()
  }
})

it('has one for each market, the league, the site and a past match', async () => {
  const [result, goals] = [await imageOf(PATH), await imageOf(`${PATH}?market=total`)]
  expect(goals.path).not.toBe(result.path)
  await fetchImage(goals.path)
  expect(await cardOf(match, 'en', 'market=total')).toMatchObject({
    cells: [
      { label: 'Over', price: '1.90' },
      { label: 'Under', price: '1.95' },
    ],
  })
  expect(await cardOf(over)).toMatchObject({ scores: ['3', '1'], cells: [], title: ['Roma', 'Lazio'] })
  const { kysely } = database
  await kysely.updateTable('matches').set({ status: 'cancelled' }).where('id', '=', over).execute()
  expect((await cardOf(over))?.when).toMatch(/^\u2068Cancelled\u2069/)
  await kysely.updateTable('matches').set({ status: 'finished' }).where('id', '=', over).execute()
  expect(await cardOf(match, 'ar')).toMatchObject({ direction: 'rtl' })
  const card = (of: Parameters<typeof readShareCard>[1], lang: string) =>
    readShareCard(createServices(database), of, { url: new URL('http://localhost/'), lang })
  const league = { kind: 'league', sport: 'soccer', country: 'italy', league: 'serie-a' } as const
  expect(await card(league, 'it')).toMatchObject({
    ...{ title: ['Serie A'], place: 'Calcio · Italia', cells: [] },
    lines: [expect.stringMatching(/Inter.*Milan/)],
  })
  const ofSite = await card({ kind: 'site' }, 'de')
  expect(ofSite).toMatchObject({
    siteName: 'Overround',
    cells: [],
    lines: [expect.stringMatching(/besten Quote/)],
  })
  for (const [page, image] of [
    ['/ar/soccer/italy/serie-a/roma-vs-lazio', /^\/share\/ar\/match\/.*\.png$/],
    ['/en/soccer/italy/serie-a', /^\/share\/en\/league\/soccer\/italy\/serie-a\.png$/],
    ['/tr', /^\/share\/tr\/site\.png$/],
    ['/de/tools', /^\/share\/de\/site\.png$/],
  ] as const) {
    const { path } = await imageOf(page)
    expect(path).toMatch(image)
    await fetchImage(path)
  }
})

it('has the colours of the operator', async () => {
  const { path } = await imageOf('/en')
  const { body } = await fetchImage(path)
  const pixels = async (image: Buffer, [left, top, width, height]: [number, number, number, number]) => {
    const raw = await sharp(image).extract({ left, top, width, height }).removeAlpha().raw().toBuffer()
    return Array.from({ length: raw.length / 3 }, (_, at) => raw.toString('hex', at * 3, at * 3 + 3))
  }
  const settings = await database.kysely.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow()
  const ground = shareColours(settings as never).background
  const [pixel] = await pixels(body, [600, 600, 1, 1])
  expect(`#${pixel}`).toBe(ground)
  const chosen = {
    ...{ background_color: '#204060', card_background_color: '#000000', card_border_color: '#123123' },
    ...{ text_heading_color: '#ffff00', text_body_color: '#ffffff', text_muted_color: '#00ffff' },
    primary_color: '#ffaaff',
  }
  await database.kysely.updateTable('site_settings').set(chosen).execute()
  const own = (await fetchImage(path)).body
  const card = (await fetchImage((await imageOf(PATH)).path)).body
  const names = new Map(Object.entries(chosen).map(([name, colour]) => [colour.slice(1), name]))
  /** The colours of a part that are exactly one of the operator's; edges of letters are between two. */
  const coloursIn = async (image: Buffer, part: [number, number, number, number]) =>
    [...new Set((await pixels(image, part)).flatMap((colour) => names.get(colour) ?? []))].toSorted()
  const ofPage = (name: string) => ['background_color', name].toSorted()
  expect(await coloursIn(own, [600, 600, 1, 1])).toEqual(['background_color'])
  expect(await coloursIn(card, [0, 0, 12, 630])).toEqual(['primary_color'])
  expect(await coloursIn(card, [64, 40, 400, 44])).toEqual(ofPage('primary_color'))
  expect(await coloursIn(card, [64, 104, 400, 34])).toEqual(ofPage('text_muted_color'))
  expect(await coloursIn(card, [64, 160, 400, 140])).toEqual(ofPage('text_heading_color'))
  expect(await coloursIn(card, [64, 324, 400, 40])).toEqual(ofPage('text_body_color'))
  expect(await coloursIn(card, [150, 388, 100, 2])).toEqual(['card_border_color'])
  expect(await coloursIn(card, [84, 436, 200, 60])).toEqual(['card_background_color', 'primary_color'])
  const { background_color, card_background_color, card_border_color } = settings
  const { text_heading_color, text_body_color, text_muted_color, primary_color } = settings
  await database.kysely
    .updateTable('site_settings')
    .set({
      ...{ background_color, card_background_color, card_border_color, primary_color },
      ...{ text_heading_color, text_body_color, text_muted_color },
    })
    .execute()
})

it('refuses what is no image of the site', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    '/share/en/nothing.png',
    '/share/xx/site.png',
    `/share/en/match/${id}/-/v.png`,
    '/share/en/match/1/-/v.png',
    `/share/en/match/${'-'.repeat(36)}/-/v.png`,
    '/share/en/league/soccer/italy/serie-z.png',
    '/share/en/site.svg',
    '/share/en/league/soccer/italy/serie-a/more.png',
  ])
    expect((await site.get(path)).status, path).toBe(404)
})

it('names only bookmakers that every country may see, to everybody alike', async () => {
  await offer({ corvane: [2.4, 3.4, 3.6], quill: [2.05, 3.5, 3.7] })
  await saveGroups(database, [
    { name: 'United Kingdom', countries: 'GB', bookmakers: 'quillmark' },
    { name: 'Elsewhere', is_rest: true },
  ])
  // The site learns of the groups by a notification.
  await expect.poll(async () => JSON.stringify(await cardOf(match))).not.toContain('Quillmark')
  const card = await cardOf(match)
  expect(card?.cells.map(({ by }) => by)).toEqual(['Corvane', 'Corvane', 'Corvane'])
  expect(JSON.stringify(card)).not.toContain('Quillmark')
  const { path } = await imageOf(PATH)
  const [britain, sweden, nowhere] = await Promise.all(
    ['GB', 'SE', 'XX'].map((country) => fetchImage(path, { 'cf-ipcountry': country })),
  )
  expect(sweden?.body.equals(britain?.body as Buffer)).toBe(true)
  expect(nowhere?.body.equals(britain?.body as Buffer)).toBe(true)
  expect(sweden?.caching).toBe('public, max-age=300')
  // The audience of addresses that are no image's is the visitor's.
  for (const start of ['/SHARE/', '/%73hare/']) {
    const response = await site.get(path.replace('/share/', start), { 'cf-ipcountry': 'SE' })
    expect([start, response.headers.get('content-type')]).toEqual([
      start,
      expect.not.stringContaining('image'),
    ])
  }
  // A price that must not be drawn changes nothing.
  await offer({ corvane: [2.4, 3.4, 3.6], quill: [9, 9.5, 9.7] })
  expect((await cardOf(match))?.cells).toEqual(card?.cells)
})

it('does not say that nobody quotes a match whose bookmakers not every country may see', async () => {
  await saveGroups(database, [{ name: 'United States', countries: 'US', bookmaker_rule: 'only' }])
  await expect.poll(async () => (await cardOf(match))?.cells).toEqual([])
  expect(await cardOf(match)).toMatchObject({ title: ['Inter', 'Milan'], lines: [], note: '' })
  expect((await cardOf(over))?.lines).toEqual([])
  await fetchImage((await imageOf(PATH)).path)
  // A stranger's country is not known: the strictest rules apply.
  expect(await (await site.get(PATH)).text()).toContain(
    'No bookmaker that may be shown in your country quotes this match now.',
  )
})

it('limits the images of one network', async () => {
  const { path } = await imageOf('/en')
  const askFrom = async (address: string) =>
    (await fetch(site.origin + path, { headers: { 'x-forwarded-for': address } })).status
  const statuses = await Promise.all(Array.from({ length: 240 }, () => askFrom('203.0.113.7')))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(await askFrom('203.0.114.7')).toBe(200)
})
