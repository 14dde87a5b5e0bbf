import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Market } from '#app/features/odds/markets.ts'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const KB = 1_024
const NAMES = ['Alderbet', 'Brightmere', 'Corvane', 'Dunlin', 'Elmstead', 'Fennlines', 'Gorsebet', 'Ivelane']
const FOOTBALL = '/en/soccer/italy/serie-a/inter-vs-milan'
const BASKETBALL = '/en/basketball/usa/nba/lakers-vs-bulls'
const PAST = '/en/soccer/italy/serie-a/roma-vs-lazio'

let database: Database
let site: TestSite
let football: string
let bookmakers: string[]

const total = (line: number, more: Partial<Market> = {}) => marketOf({ type: 'total', line, ...more })
const handicap = (line: number, more: Partial<Market> = {}) => marketOf({ type: 'handicap', line, ...more })
const RESULT = marketOf({ type: 'match_result' })

/** What a bookmaker quotes of the football match: thirty markets. @param by shifts its prices a little */
function footballQuotes(by: number): OfferedQuote[] {
  const shift = (price: number) => Math.round((price + by / 100) * 100) / 100
  const two = (market: Market) => quoteOf(market, [shift(1.9), shift(1.92)])
  const three = (market: Market) => quoteOf(market, [shift(1.85), shift(3.5), shift(4.2)])
  return [
    three(RESULT),
    three({ ...RESULT, period: 'half_1' }),
    three({ ...RESULT, period: 'half_2' }),
    ...[0.5, 1.5, 2.5, 3, 3.5, 4.5].map((line) => two(total(line))),
    ...[0.5, 1.5].map((line) => two(total(line, { period: 'half_1' }))),
    ...[-1.5, -0.5, 0, 0.5, 1.5].map((line) => two(handicap(line))),
    two(handicap(-0.5, { period: 'half_1' })),
    two(marketOf({ type: 'both_to_score' })),
    two(marketOf({ type: 'both_to_score', period: 'half_1' })),
    quoteOf(marketOf({ type: 'double_chance' }), [shift(1.2), shift(1.28), shift(1.9)]),
    two(marketOf({ type: 'draw_no_bet' })),
    ...['home', 'away'].flatMap((participant) =>
      [0.5, 1.5].map((line) => two(marketOf({ type: 'team_total', line, participant }))),
    ),
    ...[8.5, 9.5, 10.5].map((line) => two(marketOf({ type: 'corners_total', line }))),
    two(marketOf({ type: 'odd_even' })),
    quoteOf(
      marketOf({ type: 'half_time_full_time' }),
      Array.from({ length: 9 }, (_, n) => shift(4 + n)),
    ),
    quoteOf(
      marketOf({ type: 'correct_score' }),
      Array.from({ length: 26 }, (_, n) => (n > 20 ? null : shift(7 + n))),
    ),
  ]
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  bookmakers = []
  for (const [position, name] of NAMES.entries()) {
    const commission = name === 'Ivelane' ? 2 : 0
    const id = await createBookmaker(kysely, {
      ...{ name, slug: name.toLowerCase(), menu_position: position, commission },
    })
    bookmakers.push(id)
    if (position > 2) continue
    await kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: name,
        button_text: 'Bet',
        button_link: `https://${position}.example/`,
        bookmaker_id: id,
      })
      .execute()
  }
  const serieA = await createPlace(kysely, { league: 'Serie A' })
  const start_time = new Date(Date.now() + 24 * HOUR_MS)
  const derby = { home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan', start_time }
  football = await createMatch(kysely, { league_id: serieA.leagueId, ...derby })
  await createMatch(kysely, {
    ...{ league_id: serieA.leagueId, home_team: 'Milan', away_team: 'Inter', slug: 'milan-vs-inter' },
    ...{
      start_time: new Date(Date.now() - 90 * 24 * HOUR_MS),
      status: 'finished',
      home_score: 3,
      away_score: 1,
    },
  })
  const offers = Object.fromEntries(bookmakers.map((id, by) => [id, footballQuotes(by % 5)]))
  await offerPrices(kysely, football, offers, { seenAt: new Date(Date.now() - HOUR_MS / 2) })
  // Alderbet moves, Corvane stops, and Ivelane has a lay side and the best away price.
  await offerPrices(kysely, football, {
    ...offers,
    [bookmakers[0] ?? '']: [quoteOf(RESULT, [1.99, 3.4, 4.1]), ...footballQuotes(0).slice(1)],
    [bookmakers[2] ?? '']: [quoteOf(RESULT, [null, null, null]), ...footballQuotes(2).slice(1)],
    [bookmakers[7] ?? '']: [
      quoteOf(RESULT, [1.9, 3.5, 4.7]),
      quoteOf(RESULT, [1.95, 3.7, 4.9], { side: 'lay' }),
      ...footballQuotes(1).slice(1),
    ],
  })
  // The headline, which lists show, is of the older table.
  await createQuote(kysely, { match: football, bookmaker: bookmakers[0] ?? '', prices: [1.99, 3.4, 4.1] })
  await sql`select refresh_headlines(array[${football}]::uuid[])`.execute(kysely)

  const nba = await createPlace(kysely, { sport: 'Basketball', country: 'USA', code: 'US', league: 'NBA' })
  const basketball = await createMatch(kysely, {
    ...{
      league_id: nba.leagueId,
      home_team: 'Lakers',
      away_team: 'Bulls',
      slug: 'lakers-vs-bulls',
      start_time,
    },
  })
  const overtime = { period: 'with_overtime' }
  await offerPrices(kysely, basketball, {
    [bookmakers[0] ?? '']: [
      quoteOf(marketOf({ type: 'moneyline', ...overtime }), [1.6, 2.4]),
      quoteOf(handicap(-4.5, overtime), [1.9, 1.9]),
      quoteOf(total(221, overtime), [2.08, 1.7]),
      quoteOf(total(221.5, overtime), [2.1, 1.75]),
      quoteOf(total(110.5, { period: 'half_1' }), [1.9, 1.9]),
    ],
    [bookmakers[1] ?? '']: [
      quoteOf(total(221, overtime), [1.8, 2]),
      quoteOf(total(221.5, overtime), [1.6, 2.2]),
      quoteOf(handicap(-4.5, overtime), [2.6, 1.6]),
    ],
  })

  const past = await createMatch(kysely, {
    ...{ league_id: serieA.leagueId, home_team: 'Roma', away_team: 'Lazio', slug: 'roma-vs-lazio' },
    start_time: new Date(Date.now() + HOUR_MS),
  })
  await offerPrices(kysely, past, {
    [bookmakers[0] ?? '']: [quoteOf(RESULT, [2.1, 3.3, 3.4]), quoteOf(total(2.5), [1.95, 1.85])],
  })
  await kysely
    .updateTable('matches')
    .set({ start_time: new Date(), status: 'finished', home_score: 2, away_score: 0 })
    .where('id', '=', past)
    .execute()
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const htmlOf = async (path: string) => (await site.get(path)).text()
const textOf = async (path: string) => shownText(await htmlOf(path))
const mainOf = async (path: string) => readHtml(await htmlOf(path)).all('main')[0]
/** The texts of the links of the page's part with that label. */
async function linksOf(path: string, label: string): Promise<string[]> {
  const nav = (await mainOf(path))?.all('nav').find((it) => it.attribute('aria-label') === label)
  return nav?.all('a').map(({ text }) => text.trim()) ?? []
}

describe('the page of a football match', () => {
  it('has a tab for each of its markets, chips for its parts and sides, and no other', async () => {
    expect(await linksOf(FOOTBALL, 'Markets')).toEqual([
      ...['Match result', 'Over/under', 'Handicap', 'Both teams to score', 'Double chance', 'Draw no bet'],
      ...['Team total', 'Corners', 'Half-time/full-time', 'Odd/even', 'Correct score'],
    ])
    expect(await linksOf(FOOTBALL, 'Parts of the match')).toEqual(['Full time', '1st half', '2nd half'])
    expect(await linksOf(`${FOOTBALL}?market=total`, 'Parts of the match')).toEqual(['Full time', '1st half'])
    expect(await linksOf(`${FOOTBALL}?market=team_total`, 'Team total')).toEqual(['Inter', 'Milan'])
  })

  it('compares a market at its own address, with the match as its canonical address', async () => {
    const html = await htmlOf(`${FOOTBALL}?market=total&line=3.5`)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${FOOTBALL}"`))
    expect(html).toContain('noindex')
    const text = shownText(html)
    expect(text).toContain('Over/under · 3.5')
    expect(text).toMatch(/Other lines.*0\.5.*1\.5.*2\.5.*4\.5/)
    const corners = await textOf(`${FOOTBALL}?market=corners_total&line=9.5`)
    expect(corners).toContain('Corners · 9.5')
  })

  it('shows the best price net and gross, the lay side, movements and suspended prices', async () => {
    const rows =
      (await mainOf(FOOTBALL))
        ?.all('table')[0]
        ?.all('tr')
        .map(({ text }) => text) ?? []
    const rowOf = (start: RegExp) => rows.find((row) => start.test(row))
    expect(rowOf(/^\s*Best odds/)).toMatch(/1\.99.*3\.54.*4\.62/)
    expect(rowOf(/^\s*Ivelane(?!.*Lay)/)).toMatch(/4\.62.*Best odds.*of 4\.70/)
    expect(rowOf(/Lay/)).toMatch(/1\.95.*3\.70.*4\.90/)
    expect(rowOf(/^\s*Alderbet/)).toMatch(/1\.99.*1\.85.*\+7\.6%.*Opened at 1\.85/)
    // On phones the payout has no column: it stands below the name of its bookmaker.
    expect(rowOf(/^\s*Alderbet/)).toMatch(/Alderbet\s*\d\d(\.\d)?%/)
    expect(rowOf(/^\s*Corvane/)).toContain('Suspended')
    expect(rows.at(-1)).toContain('Lay')
    const text = await textOf(FOOTBALL)
    expect(text).toContain('+7.6% since opening')
    expect(text).toContain('Movement')
    expect(text).toMatch(/Head to head.*Milan – Inter 3–1/)
    const links = (await mainOf(FOOTBALL))?.all('a').filter((it) => it.text.includes('Milan – Inter')) ?? []
    expect(links.length).toBeGreaterThanOrEqual(1)
    const meeting = await site.get(links[0]?.attribute('href') ?? '')
    expect([meeting.status, await meeting.text()]).toEqual([
      200,
      expect.stringMatching(/<h1>.*Milan.*Inter/s),
    ])
    expect(text).toMatch(/without margin.*without margin.*without margin/)
  })

  it('charts the prices of one bookmaker on request, with what begins and ends the chart', async () => {
    const boxOf = async (path: string) =>
      (await mainOf(path))?.all('div').find((it) => it.attribute('class') === 'box movement')
    const linesOf = (box: Awaited<ReturnType<typeof boxOf>>) =>
      box?.all('path').filter((it) => it.attribute('class') === 'chosen').length
    const plain = await boxOf(FOOTBALL)
    expect(plain?.text).toMatch(/Opening.*Now/)
    expect(linesOf(plain)).toBe(0)
    const hrefsOf = (box: Awaited<ReturnType<typeof boxOf>>) =>
      box?.all('a').map((it) => it.attribute('href'))
    expect(hrefsOf(plain)).toEqual(['?chart=alderbet'])
    const own = await boxOf(`${FOOTBALL}?chart=alderbet`)
    expect(linesOf(own)).toBe(3)
    expect(hrefsOf(own)).toEqual(['?', ...NAMES.map((name) => `?chart=${name.toLowerCase()}`)])
    const rows = own
      ?.all('tbody')[0]
      ?.all('tr')
      .map(({ text }) => text.replace(/.*\d\d:\d\d/, '').trim())
    expect(rows).toEqual(
      ['1.85 3.50 4.20', '1.99 3.40 4.10'].map((row) => expect.stringMatching(row.replaceAll(' ', '\\s*'))),
    )
    expect(own?.all('a').filter((it) => it.attribute('aria-current'))[0]?.text).toBe('Alderbet')
    expect(own?.all('a')[0]?.attribute('href')).toBe('?')
    // Of another market, in another order.
    const total = await boxOf(`${FOOTBALL}?market=total&sort=over&chart=brightmere`)
    expect(total?.all('a')[0]?.attribute('href')).toBe('?market=total&sort=over')
    expect(linesOf(await boxOf(`${FOOTBALL}?chart=nobody`))).toBe(0)
  })

  it('has the payout of the best prices under a list of all outcomes, and none of an incomplete one', async () => {
    const lastOf = async (market: string) =>
      (await mainOf(`${FOOTBALL}?market=${market}`))
        ?.all('table')
        .find((it) => it.attribute('class') === 'outcome-list')
        ?.all('tr')
        .at(-1)?.text
    const best = Array.from({ length: 9 }, (_, n) => 4 + n + 4 / 100)
    const payout = 1 / best.reduce((sum, price) => sum + 1 / price, 0)
    expect(await lastOf('half_time_full_time')).toMatch(
      new RegExp(`^\\s*Payout\\s*${(100 * payout).toFixed(1)}%\\s*$`),
    )
    // Nobody quotes the last five scores.
    expect(await lastOf('correct_score')).not.toContain('Payout')
  })

  it('names the bookmaker of its button where the prices do not, and explains only the marks that it has', async () => {
    const result = await textOf(FOOTBALL)
    expect(result).toContain('Small figure: opening odds.')
    expect(result).not.toMatch(/Alderbet · Ad/)
    const list = await textOf(`${FOOTBALL}?market=correct_score`)
    expect(list).toMatch(/Bet Alderbet · Ad/)
    expect(list).not.toContain('Small figure')
  })

  it('links a price only to the bookmaker that quotes it', async () => {
    const main = await mainOf(`${FOOTBALL}?market=both_to_score`)
    const rows = main?.all('table')[0]?.all('tr') ?? []
    const waysOf = (name: string) =>
      rows
        .find(({ text }) => text.includes(name))
        ?.all('a')
        .filter((it) => it.attribute('href')?.startsWith('/go/'))
    const [alderbet = [], brightmere = [], elmstead] = [
      waysOf('Alderbet'),
      waysOf('Brightmere'),
      waysOf('Elmstead'),
    ]
    const targets = (links: typeof alderbet) =>
      new Set(links.map((it) => it.attribute('href')?.split('/')[2]))
    expect(alderbet).toHaveLength(3)
    expect(targets(alderbet).size).toBe(1)
    expect(targets(brightmere)).not.toEqual(targets(alderbet))
    expect(elmstead).toEqual([])
  })

  it('is cached once for all meaningless queries, and separately for known values', async () => {
    const etagOf = async (query: string) => (await site.get(FOOTBALL + query)).headers.get('etag')
    const plain = await etagOf('')
    for (const query of [
      ...[
        '?market=quidditch',
        '?market=match_result',
        '?line=2.5',
        '?period=set_3',
        '?sort=over',
        '?sort=payout',
        '?chart=nobody',
      ],
    ])
      expect(await etagOf(query), query).toBe(plain)
    const totals = await etagOf('?market=total')
    expect(totals).not.toBe(plain)
    for (const line of ['99.5', '2.50001', 'x', '-1'])
      expect(await etagOf(`?market=total&line=${line}`), line).toBe(totals)
    expect(await etagOf('?market=total&line=1.5&period=full_time')).toBe(
      await etagOf('?line=1.5&market=total'),
    )
  })

  it('with thirty markets stays within its budgets', async () => {
    const weigh = async (query: string) => Buffer.byteLength(await htmlOf(FOOTBALL + query)) / KB
    expect(await weigh('')).toBeLessThanOrEqual(60)
    for (const market of ['total', 'correct_score', 'half_time_full_time'])
      expect(await weigh(`?market=${market}`), market).toBeLessThanOrEqual(250)
  })

  it('shows a favourite below 1.01 and an outsider at 1000 without rounding them away', async () => {
    const { kysely } = database
    const { league_id } = await kysely
      .selectFrom('matches')
      .select('league_id')
      .where('id', '=', football)
      .executeTakeFirstOrThrow()
    const start_time = new Date(Date.now() + 30 * HOUR_MS)
    const match = await createMatch(kysely, {
      ...{ league_id, home_team: 'Napoli', away_team: 'Lecce', slug: 'napoli-vs-lecce', start_time },
    })
    await offerPrices(kysely, match, { [bookmakers[0] ?? '']: [quoteOf(RESULT, [1.002, 51, 1000])] })
    const page = '/en/soccer/italy/serie-a/napoli-vs-lecce'
    const response = await site.get(page)
    expect(response.status).toBe(200)
    const text = shownText(await response.text())
    expect(text).toMatch(/1\.002.*51\.00.*1000\.00/)
    expect(text).toContain('99.8%')
    expect(await textOf(`${page}?odds=malay`)).toMatch(/0\.002.*-0\.02.*-0\.001/)
  })

  it('calls prices that are confirmed not old when the match is cancelled before its kick-off', async () => {
    const { kysely } = database
    const { league_id } = await kysely
      .selectFrom('matches')
      .select('league_id')
      .where('id', '=', football)
      .executeTakeFirstOrThrow()
    const match = await createMatch(kysely, {
      ...{
        league_id,
        home_team: 'Torino',
        away_team: 'Empoli',
        slug: 'torino-vs-empoli',
        status: 'cancelled',
      },
      start_time: new Date(Date.now() + 6 * HOUR_MS),
    })
    await offerPrices(kysely, match, { [bookmakers[0] ?? '']: [quoteOf(RESULT, [2.11, 3.3, 3.6])] })
    const text = await textOf('/en/soccer/italy/serie-a/torino-vs-empoli')
    expect(text).toContain('2.11')
    expect(text).not.toContain('Old odds')
  })

  it.each([
    ['parma', 'its own status'],
    ['pisa', 'its fixture'],
  ])(
    'shows the last odds of a cancelled match, which do not follow its feeds, and no closing odds: %s, by %s',
    async (home, by) => {
      const { kysely } = database
      const { league_id } = await kysely
        .selectFrom('matches')
        .select('league_id')
        .where('id', '=', football)
        .executeTakeFirstOrThrow()
      const match = await createMatch(kysely, {
        ...{ league_id, home_team: home, away_team: 'Genoa', slug: `${home}-vs-genoa` },
        start_time: new Date(Date.now() + 6 * HOUR_MS),
      })
      const offer = (price: number) =>
        offerPrices(kysely, match, { [bookmakers[0] ?? '']: [quoteOf(RESULT, [price, 3.3, 3.6])] })
      const isOfFixture = by === 'its fixture'
      const set = (status: string) =>
        isOfFixture
          ? kysely
              .updateTable('fixtures')
              .set({ status_short: status === 'cancelled' ? 'CANC' : 'NS' })
              .where('match_id', '=', match)
              .execute()
          : kysely.updateTable('matches').set({ status }).where('id', '=', match).execute()
      if (isOfFixture)
        await kysely.insertInto('fixtures').values({ match_id: match, status_short: 'NS' }).execute()
      await offer(2.13)
      await set('cancelled')
      await offer(2.77)
      const page = `/en/soccer/italy/serie-a/${home}-vs-genoa`
      const text = await textOf(page)
      expect(text).toMatch(/The match was cancelled\. These are the last odds.*Last odds.*2\.13/)
      expect(text).toContain(`${home} were to play Genoa`)
      for (const wrong of ['Closing odds', 'Old odds', `${home} play Genoa`])
        expect(text).not.toContain(wrong)
      expect(text.slice(text.indexOf('Skip to content'))).not.toContain('2.77')
      expect(
        readHtml(await htmlOf(page))
          .all('div')
          .filter((it) => it.attribute('class')?.includes('tile')),
      ).toEqual([])
      const { markets } = await (await site.get(`/api/v1/matches/${match}`)).json()
      expect(markets[0].quotes[0]).toMatchObject({ left_out: 'cancelled', closing: null })
      // Put back, it is compared again, with the prices of now.
      await set('scheduled')
      expect(await textOf(page)).toMatch(/Best odds.*2\.77/)
    },
  )

  it('has the implied probability of each outcome under its name', async () => {
    const shares = readHtml(await (await site.get(FOOTBALL)).text())
      .all('dl')
      .find((it) => it.attribute('class') === 'shares')
    // 100 divided by 1.99, 3.54 and 4.63, which is 4.70 net of 2 %.
    expect(shares?.all('div').map(({ text }) => text)).toEqual([
      'Inter 50.3% 50.2% without margin',
      'Draw 28.2% 28.2% without margin',
      'Milan 21.6% 21.6% without margin',
    ])
  })

  it('shows a changed price of any market', async () => {
    const page = `${FOOTBALL}?market=odd_even`
    expect(await textOf(page)).not.toContain('2.71')
    // From a separate source: a response withdraws what the same request had listed before.
    const latecomer = await createBookmaker(database.kysely, { name: 'Kelpbet' })
    const offer = { [latecomer]: [quoteOf(marketOf({ type: 'odd_even' }), [2.71, 1.5])] }
    await offerPrices(database.kysely, football, offer, { source: 'other' })
    await vi.waitFor(async () => expect(await textOf(page)).toContain('2.71'), 20_000)
  })
})

describe('the page of a basketball match', () => {
  it('has the markets of its sport, the moneyline first', async () => {
    expect(await linksOf(BASKETBALL, 'Markets')).toEqual(['Moneyline', 'Over/under', 'Handicap'])
    expect(await textOf(BASKETBALL)).toContain('Lakers')
    expect(await linksOf(`${BASKETBALL}?market=total`, 'Parts of the match')).toEqual([
      'With overtime',
      '1st half',
    ])
    expect(await textOf(`${BASKETBALL}?market=handicap`)).toMatch(/Lakers −4\.5.*Bulls \+4\.5/)
  })

  it('finds a sure bet in any market with the same line, with stakes, and withholds an implausible one', async () => {
    const sure = await textOf(`${BASKETBALL}?market=total&line=221.5`)
    expect(sure).toMatch(/Sure bet: 7\.4\d% return .* whatever the result/)
    expect(sure).toMatch(/Over Alderbet \S*€51\.16\S* \S*€51/)
    expect(sure).toMatch(/Returns at least \S*€107\.4/)
    expect(sure).not.toContain('stakes come back')
    const pushes = await textOf(`${BASKETBALL}?market=total&line=221`)
    expect(pushes).toMatch(/Sure bet: up to 1\.96% return .* for a return of up to 1\.96%, if every bet/)
    expect(pushes).toMatch(/Returns at least \S*€100\.00/)
    expect(pushes).toContain('stakes come back')
    expect(await textOf(`${BASKETBALL}?market=handicap`)).toMatch(/Bulls/)
    expect(await textOf(`${BASKETBALL}?market=total`)).toContain('Sure bet')
    expect(sure).not.toContain('more than 30 minutes old')
    const { id } = await database.kysely
      .selectFrom('matches')
      .select('id')
      .where('slug', '=', 'lakers-vs-bulls')
      .executeTakeFirstOrThrow()
    const line = total(240.5, { period: 'with_overtime' })
    const [first = '', second = ''] = bookmakers
    await offerPrices(
      database.kysely,
      id,
      { [first]: [quoteOf(line, [2.1, 1.7])], [second]: [quoteOf(line, [1.7, 2.1])] },
      { source: 'slow', seenAt: new Date(Date.now() - 0.75 * HOUR_MS) },
    )
    const old = await textOf(`${BASKETBALL}?market=total&line=240.5`)
    expect(old).toMatch(/Sure bet: 5\.00% return/)
    expect(old).toContain('The oldest odds are more than 30 minutes old')
  })
})

describe('the page of a past match', () => {
  it('shows the closing prices of its markets, with the outcome that won, and has no outbound link', async () => {
    const text = await textOf(PAST)
    expect(text).toMatch(/Closing odds 2\.10 \(won\)/)
    const html = await htmlOf(`${PAST}?market=total`)
    expect(shownText(html)).toMatch(/Under\D*1\.85 \(won\)/)
    expect(html).not.toContain('href="/go/')
  })
})

describe('a list of matches', () => {
  it('shows movements, and the main total or handicap on request', async () => {
    const league = '/en/soccer/italy/serie-a'
    const moves = readHtml(await (await site.get(league)).text())
      .all('span')
      .filter((it) => it.attribute('class')?.startsWith('moved'))
    expect(moves.slice(0, 3).map((it) => [it.attribute('class'), it.text])).toEqual([
      ['moved up', '+7.6%'],
      ['moved down', '−2.9%'],
      ['moved down', '−2.4%'],
    ])
    const totals = await textOf(`${league}?show=total`)
    expect(totals).toMatch(/Over Under.*Inter Milan.*Over 0\.5/)
    expect(await textOf(`/en?show=handicap&sport=soccer`)).toMatch(/Inter \S?0/)
    const etagOf = async (query: string) => (await site.get(league + query)).headers.get('etag')
    expect(await etagOf('?show=corners_total')).toBe(await etagOf(''))
  })
})
