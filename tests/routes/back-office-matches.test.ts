import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreMessage } from '#app/features/score-import/recorded-score.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

let database: Database
let site: TestSite
let feed: FeedServer
let admin: { cookie: string; email: string; id: string }
let place: { sportId: string; countryId: string; leagueId: string }
let match: string
let start: Date

beforeAll(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  site = await openSite(database, {
    SPORTSDB_URL: feed.url('/json'),
    SPORTSDB_KEY: 'key',
    ALLOW_PRIVATE_FEEDS: '1',
  })
  admin = await signInAdministrator(database, site)
  place = await createPlace(database.kysely, { league: 'Serie A' })
})
afterAll(async () => {
  await site.close()
  await feed.close()
  await database.close()
})
beforeEach(async () => {
  await database.kysely.deleteFrom('matches').execute()
  start = inHours(30)
  match = await createMatch(database.kysely, {
    league_id: place.leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    start_time: start,
  })
})

const send = (path: string, body: unknown, cookie: string) =>
  fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie,
    },
    body: JSON.stringify(body),
  })

/** Saves the columns of a match as its editor does. */
const save = (before: object, after: object, cookie = admin.cookie, id = match) =>
  send('/admin/matches', { create: [], update: [{ id, before, after }], remove: [] }, cookie)

