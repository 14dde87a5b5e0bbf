import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import { deliverAlerts } from '#app/features/visitor-alerts/deliver.server.ts'
import { evaluateAlerts } from '#app/features/visitor-alerts/evaluate.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { join as joinSite, PASSWORD } from '#tests/support/accounts.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { controlOf, readHtml, shownText, withoutScripts } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { alertSite, createPricedMatch } from '#tests/support/visitor-alerts.ts'

let database: Database
let site: TestSite
let mailbox: Mailbox
let match: Awaited<ReturnType<typeof createPricedMatch>>
beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  match = await createPricedMatch(database, { home: 'Inter', away: 'Milan' })
  await match.offer([2, 3.4, 3.6])
  // Lists read the headline.
  const { kysely } = database
  await createQuote(kysely, { match: match.match, bookmaker: match.bookmaker, prices: [2, 3.4, 3.6] })
  await refreshHeadlines(kysely, [match.match])
  site = await openSite(database, {
    SMTP_URL: mailbox.url,
    APP_SECRET: 'a secret of this test',
    TRUST_PROXY: '1',
    COUNTRY_HEADER: 'x-country',
  })
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const join = (email: string) => joinSite(site, mailbox, email)

async function mainOf(target: string, headers: Record<string, string>): Promise<string> {
  const html = withoutScripts(await (await site.get(target, headers)).text())
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
}
const mark = (cookie: string, path: string, method = 'POST') =>
  fetch(`${site.origin}/resources/favourites/${path}`, {
    method,
    headers: { cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' },
  })
const userId = async (email: string) =>
  (
    await database.kysely
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id
const alertsOf = async (email: string) =>
  database.kysely
    .selectFrom('visitor_alerts')
    .selectAll()
    .where('user_id', '=', await userId(email))
    .orderBy('created_at')
    .execute()

describe('my page', () => {
  it.each(['match', 'league', 'team'])(
    'says that a match of a favourite %s was cancelled or moved, without an alert',
    async (kind) => {
      const { kysely } = database
      const cookie = await join(`changed-${kind}@example.org`)
      const name = `Roma ${kind}`
      const create = (away_team: string) =>
        createMatch(kysely, { league_id: match.leagueId, home_team: name, away_team })
      const [off, moved] = [await create('Lazio'), await create('Pisa')]
      onTestFinished(async () => {
        await kysely.deleteFrom('matches').where('home_team', '=', name).execute()
      })
      if (kind === 'league') await mark(cookie, match.leagueId)
      if (kind === 'match') for (const id of [off, moved]) await mark(cookie, `match/${id}`)
      if (kind === 'team') {
        await kysely
          .updateTable('teams')
          .set({ slug: `roma-${kind}` })
          .where('name', '=', name)
          .execute()
        await mark(cookie, `team/${match.countryId}/roma-${kind}`)
      }
      // The women have the name, too.
      const { leagueId } = await createPlace(kysely, { league: `Serie A Women ${kind}` })
      const theirs = await createMatch(kysely, { league_id: leagueId, home_team: name, away_team: 'Como' })
      const text = async () => shownText(await mainOf('/en/my-page', { cookie }))
      expect(await text()).not.toContain('Cancelled and moved')
      for (const match_id of [off, theirs])
        await kysely.insertInto('fixtures').values({ match_id, status_short: 'CANC' }).execute()
      const start_time = new Date(Date.now() + 5 * DAY_MS)
      await kysely.updateTable('matches').set({ start_time }).where('id', '=', moved).execute()
      expect(await text()).toMatch(
        new RegExp(`${name} – Lazio The match was cancelled · .*${name} – Pisa The match was moved · .*`),
      )
      expect(await text()).not.toContain('Como')
      const other = await join(`other-${kind}@example.org`)
      expect(shownText(await mainOf('/en/my-page', { cookie: other }))).not.toContain(name)
    },
  )

  it('is for signed-in visitors, and is empty with a way on', async () => {
    const response = await site.get('/en/my-page')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/en/login?next=%2Fen%2Fmy-page',
    ])
    const cookie = await join('new@example.org')
    const main = await mainOf('/en/my-page', { cookie })
    expect(shownText(main)).toContain('You have no favorites yet')
    expect(main).toMatch(/<a href="\/en"[^>]*>Browse matches</)
  })

  it('lists what comes next in favourite leagues, teams and matches, once, with the prices of the audience', async () => {
    const cookie = await join('fan@example.org')
    const team = `team/${match.countryId}/inter`
    const sooner = await createMatch(database.kysely, {
      ...{ league_id: match.leagueId, home_team: 'Roma', away_team: 'Lazio' },
      start_time: new Date(Date.now() + HOUR_MS),
    })
    onTestFinished(async () => {
      await database.kysely.deleteFrom('matches').where('id', '=', sooner).execute()
    })
    for (const path of [match.leagueId, team, `match/${match.match}`])
      expect((await mark(cookie, path)).status).toBe(204)
    expect((await mark(cookie, `team/${match.countryId}/nobody`)).status).toBe(404)
    expect((await mark(cookie, 'match/x')).status).toBe(404)
    const me = (await (await site.get('/resources/me', { cookie })).json()) as { favourites: string[] }
    expect(me.favourites).toEqual([match.leagueId, team, `match/${match.match}`])
    const main = await mainOf('/en/my-page', { cookie })
    const [next = '', own = ''] = shownText(main).split('Your favorites')
    expect(next.match(/Inter Milan|Roma Lazio/g)).toEqual(['Roma Lazio', 'Inter Milan'])
    expect(next).toMatch(/Home win: 1 2\.00 Alderbet Draw: X 3\.40 Alderbet Away win: 2 3\.60 Alderbet/)
    expect(own).toMatch(/Leagues .*Teams .*Inter .*Matches .*Inter – Milan/)
    const [favourites] = readHtml(main)
      .all('section')
      .filter(({ text }) => text.startsWith('Your favorites'))
    // Each leads to its page and to an alert of it, and has a button that takes it off.
    const hrefs = favourites?.all('a').map((it) => it.attribute('href')) ?? []
    expect(hrefs).toEqual([
      '/en/new-alert?favourites=1',
      expect.stringMatching(/^\/en\/soccer\/italy\/[^/]+$/),
      `/en/new-alert?league=${match.leagueId}`,
      '/en/soccer/italy/team/inter',
      `/en/new-alert?country=${match.countryId}&team=inter`,
      expect.stringMatching(/^\/en\/soccer\/italy\/[^/]+\/[^/]+$/),
      `/en/new-alert?match=${match.match}`,
    ])
    const marks = favourites?.all('input').map((it) => it.attribute('value'))
    expect(marks).toEqual([match.leagueId, team, `match/${match.match}`])
    expect((await mark(cookie, team, 'DELETE')).status).toBe(204)
    await site.post('/en/my-page', { mark: `match/${match.match}` }, { cookie })
    expect((await site.post('/en/my-page', { mark: '%' }, { cookie })).status).toBe(303)
    expect(await (await site.get('/resources/me', { cookie })).json()).toMatchObject({
      favourites: [match.leagueId],
    })
  })

  it('has the next five matches of a team, and a match for twelve hours from its start', async () => {
    const cookie = await join('regular@example.org')
    const { kysely } = database
    const play = (home_team: string, away_team: string, hours: number) =>
      createMatch(kysely, {
        ...{ league_id: match.leagueId, home_team, away_team },
        start_time: new Date(Date.now() + hours * HOUR_MS),
      })
    const made = []
    for (let day = 6; day >= 1; day -= 1) made.push(await play('Busy', `Guest ${day}`, 100 + 24 * day))
    const [recent, old] = [await play('Recent', 'Guest', -11.9), await play('Old', 'Guest', -12.1)]
    for (const path of [`team/${match.countryId}/busy`, `match/${recent}`, `match/${old}`])
      expect((await mark(cookie, path)).status).toBe(204)
    const [next = '', own = ''] = shownText(await mainOf('/en/my-page', { cookie })).split('Your favorites')
    expect(next.match(/Guest \d/g)).toEqual(['Guest 1', 'Guest 2', 'Guest 3', 'Guest 4', 'Guest 5'])
    // Others of the league are no favourites.
    expect(next).not.toContain('Inter')
    expect(['Recent – Guest', 'Old – Guest'].map((name) => own.includes(name))).toEqual([true, false])
    await kysely
      .deleteFrom('matches')
      .where('id', 'in', [...made, recent, old])
      .execute()
  })

  it('has the prices of the bookmakers that the audience may see', async () => {
    const { kysely } = database
    const cookie = await join('traveller@example.org')
    await mark(cookie, `match/${match.match}`)
    const bookmaker = await createBookmaker(kysely, { name: 'Birchbet', key: 'birchbet' })
    await createQuote(kysely, { match: match.match, bookmaker, prices: [5, 3.1, 3.2] })
    await refreshHeadlines(kysely, [match.match])
    await saveGroups(database, [
      { name: 'Spain', countries: 'ES', bookmakers: 'birchbet' },
      { name: 'Rest', is_rest: true },
    ])
    onTestFinished(async () => {
      await kysely.deleteFrom('audiences').execute()
      await kysely.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
      await refreshHeadlines(kysely, [match.match])
    })
    const seenIn = async (country: string) => {
      const text = shownText(await mainOf('/en/my-page', { cookie, 'x-country': country }))
      return /Home win: 1 (\d\.\d\d \w+)/.exec(text)?.[1]
    }
    // The site learns of the groups by a notification.
    await expect.poll(() => seenIn('ES')).toBe('2.00 Alderbet')
    expect(await seenIn('FR')).toBe('5.00 Birchbet')
  })

  it('is linked from the pages of a match, a league and a team by their hearts and alerts', async () => {
    const page = await (await site.get(`/en/soccer/italy`)).text()
    const href = /href="(\/en\/soccer\/italy\/[^"/]+\/[^"/]+)"/.exec(page)?.[1] ?? ''
    const html = await (await site.get(href)).text()
    expect(html).toContain(`match/${match.match}`)
    expect(html).toContain(`href="/en/new-alert?match=${match.match}"`)
    const league = await (await site.get(href.replace(/\/[^/]+$/, ''))).text()
    expect(league).toContain(`/en/new-alert?league=${match.leagueId}`)
    const team = await (await site.get('/en/soccer/italy/team/inter')).text()
    expect(team).toContain(`/en/new-alert?country=${match.countryId}&amp;team=inter`)
  })
})

