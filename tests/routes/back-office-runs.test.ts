import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunsState } from '#app/features/runs/components/use-runs.ts'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { type Element, readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: { cookie: string; id: string; email: string }

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
})
afterAll(async () => {
  await site.close()
  await database.close()
})
beforeEach(() => database.kysely.deleteFrom('runs').execute())

const ask = (path: string, body: unknown) => adminPost(site, admin.cookie)(path, body)

async function open(path: string): Promise<Element> {
  const response = await site.get(path, { cookie: admin.cookie })
  expect(response.status).toBe(200)
  return readHtml(await response.text())
}

/** The attributes of the field with a label. */
function field(page: Element, label: string, ...names: string[]): (string | undefined)[] {
  const id = page
    .all('label')
    .find(({ text }) => text === label)
    ?.attribute('for')
  const input = page.all('input').find((one) => one.attribute('id') === id)
  return names.map((name) => input?.attribute(name))
}

const runs = () =>
  database.kysely.selectFrom('runs').select(['kind', 'status', 'requested_by', 'params']).execute()

describe('Import Data', () => {
  beforeEach(() =>
    saveDemoFeeds(database.kysely, [
      { source: 'promo', address: 'http://127.0.0.1:1/promo' },
      { source: 'sportsdb', address: 'http://127.0.0.1:1/json' },
    ]),
  )

  it('has a tab for the odds feeds and for each tool, in the order in which they build on each other', async () => {
    const tabs = (await open('/admin/import'))
      .all('nav')
      .find((nav) => nav.attribute('aria-label') === 'Import tools')
    expect(tabs?.all('a').map(({ text }) => text)).toEqual([
      'Odds feeds',
      'Countries',
      'Leagues',
      'Seasons',
      'Teams',
      'Past events',
    ])
  })

  it('accepts whole numbers from 0 on as the menu position of a sport', async () => {
    const page = await open('/admin/import')
    expect(field(page, 'Menu position of the sport', 'type', 'min', 'step', 'value')).toEqual([
      'number',
      '0',
      '1',
      '',
    ])
    const choose = (menuPosition: unknown) =>
      ask('/admin/import', { kind: 'odds', choice: { source: 'promo', menuPosition } })
    for (const refused of [-1, 1.5, 'first']) expect((await choose(refused)).status).toBe(400)
    expect(await runs()).toEqual([])
    expect((await choose('0')).status).toBe(200)
    expect(await runs()).toMatchObject([{ params: { menuPosition: 0 } }])
  })

  it('looks up 25 past matches, and skips known ones, by default', async () => {
    const page = await open('/admin/import?tool=events')
    expect(field(page, 'Stop after (matches)', 'type', 'value', 'min')).toEqual(['number', '25', '-1'])
    const switches = page.all('button').filter((button) => button.attribute('role') === 'switch')
    expect(switches.map((one) => [one.text, one.attribute('aria-checked')])).toEqual([
      ['Skip matches that have a score', 'true'],
    ])
    await ask('/admin/import', { kind: 'tool', choice: { tool: 'sportsdb-events' } })
    expect(await runs()).toMatchObject([{ params: { stopAfter: 25, skipExisting: true } }])
  })

  it.each([
    [{ kind: 'odds', choice: { source: 'promo', sport: 'Tennis' } }, 'promo', { sport: 'Tennis' }],
    [{ kind: 'tool', choice: { tool: 'sportsdb-countries' } }, 'sportsdb-countries', {}],
    [{ kind: 'tool', choice: { tool: 'sportsdb-leagues' } }, 'sportsdb-leagues', { sport: 'Soccer' }],
    [
      { kind: 'tool', choice: { tool: 'sportsdb-seasons', leagueId: '4328' } },
      'sportsdb-seasons',
      { leagueId: 4328 },
    ],
    [
      { kind: 'tool', choice: { tool: 'sportsdb-teams', sport: 'Rugby', country: 'Wales' } },
      'sportsdb-teams',
      { sport: 'Rugby', country: 'Wales' },
    ],
    [
      { kind: 'tool', choice: { tool: 'sportsdb-events', stopAfter: '-1', skipExisting: false } },
      'sportsdb-events',
      { stopAfter: -1, skipExisting: false },
    ],
  ])('queues %j for the worker', async (request, kind, params) => {
    const response = await ask('/admin/import', request)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('queued')])
    expect(await runs()).toEqual([{ kind, status: 'queued', requested_by: admin.id, params }])
  })

  it('queues one run of a kind at a time, and none when nothing is set up', async () => {
    const countries = { kind: 'tool', choice: { tool: 'sportsdb-countries' } }
    await ask('/admin/import', countries)
    expect(await (await ask('/admin/import', countries)).text()).toContain('already_running')
    expect(await runs()).toHaveLength(1)
    await saveDemoFeeds(database.kysely, [])
    const leagues = { kind: 'tool', choice: { tool: 'sportsdb-leagues' } }
    expect(await (await ask('/admin/import', leagues)).text()).toContain('not_configured')
    expect(await runs()).toHaveLength(1)
  })

  it('lists the ten latest leagues, the latest first, below the stored counts', async () => {
    await sql`insert into sportsdb_leagues (sportsdb_id, name, sport, country, raw_data, created_at)
      select n, 'League ' || n, case when n % 3 = 0 then 'Basketball' else 'Soccer' end, 'Italy', '{}',
        timestamptz '2026-01-01' + n * interval '1 day'
      from generate_series(1, 12) n`.execute(database.kysely)
    const page = await open('/admin/import?tool=leagues')
    const recent = page.all('section').find((one) => one.attribute('aria-label') === 'Latest leagues')
    expect(recent?.all('li').map(({ text }) => text)).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(
        (n) => `League ${n} ${n % 3 === 0 ? 'Basketball' : 'Soccer'}, Italy`,
      ),
    )
    expect(page.all('dl')[0]?.text).toBe('Countries 0 Leagues 12 Seasons 0 Teams 0 Past events 0')
  })
})