const read = (id = match) =>
  database.kysely
    .selectFrom('matches')
    .select([
      'status',
      'start_time',
      'home_odds',
      'draw_odds',
      'away_odds',
      'odds_locked',
      'home_score',
      'away_score',
      'featured',
      'is_popular',
      'affiliate_link',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The screen as text: what is between tags, without the scripts. */
async function screen(query: string): Promise<string> {
  const response = await site.get(`/admin/matches${query}`, { cookie: admin.cookie })
  expect(response.status).toBe(200)
  return (await response.text())
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
const ofLeague = () => `?league=${place.leagueId}`

const trail = () =>
  database.kysely
    .selectFrom('audit_log')
    .select(['entity_id', 'label', 'user_email', 'before', 'after'])
    .where('entity', '=', 'matches')
    .orderBy('id')
    .execute()

it('an analyst chooses the league whose matches he reads', async () => {
  const reader = await signInAdministrator(database, site)
  await database.kysely
    .updateTable('profiles')
    .set({ back_office_role: 'analyst' })
    .where('id', '=', reader.id)
    .execute()
  const query = `sport=${place.sportId}&country=${place.countryId}&league=${place.leagueId}`
  const html = await (await site.get(`/admin/matches?${query}`, { cookie: reader.cookie })).text()
  expect(html).toContain('Inter')
  const selects = readHtml(html).all('main')[0]?.all('select') ?? []
  expect(selects.map((select) => select.attribute('disabled'))).toEqual([undefined, undefined, undefined])
})

describe('the lists', () => {
  it('wait for a league, and report when it has no matches', async () => {
    const { sportId, countryId } = place
    for (const chosen of ['', `?sport=${sportId}`, `?sport=${sportId}&country=${countryId}`])
      expect(await screen(chosen)).toContain('Select a league to manage its matches')
    await database.kysely.deleteFrom('matches').execute()
    expect(await screen(ofLeague())).toContain('No matches found for this league')
  })

  it('are chosen by sport, country and league, each by the one before it', async () => {
    const fields = async (query: string) => {
      const html = await (await site.get(`/admin/matches${query}`, { cookie: admin.cookie })).text()
      return ['Sport', 'Country', 'League'].map((label) => {
        const [, id = ''] = new RegExp(`<label for="([^"]*)"[^>]*>${label}</label>`).exec(html) ?? []
        const [select = ''] = html.match(new RegExp(`<select id="${id}"[\\s\\S]*?</select>`)) ?? []
        const [, ...choices] = [...select.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)
        return /^<select[^>]*disabled=""/.test(select) ? 'disabled' : choices
      })
    }
    expect(await fields('')).toEqual([['Soccer'], 'disabled', 'disabled'])
    expect(await fields(`?sport=${place.sportId}`)).toEqual([['Soccer'], ['Italy'], 'disabled'])
    expect(await fields(`?sport=${place.sportId}&country=${place.countryId}`)).toEqual([
      ['Soccer'],
      ['Italy'],
      ['Serie A'],
    ])
  })

  it('are those from two hours ago on, soonest first, and those before, latest first', async () => {
    const at = (home_team: string, hours: number) =>
      createMatch(database.kysely, { league_id: place.leagueId, home_team, start_time: inHours(hours) })
    await at('Older', -50)
    await at('Past', -2.1)
    await at('Playing', -1.9)
    await at('Last', 90)
    const text = await screen(ofLeague())
    const order = ['Upcoming Matches (3)', 'Playing', 'Inter', 'Last', 'Past Matches (2)', 'Past', 'Older']
    let from = 0
    for (const part of order) {
      const found = text.indexOf(part, from)
      expect(found, part).toBeGreaterThan(-1)
      from = found + part.length
    }
  })

  it('show of each match its badge, place, odds and flags', async () => {
    await database.kysely
      .updateTable('matches')
      .set({ home_odds: 1.5, draw_odds: null, featured: true, is_popular: true, affiliate_link: '/go' })
      .execute()
    const text = await screen(ofLeague())
    for (const part of ['TOMORROW', 'Soccer | Italy | Serie A', '1.50', '–', 'Featured', 'Affiliate'])
      expect(text).toContain(part)
    await database.kysely.updateTable('matches').set({ status: 'cancelled' }).execute()
    expect(await screen(ofLeague())).toContain('CANCELLED')
  })

  it('keep the choices of the address, and ignore choices that do not belong together', async () => {
    const { sportId, countryId } = await createPlace(database.kysely, {
      sport: 'Tennis',
      country: 'France',
      code: 'FR',
      league: 'Roland Garros',
    })
    expect(await screen(`?sport=${sportId}&country=${countryId}`)).toContain('Roland Garros')
    const foreign = await screen(`?sport=${sportId}&country=${place.countryId}&league=${place.leagueId}`)
    expect(foreign).toContain('Select a league')
    expect(foreign).not.toContain('Upcoming Matches')
    for (const query of ['?league=x', `?league=${crypto.randomUUID()}`, '?sport=1', '?q=%25'])
      expect(await screen(query)).not.toContain('Upcoming Matches')
  })

  it('are paged', async () => {
    await sql`insert into matches (league_id, sport_id, country_id, home_team, away_team, start_time)
      select ${place.leagueId}, ${place.sportId}, ${place.countryId}, 'Team ' || n, 'Other', now() + n * interval '1 day'
      from generate_series(2, 120) n`.execute(database.kysely)
    /** The link of a name on the page at an address. */
    const link = async (search: string, name: string) => {
      const html = await (await site.get(`/admin/matches${search}`, { cookie: admin.cookie })).text()
      const [tag = ''] = html.match(new RegExp(`<a [^>]*aria-label="${name}"[^>]*>`)) ?? []
      const [, target = ''] = /href="([^"]*)"/.exec(tag) ?? []
      return new URL(target.replaceAll('&amp;', '&'), 'http://x/').search
    }
    const first = await screen(ofLeague())
    expect(first).toContain('Upcoming Matches (120)')
    expect([
      await link(ofLeague(), 'Previous page'),
      first.includes('Team 50 '),
      first.includes('Team 51 '),
    ]).toEqual(['', true, false])
    const third = await link(await link(ofLeague(), 'Next page'), 'Next page')
    const last = await screen(third)
    expect([await link(third, 'Next page'), last.includes('Team 100 '), last.includes('Team 101 ')]).toEqual([
      '',
      false,
      true,
    ])
    expect(await screen(await link(third, 'Previous page'))).toContain('Team 100 ')
    for (const nowhere of [
      '99',
      'after~9999-12-31T00:00:00.000000Z~x',
      'before~1900-13-40T00:00:00.000000Z~',
      `after~2026-02-30T10:00:00.000000Z~${match}`,
    ])
      for (const list of ['upcoming', 'past'])
        expect(await screen(`${ofLeague()}&${list}=${nowhere}`)).toContain('Team 50 ')
  })

  it('count matches without a country', async () => {
    const { leagueId, countryId } = await createPlace(database.kysely, {
      country: 'Atlantis',
      code: 'AA',
      league: 'Sunken League',
    })
    await createMatch(database.kysely, { league_id: leagueId, home_team: 'Poseidon' })
    await database.kysely.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.deleteFrom('countries').where('id', '=', countryId).execute()
    })
    const text = await screen('?q=poseidon')
    expect(text).toContain('1 match is not shown')
    expect(text).toContain('Upcoming Matches (0)')
    await database.kysely.deleteFrom('matches').where('league_id', '=', leagueId).execute()
    await database.kysely.deleteFrom('leagues').where('id', '=', leagueId).execute()
  })

  it('are found across leagues by the names of teams, past and upcoming, in any case and without accents', async () => {
    const { leagueId } = await createPlace(database.kysely, { country: 'Spain', code: 'ES', league: 'Liga' })
    await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'Atlético Inter',
      start_time: inHours(-100),
      status: 'finished',
    })
    const text = await screen('?q=INTER')
    expect(text).toContain('Upcoming Matches (1)')
    expect(text).toContain('Past Matches (1)')
    expect(text).toContain('Soccer | Spain | Liga')
    expect(await screen('?q=atletico%20inter')).toContain('Upcoming Matches (0) Past Matches (1)')
    expect(await screen('?q=nobody')).toContain('No matches found for “nobody”')
    expect(await screen('?q=x')).toContain('Type at least two letters')
  })
})

