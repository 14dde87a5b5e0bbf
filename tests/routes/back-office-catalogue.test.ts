import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let place: { sportId: string; countryId: string; leagueId: string }

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  place = await createPlace(db, { league: 'Serie A' })
  const { leagueId } = await createPlace(db, { league: 'Serie B' })
  await db
    .updateTable('leagues')
    .set({ display_name: 'Cadetti', logo_url: '/b.svg', is_active: false })
    .where('id', '=', leagueId)
    .execute()
  await createPlace(db, { country: 'International', code: 'INT', league: 'World Cup' })
  await createPlace(db, { country: 'Spain', code: 'ES', league: 'Liga' })
  await createPlace(db, { sport: 'Baseball' })
  await db.updateTable('sports').set({ menu_position: 0 }).where('name', '=', 'Soccer').execute()
  const hidden = { display_name: 'Bats', is_active: false }
  await db.updateTable('sports').set(hidden).where('name', '=', 'Baseball').execute()
  await db
    .updateTable('countries')
    .set({ menu_position: 3, display_name: 'España', is_active: false })
    .where('code', '=', 'ES')
    .execute()
  site = await openSite(database)
  ;({ cookie } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function screen(path: string): Promise<string> {
  const response = await site.get(path, { cookie })
  expect(response.status).toBe(200)
  return withoutScripts(await response.text())
}
const countries = () => screen(`/admin/countries?sport=${place.sportId}`)
const leagues = () => screen(`/admin/leagues?sport=${place.sportId}&country=${place.countryId}`)

const heads = (html: string) =>
  [...html.matchAll(/<th[^>]*>(.*?)<\/th>/g)].map(([, head = '']) => shownText(head))
/** The rows of the table, as HTML. */
const rows = (html: string) => html.match(/<tr(?:(?!<th)[\s\S])*?<\/tr>/g) ?? []
const cellsOf = (row: string) =>
  [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => shownText(cell))
/** The tag with an accessible name. */
const tagOf = (html: string, name: string) =>
  html.match(new RegExp(`<(?:input|button|select)[^>]*aria-label="${name}"[^>]*>`))?.[0] ?? ''
/** The field with a label, as its tag. */
function fieldOf(html: string, label: string): string {
  const [, id = ''] = new RegExp(`<label for="([^"]*)"[^>]*>${label}</label>`).exec(html) ?? []
  return html.match(new RegExp(`<(?:input|select) id="${id}"[^>]*>`))?.[0] ?? ''
}
/** What is chosen in the fields of a place. */
const chosen = (html: string, labels = ['Sport', 'Country', 'League']) =>
  labels.map((label) => {
    const from = html.slice(html.indexOf(fieldOf(html, label)))
    const [options = ''] = /[\s\S]*?<\/select>/.exec(from) ?? []
    return /<option[^>]*selected=""[^>]*>([^<]*)/.exec(options)?.[1]
  })
const isDisabled = (tag: string) => tag.includes('disabled=""')

describe('Manage Sports', () => {
  it('lists sports with position, name, display name and a switch', async () => {
    const html = await screen('/admin/sports')
    expect(heads(html)).toEqual(['Position', 'Original Name', 'Display Name', 'Status', 'Actions'])
    const [soccer = '', baseball = ''] = rows(html)
    expect([soccer, baseball].map((row) => cellsOf(row).slice(1, 3))).toEqual([
      ['Soccer', 'Display name of Soccer'],
      ['Baseball', 'Display name of Baseball'],
    ])
    expect(tagOf(soccer, 'Position of Soccer')).toMatch(/ value="0"/)
    expect(tagOf(baseball, 'Position of Baseball')).toMatch(/type="number".* min="0".* value="5"/)
    expect(fieldOf(soccer, 'Display name of Soccer')).toContain('value=""')
    expect(fieldOf(baseball, 'Display name of Baseball')).toContain('value="Bats"')
    expect(tagOf(soccer, 'Soccer is shown')).toContain('role="switch" aria-checked="true"')
    expect(tagOf(baseball, 'Baseball is shown')).toContain('role="switch" aria-checked="false"')
  })

  it('locks the position of a sport with a fixed position', async () => {
    const html = await screen('/admin/sports')
    expect(isDisabled(tagOf(html, 'Position of Soccer'))).toBe(true)
    expect(isDisabled(tagOf(html, 'Position of Baseball'))).toBe(false)
  })

  it('has arrows, except up on the first row and down on the last', async () => {
    const html = await screen('/admin/sports')
    expect(
      ['Move Soccer up', 'Move Soccer down', 'Move Baseball up', 'Move Baseball down'].map((name) =>
        isDisabled(tagOf(html, name)),
      ),
    ).toEqual([true, false, false, true])
  })
})

describe('Manage Countries', () => {
  it('waits for a sport', async () => {
    const html = await screen('/admin/countries')
    expect(html).not.toContain('<table')
    expect(shownText(html)).toContain('Select a sport to manage its countries')
    const options = [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(options.slice(1)).toEqual(['Soccer', 'Bats'])
  })

  it('has its columns in order, and its rows by position and name', async () => {
    const html = await countries()
    expect(heads(html)).toEqual([
      'Position',
      'Flag',
      'Original Name',
      'Display Name',
      'Code',
      'Status',
      'Actions',
    ])
    expect(chosen(html, ['Sport'])).toEqual(['Soccer'])
    expect(rows(html).map((row) => cellsOf(row).slice(2, 5))).toEqual([
      ['International', 'Display Name of International', 'INT'],
      ['Italy', 'Display Name of Italy', 'IT'],
      ['Spain', 'Display Name of Spain', 'ES'],
    ])
  })

  it('has a position from 1 on, a display name and a switch in each row', async () => {
    const html = await countries()
    expect(tagOf(html, 'Position of Spain')).toMatch(/type="number".* min="1".* value="3"/)
    expect(fieldOf(html, 'Display Name of Italy')).toContain('value=""')
    expect(fieldOf(html, 'Display Name of Spain')).toContain('value="España"')
    expect(tagOf(html, 'Italy is shown')).toContain('role="switch" aria-checked="true"')
    expect(tagOf(html, 'Spain is shown')).toContain('role="switch" aria-checked="false"')
  })

  it('has arrows in each row, except up on the first and down on the last', async () => {
    const html = await countries()
    const arrows = ['International', 'Italy', 'Spain'].flatMap((name) => [
      `Move ${name} up`,
      `Move ${name} down`,
    ])
    expect(arrows.map((name) => isDisabled(tagOf(html, name)))).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  it('shows the flag of a code, and a globe for INT', async () => {
    const [international = '', italy = ''] = rows(await countries())
    expect(italy).toMatch(/<img src="[^"]*\/it\.webp"/)
    expect(international).toContain('#globe"')
    expect(international).not.toContain('<img')
  })

  it('has the buttons Assign Sequential Numbers and Save Changes', async () => {
    const html = await countries()
    const buttons = [...html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, text]) => text)
    for (const text of ['Assign Sequential Numbers', 'Save Changes']) expect(buttons).toContain(text)
  })
})

describe('Manage Leagues', () => {
  it('waits for a sport, then for a country', async () => {
    const empty = 'Select a sport and country to manage their leagues'
    const nothing = await screen('/admin/leagues')
    expect(shownText(nothing)).toContain(empty)
    expect([fieldOf(nothing, 'Sport'), fieldOf(nothing, 'Country')].map(isDisabled)).toEqual([false, true])
    const ofSport = await screen(`/admin/leagues?sport=${place.sportId}`)
    expect(shownText(ofSport)).toContain(empty)
    expect(isDisabled(fieldOf(ofSport, 'Country'))).toBe(false)
    const options = [...ofSport.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(options.slice(-3)).toEqual(['International', 'Italy', 'España'])
  })

  it('has its columns in order, positions from 1 on, and arrows', async () => {
    const html = await leagues()
    expect(heads(html)).toEqual([
      'Position',
      'Original Name',
      'Display Name',
      'Logo URL',
      'Status',
      'Actions',
    ])
    expect(chosen(html, ['Sport', 'Country'])).toEqual(['Soccer', 'Italy'])
    expect(rows(html).map((row) => cellsOf(row).slice(1, 4))).toEqual([
      ['Serie A', 'Display Name of Serie A', 'Logo URL of Serie A'],
      ['Serie B', 'Display Name of Serie B', 'Logo URL of Serie B'],
    ])
    expect(tagOf(html, 'Position of Serie A')).toMatch(/type="number".* min="1"/)
    expect(fieldOf(html, 'Display Name of Serie B')).toContain('value="Cadetti"')
    expect(fieldOf(html, 'Logo URL of Serie B')).toContain('value="/b.svg"')
    expect(tagOf(html, 'Serie A is shown')).toContain('aria-checked="true"')
    expect(tagOf(html, 'Serie B is shown')).toContain('aria-checked="false"')
    expect(
      ['Move Serie A up', 'Move Serie A down', 'Move Serie B up', 'Move Serie B down'].map((name) =>
        isDisabled(tagOf(html, name)),
      ),
    ).toEqual([true, false, false, true])
  })

  it('can be saved only when there are leagues', async () => {
    expect(await leagues()).toContain('Save Changes')
    for (const path of ['/admin/leagues', `/admin/leagues?sport=${place.sportId}`])
      expect(await screen(path)).not.toContain('Save Changes')
    const { id } = await database.kysely
      .insertInto('countries')
      .values({
        name: 'Malta',
        slug: 'malta',
        code: 'MT',
        sport_id: place.sportId,
        menu_position: 2,
        is_active: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const malta = await screen(`/admin/leagues?sport=${place.sportId}&country=${id}`)
    expect(malta).not.toContain('Save Changes')
    expect(shownText(malta)).toContain('No leagues found for this country')
    await database.kysely.deleteFrom('countries').where('id', '=', id).execute()
  })
})

describe('a place', () => {
  const remove = async (path: string, id: string, before = {}) =>
    answerOf<{ kind: string; problems?: object[] }>(
      await adminPost(site, cookie)(path, { create: [], update: [], remove: [{ id, before }] }),
    )
  const isThere = async (table: 'sports' | 'countries' | 'leagues', id: string) =>
    (await database.kysely.selectFrom(table).select('id').where('id', '=', id).execute()).length === 1

  it('is deleted once nothing is in it, the league before its country and sport', async () => {
    const wrong = await createPlace(database.kysely, {
      sport: 'Typo',
      country: 'Typoland',
      code: 'TY',
      league: 'Typos',
    })
    const match = await createMatch(database.kysely, { league_id: wrong.leagueId })
    const levels = [
      ['leagues', '/admin/leagues.data', wrong.leagueId],
      ['countries', '/admin/countries.data', wrong.countryId],
      ['sports', '/admin/sports.data', wrong.sportId],
    ] as const
    for (const [table, path, id] of levels) {
      const refused = { kind: 'invalid', problems: [{ id, column: 'name', problem: 'list.not-empty' }] }
      expect(await remove(path, id)).toMatchObject(refused)
      expect(await isThere(table, id)).toBe(true)
    }
    const offered = async () => (await screen('/admin/sports')).includes('Delete Typo')
    expect(await offered()).toBe(false)
    await database.kysely.deleteFrom('matches').where('id', '=', match).execute()
    for (const [table, path, id] of levels) {
      if (table === 'sports') expect(await offered()).toBe(true)
      expect(await remove(path, id, { is_active: true, is_empty: true })).toMatchObject({ kind: 'saved' })
      expect(await isThere(table, id)).toBe(false)
    }
    const { rows } = await sql<{ entity: string }>`
      select entity from audit_log where action = 'delete' and label like 'Typo%' order by id`.execute(
      database.kysely,
    )
    expect(rows.map(({ entity }) => entity)).toEqual(['leagues', 'countries', 'sports'])
  })
})

describe('a save', () => {
  const save = (path: string, id: string, before: object, after: object) =>
    adminPost(site, cookie)(path, { create: [], update: [{ id, before, after }], remove: [] })
  const read = (table: 'sports' | 'countries' | 'leagues', id: string) =>
    database.kysely
      .selectFrom(table)
      .select(['name', 'slug', 'display_name', 'menu_position', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const idOf = { countries: () => place.countryId, leagues: () => place.leagueId }

  it.each(['countries', 'leagues'] as const)(
    'stores name, position and visibility of %s at their id',
    async (table) => {
      const id = idOf[table]()
      const stored = await read(table, id)
      const before = { display_name: null, menu_position: stored.menu_position, is_active: true }
      const after = { display_name: 'Shown so', menu_position: 12, is_active: false }
      const others = await database.kysely
        .selectFrom(table)
        .selectAll()
        .where('id', '<>', id)
        .orderBy('id')
        .execute()
      expect((await save(`/admin/${table}`, id, before, after)).status).toBe(200)
      expect(await read(table, id)).toEqual({ ...stored, ...after })
      expect((await save(`/admin/${table}`, id, after, before)).status).toBe(200)
      expect(
        await database.kysely.selectFrom(table).selectAll().where('id', '<>', id).orderBy('id').execute(),
      ).toEqual(others)
    },
  )

  it.each(['countries', 'leagues'] as const)('accepts positions of %s from 1 on', async (table) => {
    const { menu_position } = await read(table, idOf[table]())
    const statuses: number[] = []
    for (const position of [0, -1, 1.5]) {
      const response = await save(
        `/admin/${table}`,
        idOf[table](),
        { menu_position },
        { menu_position: position },
      )
      statuses.push(response.status)
    }
    expect(statuses).toEqual([422, 422, 422])
    expect((await read(table, idOf[table]())).menu_position).toBe(menu_position)
    expect(
      (await save(`/admin/${table}`, idOf[table](), { menu_position }, { menu_position: 1 })).status,
    ).toBe(200)
  })

  it('accepts positions of sports from 0 on', async () => {
    const sport = database.kysely.selectFrom('sports').select('id').where('name', '=', 'Baseball')
    const { id } = await sport.executeTakeFirstOrThrow()
    const { menu_position } = await read('sports', id)
    const put = async (from: number, to: number) =>
      (await save('/admin/sports', id, { menu_position: from }, { menu_position: to })).status
    expect([await put(menu_position, -1), await put(menu_position, 0.5)]).toEqual([422, 422])
    expect(await put(menu_position, 0)).toBe(200)
    expect((await read('sports', id)).menu_position).toBe(0)
    expect(await put(0, menu_position)).toBe(200)
  })

  it.each(['countries', 'leagues'] as const)(
    'stores the shown name of %s without characters that are not seen',
    async (table) => {
      const put = (from: string | null, to: string | null) =>
        save(`/admin/${table}`, idOf[table](), { display_name: from }, { display_name: to })
      const typed = ' Zed \u202eLeague\u2069 \u200bمی\u200cخواهم'
      expect((await put(null, typed)).status).toBe(200)
      const shown = 'Zed League می\u200cخواهم'
      expect((await read(table, idOf[table]())).display_name).toBe(shown)
      expect((await put(shown, null)).status).toBe(200)
    },
  )

  it('stores the logo of a league', async () => {
    await save(
      '/admin/leagues',
      place.leagueId,
      { logo_url: null },
      { logo_url: 'https://img.example/a.png' },
    )
    expect(await leagues()).toContain('value="https://img.example/a.png"')
  })
})

describe('a place chosen by its id alone', () => {
  it('selects the places above it, too', async () => {
    const ofLeague = await screen(`/admin/matches?league=${place.leagueId}`)
    expect(chosen(ofLeague)).toEqual(['Soccer', 'Italy', 'Serie A'])
    const ofCountry = await screen(`/admin/matches?country=${place.countryId}`)
    expect(chosen(ofCountry)).toEqual(['Soccer', 'Italy', 'Select a league'])
    const ofSport = await screen(`/admin/matches?sport=${place.sportId}`)
    expect(chosen(ofSport)).toEqual(['Soccer', 'Select a country', 'Select a league'])
    // Also one that was not stored first.
    const tennis = await createPlace(database.kysely, {
      ...{ sport: 'Tennis', country: 'France', code: 'FR', league: 'Open' },
    })
    const names = { league: 'Open', country: 'Select a league', sport: 'Select a league' }
    for (const [level, id] of [
      ['league', tennis.leagueId],
      ['country', tennis.countryId],
      ['sport', tennis.sportId],
    ] as const)
      expect(chosen(await screen(`/admin/matches?${level}=${id}`)), level).toEqual([
        'Tennis',
        level === 'sport' ? 'Select a country' : 'France',
        names[level],
      ])
    await database.kysely.deleteFrom('leagues').where('id', '=', tennis.leagueId).execute()
    await database.kysely.deleteFrom('countries').where('id', '=', tennis.countryId).execute()
    await database.kysely.deleteFrom('sports').where('id', '=', tennis.sportId).execute()
  })
})

describe('a failed query', () => {
  /** The part of an address that chooses a place. */
  function choosing(chosen: 'sport' | 'country' | 'league' | undefined): string {
    const { sportId: sport, countryId: country, leagueId: league } = place
    const choices = { sport: { sport }, country: { sport, country }, league: { league } }
    return chosen ? `?${new URLSearchParams(choices[chosen])}` : ''
  }

  it.each([
    ['sports', '/admin/sports', undefined, 'Failed to load sports data'],
    ['sports', '/admin/countries', undefined, 'Failed to load sports'],
    ['countries', '/admin/countries', 'sport', 'Failed to load countries data'],
    ['countries', '/admin/leagues', 'sport', 'Failed to load countries'],
    ['sports', '/admin/leagues', undefined, 'Failed to load sports'],
    ['sports', '/admin/matches', undefined, 'Failed to load sports'],
    ['countries', '/admin/matches', 'sport', 'Failed to load countries'],
    ['leagues', '/admin/leagues', 'country', 'Failed to load leagues data'],
    ['leagues', '/admin/matches', 'country', 'Failed to load leagues'],
    ['matches', '/admin/matches', 'league', 'Failed to load matches'],
    ['affiliate_buttons', '/admin/affiliate-buttons', undefined, 'Failed to load affiliate buttons'],
    ['multilingual_affiliate_buttons', '/admin/affiliate-buttons', undefined, 'Failed to load translations'],
    ['promotions', '/admin/promotions', undefined, 'Failed to load promotions'],
    ['multilingual_promotions', '/admin/promotions', undefined, 'Failed to load translations'],
    ['multilingual_spin_wheel', '/admin/promotions', undefined, 'Failed to load translations'],
  ] as const)('is reported: %s at %s', async (table, path, chosen, text) => {
    expect(await failureOf(table, path + choosing(chosen))).toEqual([500, text])
  })

  it.each(['/admin/affiliate-buttons', '/admin/promotions'])(
    'of the languages is reported at %s',
    async (path) => {
      // What the site knew of them is out of date soon.
      await database.kysely.updateTable('languages').set({ rtl: true }).where('code', '=', 'es').execute()
      await database.kysely.updateTable('languages').set({ rtl: false }).where('code', '=', 'es').execute()
      await expect.poll(() => failureOf('languages', path)).toEqual([500, 'Failed to load languages'])
    },
  )

  /** The status and the message of a screen while a table is away. */
  async function failureOf(
    table: string,
    path: string,
  ): Promise<[status: number, message: string | undefined]> {
    const away = sql.table(`${table}_away`)
    await sql`alter table ${sql.table(table)} rename to ${away}`.execute(database.kysely)
    try {
      const response = await site.get(path, { cookie })
      const html = withoutScripts(await response.text())
      return [response.status, /<h1 role="alert"[^>]*>([^<]*)/.exec(html)?.[1]]
    } finally {
      await sql`alter table ${away} rename to ${sql.table(table)}`.execute(database.kysely)
    }
  }
})

describe('Manage Bookmakers', () => {
  it('stores a commission in percent, typed with a point or a comma, and recomputes its prices', async () => {
    const bookmaker = await createBookmaker(database.kysely, { name: 'Exchange' })
    const match = await createMatch(database.kysely, { league_id: place.leagueId })
    await createQuote(database.kysely, { match, bookmaker, prices: [3, 3, 3] })
    expect(fieldOf(await screen('/admin/bookmakers'), 'Commission, % of Exchange')).toContain('value="0"')
    const save = (commission: string) =>
      adminPost(site, cookie)('/admin/bookmakers', {
        create: [],
        update: [{ id: bookmaker, before: { commission: 0 }, after: { commission } }],
        remove: [],
      })
    const stored = () =>
      database.kysely
        .selectFrom('bookmakers as b')
        .innerJoin('matches as m', 'm.home_bookmaker_id', 'b.id')
        .select(['b.commission', 'm.home_odds'])
        .executeTakeFirst()
    await save('100')
    expect(await stored()).toBeUndefined()
    await save('2,5')
    expect(await stored()).toEqual({ commission: 2.5, home_odds: 2.95 })
  })
})
