import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listFeedHealth,
  listMissingTranslations,
  listUnmappedTeams,
  listUnpricedToday,
  summariseLeagues,
} from '#app/features/dashboard/queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { readHtml, shownText, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  ;({ cookie } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function dashboard(): Promise<string> {
  const response = await site.get('/admin', { cookie })
  expect(response.status).toBe(200)
  return response.text()
}

describe('the dashboard', () => {
  it('is for administrators', async () => {
    const response = await site.get('/admin')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/login'),
    ])
  })

  it('shows the next step when a site is still empty', async () => {
    const text = await dashboard()
    for (const next of [
      'Every match of today has odds.',
      'Nothing has been imported yet.',
      'No clicks yet.',
      'No team has been mapped yet.',
      'Every active language is complete.',
      'There are no leagues yet.',
    ]) {
      expect(text).toContain(next)
    }
  })

  it('links to quick imports, and to import, sports, promotions and data mapping', async () => {
    const text = await dashboard()
    for (const tool of ['odds', 'countries', 'leagues', 'seasons', 'teams', 'events']) {
      expect(text).toContain(`href="/admin/import?tool=${tool}"`)
    }
    for (const screen of ['import', 'sports', 'promotions', 'data-mapping']) {
      expect(text).toContain(`href="/admin/${screen}"`)
    }
  })

  it('shows its other parts when one cannot be read', async () => {
    await sql`alter table team_mappings rename to hidden_mappings`.execute(database.kysely)
    try {
      const text = await dashboard()
      expect(text).toContain('This part could not be read.')
      expect(text).toContain('Nothing has been imported yet.')
      expect(text).not.toContain('hidden_mappings')
    } finally {
      await sql`alter table hidden_mappings rename to team_mappings`.execute(database.kysely)
    }
  })
})

describe('matches of today without prices', () => {
  it('are those that visitors see, are not over, and nobody quotes', async () => {
    const { leagueId, sportId } = await createPlace(database.kysely, { league: 'Serie A' })
    const hidden = await createPlace(database.kysely, { league: 'Hidden' })
    await database.kysely
      .updateTable('leagues')
      .set({ is_active: false })
      .where('id', '=', hidden.leagueId)
      .execute()
    // Where the day is neither young nor nearly over.
    const now = new Date()
    const time_zone = now.getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6'
    await database.kysely.updateTable('site_settings').set({ time_zone }).execute()
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
    const unpriced = await createMatch(database.kysely, { league_id: leagueId, start_time: minutes(20) })
    const priced = await createMatch(database.kysely, { league_id: leagueId, start_time: minutes(5) })
    const bookmaker = await createBookmaker(database.kysely)
    await createQuote(database.kysely, { match: priced, bookmaker, prices: [2, 3, 4] })
    await sql`select refresh_headlines(array[${priced}]::uuid[])`.execute(database.kysely)
    await createMatch(database.kysely, { league_id: hidden.leagueId, start_time: minutes(20) })
    await createMatch(database.kysely, { league_id: leagueId, start_time: minutes(-1), status: 'finished' })
    await createMatch(database.kysely, { league_id: leagueId, start_time: minutes(-1) })
    await createMatch(database.kysely, { league_id: leagueId, start_time: minutes(25 * 60) })
    await createMatch(database.kysely, { league_id: leagueId, start_time: minutes(20), odds_locked: true })
    const { count, first } = await listUnpricedToday({ database }, time_zone, now)
    expect([count, first.map(({ id }) => id)]).toEqual([1, [unpriced]])
    expect(await summariseLeagues({ database })).toEqual([
      { id: sportId, sport: 'Soccer', leagues: 2, active: 1, upcoming: 5 },
    ])
    expect(await dashboard()).toContain('match nobody quotes')
  })
})