describe('a save', () => {
  it('shows at once on the public pages: time and state', async () => {
    const page = '/en/soccer/italy/serie-a/inter-vs-milan'
    const league = '/en/soccer/italy/serie-a'
    const shows = (path: string, part: string) =>
      expect.poll(async () => (await (await site.get(path)).text()).includes(part))
    await shows(page, start.toISOString()).toBe(true)
    await shows(league, start.toISOString()).toBe(true)
    const later = inHours(60).toISOString()
    expect((await save({ start_time: start.toISOString() }, { start_time: later })).status).toBe(200)
    await shows(page, later).toBe(true)
    await shows(league, later).toBe(true)
    expect((await save({ status: 'scheduled' }, { status: 'cancelled' })).status).toBe(200)
    await shows(page, 'EventCancelled').toBe(true)
    await shows(league, later).toBe(false)
  })

  it('stores only what was changed, and records who did it', async () => {
    await save({ featured: false, affiliate_link: null }, { featured: true, affiliate_link: ' /offers ' })
    expect(await read()).toMatchObject({
      featured: true,
      is_popular: false,
      affiliate_link: '/offers',
      odds_locked: false,
      start_time: start,
    })
    expect((await trail()).at(-1)).toEqual({
      entity_id: match,
      label: 'Inter – Milan',
      user_email: admin.email,
      before: { featured: false, affiliate_link: null },
      after: { featured: true, affiliate_link: '/offers' },
    })
  })

  it('sets any status after any other', async () => {
    const all = ['scheduled', 'live', 'finished', 'cancelled']
    const orders = [
      all,
      all.toReversed(),
      ['scheduled', 'finished', 'live', 'cancelled', 'finished', 'scheduled'],
    ]
    let before = 'scheduled'
    for (const status of [...orders.flat(), 'cancelled', 'live', 'scheduled', 'cancelled', 'scheduled']) {
      expect((await save({ status: before }, { status })).status).toBe(200)
      expect((await read()).status).toBe(status)
      before = status
    }
  })

  it.each(['in_progress', 'postponed', ''])('refuses the status %j', async (status) => {
    const write = database.kysely.updateTable('matches').set({ status }).execute()
    await expect(write).rejects.toThrow('matches_status_check')
  })

  it('accepts the lowest possible odds, and no draw', async () => {
    await save({ draw_odds: null }, { draw_odds: 3.2 })
    const before = { home_odds: 1.01, draw_odds: 3.2, away_odds: 1.01, odds_locked: true }
    const after = { home_odds: 1.02, draw_odds: null, away_odds: 1.01 }
    expect((await save(before, after)).status).toBe(200)
    expect(await read()).toMatchObject(after)
  })

  it.each([
    ['home_odds', 1],
    ['home_odds', null],
    ['home_odds', 1.005],
    ['draw_odds', 1],
    ['draw_odds', 1.001],
    ['away_odds', 1],
    ['draw_odds', 2.345],
    ['away_odds', 2.345],
    ['away_odds', 'two'],
    ['away_odds', 1e9],
    ['status', 'in_progress'],
    ['start_time', ''],
    ['start_time', 'tomorrow'],
    ['affiliate_link', 'javascript:alert(1)'],
    ['affiliate_link', '//evil.example'],
    ['affiliate_link', 'ftp://x.example'],
    ['affiliate_link', '/a\u0000b'],
    ['featured', 'yes'],
  ])('refuses %s = %j and stores nothing else', async (column, value) => {
    const before = await read()
    const response = await save({ is_popular: false }, { is_popular: true, [column]: value })
    expect(response.status).toBe(422)
    expect(await read()).toEqual(before)
  })

  it.each(['https://x.example/a?b=c', 'http://x.example', '/offers', '#', '#offers', ''])(
    'accepts the link %j',
    async (link) => {
      expect((await save({ affiliate_link: null }, { affiliate_link: link })).status).toBe(200)
      expect((await read()).affiliate_link).toBe(link || null)
    },
  )

  it('links a price to a button when the link of its match is not valid', async () => {
    await database.kysely
      .insertInto('affiliate_buttons')
      .values({ provider: 'Alpha', button_text: 'Bet', button_link: 'https://alpha.example' })
      .execute()
    await save(
      { affiliate_link: null, home_odds: 1.01, odds_locked: false },
      { affiliate_link: '#', home_odds: 2.1 },
    )
    const text = await (await site.get('/en/soccer/italy/serie-a/inter-vs-milan')).text()
    expect(text).toMatch(/href="\/go\/b/)
    expect(text).not.toMatch(/href="\/go\/m/)
  })

  it('corrects the teams of a match that no feed sends, with its address, and deletes it', async () => {
    await createQuote(database.kysely, {
      match,
      bookmaker: await createBookmaker(database.kysely),
      prices: [2, 3, 4],
    })
    const before = { home_team: 'Inter', away_team: 'Milan' }
    expect((await save(before, { home_team: 'MILAN' })).status).toBe(422)
    expect((await save(before, { home_team: '' })).status).toBe(422)
    expect((await save(before, { home_team: 'Juventus' })).status).toBe(200)
    const path = (slug: string) => `/en/soccer/italy/serie-a/${slug}`
    const old = await fetch(site.origin + path('inter-vs-milan'), { redirect: 'manual' })
    expect(new URL(old.headers.get('location') ?? '', site.origin).pathname).toBe(path('juventus-vs-milan'))
    expect(await (await site.get(path('juventus-vs-milan'))).text()).toContain('Juventus')
    const remove = (id: string) =>
      send(
        '/admin/matches',
        { create: [], update: [], remove: [{ id, before: { home_team: 'Juventus', home_odds: 1 } }] },
        admin.cookie,
      )
    expect((await remove(match)).status).toBe(200)
    expect(await database.kysely.selectFrom('matches').select('id').execute()).toEqual([])
    const [renamed, gone] = (await trail()).slice(-2)
    expect(renamed).toMatchObject({
      label: 'Inter – Milan',
      before: { home_team: 'Inter' },
      after: { home_team: 'Juventus' },
    })
    expect(gone).toMatchObject({ label: 'Juventus – Milan', before: { home_team: 'Juventus' }, after: null })
  })

  it('changes neither the names of a match that a feed sends nor ids, and creates and removes nothing', async () => {
    await database.kysely
      .insertInto('match_sources')
      .values({ source: 'a-feed', external_id: 'x', match_id: match })
      .execute()
    expect((await save({}, { id: admin.id, league_id: admin.id, slug: 'x' })).status).toBe(200)
    const renamed = await save({ home_team: 'Inter' }, { home_team: 'X' })
    expect([renamed.status, await renamed.text()]).toEqual([
      422,
      expect.stringContaining('matches.problem-fed'),
    ])
    const id = crypto.randomUUID()
    await send(
      '/admin/matches',
      { create: [{ id, values: { status: 'live' } }], update: [], remove: [{ id: match }] },
      admin.cookie,
    )
    const rows = await database.kysely.selectFrom('matches').select(['id', 'home_team']).execute()
    expect(rows).toEqual([{ id: match, home_team: 'Inter' }])
  })

  it('shows both values on a conflict with another administrator', async () => {
    const other = await signInAdministrator(database, site)
    await save({ status: 'scheduled' }, { status: 'cancelled' }, other.cookie)
    const response = await save({ status: 'scheduled', featured: false }, { status: 'live', featured: true })
    const text = await response.text()
    expect(response.status).toBe(409)
    for (const part of ['cancelled', 'live', other.email]) expect(text).toContain(part)
    expect(await read()).toMatchObject({ status: 'cancelled', featured: false })
  })
})

describe('odds', () => {
  let bookmaker: string
  beforeEach(async () => {
    bookmaker = await createBookmaker(database.kysely)
    await createQuote(database.kysely, { match, bookmaker, prices: [1.9, 3.4, 4.2] })
    await refresh()
  })
  const refresh = () => sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
  const quote = async (home_odds: number) => {
    await database.kysely.updateTable('odds').set({ home_odds }).where('match_id', '=', match).execute()
    await refresh()
  }
  const typed = {
    before: { home_odds: 1.9, odds_locked: false },
    after: { home_odds: 2.25, odds_locked: true },
  }

  it('that were typed stay, for any quotes', async () => {
    await save(
      { home_odds: 1.9, draw_odds: 3.4, is_popular: false },
      { home_odds: 2.25, draw_odds: null, is_popular: true },
    )
    await quote(1.7)
    expect(await read()).toMatchObject({
      home_odds: 2.25,
      draw_odds: null,
      away_odds: 4.2,
      odds_locked: true,
    })
  })

  it('follow the quotes as soon as they are unlocked', async () => {
    await save(typed.before, typed.after)
    await quote(1.7)
    const response = await save({ odds_locked: true, home_odds: 2.25 }, { odds_locked: false, home_odds: 9 })
    expect(response.status).toBe(200)
    expect(await read()).toMatchObject({ home_odds: 1.7, draw_odds: 3.4, away_odds: 4.2, odds_locked: false })
  })

  it('can be typed over a price that a feed has changed meanwhile', async () => {
    await quote(1.8)
    expect((await save(typed.before, typed.after)).status).toBe(200)
    expect(await read()).toMatchObject({ home_odds: 2.25, odds_locked: true })
  })

  it('are in conflict when another administrator has typed or unlocked them', async () => {
    const other = await signInAdministrator(database, site)
    await save(typed.before, { home_odds: 2.5, odds_locked: true }, other.cookie)
    const response = await save(typed.before, typed.after)
    expect([response.status, (await read()).home_odds]).toEqual([409, 2.5])
    await save({ odds_locked: true }, { odds_locked: false }, other.cookie)
    expect((await save({ home_odds: 2.5 }, { home_odds: 2.6 })).status).toBe(409)
    expect(await read()).toMatchObject({ home_odds: 1.9, odds_locked: false })
  })
})

it('a match is made by hand, or what is wrong is named, and it is listed in its league', async () => {
  const make = async (values: object) =>
    answerOf<{ kind: string; problems?: object[] }>(
      await send(
        '/admin/matches.data',
        {
          kind: 'create',
          values: {
            ...{
              sport: 'Soccer',
              country: 'Italy',
              league: 'Serie Z',
              home_team: 'Roma',
              away_team: 'Lazio',
            },
            ...{ start_time: inHours(50).toISOString(), ...values },
          },
        },
        admin.cookie,
      ),
    )
  expect(await make({ away_team: ' ' })).toMatchObject({
    kind: 'refused-match',
    problems: [{ column: 'away_team', problem: 'problem.required' }],
  })
  expect(await make({})).toMatchObject({ kind: 'created', teams: 'Roma – Lazio' })
  expect(await make({})).toMatchObject({ kind: 'known' })
  expect(await screen('?q=roma')).toMatch(/Upcoming Matches \(1\).*Soccer \| Italy \| Serie Z/)
  await database.kysely.deleteFrom('matches').execute()
  await database.kysely.deleteFrom('leagues').where('name', '=', 'Serie Z').execute()
})

describe('a change of many matches', () => {
  const bulk = (ids: string[], set: object, cookie = admin.cookie) =>
    send('/admin/matches/bulk', { ids, set }, cookie)

  it('sets flags and status of existing ones, and records each changed one in the audit trail', async () => {
    const second = await createMatch(database.kysely, { league_id: place.leagueId, featured: true })
    const third = await createMatch(database.kysely, { league_id: place.leagueId })
    const lines = (await trail()).length
    const response = await bulk([match, second, crypto.randomUUID()], { featured: true })
    expect(response.status).toBe(200)
    expect([(await read()).featured, (await read(second)).featured, (await read(third)).featured]).toEqual([
      true,
      true,
      false,
    ])
    const added = (await trail()).slice(lines)
    expect(added.map(({ entity_id, after }) => [entity_id, after])).toEqual([[match, { featured: true }]])
    await bulk([match, second], { status: 'finished', is_popular: true, featured: false })
    for (const id of [match, second])
      expect(await read(id)).toMatchObject({ status: 'finished', is_popular: true, featured: false })
  })

  it('changes nothing else, and is for administrators only', async () => {
    const refused = [
      await bulk([match], {}),
      await bulk([], { featured: true }),
      await bulk([match], { home_odds: 5 }),
      await bulk(['x'], { featured: true }),
      await bulk([match], { status: 'gone' }),
      await bulk([match], { featured: true }, ''),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 401])
    expect(await read()).toMatchObject({ featured: false, status: 'scheduled', home_odds: 1.01 })
  })
})

describe('a typed score', () => {
  const begin = (hours: number) =>
    database.kysely
      .updateTable('matches')
      .set({ start_time: inHours(hours) })
      .execute()

  it('is stored, corrected and removed, recorded, and shown in the results of the league', async () => {
    await begin(-30)
    const none = { home_score: null, away_score: null }
    const typed = { home_score: 2, away_score: 0 }
    const results = async () => (await site.get('/en/soccer/italy/serie-a/results')).text()
    expect((await save({ ...none, status: 'scheduled' }, { ...typed, status: 'finished' })).status).toBe(200)
    expect(await read()).toMatchObject({ ...typed, status: 'finished' })
    expect((await trail()).at(-1)).toMatchObject({ user_email: admin.email, after: typed })
    await expect.poll(results).toMatch(/Inter[\s\S]*Milan/)
    expect((await save({ away_score: 0 }, { away_score: 1 })).status).toBe(200)
    expect(await read()).toMatchObject({ home_score: 2, away_score: 1 })
    expect((await save({ home_score: 2, away_score: 1 }, none)).status).toBe(200)
    expect(await read()).toMatchObject(none)
  })

  it('is that of the fixture, too, whatever a feed sends, until it is removed', async () => {
    await begin(-30)
    const feed = (goals_home: number, goals_away: number) =>
      database.kysely
        .insertInto('fixtures')
        .values({
          match_id: match,
          goals_home,
          goals_away,
          score_fulltime_home: goals_home,
          status_short: 'FT',
        })
        .onConflict((conflict) => conflict.column('match_id').doUpdateSet({ goals_home, goals_away }))
        .execute()
    const goals = () =>
      database.kysely
        .selectFrom('fixtures')
        .select(['goals_home', 'goals_away', 'score_fulltime_home'])
        .executeTakeFirst()
    await feed(1, 1)
    await save({ home_score: null, away_score: null }, { home_score: 2, away_score: 0 })
    expect(await goals()).toEqual({ goals_home: 2, goals_away: 0, score_fulltime_home: null })
    await feed(1, 0)
    expect(await goals()).toEqual({ goals_home: 2, goals_away: 0, score_fulltime_home: null })
    await save({ home_score: 2, away_score: 0 }, { home_score: null, away_score: null })
    expect(await goals()).toEqual({ goals_home: null, goals_away: null, score_fulltime_home: null })
    await feed(1, 0)
    expect(await goals()).toMatchObject({ goals_home: 1, goals_away: 0 })
  })

  it('ends a match that was to come, and keeps it from moving to a later day', async () => {
    await begin(-3)
    await save({ home_score: null, away_score: null }, { home_score: 2, away_score: 0 })
    expect(await read()).toMatchObject({ status: 'finished' })
    const start_time = inHours(48).toISOString()
    const response = await save({ start_time: (await read()).start_time.toISOString() }, { start_time })
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('matches.problem-score-early'),
    ])
  })

  it.each([
    [-3, { home_score: 2 }, 'matches.problem-score'],
    [-3, { home_score: null, away_score: 0 }, 'matches.problem-score'],
    [-3, { home_score: 1.5, away_score: 0 }, 'matches.problem-score'],
    [-3, { home_score: -1, away_score: 0 }, 'matches.problem-score'],
    [-3, { home_score: '2', away_score: 0 }, 'matches.problem-score'],
    [-3, { home_score: 1_000, away_score: 0 }, 'matches.problem-score'],
    [3, { home_score: 2, away_score: 0 }, 'matches.problem-score-early'],
  ])('%i hours from now is refused as %j', async (hours, after, problem) => {
    await begin(hours)
    const response = await save({ home_score: null, away_score: null }, after)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(problem)
    expect(await read()).toMatchObject({ home_score: null, away_score: null })
  })
})