describe('an alert', () => {
  it('is made with a form without scripts, and listed, paused, resumed and deleted', async () => {
    const cookie = await join('ada@example.org')
    const form = `/en/new-alert?match=${match.match}&market=match_result`
    const main = await mainOf(form, { cookie })
    expect(shownText(main)).toContain('Inter, best now 2.00')
    const offer = {
      [match.bookmaker]: [quoteOf(marketOf({ type: 'match_result', period: 'half_1' }), [2.6, 2.1, 4])],
    }
    await offerPrices(database.kysely, match.match, offer, { source: 'halves' })
    const half = await mainOf(`${form}&period=half_1`, { cookie })
    const [, chosen = ''] = /<option value="([^"]+)" selected/.exec(half) ?? []
    expect(chosen, 'the market that the visitor came from').toContain('half_1')
    const outcome = (/<option value="([^"]+)"[^>]*>Inter, best/.exec(main)?.[1] ?? '').replaceAll(
      '&quot;',
      '"',
    )
    const early = await site.post(form, { kind: 'price', outcome, price: '1,9' }, { cookie })
    expect([early.status, await early.text()]).toEqual([
      400,
      expect.stringContaining('This price is on offer already.'),
    ])
    for (const price of ['', '0.5', 'x']) {
      const refused = await site.post(form, { kind: 'price', outcome, price }, { cookie })
      expect(refused.status).toBe(400)
      const [input] = readHtml(await refused.text())
        .all('input')
        .filter((it) => it.attribute('name') === 'price')
      expect(input?.attribute('aria-invalid')).toBe('true')
      expect(input?.attribute('value') ?? '').toBe(price)
    }
    const wrong = shownText(
      await (await site.post(form, { kind: 'price', outcome, price: 'x' }, { cookie })).text(),
    )
    expect(wrong).toMatch(/Type a price above 1 in this format, such as .?2\.50/)
    expect(wrong).not.toContain('A value is missing')
    // A result has three outcomes.
    const fourth = JSON.stringify([(JSON.parse(outcome) as [object, number])[0], 4])
    expect((await site.post(form, { kind: 'price', outcome: fourth, price: '3' }, { cookie })).status).toBe(
      400,
    )
    const made = await site.post(form, { kind: 'price', outcome, price: '2,10' }, { cookie })
    expect([made.status, made.headers.get('location')]).toEqual([303, '/en/alerts?made'])
    // Typed in the format of the page: +120 is 2.20, and in decimal odds nothing.
    const typed = (price: string, format: string) =>
      site.post(form, { kind: 'price', outcome, price, format }, { cookie })
    expect((await typed('+120', 'decimal')).status).toBe(400)
    expect((await typed('+120', 'american')).status).toBe(303)
    // A fraction is one in every format.
    expect((await typed('6/4', 'decimal')).status).toBe(303)
    await database.kysely.deleteFrom('visitor_alerts').where('price', '=', 2_500_000).execute()
    await database.kysely.deleteFrom('visitor_alerts').where('price', '=', 2_200_000).execute()
    expect(await mainOf(`${form}&odds=american`, { cookie })).toContain('value="american"')
    await site.post(form, { kind: 'kick_off', minutes: '20' }, { cookie })
    // The first alert set the zone of the messages: of the site, because no script had named another.
    const elsewhere = await join('tokyo@example.org')
    await site.post(form, { kind: 'kick_off', minutes: '20', zone: 'Asia/Tokyo' }, { cookie: elsewhere })
    const zones = await database.kysely
      .selectFrom('visitor_alert_settings as w')
      .innerJoin('profiles as p', 'p.id', 'w.user_id')
      .select(['p.email', 'w.time_zone'])
      .where('p.email', 'in', ['ada@example.org', 'tokyo@example.org'])
      .orderBy('p.email')
      .execute()
    expect(zones.map(({ time_zone }) => time_zone)).toEqual(['UTC', 'Asia/Tokyo'])
    expect(await alertsOf('ada@example.org')).toMatchObject([
      { kind: 'price', outcome: 1, price: 2_100_000, country: null },
      { kind: 'kick_off', minutes: 20 },
    ])
    const list = shownText(await mainOf('/en/alerts', { cookie }))
    expect(list).toMatch(/Inter · Match result · Price of .2\.10.? or more/)
    expect(list).toContain('20 min before the start')
    const [{ id } = { id: '' }] = await alertsOf('ada@example.org')
    /** Presses a button of the first alert of the list. */
    const act = async (button: string, by = cookie) => {
      const first = readHtml(await (await site.get('/en/alerts', { cookie })).text())
        .all('form')
        .find((form) => form.all('input').some((input) => input.attribute('value') === id))
      const pressed = first?.all('button').find(({ text }) => text === button)
      await site.post('/en/alerts', { intent: pressed?.attribute('value') ?? '', id }, { cookie: by })
      return (await alertsOf('ada@example.org')).map(({ paused_at }) => paused_at !== null)
    }
    const other = await join('rival@example.org')
    expect(await act('Pause', other)).toEqual([false, false])
    const states = async () =>
      shownText(await mainOf('/en/alerts', { cookie }))
        .match(/Waiting|Paused|Met:|The match was cancelled/g)
        ?.toSorted()
    expect(await act('Pause')).toEqual([true, false])
    expect(await states()).toEqual(['Paused', 'Waiting'])
    expect(await act('Resume')).toEqual([false, false])
    const { kysely } = database
    await kysely.updateTable('visitor_alerts').set({ fired_at: new Date() }).where('id', '=', id).execute()
    expect(await states()).toEqual(['Met:', 'Waiting'])
    await act('Alert again')
    expect(await states()).toEqual(['Waiting', 'Waiting'])
    const say = (status: string) =>
      kysely.updateTable('matches').set({ status }).where('id', '=', match.match).execute()
    await say('cancelled')
    expect(await states()).toEqual(['The match was cancelled', 'The match was cancelled'])
    await say('scheduled')
    expect(await act('Delete', other)).toHaveLength(2)
    expect(await act('Delete')).toHaveLength(1)
  })

  it('keeps the settings of its visitor, and refuses malformed ones', async () => {
    const cookie = await join('wishes@example.org')
    const wishes = {
      ...{ intent: 'save', language: 'it', timeZone: 'Europe/Rome', dailyLimit: '3' },
      ...{ quietFrom: '22:00', quietUntil: '07:30' },
    }
    expect((await site.post('/en/alerts', wishes, { cookie })).status).toBe(200)
    const stored = async () =>
      database.kysely
        .selectFrom('visitor_alert_settings')
        .selectAll()
        .where('user_id', '=', await userId('wishes@example.org'))
        .executeTakeFirst()
    const saved = {
      mail_on: false,
      language: 'it',
      time_zone: 'Europe/Rome',
      daily_limit: 3,
      quiet_from: '22:00',
      quiet_until: '07:30',
    }
    expect(await stored()).toMatchObject(saved)
    const screen = await (await site.get('/en/alerts', { cookie })).text()
    for (const [label, name, value] of [
      ['Quiet from', 'quietFrom', '22:00'],
      ['Quiet until', 'quietUntil', '07:30'],
      ['At most a day', 'dailyLimit', '3'],
    ] as const) {
      const field = controlOf(screen, label)
      expect(field, label).toContain(`name="${name}"`)
      expect(field, label).toContain(`value="${value}"`)
    }
    for (const wrong of [
      { dailyLimit: '0' },
      { dailyLimit: '51' },
      { quietFrom: '24:00' },
      { quietUntil: '7:30' },
      { timeZone: 'Mars' },
      { language: 'xx' },
    ])
      expect((await site.post('/en/alerts', { ...wishes, ...wrong }, { cookie })).status).toBe(400)
    expect(await stored()).toMatchObject(saved)
    for (const value of ['it', 'Europe/Rome'])
      expect(screen).toMatch(new RegExp(`<option value="${value}"[^>]* selected`))
    // The settings of another visitor are their own.
    const other = await join('others@example.org')
    await site.post('/en/alerts', { ...wishes, mails: 'on', dailyLimit: '50' }, { cookie: other })
    const row = await database.kysely
      .selectFrom('visitor_alert_settings')
      .select(['mail_on', 'daily_limit'])
      .where('user_id', '=', await userId('others@example.org'))
      .executeTakeFirst()
    expect(row).toEqual({ mail_on: true, daily_limit: 50 })
    const mails = /<input type="checkbox"[^>]* name="mails"[^>]*>/
    expect(mails.exec(screen)?.[0]).not.toContain(' checked')
    expect(mails.exec(await mainOf('/en/alerts', { cookie: other }))?.[0]).toContain(' checked')
    expect(await stored()).toMatchObject(saved)
  })

  it('is made of each kind by its form, of a match, a league, a team or all favourites', async () => {
    const cookie = await join('maker@example.org')
    const { leagueId, countryId } = match
    const draw = JSON.stringify([
      { type: 'match_result', period: 'full_time', line: null, participant: null },
      2,
    ])
    const make = async (of: string, fields: Record<string, string>) =>
      (await site.post(`/en/new-alert?${of}`, fields, { cookie })).status
    const ofMatch = `match=${match.match}`
    /** The kind of each form of a page, and what it sends besides. */
    const formsOf = async (of: string) =>
      readHtml(await mainOf(`/en/new-alert?${of}`, { cookie }))
        .all('form')
        .map((form) => [...form.all('input'), ...form.all('select')])
        .map((fields) => {
          const names = fields.map((it) => it.attribute('name') ?? '')
          const kind = fields[names.indexOf('kind')]?.attribute('value')
          return [kind, ...names.filter((name) => name !== 'kind').toSorted()].join(' ')
        })
    const kickOff = 'kick_off minutes zone'
    expect(await formsOf(ofMatch)).toEqual([
      ...['price format outcome price zone', 'fall outcome percent zone', kickOff],
    ])
    expect(await formsOf(`league=${leagueId}`)).toEqual(['first_price zone', kickOff])
    expect(await formsOf('favourites=1')).toEqual([kickOff])
    expect(await make(ofMatch, { kind: 'fall', outcome: draw, percent: '25' })).toBe(303)
    expect(await make(`league=${leagueId}`, { kind: 'first_price' })).toBe(303)
    expect(await make(`country=${countryId}&team=inter`, { kind: 'kick_off', minutes: '5' })).toBe(303)
    expect(await make('favourites=1', { kind: 'kick_off', minutes: '1440' })).toBe(303)
    for (const [of, fields] of [
      [ofMatch, { kind: 'fall', outcome: draw, percent: '91' }],
      [ofMatch, { kind: 'fall', outcome: draw, percent: '0' }],
      ['favourites=1', { kind: 'kick_off', minutes: '1441' }],
      [`league=${countryId}`, { kind: 'first_price' }],
      ['', { kind: 'first_price' }],
      ['favourites=1', { kind: 'other' }],
    ] as const)
      expect([of, fields, await make(of, fields)]).toEqual([of, fields, 400])
    const nothing = {
      ...{ match_id: null, league_id: null, country_id: null, team: null },
      ...{ outcome: null, percent: null, minutes: null },
    }
    expect(await alertsOf('maker@example.org')).toMatchObject([
      { ...nothing, kind: 'fall', match_id: match.match, outcome: 2, percent: 25, price: 3_400_000 },
      { ...nothing, kind: 'first_price', league_id: leagueId },
      { ...nothing, kind: 'kick_off', country_id: countryId, team: 'inter', minutes: 5 },
      { ...nothing, kind: 'kick_off', minutes: 1_440 },
    ])
  })

  it('is not made where the audience of the visitor’s country forbids it, and no page offers it there', async () => {
    const cookie = await join('barred@example.org')
    await createBookmaker(database.kysely)
    await saveGroups(database, [
      { name: 'Spain', countries: 'ES', alerts_on: false },
      { name: 'Rest', is_rest: true },
    ])
    const page = (headers: Record<string, string>) =>
      site.get('/en/soccer/italy/team/inter', headers).then((it) => it.text())
    // The site learns of the groups by a notification, and that they are gone.
    await expect.poll(() => page({ 'x-country': 'ES' })).not.toContain('new-alert')
    onTestFinished(async () => {
      await database.kysely.deleteFrom('audiences').execute()
      await expect.poll(() => page({})).toContain('new-alert')
    })
    const form = `/en/new-alert?match=${match.match}`
    const there = { cookie, 'x-country': 'ES' }
    const asked = { kind: 'kick_off', minutes: '20' }
    const refused = await site.post(form, asked, there)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('not available in your country'),
    ])
    expect(await mainOf(form, there)).not.toContain('name="minutes"')
    expect(await page({ 'x-country': 'ES' })).not.toContain('new-alert')
    expect(await page({ 'x-country': 'FR' })).toContain('new-alert')
    expect(await page({})).not.toContain('new-alert')
    expect((await site.post(form, asked, { cookie, 'x-country': 'FR' })).status).toBe(303)
    expect(await alertsOf('barred@example.org')).toMatchObject([{ country: 'FR' }])
  })
})

