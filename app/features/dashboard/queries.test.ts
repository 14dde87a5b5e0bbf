import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import {
  listFeedHealth,
  listMissingTranslations,
  listUnmappedTeams,
  listUnpricedToday,
  summariseLeagues,
} from './queries.server.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('the leagues of each sport are counted in the order of the menu, with matches to come', async () => {
  const db = database.kysely
  const soon = new Date(Date.now() + 3_600_000)
  const soccer = await createPlace(db, { league: 'Serie A' })
  const off = await createPlace(db, { league: 'Serie B' })
  await db.updateTable('leagues').set({ is_active: false }).where('id', '=', off.leagueId).execute()
  const tennis = await createPlace(db, { sport: 'Tennis', league: 'Open' })
  for (const [name, menu_position] of [
    ['Zebra', 1],
    ['Alpha', 1],
  ] as const)
    await db.insertInto('sports').values({ name, slug: name.toLowerCase(), menu_position }).execute()
  await db
    .updateTable('sports')
    .set({ menu_position: 2, display_name: 'Football' })
    .where('id', '=', soccer.sportId)
    .execute()
  await db
    .updateTable('sports')
    .set({ menu_position: 3, display_name: '' })
    .where('id', '=', tennis.sportId)
    .execute()
  const add = (leagueId: string, values: object) => createMatch(db, { league_id: leagueId, ...values })
  await add(soccer.leagueId, { start_time: soon })
  await add(soccer.leagueId, { start_time: soon, status: 'live' })
  await add(soccer.leagueId, { start_time: new Date(Date.now() - 3_600_000) })
  await add(soccer.leagueId, { start_time: soon, status: 'cancelled' })
  await add(tennis.leagueId, { start_time: soon })
  const leagues = (await summariseLeagues({ database })).map(({ id: _, ...row }) =>
    Object.values(row).join(' '),
  )
  expect(leagues).toEqual(['Alpha 0 0 0', 'Zebra 0 0 0', 'Football 2 1 2', 'Tennis 1 1 1'])
})

describe("today's matches without prices", () => {
  it('are the visible ones that have not started, the soonest first, five of all that are counted', async () => {
    const db = database.kysely
    const { leagueId } = await createPlace(db, { league: 'Serie C' })
    const add = (home_team: string, start: number, values: object = {}) =>
      createMatch(db, { league_id: leagueId, home_team, start_time: hours(start), ...values })
    const ids = await Promise.all(['e', 'e', 'e', 'e'].map((name) => add(name, 3)))
    await add('last', 10)
    await add('first', 1)
    await add('begun', 0)
    await add('tomorrow', 11)
    await add('live', 2, { status: 'live' })
    await add('off', 2, { status: 'cancelled' })
    await add('quoted', 2, { bookmaker_count: 1 })
    await add('typed', 2, { home_odds: 2, away_odds: 2, odds_locked: true })
    for (const [table, number] of [
      ['leagues', 1],
      ['countries', 2],
      ['sports', 3],
    ] as const) {
      const hidden = await createPlace(db, {
        ...{ sport: `S${number}`, country: `C${number}`, code: `A${number}`, league: `L${number}` },
      })
      await createMatch(db, { league_id: hidden.leagueId, home_team: table, start_time: hours(2) })
      const id = { leagues: hidden.leagueId, countries: hidden.countryId, sports: hidden.sportId }[table]
      await db.updateTable(table).set({ is_active: false }).where('id', '=', id).execute()
    }
    const { count, first } = await listUnpricedToday({ database }, 'Europe/Rome', NOW)
    expect(count).toBe(6)
    expect(first.map(({ home }) => home)).toEqual(['first', 'e', 'e', 'e', 'e'])
    expect(first.slice(1).map(({ id }) => id)).toEqual(ids.toSorted())
    expect(first[0]).toEqual({
      ...{ id: expect.any(String), home: 'first', away: expect.stringContaining('Away'), league: 'Serie C' },
      start: hours(1).toISOString(),
    })
    await db.updateTable('leagues').set({ display_name: 'Shown' }).where('id', '=', leagueId).execute()
    expect((await listUnpricedToday({ database }, 'UTC', NOW)).first[0]?.league).toBe('Shown')
    expect((await listUnpricedToday({ database }, 'UTC', NOW)).count).toBe(7)
    expect(await listUnpricedToday({ database }, 'UTC', hours(200))).toEqual({ count: 0, first: [] })
  })
})

