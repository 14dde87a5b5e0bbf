import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pick, writePick } from '#app/features/coupons/pick.ts'
import { writePicks } from '#app/features/coupons/pick-list.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { couponPath } from '#app/platform/paths.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
const RESULT = marketOf({ type: 'match_result' })
const TOTAL = marketOf({ type: 'total', line: 2.5 })

let database: Database
let site: TestSite
/** Two upcoming matches, one that has begun, one that is over. */
let first: string
let second: string
let begun: string
let over: string
const books = new Map<string, string>()
beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  for (const [menu_position, [name, kind, commission]] of [
    ['Brightmere', 'bookmaker', 0],
    ['Corvane', 'bookmaker', 0],
    ['Fennlines', 'bookmaker', 0],
    ['Larkfield Exchange', 'exchange', 5],
  ].entries() as ArrayIterator<[number, [string, string, number]]>) {
    const slug = name.toLowerCase().replaceAll(' ', '-')
    books.set(name, await createBookmaker(kysely, { name, slug, menu_position, kind, commission }))
  }
  const { leagueId: league_id } = await createPlace(kysely, { league: 'Serie A' })
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
  const match = (home_team: string, away_team: string, hours: number, more = {}) =>
    createMatch(kysely, {
      ...{ league_id, home_team, away_team, start_time: at(hours), ...more },
      slug: `${home_team}-vs-${away_team}`.toLowerCase(),
    })
  first = await match('Inter', 'Milan', 20)
  second = await match('Napoli', 'Udinese', 22)
  begun = await match('Roma', 'Lazio', 1)
  over = await match('Torino', 'Parma', 1)
  const by = (name: string) => books.get(name) ?? ''
  const offer = (id: string, offers: Record<string, ReturnType<typeof quoteOf>[]>) =>
    offerPrices(kysely, id, Object.fromEntries(Object.entries(offers).map(([name, of]) => [by(name), of])))
  await offer(first, {
    Brightmere: [quoteOf(RESULT, [2.1, 3.4, 3.6]), quoteOf(TOTAL, [1.9, 1.95])],
    Corvane: [quoteOf(RESULT, [2.2, 3.3, 3.5])],
    Fennlines: [quoteOf(RESULT, [2.0, 3.5, 3.9])],
    'Larkfield Exchange': [quoteOf(RESULT, [2.4, 3.8, 4])],
  })
  await offer(second, {
    Brightmere: [quoteOf(RESULT, [1.5, 4, 7])],
    Corvane: [quoteOf(RESULT, [1.45, 4, null])],
    Fennlines: [quoteOf(RESULT, [1.55, 4, 7.1])],
    'Larkfield Exchange': [quoteOf(RESULT, [1.6, 4.2, 8])],
  })
  for (const id of [begun, over]) await offer(id, { Brightmere: [quoteOf(RESULT, [2, 3, 4])] })
  await kysely
    .updateTable('matches')
    .set({ start_time: at(-0.5) })
    .where('id', '=', begun)
    .execute()
  await kysely
    .updateTable('matches')
    .set({ start_time: at(-5), status: 'finished', home_score: 2, away_score: 1 })
    .where('id', '=', over)
    .execute()
  site = await openSite(database)
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

const pickOf = (match: string, outcome: string, market = RESULT): string =>
  writePick({ ...market, match, outcome } as Pick)
const pathOf = (picks: string[], also: Parameters<typeof couponPath>[2] = {}, lang = 'en') =>
  couponPath(lang, writePicks(picks), also)
const htmlOf = async (path: string) => (await site.get(path)).text()
const mainOf = async (path: string) => readHtml(await htmlOf(path)).all('main')[0]
const plain = (text = '') => text.replace(/[\u2063\u2066-\u2069]/g, '')
/** The rows of bookmakers, best first. */
const offersOf = async (path: string) =>
  ((await mainOf(path))?.all('tbody')[0]?.all('tr') ?? []).map(({ text }) => plain(text))