it('a browser is registered for notifications, listed, and removed by its visitor alone', async () => {
  const [cookie, other] = [await join('browser@example.org'), await join('thief@example.org')]
  const key = createECDH('prime256v1').generateKeys('base64url')
  const keys = { p256dh: key, auth: Buffer.alloc(16, 1).toString('base64url') }
  const endpoint = 'https://push.example.org/own-pages'
  const subscription = JSON.stringify({ endpoint, keys })
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const subscribed = await site.post(
    '/en/alerts',
    { intent: 'subscribe', subscription },
    { cookie, ...agent },
  )
  expect(subscribed.status).toBe(200)
  const rows = () =>
    database.kysely
      .selectFrom('push_subscriptions')
      .select(['id', 'user_id', 'endpoint', 'user_agent'])
      .where('endpoint', '=', endpoint)
      .execute()
  const [row] = await rows()
  expect(row).toMatchObject({
    ...{ user_id: await userId('browser@example.org'), user_agent: agent['user-agent'] },
  })
  const listed = (by: string) => mainOf('/en/alerts', { cookie: by })
  expect(shownText(await listed(cookie))).toContain('Firefox')
  expect(await listed(other)).not.toContain(row?.id)
  const remove = { intent: 'unsubscribe', id: row?.id ?? '' }
  await site.post('/en/alerts', remove, { cookie: other })
  expect(await rows()).toHaveLength(1)
  await site.post('/en/alerts', remove, { cookie })
  expect(await rows()).toEqual([])
  const wrong = await site.post('/en/alerts', { intent: 'subscribe', subscription: '{}' }, { cookie })
  expect([wrong.status, await rows()]).toEqual([400, []])
})