describe('the feeds', () => {
  const add = (kind: string, subject: string, status: string, values: object = {}) =>
    database.kysely
      .insertInto('runs')
      .values({ kind, subject, status, created_at: hours(-5), started_at: hours(-5), ...values })
      .execute()
  const list = (now = NOW) => listFeedHealth({ database }, now)

  it('have their last run each, the newest first, without runs that import nothing', async () => {
    await add('import', 'one', 'failed', {
      ...{ started_at: hours(-3), error: JSON.stringify({ code: 'quota', message: 'Used up' }) },
    })
    await add('import', 'one', 'done', { created_at: hours(-6), finished_at: hours(-1) })
    await add('import', 'two', 'done', {
      ...{ finished_at: hours(-2), counts: JSON.stringify({ items: 7, rejected: 2, total: 9, failed: 9 }) },
      error: JSON.stringify({ something: 'else' }),
    })
    await add('tool', 'two', 'done', {
      ...{ started_at: hours(-4), counts: JSON.stringify({ total: 5, failed: 1 }) },
    })
    await add('queue', '', 'queued', { started_at: null })
    for (const kind of ['removal', 'media-cleanup', 'map-data', 'map-teams']) await add(kind, '', 'done')
    expect(await list()).toEqual([
      {
        ...{ kind: 'import', subject: 'two', state: 'done', items: 7, rejected: 2, error: null },
        at: hours(-2).toISOString(),
      },
      {
        ...{ kind: 'import', subject: 'one', state: 'failed', items: 0, rejected: 0 },
        ...{ error: { code: 'quota', message: 'Used up' }, at: hours(-3).toISOString() },
      },
      {
        ...{ kind: 'tool', subject: 'two', state: 'done', items: 5, rejected: 1, error: null },
        at: hours(-4).toISOString(),
      },
      {
        ...{ kind: 'queue', subject: '', state: 'queued', items: 0, rejected: 0, error: null },
        at: hours(-5).toISOString(),
      },
    ])
  })

  it('are said to have stopped when a run has shown no progress for a minute', async () => {
    await add('import', 'silent', 'running', { heartbeat_at: NOW })
    await add('import', 'waiting', 'queued', { created_at: hours(-7), heartbeat_at: hours(-7) })
    const stateOf = async (subject: string, seconds: number) =>
      (await list(new Date(NOW.getTime() + seconds * 1_000))).find((it) => it.subject === subject)?.state
    expect([await stateOf('silent', 60), await stateOf('silent', 60.001)]).toEqual(['running', 'stopped'])
    expect(await stateOf('waiting', 3_600)).toBe('queued')
    await database.kysely
      .updateTable('runs')
      .set({ heartbeat_at: null })
      .where('subject', '=', 'silent')
      .execute()
    expect(await stateOf('silent', 0)).toBe('stopped')
    await database.kysely
      .updateTable('runs')
      .set({ started_at: NOW })
      .where('subject', '=', 'silent')
      .execute()
    expect(await stateOf('silent', 60)).toBe('running')
  })

  it('are six at most', async () => {
    for (const subject of ['a', 'b', 'c']) await add('import', subject, 'done', { started_at: hours(-9) })
    const subjects = (await list()).map(({ subject }) => subject)
    expect(subjects).toHaveLength(6)
    expect(subjects).not.toContain('a')
  })
})