describe('feeds', () => {
  it('show their last run, and an abandoned one', async () => {
    const run = (values: Record<string, unknown>) => ({ kind: 'promo', subject: 'a.json', ...values })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await database.kysely
      .insertInto('runs')
      .values([
        run({
          status: 'failed',
          error: JSON.stringify({ code: 'unexpected', message: 'old news' }),
          created_at: ago(60),
          finished_at: ago(59),
        }),
        run({
          status: 'done',
          created_at: ago(30),
          finished_at: ago(29),
          counts: JSON.stringify({ items: 12, rejected: 3 }),
        }),
        run({ subject: 'b.json', status: 'running', created_at: ago(20), heartbeat_at: ago(10) }),
        run({
          subject: 'https://feed.example/deep/c.json',
          status: 'failed',
          error: JSON.stringify({ code: 'unreachable', message: 'no answer' }),
          created_at: ago(5),
        }),
        run({
          kind: 'the-odds-api',
          subject: 'd.json',
          status: 'done',
          created_at: ago(40),
          counts: JSON.stringify({ items: 12_345 }),
        }),
        // What it removed is nothing that a feed brought.
        run({ kind: 'removal', subject: 'site', status: 'done', created_at: ago(1) }),
      ])
      .execute()
    const feeds = await listFeedHealth({ database })
    expect(feeds.map(({ subject, state, items, rejected }) => ({ subject, state, items, rejected }))).toEqual(
      [
        { subject: 'https://feed.example/deep/c.json', state: 'failed', items: 0, rejected: 0 },
        { subject: 'b.json', state: 'stopped', items: 0, rejected: 0 },
        { subject: 'a.json', state: 'done', items: 12, rejected: 3 },
        { subject: 'd.json', state: 'done', items: 12_345, rejected: 0 },
      ],
    )
    const text = shownText(withoutScripts(await dashboard()))
    const wanted = [
      'Import failed no answer',
      'feed.example',
      'Interrupted',
      '12 items, 3 rejected',
      'The Odds API',
      '12,345 items',
    ]
    for (const shown of wanted) expect(text).toContain(shown)
    expect(text).not.toContain('unreachable')
    expect(text).not.toContain('old news')
  })
})

describe('unmapped teams', () => {
  it('are counted among all', async () => {
    await database.kysely
      .insertInto('team_mappings')
      .values([
        { matches_team_name: 'Inter', sportsdb_team_name: 'Inter Milan' },
        { matches_team_name: 'Nowhere FC', matches_league_name: 'Serie A' },
      ])
      .execute()
    expect(await listUnmappedTeams({ database })).toMatchObject({
      count: 1,
      total: 2,
      first: [{ name: 'Nowhere FC', league: 'Serie A' }],
    })
    const panel = readHtml(await dashboard())
      .all('section')
      .find(({ text }) => text.includes('Nowhere FC'))
    expect(panel?.text).toMatch(/ 1 of 2 .*Nowhere FC Serie A/)
  })
})

describe('missing translations', () => {
  it('are labels of a language without built-in texts, and offers in any but the default language', async () => {
    await database.kysely
      .insertInto('languages')
      .values({ code: 'nl', name: 'Dutch', native_name: 'Nederlands' })
      .execute()
    await database.kysely
      .insertInto('affiliate_buttons')
      .values({ provider: 'A', button_text: 'Bet', button_link: '#' })
      .execute()
    await database.kysely
      .insertInto('pages')
      .values([{ slug: 'terms', is_published: true }, { slug: 'draft' }])
      .execute()
    const of = async (code: string) =>
      (await listMissingTranslations({ database })).find((language) => language.code === code)
    expect(await of('en')).toMatchObject({ labels: 0, buttons: 0, pages: 0 })
    expect(await of('it')).toMatchObject({ labels: 0, buttons: 1, promotions: 0, pages: 1, footer: 0 })
    const before = await of('nl')
    expect(before?.labels).toBeGreaterThan(100)
    expect(before?.backOffice).toBeGreaterThan(500)
    for (const [namespace, key] of [
      ['admin', 'close'],
      ['common', 'home'],
    ])
      await sql`
        insert into translations (language_id, namespace_id, key, value)
        select l.id, n.id, ${key}, 'Sluiten' from languages l, translation_namespaces n
        where l.code = 'nl' and n.name = ${namespace}`.execute(database.kysely)
    const { labels = 0, backOffice = 0 } = before ?? {}
    expect(await of('nl')).toMatchObject({ labels: labels - 1, backOffice: backOffice - 1 })
    const report = await (await site.get('/admin/translations', { cookie })).text()
    expect(report).toContain(`>${(labels - 1).toLocaleString('en')}<`)
    expect(report).toContain(`Back office:<!-- --> <!-- -->${(backOffice - 1).toLocaleString('en')}<`)
    expect(await dashboard()).toContain('Nederlands')
  })
})