describe('a score', () => {
  const answer = (event: object[] | null) =>
    feed.answer('/json/key/searchevents.php', { kind: 'body', body: JSON.stringify({ event }) })
  const event = () => ({
    idEvent: '77',
    strEvent: 'Inter Milan vs AC Milan',
    strSport: 'Soccer',
    strHomeTeam: 'Inter Milan',
    strAwayTeam: 'AC Milan',
    intHomeScore: '2',
    intAwayScore: '1',
    strTimestamp: start.toISOString().slice(0, 19),
    strStatus: 'Match Finished',
  })
  const ask = async (cookie = admin.cookie, id = match) => {
    const response = await send(`/admin/matches/${id}/score`, {}, cookie)
    if (response.status !== 200) return response.status
    const lines = (await response.text()).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as ScoreMessage)
  }
  beforeEach(async () => {
    start = inHours(-3)
    await database.kysely.updateTable('matches').set({ start_time: start }).execute()
    await database.kysely.deleteFrom('sportsdb_events').execute()
    await database.kysely.deleteFrom('team_mappings').execute()
    await database.kysely
      .insertInto('team_mappings')
      .values(
        [
          ['Inter', 'Inter Milan'],
          ['Milan', 'AC Milan'],
        ].map(([matches_team_name = '', sportsdb_team_name = '']) => ({
          matches_team_name,
          sportsdb_team_name,
          matches_sport_name: 'Soccer',
          matches_country_name: 'Italy',
          matches_league_name: 'Serie A',
        })),
      )
      .execute()
  })

  it('is searched season by season, with progress, stored, and recorded in the audit trail', async () => {
    answer([event()])
    const year = new Date().getUTCFullYear()
    expect(await ask()).toEqual([
      { code: 'searching' },
      { code: 'searching-season', season: `${year - 1}-${year}` },
      { code: 'updated', home: 'Inter', away: 'Milan', h: 2, a: 1, eventId: 77 },
    ])
    const text = await screen(ofLeague())
    expect(text).toMatch(/FINISHED.*2 – 1/)
    expect((await trail()).at(-1)).toMatchObject({
      entity_id: match,
      user_email: admin.email,
      before: { status: 'scheduled', home_score: null, away_score: null },
      after: { status: 'finished', home_score: 2, away_score: 1 },
    })
  })

  it('that is not found leaves the match unchanged', async () => {
    answer(null)
    const told = await ask()
    expect(told).toContainEqual({ code: 'searching-otherwise' })
    expect(told).toContainEqual({ code: 'no-events', home: 'Inter Milan', away: 'AC Milan' })
    expect((await read()).status).toBe('scheduled')
  })

  it('is searched by administrators only', async () => {
    expect([await ask(''), await ask(admin.cookie, 'x')]).toEqual([401, 404])
    expect(await ask(admin.cookie, crypto.randomUUID())).toEqual([{ code: 'searching' }, { code: 'failed' }])
  })
})

// Last, since it takes something away.
describe('a screen that cannot be read', () => {
  it('reports it, as does a save that fails', async () => {
    await sql`alter table matches rename to hidden_matches`.execute(database.kysely)
    const response = await site.get(`/admin/matches${ofLeague()}`, { cookie: admin.cookie })
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('Failed to load matches'),
    ])
    expect((await save({ featured: false }, { featured: true })).status).toBe(500)
  })
})
