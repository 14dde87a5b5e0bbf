import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeMatches } from '#app/features/contests/merge.server.ts'
import { writePick } from '#app/features/coupons/pick.ts'
import { keepClosings } from '#app/features/noted-bets/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { join as joinSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
const HOME = '["match_result","full_time",null,null,"home"]'

const market = marketOf({ type: 'match_result' })

let database: Database
let site: TestSite
let mailbox: Mailbox
let match: string
let upcoming: string
beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
  match = await createMatch(kysely, {
    ...{ league_id: leagueId, home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' },
    start_time: new Date(Date.now() - 20 * HOUR_MS),
  })
  upcoming = await createMatch(kysely, {
    ...{ league_id: leagueId, home_team: 'Roma', away_team: 'Lazio', slug: 'roma-vs-lazio' },
    start_time: new Date(Date.now() + 20 * HOUR_MS),
  })
  const [ash, birch] = [
    await createBookmaker(kysely, { name: 'Ash', slug: 'ash' }),
    await createBookmaker(kysely, { name: 'Birch', slug: 'birch' }),
  ]
  await offerPrices(
    kysely,
    match,
    { [ash]: [quoteOf(market, [2, 4, 4])], [birch]: [quoteOf(market, [1.9, 4, 4])] },
    { seenAt: new Date(Date.now() - 21 * HOUR_MS) },
  )
  await offerPrices(kysely, upcoming, {
    [ash]: [quoteOf(market, [2.5, 3.3, 2.9])],
    [birch]: [quoteOf(market, [2.4, 3.4, 3])],
  })
  const over = { status: 'finished', home_score: 2, away_score: 0 }
  await kysely.updateTable('matches').set(over).where('id', '=', match).execute()
  const environment = { SMTP_URL: mailbox.url, APP_SECRET: 'a secret of this test', TRUST_PROXY: '1' }
  site = await openSite(database, environment)
}, 60_000)
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const join = (email: string) => joinSite(site, mailbox, email)
const textOf = async (path: string, cookie: string) => {
  const html = await (await site.get(path, { cookie })).text()
  return shownText(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
}
const terms = {
  price: '2.10',
  format: 'decimal',
  stake: '10',
  bookmaker: 'My <b>book',
  placed: '2026-01-02T03:04',
}
const note = (cookie: string, fields: Record<string, string> = {}) =>
  site.post(`/en/new-bet?match=${match}`, { ...terms, outcome: HOME, ...fields }, { cookie })
const betsOf = () => database.kysely.selectFrom('noted_bets').selectAll().orderBy('created_at').execute()

it('a bet is noted from the page of its match, and listed with its closing-line value, result and profit', async () => {
  const cookie = await join('bettor@example.org')
  const page = await (await site.get('/en/soccer/italy/serie-a/inter-vs-milan')).text()
  expect(page).toContain(`/en/new-bet?match=${match}`)
  for (const lang of LANGUAGES) expect((await site.get(`/${lang}/bets`, { cookie })).status).toBe(200)
  expect(await textOf(`/en/new-bet?match=${match}`, cookie)).toContain('Inter – Milan')
  expect(await textOf('/en/bets', cookie)).toContain('You have noted no bet yet.')
  const response = await note(cookie)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/en/bets?noted'])
  const text = await textOf('/en/bets', cookie)
  // The average of 2.00/4.00/4.00 and 1.90/4.00/4.00 is 1.95/4.00/4.00: 1.95 x (1/1.95 + 1/2) is 1.975.
  expect(text).toMatch(
    /Odds 2\.10 Best closing 2\.00 Closing without margin 1\.98 Value \(CLV\) \+6\.3% Stake 10\.00 Result Won Profit 11\.00/,
  )
  expect(text).toMatch(
    /Average CLV \+6\.3% Beat the closing odds 1 \/ 1 Staked 10\.00 Profit 11\.00 Yield \+110\.0%/,
  )
  const file = await site.get('/resources/my-bets', { cookie })
  expect(file.headers.get('cache-control')).toContain('no-store')
  expect((await file.text()).split('\r\n')[1]).toMatch(
    /Inter,Milan,match_result,full_time,,,home,2\.1,10\.00,My <b>book,2,1\.975,0\.0633,won,11\.00$/,
  )
  const data = (await (await site.get('/resources/my-data', { cookie })).json()) as { noted_bets: unknown[] }
  expect(data.noted_bets).toMatchObject([
    {
      ...{ match: 'Inter – Milan', market: 'Match result · Full time', outcome: 'Inter' },
      ...{ price: 2.1, stake: 10, bookmaker: 'My <b>book' },
      ...{ closing_best: 2, closing_fair: 1.975, result: 'Won' },
    },
  ])
})

it('a bet that was placed after the start has no closing-line value', async () => {
  const cookie = await join('live@example.org')
  const placed = new Date(Date.now() - 19 * HOUR_MS).toISOString().slice(0, 16)
  await note(cookie, { price: '1.05', placed })
  expect(await textOf('/en/bets', cookie)).toMatch(
    /Odds 1\.05 Best closing – Closing without margin – Value \(CLV\) – .* Result Won Profit 0\.50/,
  )
})

it('a price of the coupon, and one of the form, fill the form in with market, outcome, price and bookmaker', async () => {
  const cookie = await join('filled@example.org')
  const inputs = async (path: string) => {
    const page = readHtml(await (await site.get(path, { cookie })).text())
    const fields = page.all('input').filter((it) => /^(price|bookmaker)$/.test(it.attribute('name') ?? ''))
    return fields.map((it) => it.attribute('value'))
  }
  const hrefs = (page: string) =>
    readHtml(page)
      .all('a')
      .map((it) => it.attribute('href') ?? '')
  const pick = writePick({ match: upcoming, outcome: 'draw', ...market })
  const coupon = await (await site.get(`/en/coupon?c=${pick}`)).text()
  const fromCoupon = hrefs(coupon).find((it) => it.startsWith('/en/new-bet')) ?? ''
  expect(await inputs(fromCoupon)).toEqual(['3.40', 'Birch'])
  expect(await inputs(fromCoupon.replace('bookmaker=birch', 'bookmaker=ash'))).toEqual(['3.30', 'Ash'])
  const empty = await (await site.get(`/en/new-bet?match=${upcoming}`, { cookie })).text()
  const offers = hrefs(empty).filter((it) => it.includes('outcome='))
  expect(offers).toHaveLength(3)
  expect(await inputs(`/en/new-bet?match=${upcoming}`)).toEqual(['', ''])
  expect(await inputs(offers[0] ?? '')).toEqual(['2.50', 'Ash'])
})

it('the time of a bet is of the zone that the form names', async () => {
  const cookie = await join('tokyo@example.org')
  for (const [zone, at] of [
    ['Asia/Tokyo', '2026-01-01T18:04:00.000Z'],
    ['Mars/Olympus', '2026-01-02T03:04:00.000Z'],
  ] as const) {
    await note(cookie, { zone })
    expect((await betsOf()).at(-1)?.placed_at.toISOString()).toBe(at)
  }
})

it('what cannot be read is refused with a text', async () => {
  const cookie = await join('typo@example.org')
  const before = await betsOf()
  for (const [fields, text] of [
    [{ price: '0.9' }, 'These are no odds'],
    [{ stake: 'ten' }, 'The stake is a number'],
    [{ placed: '2999-01-01T00:00' }, 'The time of the bet'],
    [{ placed: '+275760-09-13T00:00' }, 'The time of the bet'],
    [{ placed: '0000-01-01T00:00' }, 'The time of the bet'],
    [{ outcome: 'home' }, 'Choose an outcome'],
  ] as const) {
    const response = await note(cookie, fields)
    expect(response.status).toBe(400)
    expect(shownText(await response.text())).toContain(text)
  }
  expect(await betsOf()).toEqual(before)
})

it('a form that is refused keeps what was typed, and marks the field that is wrong', async () => {
  const cookie = await join('refused@example.org')
  const away = HOME.replace('home', 'away')
  const typed = { price: '3.30', stake: 'ten', bookmaker: 'My shop', zone: 'Asia/Kathmandu', outcome: away }
  const shown = async (response: Response) => {
    const form = readHtml(await response.text())
      .all('form')
      .find((it) => it.text.includes('Stake'))
    const inputs = form?.all('input') ?? []
    const wrong = inputs.filter((it) => it.attribute('aria-invalid') === 'true')
    const chosen = form
      ?.all('option')
      .find((it) => it.attribute('selected') !== undefined && it.attribute('value')?.startsWith('['))
    const values = inputs.map((it) => [it.attribute('name') ?? '', it.attribute('value')])
    return {
      values: Object.fromEntries(values),
      wrong: wrong.map((it) => it.attribute('name')),
      outcome: chosen?.attribute('value'),
    }
  }
  const { outcome, ...kept } = { ...terms, ...typed }
  expect(await shown(await note(cookie, typed))).toMatchObject({ values: kept, wrong: ['stake'], outcome })
  await note(cookie)
  const id = (await betsOf()).at(-1)?.id ?? ''
  const changed = await site.post(`/en/bets?edit=${id}`, { ...kept, id }, { cookie })
  expect(await shown(changed)).toMatchObject({ values: kept, wrong: ['stake'] })
})

it('a bet keeps its exact price in a format that rounds it, also when its stake is changed', async () => {
  const cookie = await join('american@example.org')
  await note(cookie, { price: '2.005' })
  const { id, user_id } = (await betsOf()).at(-1) ?? { id: '', user_id: '' }
  await database.kysely
    .updateTable('profiles')
    .set({ price_format: 'american' })
    .where('id', '=', user_id)
    .execute()
  const page = readHtml(await (await site.get(`/en/bets?edit=${id}`, { cookie })).text())
  const fields = Object.fromEntries(
    page.all('input').flatMap((it) => [[it.attribute('name') ?? '', it.attribute('value') ?? '']]),
  )
  expect([fields.id, fields.price]).toEqual([id, '+101'])
  const save = async (changed: Record<string, string>) => {
    await site.post('/en/bets', { ...fields, ...changed }, { cookie })
    const { price, stake } = (await betsOf()).find((it) => it.id === id) ?? {}
    return [price, stake]
  }
  expect(await save({ stake: '25' })).toEqual([2_005_000, 2_500])
  expect(await save({ price: '+105' })).toEqual([2_050_000, 1_000])
})

it('only its owner sees, changes and deletes a bet, and it goes with the account', async () => {
  const [owner, other] = [await join('owner@example.org'), await join('other@example.org')]
  await note(owner, { bookmaker: 'Secret book' })
  const { id, user_id: user } = (await betsOf()).at(-1) ?? { id: '', user_id: '' }
  expect(await textOf('/en/bets', other)).not.toContain('Secret book')
  expect(await (await site.get('/resources/my-bets', { cookie: other })).text()).not.toContain('Secret book')
  expect((await site.get('/resources/my-bets')).status).toBe(401)
  expect((await site.get('/en/bets')).status).toBe(302)
  const stolen = await site.post('/en/bets', { ...terms, id, price: '9' }, { cookie: other })
  expect(stolen.status).toBe(400)
  await site.post('/en/bets', { id, intent: 'delete' }, { cookie: other })
  expect(await textOf('/en/bets', owner)).toContain('Secret book')
  expect(await textOf(`/en/bets?edit=${id}`, owner)).toContain('Save')
  // What the page itself sends.
  const page = async (path: string) => readHtml(await (await site.get(path, { cookie: owner })).text())
  const edits = (await page('/en/bets')).all('a').map((link) => link.attribute('href'))
  expect(edits).toContain(`/en/bets?edit=${id}#${id}`)
  const sent = (await page(`/en/bets?edit=${id}`)).all('input').filter((it) => it.attribute('name') === 'id')
  expect(sent.map((it) => it.attribute('value'))).toEqual([id])
  await note(owner, { price: '2.50' })
  const rest = async () => (await betsOf()).filter((it) => it.id !== id)
  const others = await rest()
  expect(
    (await site.post('/en/bets', { ...terms, id, price: '11/10', format: 'fractional' }, { cookie: owner }))
      .status,
  ).toBe(303)
  expect((await betsOf()).find((it) => it.id === id)?.price).toBe(2_100_000)
  expect(await rest()).toEqual(others)
  await site.post('/en/bets', { id, intent: 'delete' }, { cookie: owner })
  const own = async () => (await betsOf()).filter((it) => it.user_id === user).length
  expect(await own()).toBe(1)
  await database.kysely.deleteFrom('profiles').where('id', '=', user).execute()
  expect(await own()).toBe(0)
})

it('a bet moves to the match into which its own is merged, with sides swapped', async () => {
  const cookie = await join('merged@example.org')
  const { kysely } = database
  const of = await kysely
    .selectFrom('matches')
    .select(['league_id'])
    .where('id', '=', match)
    .executeTakeFirstOrThrow()
  const double = await createMatch(kysely, {
    ...{ ...of, home_team: 'AC Milan', away_team: 'Internazionale', slug: 'ac-milan-vs-internazionale' },
    start_time: new Date(Date.now() - 20 * HOUR_MS),
  })
  const away = HOME.replace('home', 'away')
  await site.post(`/en/new-bet?match=${double}`, { ...terms, outcome: away }, { cookie })
  await kysely.transaction().execute((trx) => mergeMatches(trx, { keep: match, gone: double, turned: true }))
  expect((await betsOf()).at(-1)).toMatchObject({
    ...{ match_id: match, home_team: 'Internazionale', away_team: 'AC Milan', outcome: 'home' },
  })
  expect(await textOf('/en/bets', cookie)).toMatch(/Value \(CLV\) \+6\.3% .* Result Won/)

  // An address of before leads to the same side, and so does its form.
  const former = `?match=${double}&market=match_result&outcome=away`
  for (const form of ['new-bet', 'new-alert']) {
    const { status, headers } = await site.get(`/en/${form}${former}`, { cookie })
    expect([status, headers.get('location')]).toEqual([
      302,
      `/en/${form}${former.replace(double, match).replace('away', 'home')}`,
    ])
  }
  const sent = await site.post(`/en/new-bet?match=${double}`, { ...terms, outcome: away }, { cookie })
  expect(sent.status).toBe(303)
  expect((await betsOf()).at(-1)).toMatchObject({ match_id: match, outcome: 'home' })
  const pricesOf = async (id: string, query: string) =>
    (await site.get(`/api/v1/matches/${id}/history?market=${query}`)).status
  expect(await pricesOf(double, 'match_result')).toBe(404)
  expect(await pricesOf(match, 'match_result')).toBe(200)
  await kysely.updateTable('old_slugs').set({ turned: null }).where('slug', '=', double).execute()
  expect((await site.get(`/en/new-bet${former}`, { cookie })).headers.get('location')).toBe(
    `/en/new-bet?match=${match}`,
  )
})

it('a bet is open again when its match is, whatever was kept of it', async () => {
  const cookie = await join('again@example.org')
  await note(cookie)
  const set = (status: string, home_score: number | null, away_score: number | null) =>
    database.kysely
      .updateTable('matches')
      .set({ status, home_score, away_score })
      .where('id', '=', match)
      .execute()
  await set('cancelled', null, null)
  await keepClosings(createServices(database), new Date())
  expect(await textOf('/en/bets', cookie)).toMatch(/Result Void/)
  await set('scheduled', null, null)
  expect(await textOf('/en/bets', cookie)).not.toMatch(/Result Void/)
  await keepClosings(createServices(database), new Date())
  expect((await betsOf()).at(-1)?.result).toBeNull()
  await set('finished', 2, 0)
})

let kept: string

it('a bet keeps what was known when its match is removed', async () => {
  const cookie = await join('kept@example.org')
  kept = cookie
  await note(cookie)
  expect(await keepClosings(createServices(database), new Date())).toBeGreaterThan(0)
  expect(await keepClosings(createServices(database), new Date())).toBe(0)
  await database.kysely.deleteFrom('matches').where('id', '=', match).execute()
  const text = await textOf('/en/bets', cookie)
  expect(text).toContain('Inter – Milan')
  expect(text).toMatch(
    /Best closing 2\.00 Closing without margin 1\.98 Value \(CLV\) \+6\.3% Stake 10\.00 Result Won Profit 11\.00/,
  )
})

it('an old bet whose closing odds were not kept has those of the stored prices', async () => {
  const cookie = kept
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const start = Date.now() - 30 * 24 * HOUR_MS
  const missed = await createMatch(kysely, {
    ...{ league_id: leagueId, home_team: 'Como', away_team: 'Lecce', slug: 'como-vs-lecce' },
    start_time: new Date(start),
  })
  const bookmaker = await createBookmaker(kysely, { name: 'Cedar', slug: 'cedar' })
  const seenAt = new Date(start - HOUR_MS)
  await offerPrices(kysely, missed, { [bookmaker]: [quoteOf(market, [2, 4, 4])] }, { seenAt })
  await site.post(`/en/new-bet?match=${missed}`, { ...terms, outcome: HOME }, { cookie })
  const created_at = new Date(start + 24 * HOUR_MS)
  await kysely.updateTable('noted_bets').set({ created_at }).where('match_id', '=', missed).execute()
  expect(await textOf('/en/bets', cookie)).toMatch(/Como – Lecce .* Best closing 2\.00/)
})

it('a bet of a season keeps its late result and its closing odds, and its page is one of several', async () => {
  const cookie = kept
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const old = await createMatch(kysely, {
    ...{ league_id: leagueId, home_team: 'Parma', away_team: 'Pisa', slug: 'parma-vs-pisa' },
    start_time: new Date(Date.now() - 200 * 24 * HOUR_MS),
    ...{ status: 'finished', home_score: 0, away_score: 3 },
  })
  await site.post(
    `/en/new-bet?match=${old}`,
    { ...terms, outcome: HOME, placed: '2025-06-07T08:09' },
    { cookie },
  )
  const { id, user_id } = (await betsOf()).at(-1) ?? { id: '', user_id: '' }
  await keepClosings(createServices(database), new Date())
  expect((await betsOf()).at(-1)?.result).toBe('lost')
  const lately = new Date(Date.now() - 100 * 24 * HOUR_MS)
  const values = { created_at: lately, closing_best: 2_200_000, closing_fair: 2_000_000 }
  await kysely.updateTable('noted_bets').set(values).where('id', '=', id).execute()
  const expected =
    /Parma – Pisa .* Best closing 2\.20 Closing without margin 2\.00 Value \(CLV\) \+5\.0% .* Result Lost/
  expect(await textOf('/en/bets', cookie)).toMatch(expected)
  await kysely.deleteFrom('matches').where('id', '=', old).execute()
  expect(await textOf('/en/bets', cookie)).toMatch(expected)
  await sql`insert into noted_bets (user_id, home_team, away_team, start_time, market_type, market_period, outcome, price, placed_at)
    select ${user_id}, 'A', 'B', now(), 'match_result', 'full_time', 'home', 2000000, now() from generate_series(1, 50)`.execute(
    kysely,
  )
  expect(await textOf('/en/bets', cookie)).toMatch(/Bets 53 Settled 2 .* 1 2 /)
  expect(await textOf('/en/bets?page=2', cookie)).toMatch(expected)
  // Who changes a bet of the second page comes back to it.
  const edit = `/en/bets?edit=${id}&page=2`
  const form = readHtml(await (await site.get(edit, { cookie })).text())
  expect(form.all('a').map((link) => link.attribute('href'))).toContain(`/en/bets?page=2#${id}`)
  const sent = async (fields: Record<string, string>) =>
    (await site.post(edit, { ...terms, id, ...fields }, { cookie })).headers.get('location')
  expect(await sent({})).toBe(`/en/bets?page=2#${id}`)
  expect(await sent({ intent: 'delete' })).toBe('/en/bets?page=2')
})

it('the search for a match is limited like any search', async () => {
  const answers = await Promise.all(Array.from({ length: 150 }, () => site.get('/en/new-bet?q=inter')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(302)
  expect(statuses).toContain(429)
})
