import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type Element, readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  cookie = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function open(path: string): Promise<Element> {
  const response = await site.get(path, { cookie })
  expect(response.status).toBe(200)
  return readHtml(await response.text())
}

const labelled = (page: Element, tag: string, label: string) =>
  page.all(tag).filter((element) => element.attribute('aria-label') === label)
const linksOf = (element: Element | undefined) =>
  element?.all('a').map((link) => [link.attribute('href'), link.text]) ?? []

/** The links of the menu, in order. */
const SCREENS = [
  ['/admin', 'Dashboard'],
  ['/admin/import', 'Import Data'],
  ['/admin/remove', 'Remove Old Data'],
  ['/admin/sports', 'Manage Sports'],
  ['/admin/countries', 'Manage Countries'],
  ['/admin/leagues', 'Manage Leagues'],
  ['/admin/matches', 'Manage Matches'],
  ['/admin/data-mapping', 'Data Mapping'],
  ['/admin/affiliate-buttons', 'Affiliate Buttons'],
  ['/admin/promotions', 'Promotions'],
  ['/admin/match-content', 'Match Content'],
  ['/admin/languages', 'Languages'],
  ['/admin/translations', 'Translations'],
  ['/admin/settings', 'Site Settings'],
] as const

/** Screens whose heading says more than the menu. */
const HEADINGS: Record<string, string> = {
  '/admin/affiliate-buttons': 'Manage Affiliate Buttons',
  '/admin/promotions': 'Manage Promotions',
}

describe('the sidebar of the back office', () => {
  it('links to the screens in their order, with the other ones of their groups between them', async () => {
    const [menu, ...others] = labelled(await open('/admin'), 'nav', 'Back office')
    expect(others).toEqual([])
    const links = linksOf(menu)
    const paths = SCREENS.map(([path]) => path as string)
    expect(links.filter(([path]) => paths.includes(path ?? ''))).toEqual(SCREENS)
    const groups = menu
      ?.all('details')
      .map((group) => [group.all('summary')[0]?.text, ...group.all('a').map(({ text }) => text)])
    expect(groups).toEqual([
      ['Odds and feeds', 'Sources', 'Schedules', 'Import Data', 'Remove Old Data', 'Review Queue'],
      [
        ...[
          'Catalogue',
          'Manage Sports',
          'Manage Countries',
          'Manage Leagues',
          'Manage Matches',
          'Data Mapping',
        ],
        ...['Bookmakers', 'Bulk edit'],
      ],
      ['Business', 'Affiliate Buttons', 'Promotions', 'Clicks', 'Earnings', 'Experiments', 'Audiences'],
      ['Site and texts', 'Match Content', 'Languages', 'Translations', 'Pages', 'Site Settings'],
      ['Operation', 'Alerts', 'People', 'Sign-ins', 'Change history', 'API', 'Webhooks'],
    ])
  })

  it.each(SCREENS)('is shown beside the screen at %s, and marks it', async (path, title) => {
    const page = await open(path)
    const [menu] = labelled(page, 'nav', 'Back office')
    const current = menu?.all('a').filter((link) => link.attribute('aria-current') === 'page')
    expect(current?.map((link) => link.attribute('href'))).toEqual([path])
    expect(
      page
        .all('main')[0]
        ?.all('h1')
        .map(({ text }) => text),
    ).toEqual([HEADINGS[path] ?? title])
    expect(page.all('title').map(({ text }) => text)).toEqual([`${title} – Back office – Overround`])
  })

  it('says in the title that an address has no screen', async () => {
    for (const path of ['/admin/unknown', '/admin/pages/unknown']) {
      const page = readHtml(await (await site.get(path, { cookie })).text())
      expect(page.all('title').map(({ text }) => text)).toEqual([
        'This screen does not exist – Back office – Overround',
      ])
    }
  })

  it('names the item of a screen first in its title', async () => {
    const id = await createBookmaker(database.kysely, { name: 'Alpha & Co' })
    for (const [path, name] of [
      ['/admin/sources/api-football', 'API-Football – Sources'],
      [`/admin/bookmakers/${id}`, 'Alpha & Co – Bookmakers'],
    ] as const) {
      expect((await open(path)).all('title').map(({ text }) => text)).toEqual([
        `${name} – Back office – Overround`,
      ])
    }
  })

  it('links to the site, in a new tab', async () => {
    const link = (await open('/admin'))
      .all('aside')[0]
      ?.all('a')
      .find(({ text }) => text === 'View site')
    expect([link?.attribute('href'), link?.attribute('target')]).toEqual(['/', '_blank'])
  })

  it('can be opened and closed on small screens', async () => {
    const page = await open('/admin')
    const [sidebar] = page.all('aside')
    expect(sidebar?.attribute('popover')).toBe('auto')
    const toggles = page
      .all('button')
      .filter((button) => button.attribute('popovertarget') === sidebar?.attribute('id'))
    expect(
      toggles.map((button) => [button.attribute('aria-label'), button.attribute('popovertarget')]).sort(),
    ).toEqual([
      ['Close menu', sidebar?.attribute('id')],
      ['Open menu', sidebar?.attribute('id')],
    ])
  })
})

