import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: Awaited<ReturnType<typeof signInAdministrator>>

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

async function send(path: string, body: unknown) {
  const response = await fetch(`${site.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: admin.cookie,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const lastEntry = async (entity: string) =>
  (
    await database.kysely
      .selectFrom('audit_log')
      .select('id')
      .where('entity', '=', entity)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id

const earlier = async (entry: number) =>
  (await site.get(`/admin/history/put-back?entry=${entry}`, { cookie: admin.cookie })).json()

const putBack = (entry: number, columns: string[], seen: object) =>
  send('/admin/history/put-back', { entry, columns, seen })

/** Adds texts of an item in two languages, and returns how to read all that it has. */
async function addTexts(table: string, owner: string, id: string, texts: Record<string, string>) {
  const columns = sql.join(Object.keys(texts).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${sql.ref(owner)}, language_id, ${columns})
    select ${id}::uuid, id, ${sql.join(Object.values(texts).map((text) => sql`${text} || ' ' || code`))}
    from languages where code in ('de', 'it')`.execute(database.kysely)
  return async () =>
    (
      await sql`select * from ${sql.table(table)} where ${sql.ref(owner)} = ${id}::uuid order by id`.execute(
        database.kysely,
      )
    ).rows
}

/** A saved button with a first text. */
async function addButton(text: string, more: object = {}) {
  const id = crypto.randomUUID()
  const values = {
    provider: text,
    button_text: text,
    button_link: 'https://example.org/a',
    bookmaker_id: null,
    is_active: true,
    ...more,
  }
  const saved = await send('/admin/affiliate-buttons', { create: [{ id, values }], update: [], remove: [] })
  expect(saved.status).toBe(200)
  return { id, values }
}

const change = (id: string, before: object, after: object) =>
  send('/admin/affiliate-buttons', { create: [], update: [{ id, before, after }], remove: [] })

const stored = (id: string) =>
  database.kysely.selectFrom('affiliate_buttons').selectAll().where('id', '=', id).executeTakeFirst()

describe('an entry of the history', () => {
  it('names bookmakers instead of their ids, and puts the id back', async () => {
    const names = ['Maple', 'Rowan'] as const
    const ids = [
      await createBookmaker(database.kysely, { name: names[0] }),
      await createBookmaker(database.kysely, { name: names[1] }),
    ] as const
    const { id } = await addButton('Named', { bookmaker_id: ids[0] })
    await change(id, { bookmaker_id: ids[0] }, { bookmaker_id: ids[1] })
    const entry = await lastEntry('affiliate_buttons')
    const texts = { old: names[0], now: names[1] }
    expect(await earlier(entry)).toMatchObject({ fields: [{ old: ids[0], now: ids[1], texts }] })
    expect((await putBack(entry, ['bookmaker_id'], { bookmaker_id: ids[1] })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ bookmaker_id: ids[0] })
  })

  it('puts a field back and leaves the others, with an entry of its own', async () => {
    const { id } = await addButton('Alder')
    await change(
      id,
      { button_text: 'Alder', button_link: 'https://example.org/a' },
      { button_text: 'Bet now', button_link: 'https://example.org/b' },
    )
    const entry = await lastEntry('affiliate_buttons')
    expect(await earlier(entry)).toMatchObject({
      kind: 'fields',
      fields: [
        { column: 'button_text', old: 'Alder', now: 'Bet now', isChangedSince: false, isSame: false },
        { column: 'button_link', old: 'https://example.org/a', now: 'https://example.org/b' },
      ],
    })
    expect((await putBack(entry, ['button_text'], { button_text: 'Bet now' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ button_text: 'Alder', button_link: 'https://example.org/b' })
    const own = await lastEntry('affiliate_buttons')
    expect(own).toBeGreaterThan(entry)
    // What was put back can be put back.
    await putBack(own, ['button_text'], { button_text: 'Alder' })
    expect(await stored(id)).toMatchObject({ button_text: 'Bet now' })
  })

  it('puts typed odds back, unless somebody has typed others since', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely, { league: 'Typed League' })
    const id = await createMatch(kysely, { league_id: leagueId })
    const bookmaker = await createBookmaker(kysely, { name: 'Typist' })
    const typed = async () => {
      const response = await site.get(`/admin/matches/${id}/prices`, { cookie: admin.cookie })
      const { headline, markets } = await response.json()
      return { market: headline, quote: markets[0]?.quotes[0] }
    }
    const type = async (...prices: string[]) => {
      const { market, quote } = await typed()
      const typed_prices = JSON.stringify([{ bookmaker, market, prices, seen: quote?.typedAt ?? null }])
      const update = [{ id, before: { typed_prices: '' }, after: { typed_prices } }]
      expect((await send('/admin/matches', { create: [], update, remove: [] })).status).toBe(200)
    }
    await type('2.1', '3.4', '3.6')
    await type('2.5', '3', '2.9')
    const entry = await lastEntry('matches')
    const [old, now] = ['Typist: 2.10 / 3.40 / 3.60', 'Typist: 2.50 / 3.00 / 2.90']
    expect(await earlier(entry)).toMatchObject({
      fields: [{ column: 'typed_prices', old, now, isChangedSince: false, isSame: false }],
    })
    expect((await putBack(entry, ['typed_prices'], { typed_prices: old })).status).toBe(409)
    expect((await putBack(entry, ['typed_prices'], { typed_prices: now })).status).toBe(200)
    expect((await typed()).quote.prices).toEqual([2.1, 3.4, 3.6])
    const page = await site.get(`/admin/history/item?entity=matches&id=${id}`, { cookie: admin.cookie })
    const { entries } = await page.json()
    expect(entries[0]).toMatchObject({ before: { typed_prices: now }, after: { typed_prices: old } })
    // The first entry puts the absence of odds back.
    const first = entries.at(-1).id
    expect((await putBack(first, ['typed_prices'], { typed_prices: old })).status).toBe(200)
    expect((await typed()).quote).toBeUndefined()
  })

  it('states what was changed since, and refuses values that somebody changes meanwhile', async () => {
    const { id } = await addButton('Birch')
    await change(id, { button_text: 'Birch' }, { button_text: 'Second' })
    const entry = await lastEntry('affiliate_buttons')
    await change(id, { button_text: 'Second' }, { button_text: 'Third' })
    expect(await earlier(entry)).toMatchObject({
      fields: [{ old: 'Birch', now: 'Third', isChangedSince: true }],
    })
    const late = await putBack(entry, ['button_text'], { button_text: 'Second' })
    expect([late.status, (await stored(id))?.button_text]).toEqual([409, 'Third'])
    expect((await putBack(entry, ['button_text'], { button_text: 'Third' })).status).toBe(200)
    expect((await stored(id))?.button_text).toBe('Birch')
  })

  it('creates a deleted item again, unless what it belongs to is gone', async () => {
    const { id: bookmaker } = await database.kysely
      .insertInto('bookmakers')
      .values({ name: 'Alderbet', key: 'alderbet', slug: 'alderbet' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await addButton('Cedar', { bookmaker_id: bookmaker })
    await send('/admin/affiliate-buttons', { create: [], update: [], remove: [{ id }] })
    const entry = await lastEntry('affiliate_buttons')
    expect(await earlier(entry)).toMatchObject({ kind: 'fields', isDeleted: true })
    await database.kysely.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
    expect((await putBack(entry, ['provider'], {})).status).toBe(422)
    expect(await stored(id)).toBeUndefined()
    await database.kysely
      .insertInto('bookmakers')
      .values({ id: bookmaker, name: 'Alderbet', key: 'alderbet', slug: 'alderbet' })
      .execute()
    expect((await putBack(entry, ['provider'], {})).status).toBe(200)
    expect(await stored(id)).toMatchObject({ provider: 'Cedar', bookmaker_id: bookmaker })
    expect(await earlier(entry)).toEqual({ kind: 'put-back-refused', problem: 'exists' })
  })

  it.each([
    [
      'promotions',
      '/admin/promotions',
      {
        ...{ title: 'Elm', subtitle: null, description: 'Text', image_url: null, button_text: 'Go' },
        ...{ button_link: 'https://example.org/elm', visible_home: true, visible_casino: false },
        ...{ visible_live_casino: false, side_menu_offer: false, is_active: true, menu_position: 1 },
        ...{ star_rating: 4, bookmaker_id: null, start_date: '2026-01-01T00:00:00.000Z', end_date: null },
      },
      { owner: 'promotion_id', title: 'Elm', description: 'Text', button_text: 'Go' },
    ],
    [
      'affiliate_buttons',
      '/admin/affiliate-buttons',
      {
        ...{ provider: 'Elm', button_text: 'Go', button_link: 'https://example.org/elm' },
        ...{ bookmaker_id: null, is_active: true },
      },
      { owner: 'affiliate_button_id', button_text: 'Go' },
    ],
    [
      'footer_links',
      '/admin/settings',
      {
        ...{ title: 'Elm', url: 'https://example.org/elm', section_type: 'quick_links' },
        ...{ menu_position: 1, is_active: true },
      },
      { owner: 'footer_link_id', title: 'Elm' },
    ],
  ] as const)(
    'creates a deleted row of %s again, with each of its fields and texts, and puts a field of it back',
    async (table, path, values, { owner, ...texts }) => {
      const id = crypto.randomUUID()
      expect((await send(path, { create: [{ id, values }], update: [], remove: [] })).status).toBe(200)
      const read = () => database.kysely.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
      const before = await read()
      const readTexts = await addTexts(`multilingual_${table}`, owner, id, texts)
      const textsBefore = await readTexts()
      expect(textsBefore).toHaveLength(2)
      expect((await send(path, { create: [], update: [], remove: [{ id }] })).status).toBe(200)
      expect(await read()).toBeUndefined()
      const textEntry = await lastEntry(`multilingual_${table}`)
      expect(await earlier(textEntry)).toMatchObject({ kind: 'fields', isDeleted: true })
      expect((await putBack(textEntry, Object.keys(texts), {})).status).toBe(422)
      const entry = await lastEntry(table)
      expect(await earlier(entry)).toMatchObject({ kind: 'fields', isDeleted: true })
      expect((await putBack(entry, Object.keys(values), {})).status).toBe(200)
      const columns = Object.keys(values) as (keyof typeof before)[]
      const pick = (row: typeof before) => columns.map((column) => [column, row?.[column]])
      expect(pick(await read())).toEqual(pick(before))
      expect(await readTexts()).toEqual(textsBefore)
      expect(await earlier(textEntry)).toEqual({ kind: 'put-back-refused', problem: 'exists' })
      // As is a field of it.
      const [name = ''] = Object.keys(values)
      const update = [{ id, before: { [name]: 'Elm' }, after: { [name]: 'Oak' } }]
      expect((await send(path, { create: [], update, remove: [] })).status).toBe(200)
      expect(pick(await read())).not.toEqual(pick(before))
      expect((await putBack(await lastEntry(table), [name], { [name]: 'Oak' })).status).toBe(200)
      expect(pick(await read())).toEqual(pick(before))
    },
  )

  it('creates a deleted link of the footer again in its place, and puts a place back', async () => {
    const ids = ['A', 'B', 'C', 'D'].map((title) => ({ id: crypto.randomUUID(), title }))
    const [a, b] = [ids[0]?.id ?? '', ids[1]?.id ?? '']
    const common = { section_type: 'legal', url: 'https://example.org/', is_active: true }
    const create = ids.map(({ id, title }, n) => ({ id, values: { ...common, title, menu_position: n + 1 } }))
    const save = (changes: object) =>
      send('/admin/settings', { ...{ create: [], update: [], remove: [] }, ...changes })
    const order = async () => {
      const rows = await database.kysely
        .selectFrom('footer_links')
        .select('title')
        .where('section_type', '=', 'legal')
        .orderBy('menu_position')
        .execute()
      return rows.map(({ title }) => title).join('')
    }
    await save({ create })
    await save({ remove: [{ id: b }] })
    expect(await order()).toBe('ACD')
    await putBack(await lastEntry('footer_links'), [...Object.keys(common), 'title', 'menu_position'], {})
    expect(await order()).toBe('ABCD')
    const move = (id: string, from: number, to: number) =>
      save({ update: [{ id, before: { menu_position: from }, after: { menu_position: to } }] })
    await move(a, 1, 3)
    expect(await order()).toBe('BCAD')
    await putBack(await lastEntry('footer_links'), ['menu_position'], { menu_position: 3 })
    expect(await order()).toBe('ABCD')
  })

  it('puts a group of countries back, whose loss would show what the law bars', async () => {
    const id = crypto.randomUUID()
    const values = {
      ...{
        name: 'United Kingdom',
        countries: 'GB',
        is_rest: false,
        bookmaker_rule: 'except',
        bookmakers: 'alder',
      },
      ...{ promotions_on: true, links_on: true, alerts_on: false, minimum_age: 18, adult_mark: true },
      ...{
        help_text: 'Help',
        help_url: 'https://help.example/',
        ad_word: null,
        terms: null,
        menu_position: 1,
      },
    }
    const save = (changes: object) =>
      send('/admin/audiences', { create: [], update: [], remove: [], ...changes })
    expect((await save({ create: [{ id, values }] })).status).toBe(200)
    const group = () =>
      database.kysely.selectFrom('audiences').selectAll().where('id', '=', id).executeTakeFirst()
    const change = { id, before: { bookmakers: 'alder' }, after: { bookmakers: '' } }
    expect((await save({ update: [change] })).status).toBe(200)
    await putBack(await lastEntry('audiences'), ['bookmakers'], { bookmakers: '' })
    expect(await group()).toMatchObject({ bookmakers: 'alder' })
    const helps = { help_text: 'Hilfe', terms: 'AGB', ad_word: 'Anzeige' }
    const readTexts = await addTexts('multilingual_audiences', 'audience_id', id, helps)
    const texts = await readTexts()
    expect((await save({ remove: [{ id }] })).status).toBe(200)
    expect(await readTexts()).toEqual([])
    const columns = Object.keys(values)
    const back = await putBack(
      await lastEntry('audiences'),
      columns,
      Object.fromEntries(columns.map((it) => [it, null])),
    )
    expect(back.status).toBe(200)
    expect(await group()).toMatchObject(values)
    expect(await readTexts()).toEqual(texts)
  })

  it('splits merged bookmakers, and merges them again', async () => {
    const [one, two] = [
      await createBookmaker(database.kysely, { name: 'Larch' }),
      await createBookmaker(database.kysely, { name: 'Linden' }),
    ]
    const into = async () =>
      (
        await database.kysely
          .selectFrom('bookmakers')
          .select('merged_into')
          .where('id', '=', one)
          .executeTakeFirst()
      )?.merged_into
    expect((await send(`/admin/bookmakers/${one}`, { kind: 'merge', id: one, into: two })).status).toBe(200)
    const merge = await lastEntry('bookmakers')
    expect(await earlier(merge)).toMatchObject({
      fields: [{ column: 'merged_into', old: null, texts: { now: 'Linden' } }],
    })
    expect((await putBack(merge, ['merged_into'], { merged_into: two })).status).toBe(200)
    expect(await into()).toBeNull()
    const split = await lastEntry('bookmakers')
    expect((await putBack(split, ['merged_into'], { merged_into: null })).status).toBe(200)
    expect(await into()).toBe(two)
    // What a merge refuses is refused here, too.
    await database.kysely.updateTable('bookmakers').set({ merged_into: null }).execute()
    await database.kysely.deleteFrom('bookmakers').where('id', '=', two).execute()
    const refused = await putBack(split, ['merged_into'], { merged_into: null })
    expect([refused.status, refused.text.includes('bookmakers.not-merged.gone')]).toEqual([422, true])
  })

  it('puts the spin wheel back, and lets the popup of the mobile bar follow the sidebar again', async () => {
    const { kysely } = database
    await kysely
      .insertInto('site_settings')
      .defaultValues()
      .onConflict((it) => it.doNothing())
      .execute()
    const wheel = () =>
      kysely
        .selectFrom('site_settings')
        .select(['id', 'spin_wheel_title', 'spin_wheel_sidebar_on', 'spin_wheel_enabled'])
        .executeTakeFirstOrThrow()
    const before = await wheel()
    const { id } = before
    const save = (from: object, after: object) =>
      send('/admin/promotions/spin-wheel', { create: [], update: [{ id, before: from, after }], remove: [] })
    await save({ spin_wheel_title: before.spin_wheel_title }, { spin_wheel_title: 'Turn' })
    const text = await lastEntry('site_settings')
    expect((await putBack(text, ['spin_wheel_title'], { spin_wheel_title: 'Turn' })).status).toBe(200)
    await save({ spin_wheel_sidebar_on: false }, { spin_wheel_sidebar_on: true })
    const shown = await lastEntry('site_settings')
    const seen = { spin_wheel_sidebar_on: true, spin_wheel_enabled: false }
    expect(await wheel()).toMatchObject(seen)
    expect((await putBack(shown, Object.keys(seen), seen)).status).toBe(200)
    expect(await wheel()).toEqual(before)
  })

  it('checks earlier values as an ordinary save does', async () => {
    const { id } = await addButton('Dogwood')
    await database.kysely
      .insertInto('audit_log')
      .values({
        user_email: 'old@example.org',
        entity: 'affiliate_buttons',
        entity_id: id,
        label: 'Dogwood',
        action: 'update',
        before: JSON.stringify({ button_link: 'javascript:alert(1)' }),
        after: JSON.stringify({ button_link: 'https://example.org/a' }),
      })
      .execute()
    const entry = await lastEntry('affiliate_buttons')
    const refused = await putBack(entry, ['button_link'], { button_link: 'https://example.org/a' })
    expect([refused.status, (await stored(id))?.button_link]).toEqual([422, 'https://example.org/a'])
  })

  it('of a key, an invitation or a session cannot be put back', async () => {
    for (const entity of ['invitations', 'source_settings', 'alert_settings', 'sessions']) {
      await database.kysely
        .insertInto('audit_log')
        .values({
          user_email: 'old@example.org',
          entity,
          entity_id: crypto.randomUUID(),
          label: 'x',
          action: 'update',
          before: JSON.stringify({ back_office_role: 'owner', is_active: true }),
          after: JSON.stringify({ back_office_role: 'analyst', is_active: false }),
        })
        .execute()
      expect(await earlier(await lastEntry(entity))).toEqual({
        kind: 'put-back-refused',
        problem: 'not-possible',
      })
    }
  })
})

describe('an entry of who may do what', () => {
  const join = async (email: string, role: string | null) => {
    const made = await createAdmin(database, email)
    if (made.kind !== 'created') throw new Error(`${email} exists`)
    const { id } = await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: role, must_change_password: false })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const person = (id: string) =>
    database.kysely
      .selectFrom('profiles')
      .select(['back_office_role', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const withPassword = async (entry: number, columns: string[], seen: object, typed = admin.password) =>
    JSON.parse((await send('/admin/history/put-back', { entry, columns, seen, password: typed })).text)
  const act = (body: object) => send('/admin/people.data', { ...body, password: admin.password })

  it('puts a role and a block back, with the own password and an entry of its own', async () => {
    const id = await join('linden@example.org', 'editor')
    expect((await act({ intent: 'role', userId: id, role: 'analyst' })).status).toBe(200)
    const role = await lastEntry('profiles')
    expect((await act({ intent: 'block', userId: id, isBlocked: true })).status).toBe(200)
    const block = await lastEntry('profiles')
    expect(await earlier(block)).toMatchObject({
      asksPassword: true,
      fields: [{ column: 'is_active', old: true, now: false }],
    })
    const seen = { is_active: false }
    expect(await withPassword(block, ['is_active'], seen, 'wrong')).toMatchObject({
      kind: 'password-refused',
      problem: 'password-wrong',
    })
    expect(await person(id)).toEqual({ back_office_role: 'analyst', is_active: false })
    expect(await withPassword(block, ['is_active'], seen)).toMatchObject({ kind: 'saved' })
    const before = { back_office_role: 'analyst' }
    expect(await withPassword(role, ['back_office_role'], before)).toMatchObject({ kind: 'saved' })
    expect(await person(id)).toEqual({ back_office_role: 'editor', is_active: true })
    expect(await lastEntry('profiles')).toBeGreaterThan(block)
    // Somebody else has changed the role meanwhile.
    await sql`update profiles set back_office_role = 'administrator' where id = ${id}`.execute(
      database.kysely,
    )
    expect(await withPassword(role, ['back_office_role'], before)).toMatchObject({
      kind: 'conflict',
      conflicts: [{ theirs: 'administrator', mine: 'editor' }],
    })
  })

  it('obeys the rules of the screen: nobody changes himself, and an administrator makes no owner', async () => {
    const id = await join('sorrel@example.org', 'administrator')
    const line = (entity_id: string, before: object, after: object) =>
      database.kysely
        .insertInto('audit_log')
        .values({
          ...{ user_email: 'old@example.org', entity: 'profiles', entity_id, label: 'x', action: 'update' },
          ...{ before: JSON.stringify(before), after: JSON.stringify(after) },
        })
        .execute()
    const me = await database.kysely
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', admin.email)
      .executeTakeFirstOrThrow()
    await line(me.id, { back_office_role: 'analyst' }, { back_office_role: 'owner' })
    const own = await lastEntry('profiles')
    const refused = (problem: string) => ({
      kind: 'invalid',
      problems: [{ column: 'back_office_role', problem: `people.problem.${problem}` }],
    })
    expect(await withPassword(own, ['back_office_role'], { back_office_role: 'owner' })).toMatchObject(
      refused('self'),
    )
    await join('thistle@example.org', 'owner')
    await line(id, { back_office_role: 'owner' }, { back_office_role: 'administrator' })
    const promoted = await lastEntry('profiles')
    await sql`update profiles set back_office_role = 'administrator' where id = ${me.id}`.execute(
      database.kysely,
    )
    expect(
      await withPassword(promoted, ['back_office_role'], { back_office_role: 'administrator' }),
    ).toMatchObject(refused('not-allowed'))
    await sql`update profiles set back_office_role = 'owner' where id = ${me.id}`.execute(database.kysely)
    expect(await person(id)).toMatchObject({ back_office_role: 'administrator' })
  })
})

describe('an entry of the languages and texts', () => {
  const language = async (code: string) => {
    const row = await database.kysely
      .selectFrom('languages')
      .select(['id', 'name', 'is_active', 'is_default'])
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    return row
  }
  const put = async (entry: number, columns: string[], seen: object) =>
    JSON.parse((await putBack(entry, columns, seen)).text)

  it('puts a setting of a language back, and leaves the site a default', async () => {
    const { id, name } = await language('de')
    const update = [{ id, before: { name }, after: { name: 'Deutsch (DE)' } }]
    expect((await send('/admin/languages', { create: [], update, remove: [] })).status).toBe(200)
    const entry = await lastEntry('languages')
    expect(await put(entry, ['name'], { name: 'Deutsch (DE)' })).toMatchObject({ kind: 'saved' })
    expect(await language('de')).toMatchObject({ name })
    expect(await lastEntry('languages')).toBeGreaterThan(entry)
    const first = await language('en')
    expect((await send('/admin/languages', { intent: 'default', id })).status).toBe(200)
    const ofNew = await lastEntry('languages')
    expect(await put(ofNew, ['is_default'], { is_default: true })).toMatchObject({
      kind: 'invalid',
      problems: [{ column: 'is_default', problem: 'languages.default-needed' }],
    })
    const ofOld = await database.kysely
      .selectFrom('audit_log')
      .select('id')
      .where('entity', '=', 'languages')
      .where('entity_id', '=', first.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(await put(ofOld.id, ['is_default'], { is_default: false })).toMatchObject({ kind: 'saved' })
    expect([await language('en'), await language('de')]).toMatchObject([
      { is_default: true },
      { is_default: false },
    ])
  })

  it('puts a text of the site back in one language, also a deleted one, unless somebody has changed it', async () => {
    const [en, de] = [await language('en'), await language('de')]
    const save = (before: object, after: object) =>
      send('/admin/translations/common', { update: [{ id: 'put.back.key', before, after }] })
    const values = { [en.id]: 'One', [de.id]: 'Eins' }
    const added = { intent: 'add', namespace: 'common', key: 'put.back.key', values }
    expect((await send('/admin/translations/common', added)).status).toBe(200)
    expect((await save(values, { [en.id]: 'Two', [de.id]: 'Zwei' })).status).toBe(200)
    const entry = await lastEntry('translations')
    const fields = (await earlier(entry)).fields
    expect(fields).toMatchObject([
      { column: 'de', old: 'Eins', now: 'Zwei', isChangedSince: false },
      { column: 'en', old: 'One', now: 'Two', isChangedSince: false },
    ])
    expect(await put(entry, ['de'], { de: 'Drei' })).toMatchObject({
      kind: 'conflict',
      conflicts: [{ column: 'de', mine: 'Eins', theirs: 'Zwei' }],
    })
    expect(await put(entry, ['de'], { de: 'Zwei' })).toMatchObject({ kind: 'saved', count: 1 })
    const texts = async () => {
      const rows = await database.kysely
        .selectFrom('translations')
        .select('value')
        .where('key', '=', 'put.back.key')
        .orderBy('value')
        .execute()
      return rows.map(({ value }) => value)
    }
    expect(await texts()).toEqual(['Eins', 'Two'])
    const remove = { intent: 'delete', namespace: 'common', key: 'put.back.key' }
    expect((await send('/admin/translations/common', remove)).status).toBe(200)
    expect(await texts()).toEqual([])
    const deleted = await lastEntry('translations')
    expect(await put(deleted, ['en'], { en: null })).toMatchObject({ kind: 'saved' })
    expect(await texts()).toEqual(['Two'])
  })

  it('puts the texts for search engines of one kind of page back, and leaves those of the others', async () => {
    const { id } = await language('de')
    const save = async (page: string, before: object | null, after: object) => {
      const body = { owner: null, language: id, before, after }
      expect((await send(`/admin/settings/translations/${page}`, body)).status).toBe(200)
    }
    const home = { home_meta_title: 'Quoten', home_meta_description: 'Alle', home_meta_keywords: null }
    const league = { league_page_title_template: 'Liga', league_page_description_template: 'Alle' }
    await save('home', null, home)
    await save('league', null, league)
    await save('league', league, { ...league, league_page_title_template: 'Liga {league_name}' })
    const entry = await lastEntry('multilingual_seo_settings')
    await save('home', home, { ...home, home_meta_title: 'Wetten' })
    const column = 'league_page_title_template'
    expect((await earlier(entry)).fields).toMatchObject([{ column, old: 'Liga', now: 'Liga {league_name}' }])
    expect(await put(entry, [column], { [column]: 'Liga {league_name}' })).toMatchObject({ kind: 'saved' })
    const stored = await database.kysely
      .selectFrom('multilingual_seo_settings')
      .selectAll()
      .where('language_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ ...league, home_meta_title: 'Wetten' })
  })

  it('puts what was said of the market of a feed back', async () => {
    await database.kysely
      .insertInto('unknown_markets')
      .values({ source: 'the-odds-api', key: 'totals_h9', seen: 3 })
      .execute()
    const decision = { kind: 'market', source: 'the-odds-api', key: 'totals_h9', participant: null }
    const decide = (type: string | null, period: string | null) =>
      send('/admin/sources', { ...decision, type, period })
    expect((await decide('total', 'half_1')).status).toBe(200)
    expect((await decide(null, null)).status).toBe(200)
    const entry = await lastEntry('market_mappings')
    const seen = { type: 'ignored', period: null }
    expect(await put(entry, ['type', 'period'], seen)).toMatchObject({ kind: 'saved' })
    const stored = await database.kysely
      .selectFrom('market_mappings')
      .select(['type', 'period'])
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ type: 'total', period: 'half_1' })
  })
})