const legsOf = async (path: string) =>
  (
    (await mainOf(path))
      ?.all('ol')
      .find((it) => it.attribute('class') === 'coupon-legs')
      ?.all('li') ?? []
  ).map(({ text }) => plain(text))

describe('a coupon', () => {
  it('names the bookmaker that pays best for all outcomes, and what each of the others refuses', async () => {
    const path = pathOf([pickOf(first, 'home'), pickOf(second, 'home')], { stake: '10' })
    // Fennlines: 2.00 × 1.55 is 3.10; Brightmere: 2.10 × 1.50 is 3.15; Corvane suspends the second market.
    expect(await offersOf(path)).toEqual([
      'Brightmere 2/2 3.15 €31.50',
      'Fennlines 2/2 3.10 €31.00',
      'Corvane Does not take: 2 (Suspended) 1/2 2.20 –',
      'Larkfield Exchange Exchange: single bets only 2/2 – –',
    ])
    expect(plain((await mainOf(path))?.text)).toContain('Brightmere pays best: 3.15 , €10 returns €31.50.')
    // The total of the first match is quoted by one bookmaker.
    expect(await offersOf(pathOf([pickOf(first, 'over', TOTAL), pickOf(second, 'home')]))).toEqual([
      'Brightmere 2/2 2.85 €285.00',
      'Fennlines Does not take: 1 (Not quoted now) 1/2 1.55 –',
      'Larkfield Exchange Exchange: single bets only Does not take: 1 (Not quoted now) 1/2 – –',
    ])
  })

  it('reads a stake as the language writes it, and says when it cannot', async () => {
    const picks = [pickOf(first, 'home'), pickOf(second, 'home')]
    const textOf = async (stake: string) => plain((await mainOf(pathOf(picks, { stake })))?.text)
    expect(await textOf('1000')).toContain('€1,000 returns €3,150.00')
    const unknown = await textOf('1.2.3')
    expect(unknown).toContain('This stake cannot be read. The figures are for €100.')
    expect(unknown).toContain('€100 returns €315.00')
    expect(await textOf('0')).toContain('This stake cannot be read.')
    expect(await textOf('12,50')).toMatch(/€12\.50 returns €39\.3/)
    expect(await textOf('12,50')).not.toContain('cannot be read')
  })

  it.each([
    ['en', '1,000'],
    ['de', '1.000'],
  ])('has the same stake in each language: in %s, %s goes to its plain number', async (lang, stake) => {
    const picks = [pickOf(first, 'home')]
    const response = await site.get(pathOf(picks, { stake }, lang))
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(
      `/${lang}/coupon?${new URLSearchParams({ c: writePicks(picks), stake: '1000' })}`,
    )
    expect((await site.get(response.headers.get('location') ?? '')).status).toBe(200)
  })

  it('leads to the bookmakers that have a button', async () => {
    const button = await database.kysely
      .insertInto('affiliate_buttons')
      .values({
        ...{ provider: 'Fennlines', button_text: 'Bet', button_link: 'https://0.example/' },
        bookmaker_id: books.get('Fennlines') ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const table = (await mainOf(pathOf([pickOf(first, 'home'), pickOf(second, 'home')])))?.all('table')[0]
    const ways = table?.all('a').filter((it) => it.attribute('rel')?.includes('sponsored'))
    expect(ways?.map(({ text }) => plain(text))).toEqual(['Fennlines'])
    expect(table?.all('th').some(({ text }) => text === 'Ad')).toBe(true)
    const out = await site.get(ways?.[0]?.attribute('href') ?? '')
    expect(out.headers.get('location')).toBe('https://0.example/')
    await database.kysely.deleteFrom('affiliate_buttons').where('id', '=', button.id).execute()
  })

  it('finds the best price of each outcome alone, net of commission', async () => {
    const path = pathOf([pickOf(first, 'home'), pickOf(second, 'home')], { stake: '10' })
    const text = plain((await mainOf(path))?.text)
    // 2.40 less 5 % of 1.40 is 2.33; 1.60 less 5 % of 0.60 is 1.57.
    expect(text).toContain('€10 returns €23.30')
    expect(text).toContain('€10 on each of 2 outcomes returns €39.00 if all win.')
    const singles = (await mainOf(path))
      ?.all('ol')
      .find((it) => it.attribute('class') === 'coupon-singles')
      ?.all('li')
    expect(singles?.map((it) => plain(it.text))).toEqual([
      'Inter 1 €10 returns €23.30 Note a bet Home win: 2.33 Larkfield Exchange',
      'Napoli 1 €10 returns €15.70 Note a bet Home win: 1.57 Larkfield Exchange',
    ])
  })

  it('compares one outcome at exchanges, too, net and gross', async () => {
    const path = pathOf([pickOf(first, 'home')])
    const [best] = await offersOf(path)
    expect(best).toBe('Larkfield Exchange 1/1 2.33 of 2.40 €233.00')
    expect(plain((await mainOf(path))?.text)).toContain('Odds of an exchange are net of its commission')
    // 4.00 before the commission is the highest, and not what it pays.
    expect(await offersOf(pathOf([pickOf(first, 'away')]))).toEqual([
      'Fennlines 1/1 3.90 €390.00',
      'Larkfield Exchange 1/1 3.85 of 4.00 €385.00',
      'Brightmere 1/1 3.60 €360.00',
      'Corvane 1/1 3.50 €350.00',
    ])
  })

  it('does not multiply outcomes of one match', async () => {
    const path = pathOf([pickOf(first, 'home'), pickOf(first, 'over', TOTAL), pickOf(second, 'home')])
    const legs = await legsOf(path)
    expect(legs.map((leg) => leg.includes('Same match as another outcome'))).toEqual([true, true, false])
    expect((await offersOf(path)).every((row) => row.includes('– –'))).toBe(true)
    expect((await mainOf(path))?.text).toContain('Outcomes of one match depend on each other')
  })

  it('keeps outcomes that have begun, are over, or are gone, and says so', async () => {
    const gone = pickOf('00000000-0000-4000-8000-000000000000', 'under', TOTAL)
    const path = pathOf([
      ...[pickOf(begun, 'home'), pickOf(over, 'home'), pickOf(over, 'away')],
      ...[gone, pickOf(second, 'over', TOTAL)],
    ])
    const legs = await legsOf(path)
    expect(legs).toHaveLength(5)
    expect(legs[0]).toContain('The match has begun')
    expect(legs[1]).toContain('Won')
    expect(legs[2]).toContain('Lost')
    expect(legs[3]).toMatch(/Over\/under.*Under 2\.5.*This match is no longer on the site/)
    expect(legs[4]).toContain('Not quoted now')
    expect(await offersOf(path)).toEqual([])
    // Every outcome stays in the addresses.
    const removal = (await mainOf(path))?.all('a').find((it) => it.attribute('data-coupon') === `-${gone}`)
    const rest = new URL(removal?.attribute('href') ?? '', 'http://site').searchParams.get('c')?.split(',')
    expect(rest).toHaveLength(4)
  })

  it('is filled by links alone: a search, a match, its outcomes', async () => {
    const start = pathOf([pickOf(first, 'home')])
    const found = (await mainOf(`${start}&q=napoli`))?.all('a').find(({ text }) => text.includes('Napoli'))
    const toMatch = found?.attribute('href') ?? ''
    const away = (await mainOf(toMatch))
      ?.all('a')
      .find((it) => it.attribute('data-coupon') === `+${pickOf(second, 'away')}`)
    expect(plain(away?.text)).toBe('Udinese 7.65')
    expect(await legsOf(away?.attribute('href') ?? '')).toHaveLength(2)
    // The page of a match leads to its outcomes.
    const html = await htmlOf('/en/soccer/italy/serie-a/inter-vs-milan')
    const way = readHtml(html)
      .all('a')
      .find(({ text }) => text === 'Add to a coupon')
    expect((await mainOf(way?.attribute('href') ?? ''))?.text).toContain('Over/under · 2.5')
  })

  it('is not for search engines, is not cached, and leaves out what it cannot read', async () => {
    const response = await site.get(pathOf([pickOf(first, 'home'), 'nonsense']))
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('server-timing')).toBeNull()
    const html = await response.text()
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain('1 entry of this address is skipped')
  })

  it('shows the format of the address', async () => {
    const [best] = await offersOf(`${pathOf([pickOf(first, 'home'), pickOf(second, 'home')])}&odds=american`)
    // 3.15 is +215.
    expect(best).toContain('+215')
  })

  it.each(LANGUAGES)('has all its texts in %s', async (lang) => {
    for (const picks of [[], [pickOf(first, 'home'), pickOf(over, 'home'), pickOf(begun, 'draw')]]) {
      const text = shownText(await htmlOf(pathOf(picks, { match: first }, lang)))
      expect(text).not.toMatch(/\b(coupon|leg|field|result)\.[a-z-]+\b/)
    }
  })
})

describe('a price that is picked on a page', () => {
  const pickedAt = async (query: Record<string, string>) => {
    const response = await site.get(`/resources/pick?${new URLSearchParams(query)}`)
    return response.status === 200 ? ((await response.json()) as { pick: string }).pick : response.status
  }
  const MATCH_PAGE = '/en/soccer/italy/serie-a/inter-vs-milan'

  /** The numbers of the markets whose prices a page shows. */
  const marketsAt = async (path: string) =>
    [...(await htmlOf(path)).matchAll(/data-market="(\d+)"/g)].map(([, id]) => id)

  it('is an outcome of the result, or of the market that the list or the page showed', async () => {
    expect(await pickedAt({ page: MATCH_PAGE, n: '2', of: '3' })).toBe(pickOf(first, 'away'))
    expect(await marketsAt(MATCH_PAGE)).toEqual([])
    const [market = ''] = await marketsAt('/en?show=total')
    expect(await marketsAt(`${MATCH_PAGE}?market=total`)).toEqual([market])
    const over = { page: MATCH_PAGE, n: '0', of: '2', market }
    expect(await pickedAt(over)).toBe(pickOf(first, 'over', TOTAL))
    // Another line is the main one now.
    const other = marketOf({ type: 'total', line: 3 })
    const names = ['Brightmere', 'Corvane', 'Fennlines']
    await offerPrices(
      database.kysely,
      first,
      Object.fromEntries(names.map((name) => [books.get(name), [quoteOf(other, [1.9, 1.9])]])),
      { source: 'other' },
    )
    expect(await pickedAt(over)).toBe(pickOf(first, 'over', TOTAL))
  })

  it('is the same side at the former address of a match that was merged with its sides swapped', async () => {
    const former = { entity: 'match', slug: 'milan-vs-inter', target_id: first } as const
    const { kysely } = database
    const { league_id: parent_id } = await kysely
      .selectFrom('matches')
      .select('league_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const place = { page: '/en/soccer/italy/serie-a/milan-vs-inter', n: '0', of: '3' }
    await kysely
      .insertInto('old_slugs')
      .values({ ...former, parent_id, turned: true })
      .execute()
    expect(await pickedAt(place)).toBe(pickOf(first, 'away'))
  })

  it.each<Record<string, string>>([
    { page: MATCH_PAGE, n: '3', of: '3' },
    { page: MATCH_PAGE, n: '0', of: '2', market: '2147483647' },
    { page: MATCH_PAGE, n: '0', of: '2', market: 'total' },
    // Of scripts of before.
    { page: MATCH_PAGE, n: '0', of: '2', show: 'total', line: '25' },
    { page: `${MATCH_PAGE}?market=total`, n: '0', of: '2' },
    { page: '/en/soccer/italy/serie-a/none-vs-nobody', n: '0', of: '3' },
    { page: '/en/tools', n: '0', of: '3' },
    { page: '//evil.example/', n: '0', of: '3' },
    { n: '0', of: '3' },
  ])('is none: %o', async (query) => {
    expect(await pickedAt(query)).toBe(404)
  })
})