it('teams without a mapping are counted among all, the first five by name', async () => {
  const names = ['f', 'e', 'd', 'c', 'b', 'a']
  await database.kysely
    .insertInto('team_mappings')
    .values([
      ...names.map((name) => ({ matches_team_name: name, matches_league_name: `of ${name}` })),
      { matches_team_name: '0', sportsdb_team_name: 'Mapped' },
    ])
    .execute()
  const { count, total, first } = await listUnmappedTeams({ database })
  expect([count, total]).toEqual([6, 7])
  expect(first.map(({ name, league }) => `${name} ${league}`)).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} of ${name}`),
  )
})

it('texts that a language lacks are those of active items, in every active language but the default', async () => {
  const db = database.kysely
  await db
    .updateTable('languages')
    .set({ is_active: false })
    .where('code', 'not in', ['en', 'it', 'de'])
    .execute()
  await db.updateTable('languages').set({ is_active: true }).where('code', 'in', ['en', 'it', 'de']).execute()
  await db
    .insertInto('languages')
    .values({ code: 'eo', name: 'Esperanto', native_name: 'Esperanto' })
    .execute()
  const languages = await db.selectFrom('languages').select(['id', 'code']).execute()
  const [it, en] = ['it', 'en'].map((code) => languages.find((one) => one.code === code)?.id ?? '')
  const insert = async (table: string, rows: object[]) =>
    (
      await db
        .insertInto(table as 'pages')
        .values(rows as never)
        .returning('id')
        .execute()
    ).map(({ id }) => id)
  for (const table of ['affiliate_buttons', 'promotions', 'pages', 'footer_links'] as const)
    await db.deleteFrom(table).execute()
  const link = { button_text: 'Go', button_link: '/x' }
  const [button] = await insert('affiliate_buttons', [
    { provider: 'a', ...link },
    { provider: 'b', ...link },
    { provider: 'c', ...link },
    { provider: 'off', ...link, is_active: false },
  ])
  const promotion = { title: 'P', description: '', ...link }
  const [offer] = await insert('promotions', [
    { ...promotion },
    { ...promotion, end_date: new Date(Date.now() + 3_600_000) },
    { ...promotion },
    { ...promotion, end_date: new Date(Date.now() - 3_600_000) },
    { ...promotion, is_active: false },
  ])
  const [page, empty, third] = await insert('pages', [
    { slug: 'a', is_published: true },
    { slug: 'b', is_published: true },
    { slug: 'c', is_published: true },
    { slug: 'd', is_published: true },
    { slug: 'off', is_published: false },
  ])
  const footer = { section_type: 'legal', title: 'F', url: '/x' }
  const [foot] = await insert('footer_links', [
    ...Array.from({ length: 5 }, () => footer),
    { ...footer, is_active: false },
  ])
  await insert('multilingual_affiliate_buttons', [
    { affiliate_button_id: button, language_id: it, button_text: 'Vai' },
  ])
  await insert('multilingual_promotions', [
    { promotion_id: offer, language_id: it, title: 'P', description: '', button_text: 'Vai' },
  ])
  await insert('multilingual_pages', [
    { page_id: page, language_id: it, title: 'T', body: 'x' },
    { page_id: third, language_id: it, title: 'T', body: 'x' },
    { page_id: empty, language_id: it, title: 'T', body: '' },
    { page_id: empty, language_id: en, title: 'T', body: 'x' },
  ])
  await insert('multilingual_footer_links', [{ footer_link_id: foot, language_id: it, title: 'T' }])
  const rows = await listMissingTranslations({ database })
  expect(
    rows.map(({ code, buttons, promotions, pages, footer }) => [code, buttons, promotions, pages, footer]),
  ).toEqual([
    ['en', 0, 0, 0, 0],
    ['eo', 3, 3, 4, 5],
    ['de', 3, 3, 4, 5],
    ['it', 2, 2, 2, 4],
  ])
  expect(rows[0]).toMatchObject({ name: 'English', labels: 0, backOffice: 0 })
  // Nothing is built in for it.
  expect(rows[1]?.labels).toBeGreaterThan(0)
})