describe('the dashboard', () => {
  it('has a quick import for each tool', async () => {
    const [quick] = labelled(await open('/admin'), 'nav', 'Quick imports')
    expect(linksOf(quick)).toEqual([
      ['/admin/import?tool=odds', 'Odds feed'],
      ['/admin/import?tool=countries', 'Countries'],
      ['/admin/import?tool=leagues', 'Leagues'],
      ['/admin/import?tool=seasons', 'Seasons'],
      ['/admin/import?tool=teams', 'Teams'],
      ['/admin/import?tool=events', 'Past events'],
    ])
  })

  it('ends with cards that link to import, sports, promotions and data mapping', async () => {
    const cards = (await open('/admin')).all('main')[0]?.all('ul').at(-1)
    expect(cards?.all('a').map((link) => [link.attribute('href'), link.all('span')[1]?.text])).toEqual([
      ['/admin/import', 'Import Data'],
      ['/admin/sports', 'Manage Sports'],
      ['/admin/promotions', 'Promotions'],
      ['/admin/data-mapping', 'Data Mapping'],
    ])
  })

  it('summarises the leagues of each sport: active ones among all, and upcoming matches', async () => {
    const db = database.kysely
    const { leagueId } = await createPlace(db, { sport: 'Soccer', league: 'Serie A' })
    const hidden = await createPlace(db, { sport: 'Soccer', league: 'Serie B' })
    await createPlace(db, { sport: 'Tennis', league: 'Open' })
    await db.updateTable('leagues').set({ is_active: false }).where('id', '=', hidden.leagueId).execute()
    await createMatch(db, { league_id: leagueId })
    await createMatch(db, { league_id: leagueId })
    // Begun, and cancelled.
    await createMatch(db, { league_id: leagueId, start_time: new Date(Date.now() - HOUR_MS) })
    await createMatch(db, { league_id: leagueId, status: 'cancelled' })
    const panel = (await open('/admin')).all('section').find(({ text }) => text.startsWith('Leagues summary'))
    expect(panel?.all('tr').map(({ text }) => text)).toEqual([
      'Sport Active leagues Upcoming matches',
      'Soccer 1 / 2 2',
      'Tennis 1 / 1 0',
    ])
    expect(panel?.all('p')[0]?.text).toBe('2 active of 3 leagues')
  })
})

it('has a button in the sidebar that signs out', async () => {
  const [sidebar] = (await open('/admin')).all('aside')
  const form = sidebar?.all('form').find(({ text }) => text === 'Logout')
  expect(form?.attribute('method')).toBe('post')
  const left = await site.post(form?.attribute('action') ?? '', {}, { cookie })
  expect([left.status, left.headers.get('location')]).toEqual([302, '/en'])
  const again = await site.get('/admin', { cookie })
  expect(again.headers.get('location')).toBe('/en/login?next=%2Fadmin')
})

it.each([
  ['https://odds.example', true],
  ['http://odds.example', false],
])('a choice that is kept in a cookie goes over https only: at %s', async (APP_URL, isSecure) => {
  // Sessions of a database are those of its first site.
  const other = await openSite({ ...database }, { APP_URL, APP_SECRET: 'a secret of thirty-two letters..' })
  try {
    const prefix = isSecure ? '__Host-' : ''
    const post: TestSite['post'] = (target, fields, headers) =>
      other.post(target, fields, { origin: APP_URL, ...headers })
    const opened = await signInAdministrator(database, { post })
    expect(opened.cookie).toContain(`${prefix}overround.session_token=`)
    const headers = { cookie: opened.cookie }
    const chosen = [
      await post('/admin/look', { look: 'dark', to: '/admin' }, headers),
      await post('/resources/country', { country: 'IT', lang: 'en' }, headers),
      await post('/resources/age/18', { to: '/en' }, headers),
    ].map((response) => response.headers.getSetCookie())
    expect(chosen.map((cookies) => cookies.length)).toEqual([1, 1, 1])
    for (const [text] of chosen) expect(/; Secure/.test(text ?? ''), text).toBe(isSecure)
    expect(chosen.map(([text]) => /; SameSite=Lax/.test(text ?? ''))).toEqual([true, true, true])
  } finally {
    await other.close()
  }
})