describe('the mail of an alert', () => {
  it('stops with one click from a mail program, without a session; following its link changes nothing', async () => {
    const cookie = await join('reader@example.org')
    const form = `/en/new-alert?match=${match.match}`
    await site.post(form, { kind: 'kick_off', minutes: '1440' }, { cookie })
    // Others keep their mails, and the visitor the other alerts.
    const other = await join('neighbour@example.org')
    await site.post(form, { kind: 'kick_off', minutes: '1' }, { cookie: other })
    await site.post(form, { kind: 'kick_off', minutes: '1' }, { cookie })
    const clock = () => new Date(Date.now() + 60_000)
    const work = alertSite(database, { smtpUrl: mailbox.url, clock })
    await evaluateAlerts(work)
    await deliverAlerts(work)
    // The first mail confirmed the account.
    const mail = await mailbox.waitFor('reader@example.org', 2)
    expect(mail.subject).toContain('Inter – Milan starts at')
    const { pathname, search } = new URL(/^List-Unsubscribe: <([^>]+)>/m.exec(mail.raw)?.[1] ?? '')
    expect(mail.text).toContain(pathname + search)
    const [, told = ''] = shownText(await mainOf('/en/alerts', { cookie })).split('Last alerts')
    expect(told).toMatch(/^ ?Inter – Milan .* · Email: sent/)
    const isOn = async (email = 'reader@example.org') =>
      (
        await database.kysely
          .selectFrom('visitor_alert_settings')
          .select('mail_on')
          .where('user_id', '=', await userId(email))
          .executeTakeFirstOrThrow()
      ).mail_on
    const asked = await site.get(pathname + search)
    expect([asked.status, await asked.text(), await isOn()]).toEqual([
      200,
      expect.stringContaining('Stop all alert emails'),
      true,
    ])
    const click = (target: string) =>
      fetch(site.origin + target, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    const forged = search.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect([(await click(pathname + forged)).status, await isOn()]).toEqual([400, true])
    expect([(await click(pathname + search)).status, await isOn()]).toEqual([200, false])
    const page = await site.post(pathname + search, { what: 'alert' })
    expect([page.status, await alertsOf('reader@example.org')]).toMatchObject([
      200,
      [
        { minutes: 1_440, paused_at: expect.any(Date) },
        { minutes: 1, paused_at: null },
      ],
    ])
    expect(await isOn('neighbour@example.org')).toBe(true)
    expect(await alertsOf('neighbour@example.org')).toMatchObject([{ paused_at: null }])
  })
})

it('the export of an account has its favourites and alerts, and its deletion removes them', async () => {
  const cookie = await join('leaver@example.org')
  await mark(cookie, `match/${match.match}`)
  await mark(cookie, `team/${match.countryId}/milan`)
  await site.post(`/en/new-alert?league=${match.leagueId}`, { kind: 'kick_off', minutes: '30' }, { cookie })
  const data = await (await site.get('/resources/my-data', { cookie })).json()
  expect(data).toMatchObject({
    favourite_teams: [{ team: 'milan', country: 'Italy' }],
    favourite_matches: [{ home_team: 'Inter' }],
    alert_settings: { mail_on: true },
    alerts: [
      {
        kind: 'kick_off',
        minutes: 30,
        about: expect.stringMatching(/^League/),
        waits_for: '30 min before the start',
        state: 'Waiting',
      },
    ],
    consents: [{ language: 'en', text: expect.stringContaining('accept the terms') }],
    sessions: [{ user_agent: expect.anything() }],
  })
  // In the visitor's language, and nothing of others.
  const german = await (await site.get('/resources/my-data?lang=de', { cookie })).json()
  expect(german.alerts).toMatchObject([{ waits_for: '30 Min. vor Beginn', state: 'Wartet' }])
  expect(JSON.stringify(data)).not.toMatch(/user_id|market_type/)
  const id = await userId('leaver@example.org')
  await site.post('/en/profile', { intent: 'delete', password: PASSWORD }, { cookie })
  for (const table of [
    'favorite_teams',
    'favorite_matches',
    'visitor_alerts',
    'visitor_alert_settings',
  ] as const)
    expect(
      await database.kysely.selectFrom(table).select('user_id').where('user_id', '=', id).execute(),
    ).toEqual([])
})