describe('the runs', () => {
  it('begin with those under way, however old, and name who requested them', async () => {
    const run = (status: string, hoursAgo: number, more: object = {}) => ({
      kind: 'promo',
      subject: `feed-${hoursAgo}`,
      status,
      created_at: new Date(Date.now() - hoursAgo * HOUR_MS),
      heartbeat_at: new Date(),
      ...more,
    })
    await database.kysely
      .insertInto('runs')
      .values([
        run('done', 1),
        run('running', 5, { requested_by: admin.id }),
        run('queued', 3),
        run('failed', 2),
      ])
      .execute()
    const answer = await site.get('/admin/runs?kinds=promo', { cookie: admin.cookie })
    const { runs } = (await answer.json()) as RunsState
    expect(runs.map(({ status }) => status)).toEqual(['running', 'queued', 'done', 'failed'])
    expect(runs.map(({ requester }) => requester)).toEqual([admin.email, null, null, null])
    const done = runs.find(({ status }) => status === 'done')?.id ?? ''
    const own = await site.get(`/admin/runs?kinds=promo&run=${done}`, { cookie: admin.cookie })
    const statuses = ((await own.json()) as RunsState).runs.map(({ status }) => status)
    expect(statuses, 'the run that was started here stays in view').toEqual([
      ...['done', 'running', 'queued', 'failed'],
    ])
  })

  it('of every kind are in one list, with one Stop button', async () => {
    const values = ['promo', 'removal', 'map-teams', 'media-cleanup'].map((kind) => ({
      kind,
      subject: 'site',
      status: 'running',
    }))
    await database.kysely.insertInto('runs').values(values).execute()
    const read = async () => {
      const answer = await site.get('/admin/runs', { cookie: admin.cookie })
      return ((await answer.json()) as RunsState).runs
    }
    for (const { id } of await read()) await ask('/admin/runs', { intent: 'cancel', runId: id })
    const stopped = (await read()).map(({ kind, status }) => [kind, status])
    expect(stopped.sort()).toEqual(values.map(({ kind }) => [kind, 'cancelling']).sort())
    const titles = (await open('/admin/schedules')).all('h2').map(({ text }) => text)
    expect(titles).toContain('Runs')
  })
})

describe('Remove Old Data', () => {
  const ago = (ms: number) => new Date(Date.now() - ms)
  const starts = async () => {
    const rows = await database.kysely
      .selectFrom('matches')
      .select('home_team')
      .orderBy('start_time')
      .execute()
    return rows.map(({ home_team }) => home_team)
  }
  beforeAll(async () => {
    const db = database.kysely
    const { leagueId } = await createPlace(db)
    const bookmaker = await createBookmaker(db)
    for (const [home_team, age] of [
      ['Of last year', 370 * DAY_MS],
      ['Of last month', 40 * DAY_MS],
      ['Of last week', 8 * DAY_MS],
      ['Just begun', HOUR_MS],
      ['To come', -DAY_MS],
    ] as const) {
      const match = await createMatch(db, { league_id: leagueId, home_team, start_time: ago(age) })
      await createQuote(db, { match, bookmaker, prices: [2, 3, 4] })
    }
  })

  it('offers periods from a day to a year, or all, and begins with 30 days', async () => {
    const [period] = (await open('/admin/remove')).all('select')
    expect(period?.all('option').map((option) => [option.attribute('value'), option.text])).toEqual([
      ['1', '1 day'],
      ['7', '7 days'],
      ['14', '14 days'],
      ['30', '30 days'],
      ['60', '60 days'],
      ['90', '90 days'],
      ['180', '180 days'],
      ['365', '365 days'],
      ['all', 'All past matches'],
    ])
    const chosen = period?.all('option').filter((option) => option.attribute('selected') !== undefined)
    expect(chosen?.map((option) => option.attribute('value'))).toEqual(['30'])
  })

  it.each([
    ['30', 2],
    ['7', 3],
    ['365', 1],
    ['all', 3],
  ])('only counts what a period of %s would remove, before it is confirmed', async (option, matches) => {
    const before = await starts()
    const address = `/admin/remove/candidates?option=${option}`
    const response = await site.get(address, { cookie: admin.cookie })
    expect(await response.json()).toMatchObject({ option, matches })
    expect([await starts(), await runs()]).toEqual([before, []])
  })

  it('queues the confirmed removal, and nothing without a period', async () => {
    expect((await ask('/admin/remove', { option: '31' })).status).toBe(400)
    expect((await ask('/admin/remove', {})).status).toBe(400)
    expect(await runs()).toEqual([])
    const response = await ask('/admin/remove', { option: '30' })
    expect(await response.text()).toContain('queued')
    expect(await runs()).toMatchObject([
      {
        kind: 'removal',
        status: 'queued',
        requested_by: admin.id,
        params: { option: '30', matches: 2, odds: 2 },
      },
    ])
  })

  it('reports that there is nothing to remove, or that the matches cannot be read', async () => {
    await sql`alter table odds rename to odds_away`.execute(database.kysely)
    try {
      const address = '/admin/remove/candidates?option=30'
      expect((await site.get(address, { cookie: admin.cookie })).status).toBe(500)
    } finally {
      await sql`alter table odds_away rename to odds`.execute(database.kysely)
    }
    await database.kysely.deleteFrom('matches').execute()
    expect(await (await ask('/admin/remove', { option: 'all' })).text()).toContain('nothing_to_remove')
    expect(await runs()).toEqual([])
  })
})
