import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportClicks } from '#app/features/affiliates/click-report.server.ts'
import type { ClickQuery, Grouping } from '#app/features/affiliates/click-report.ts'
import { recordClick, writeClicks } from '#app/features/affiliates/clicks.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
const ZONE = 'Asia/Kathmandu'
const RANGE = { from: '2026-03-01', to: '2026-03-03' }

beforeAll(async () => {
  database = await createTestDatabase()
  await database.kysely.updateTable('site_settings').set({ time_zone: ZONE }).execute()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: '=HYPERLINK("https://evil.example")',
    away_team: 'Milan, "AC"',
  })
  const bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  const { id: button } = await database.kysely
    .insertInto('affiliate_buttons')
    .values({ provider: 'Alphabet', button_text: 'Bet', button_link: '#', bookmaker_id: bookmaker })
    .returning('id')
    .executeTakeFirstOrThrow()
  const click = (clicked_at: string, visitor_hash: string, values = {}) => ({
    clicked_at: new Date(clicked_at),
    visitor_hash,
    language: 'it',
    ...values,
  })
  await database.kysely
    .insertInto('clicks')
    .values([
      // In Kathmandu, 5:45 ahead: the last of 28 February, the first of 1 March, two of the 2nd, the last of the 3rd.
      click('2026-02-28T18:14:59Z', 'before'),
      click('2026-02-28T18:15:00Z', 'a', { button_id: button, bookmaker_id: bookmaker, match_id: match }),
      click('2026-03-01T18:20:00Z', 'b', { button_id: button, bookmaker_id: bookmaker }),
      click('2026-03-02T10:00:00Z', 'b', {
        ...{ language: 'en', country: 'IT', market: 'total full_time 2.5', price: 1.875, position: 2 },
      }),
      click('2026-03-03T18:14:59Z', 'c', { outcome: 'home', page: 'match' }),
      click('2026-03-03T18:15:00Z', 'after'),
    ])
    .execute()
  site = await openSite(database)
  ;({ cookie } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const report = (by: Grouping, range: Omit<ClickQuery, 'by'> = RANGE) =>
  reportClicks({ database }, { ...range, by }, ZONE)

/** Of the groups that have no label in the report. */
const KEYS = {
  country: [
    [null, 3],
    ['IT', 1],
  ],
  market: [
    [null, 3],
    ['total', 1],
  ],
  position: [
    [null, 3],
    ['2', 1],
  ],
  page: [
    [null, 3],
    ['match', 1],
  ],
}

describe('a report of clicks', () => {
  it('counts by the days of the site', async () => {
    const { total, visitors, groups, days } = await report('day')
    expect([total, visitors]).toEqual([4, 3])
    expect(groups).toMatchObject([
      { key: '2026-03-01', clicks: 1, visitors: 1 },
      { key: '2026-03-02', clicks: 2, visitors: 1 },
      { key: '2026-03-03', clicks: 1, visitors: 1 },
    ])
    expect(days.map(({ counts }) => counts)).toEqual([[1], [2], [1]])
  })

  it.each([
    ['button', ['Alphabet – Bet', null]],
    ['bookmaker', ['Alphabet', null]],
    ['language', ['Italiano', 'English']],
    ['country', [null, null]],
    ['market', [null, null]],
    ['position', [null, null]],
    ['page', [null, null]],
    ['league', [null, 'Serie A']],
  ] as const)('counts by %s, the most first', async (by, labels) => {
    const { groups, series, days } = await report(by)
    expect(groups.map(({ label }) => label)).toEqual(labels)
    if (by in KEYS)
      expect(groups.map(({ key, clicks }) => [key, clicks])).toEqual(KEYS[by as keyof typeof KEYS])
    expect(series).toHaveLength(2)
    expect(days[1]?.counts.reduce((sum, count) => sum + count)).toBe(2)
  })

  it('counts by match, and clicks without a match', async () => {
    const { groups } = await report('match')
    expect(groups.map(({ clicks }) => clicks)).toEqual([3, 1])
    expect(groups[0]).toMatchObject({ key: null, label: null })
  })

  it('counts a bookmaker that is merged as the other, and a visitor of both once', async () => {
    const kept = await createBookmaker(database.kysely, { name: 'Kept' })
    const merged = await createBookmaker(database.kysely, { name: 'Merged', merged_into: kept })
    const clicked_at = new Date('2027-01-02T12:00:00Z')
    await database.kysely
      .insertInto('clicks')
      .values([kept, merged].map((bookmaker_id) => ({ clicked_at, bookmaker_id, visitor_hash: 'same' })))
      .execute()
    const { groups, days } = await report('bookmaker', { from: '2027-01-02', to: '2027-01-02' })
    expect(groups).toEqual([{ key: kept, label: 'Kept', clicks: 2, visitors: 1 }])
    expect(days.map(({ counts }) => counts)).toEqual([[2, 0]])
  })

  it('has every day of its range', async () => {
    const { groups } = await report('day', { from: '2026-01-01', to: '2026-12-31' })
    expect(groups).toHaveLength(365)
    expect(groups.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(6)
  })
})

describe('what is deleted after it was clicked', () => {
  it('still has its name in the table, the chart and the file', async () => {
    const db = database.kysely
    const { leagueId } = await createPlace(db)
    const clickedMatch = { league_id: leagueId, home_team: 'Roma', away_team: 'Lazio' }
    const [match, other] = [
      await createMatch(db, clickedMatch),
      await createMatch(db, { league_id: leagueId }),
    ]
    const bookmaker = await createBookmaker(db, { name: 'Gonebet' })
    const { id: button } = await db
      .insertInto('affiliate_buttons')
      .values({ provider: 'Gonebet', button_text: 'Play', button_link: '#', bookmaker_id: bookmaker })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: promotion } = await db
      .insertInto('promotions')
      .values({
        title: 'Free bet',
        description: 'Text',
        button_text: 'Go',
        button_link: 'https://a.example/',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    recordClick(createServices(database), {
      clicked_at: new Date('2026-04-01T10:00:00Z'),
      click_id: null,
      button_id: button,
      bookmaker_id: bookmaker,
      match_id: match,
      promotion_id: promotion,
      outcome: 'home',
      page: 'match',
      language: 'it',
      country: 'IT',
      ...{ experiment_id: null, variant: null, is_first: false },
      visitor_hash: 'v',
    })
    await writeClicks(createServices(database))
    await db.deleteFrom('affiliate_buttons').where('id', '=', button).execute()
    await db.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
    await db.deleteFrom('promotions').where('id', '=', promotion).execute()
    // With its matches.
    await db.deleteFrom('leagues').where('id', '=', leagueId).execute()

    const range = { from: '2026-04-01', to: '2026-04-01' }
    for (const [by, key, label] of [
      ['button', button, 'Gonebet – Play'],
      ['bookmaker', bookmaker, 'Gonebet'],
      ['match', match, 'Roma – Lazio'],
      ['promotion', promotion, 'Free bet'],
    ] as const) {
      const { groups, series } = await report(by, range)
      expect([groups, series]).toEqual([[{ key, label, clicks: 1, visitors: 1 }], groups])
    }
    const file = await site.get('/admin/clicks/export?from=2026-04-01&to=2026-04-01', { cookie })
    const [, line] = (await file.text()).split('\r\n')
    expect(line).toContain(',Gonebet,Play,Gonebet,Roma,Lazio,home,match,it,v')
    expect(line).toMatch(/,Free bet$/)
    const left = await db.selectFrom('clicked_before_deletion').select('id').execute()
    expect(left.map(({ id }) => id)).not.toContain(other)
  })
})

describe('the screen of clicks', () => {
  it('shows the table and the chart, in the zone of the site', async () => {
    const response = await site.get('/admin/clicks?from=2026-03-01&to=2026-03-03&by=button', { cookie })
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('Alphabet – Bet')
    expect(text).toContain('Clicks of each day from Mar 1, 2026 to Mar 3, 2026')
    expect(text).toContain('Asia/Kathmandu')
    const page = readHtml(text)
    const hrefs = page.all('a').map((it) => it.attribute('href'))
    expect(hrefs).toContain('/admin/clicks/export?from=2026-03-01&to=2026-03-03')
    const spans = hrefs.filter((href) => /^\/admin\/clicks\?from=.*by=button$/.test(href ?? ''))
    const days = spans.map((href) => {
      const { searchParams } = new URL(href ?? '', 'http://site')
      return (
        1 + (Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')) / DAY_MS
      )
    })
    expect(days).toEqual([7, 30, 90])
    const rows = (of: typeof page) =>
      of
        .all('tbody')[0]
        ?.all('tr')
        .map((row) => row.all('td').map((cell) => cell.text))
    expect(rows(page)).toEqual([
      ['Alphabet – Bet', '2', '2', '50.0%'],
      ['A match’s own link, or a deleted button', '2', '2', '50.0%'],
    ])
    // Days begin with the latest.
    const byDay = await site.get('/admin/clicks?from=2026-03-01&to=2026-03-03&by=day', { cookie })
    expect(rows(readHtml(await byDay.text()))).toEqual([
      ['Mar 3, 2026', '1', '1', '25.0%'],
      ['Mar 2, 2026', '2', '1', '50.0%'],
      ['Mar 1, 2026', '1', '1', '25.0%'],
    ])
  })

  it.each(['/admin/clicks', '/admin/clicks/export'])('%s is for administrators', async (path) => {
    const response = await site.get(path)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/login'),
    ])
  })

  it('exports the clicks of the range, without spreadsheet formulas', async () => {
    const response = await site.get('/admin/clicks/export?from=2026-03-01&to=2026-03-03', { cookie })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="clicks-2026-03-01-2026-03-03.csv"',
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const lines = (await response.text()).split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toBe(
      '2026-02-28T18:15:00.000Z,"Mar 1, 2026, 00:00:00",Alphabet,Bet,Alphabet,' +
        `"'=HYPERLINK(""https://evil.example"")","Milan, ""AC""",,,it,a,,,,,,,,`,
    )
    expect(lines[3]).toMatch(/,en,b,,total full_time 2\.5,1\.875,2,IT,,,$/)
  })

  it('exports many clicks in chunks, each once', async () => {
    const clicked_at = new Date('2025-06-01T12:00:00Z')
    const many = Array.from({ length: 2_500 }, (_, index) => ({ clicked_at, visitor_hash: `many-${index}` }))
    await database.kysely.insertInto('clicks').values(many).execute()
    const response = await site.get('/admin/clicks/export?from=2025-06-01&to=2025-06-01', { cookie })
    const hashes = (await response.text()).match(/many-\d+/g) ?? []
    expect([hashes.length, new Set(hashes).size]).toEqual([2_500, 2_500])
  })
})
