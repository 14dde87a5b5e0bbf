import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import routes from '#app/routes.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recordPauses } from '#tests/support/pauses.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: { cookie: string; email: string; id: string }
let user: { cookie: string }

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
  user = await signInAdministrator(database, site)
  await database.kysely
    .updateTable('profiles')
    .set({ role: 'user' })
    .where('email', '=', (user as typeof admin).email)
    .execute()
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** Every address of the back office, with something in the place of its parameters. */
function addresses(): string[] {
  const walk = (entry: RouteConfigEntry, above: string): string[] => {
    const path = entry.path ? `${above}/${entry.path}` : above
    return [path, ...(entry.children ?? []).flatMap((child) => walk(child, path))]
  }
  const layout = (routes as RouteConfigEntry[]).find(({ path }) => path === 'admin')
  const all = layout ? walk(layout, '') : []
  return [...new Set(all.map((path) => path.replace(/:\w+\??/g, 'x').replace('*', 'anything')))]
}

const save = (path: string, body: unknown, headers: Record<string, string>) =>
  fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })

const update = (id: string, before: object, after: object) => ({
  create: [],
  update: [{ id, before, after }],
  remove: [],
})

describe('access', () => {
  it('covers all screens', () => expect(addresses().length).toBeGreaterThan(4))

  it.each(addresses())(
    'redirects a signed-out visitor from %s to the sign-in screen and back',
    async (path) => {
      const response = await site.get(`${path}?x=1`)
      const back = encodeURIComponent(`${path}?x=1`)
      expect([response.status, response.headers.get('location')]).toEqual([302, `/en/login?next=${back}`])
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  it.each(addresses())('gives a signed-out visitor no data of %s', async (path) => {
    const response = await site.get(`${path}.data`)
    expect(await response.text()).toMatch(/^\[\["SingleFetchRedirect"/)
  })

  it.each(addresses())(
    'redirects a user who is not an administrator from %s to the home page',
    async (path) => {
      const response = await site.get(path, { cookie: user.cookie })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    },
  )

  it('answers a refused read of JSON with its reason, not with a redirect', async () => {
    const read = (headers: Record<string, string>) =>
      site.get('/admin/match-content/preview?language=en', { accept: 'application/json', ...headers })
    const answers = await Promise.all([
      read({}),
      read({ cookie: user.cookie }),
      read({ cookie: admin.cookie }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 200])
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(3).fill('no-store'))
  })

  it.each(addresses())(
    'accepts no change at %s from signed-out visitors, users, or other sites',
    async (path) => {
      const foreign = { cookie: admin.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const statuses = [
        (await save(path, {}, {})).status,
        (await save(path, {}, { cookie: user.cookie })).status,
        (await save(path, {}, foreign)).status,
      ]
      // 405: there is nothing that could be changed. The framework refuses some foreign requests before the guard does.
      const refused = statuses[0] === 405 ? [405, 405, statuses[2]] : [401, 403, statuses[2]]
      expect(statuses).toEqual(refused)
      expect([400, 403]).toContain(statuses[2])
    },
  )

  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(site.origin + path, {
      redirect: 'manual',
      ...init,
      headers: {
        origin: site.origin,
        'sec-fetch-site': 'same-origin',
        cookie: admin.cookie,
        ...init.headers,
      },
    })

  const opened = new Map<string, Promise<{ status: number; html: string }>>()
  /** The page as an administrator gets it; requested once. */
  const open = (path: string) => {
    const known =
      opened.get(path) ?? ask(path).then(async (it) => ({ status: it.status, html: await it.text() }))
    opened.set(path, known)
    return known
  }

  it.each(addresses())('reports at %s the allowed methods', async (path) => {
    for (const [method, target] of [
      ['DELETE', path],
      ['PUT', `${path}.data`],
      ['PATCH', `${path}.data`],
      ['OPTIONS', path],
    ] as const) {
      const response = await ask(target, { method })
      expect([response.status, response.headers.get('allow')], `${method} ${target}`).toEqual([
        405,
        expect.stringMatching(/^(GET, HEAD|POST|GET, HEAD, POST)$/),
      ])
    }
  })

  it.each(addresses())('does not fail at %s for any input of an administrator', async (path) => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const json = { 'content-type': 'application/json' }
    const garbage = 'a=%ED%A0%80&q=%25%5C_&match=x&language=+&id=1&from=0&page=-1&option=x&before=1e99'
    // JSON comes from the page's scripts, which ask for data; forms also come from a browser without scripts.
    const answers = [
      open(path),
      ask(`${path}?${garbage}`),
      ask(`${path}?${'q=%00&team=%00&entity=%00&id=%00&namespace=%00'}`),
      ask(`${path}.data?${garbage}`),
      ask(path, { method: 'POST' }),
      ask(`${path}.data`, { method: 'POST', headers: json, body: '{"half' }),
      ask(`${path}.data`, { method: 'POST', headers: json, body: 'null' }),
      ask(`${path}.data`, {
        ...{ method: 'POST', headers: json, body: '{"create":1,"intent":"\\u0000","kind":[]}' },
      }),
      ask(path, { method: 'POST', headers: form, body: garbage }),
      ask(path, { method: 'POST', headers: multipart, body: '--x' }),
    ]
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  })

  it.each(addresses())('needs no further request for the data of %s', async (path) => {
    const { html } = await open(path)
    expect(html.match(/<link rel="prefetch"[^>]*>/g)).toBeNull()
  })

  it('does not find a preview that was not requested', async () => {
    expect((await ask('/admin/match-content/preview')).status).toBe(404)
    expect((await ask('/admin/match-content/preview?language=en')).status).toBe(200)
  })

  it('refuses at once a user who is blocked or no longer an administrator', async () => {
    const gone = await signInAdministrator(database, site)
    const open = async () => (await site.get('/admin/sports', { cookie: gone.cookie })).status
    const set = (values: { role?: string; is_active?: boolean }) =>
      database.kysely.updateTable('profiles').set(values).where('id', '=', gone.id).execute()
    expect(await open()).toBe(200)
    await set({ is_active: false })
    expect(await open()).toBe(302)
    await set({ is_active: true, role: 'user' })
    expect(await open()).toBe(302)
  })

  it('admits nobody before a one-time password is replaced', async () => {
    const made = await createAdmin(database, 'fresh@example.org')
    if (made.kind !== 'created') throw new Error('not created')
    const response = await site.post('/en/login', {
      intent: 'sign-in',
      email: made.email,
      password: made.password,
    })
    const cookie = response.headers
      .getSetCookie()
      .map((it) => it.split(';')[0])
      .join('; ')
    const opened = await site.get('/admin', { cookie })
    expect(opened.headers.get('location')).toBe('/en/profile?tab=password&next=%2Fadmin')
    expect((await save('/admin/sports', update(admin.id, {}, {}), { cookie })).status).toBe(403)
  })

  it('is kept out of every cache and index', async () => {
    const response = await site.get('/admin', { cookie: admin.cookie })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('noindex')
    expect((await site.get('/admin/nothing', { cookie: admin.cookie })).status).toBe(404)
  })
})

describe('a save', () => {
  const sport = async (name: string) => {
    const slug = name.toLowerCase()
    const { id } = await database.kysely
      .insertInto('sports')
      .values({ name, slug, menu_position: 7 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const read = (id: string) =>
    database.kysely
      .selectFrom('sports')
      .select(['display_name', 'menu_position', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const signedIn = () => ({ cookie: admin.cookie })

  it('stores what was changed, shows it on the site at once, and is recorded in the audit trail', async () => {
    const id = await sport('Curling')
    expect(await (await site.get('/en')).text()).toContain('Curling')
    const response = await save(
      '/admin/sports',
      update(id, { display_name: null }, { display_name: ' Stones ' }),
      signedIn(),
    )
    expect(response.status).toBe(200)
    expect(await read(id)).toEqual({ display_name: 'Stones', menu_position: 7, is_active: true })
    await expect.poll(async () => (await site.get('/en')).text()).toContain('Stones')
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['user_id', 'user_email', 'entity', 'label', 'action', 'before', 'after'])
      .where('entity_id', '=', id)
      .execute()
    expect(trail).toEqual([
      {
        user_id: admin.id,
        user_email: admin.email,
        entity: 'sports',
        label: 'Curling',
        action: 'update',
        before: { display_name: null },
        after: { display_name: 'Stones' },
      },
    ])
    const shown = await site.get(`/admin/history?entity=sports&id=${id}`, { cookie: admin.cookie })
    expect(await shown.text()).toContain('Stones')
  })

  it('shows both values on a conflict, and stores nothing', async () => {
    const id = await sport('Darts')
    const other = await signInAdministrator(database, site)
    await save('/admin/sports', update(id, { display_name: null }, { display_name: 'Arrows' }), {
      cookie: other.cookie,
    })
    const late = {
      display_name: 'Bullseye',
      is_active: false,
    }
    const response = await save(
      '/admin/sports',
      update(id, { display_name: null, is_active: true }, late),
      signedIn(),
    )
    expect(response.status).toBe(409)
    const text = await response.text()
    for (const part of ['Arrows', 'Bullseye', other.email]) expect(text).toContain(part)
    expect(await read(id)).toEqual({ display_name: 'Arrows', menu_position: 7, is_active: true })
    // A user who has seen the other value can replace it.
    const again = await save(
      '/admin/sports',
      update(id, { display_name: 'Arrows' }, { display_name: 'Bullseye' }),
      signedIn(),
    )
    expect([again.status, (await read(id)).display_name]).toEqual([200, 'Bullseye'])
  })

  it('has no conflict when two users change different columns, or the same one to the same value', async () => {
    const id = await sport('Snooker')
    const both = await Promise.all([
      save('/admin/sports', update(id, { display_name: null }, { display_name: 'Cue' }), signedIn()),
      save('/admin/sports', update(id, { menu_position: 7 }, { menu_position: 12 }), signedIn()),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const same = await save(
      '/admin/sports',
      update(id, { display_name: null }, { display_name: 'Cue' }),
      signedIn(),
    )
    expect(same.status).toBe(200)
    expect(await read(id)).toEqual({ display_name: 'Cue', menu_position: 12, is_active: true })
  })

  it('reports that a row is gone', async () => {
    const id = crypto.randomUUID()
    const response = await save(
      '/admin/sports',
      update(id, { display_name: null }, { display_name: 'Gone' }),
      signedIn(),
    )
    expect(response.status).toBe(409)
  })

  it('names the fields that cannot be saved, and changes no other column', async () => {
    const id = await sport('Bowls')
    const bad = await save(
      '/admin/sports',
      update(id, { menu_position: 7 }, { menu_position: -1 }),
      signedIn(),
    )
    expect([bad.status, await bad.text()]).toEqual([422, expect.stringContaining('needs correcting')])
    const forged = await save(
      '/admin/sports',
      update(id, { slug: 'bowls' }, { slug: 'x', id: admin.id }),
      signedIn(),
    )
    expect(forged.status).toBe(200)
    const { slug } = await database.kysely
      .selectFrom('sports')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(slug).toBe('bowls')
    expect((await save('/admin/sports', { update: 'everything' }, signedIn())).status).toBe(400)
  })

  it.each(['a\u0000b', 'a\u001bb', '\ud800', 'b\udc00'])(
    'names the field that holds %j, which cannot be stored',
    async (text) => {
      const id = await sport(`Golf ${crypto.randomUUID()}`)
      const response = await save(
        '/admin/sports.data?_routes=routes%2Fadmin%2Fsports%2Froute',
        update(id, { display_name: null }, { display_name: text, is_active: false }),
        signedIn(),
      )
      expect(response.status).toBe(422)
      const answer = await response.text()
      for (const part of ['problem.characters', 'display_name', id]) expect(answer).toContain(part)
      expect(await read(id)).toEqual({ display_name: null, menu_position: 7, is_active: true })
      const panel = { owner: id, language: id, before: null, after: { button_text: text } }
      const texts = await save('/admin/affiliate-buttons/translations', panel, signedIn())
      expect(texts.status).toBe(422)
      const grid = { create: [], update: [{ id: 'home', before: {}, after: { [id]: text } }], remove: [] }
      expect((await save('/admin/translations/common', grid, signedIn())).status).toBe(422)
    },
  )

  it.each([
    ['password authentication failed for user "site"', 401, 'signed-out'],
    ['too many connections', 500, 'failed'],
  ])('keeps the form when the user cannot be read: %s', async (message, status, kind) => {
    const id = await sport(`Polo ${status}`)
    const changed = update(id, { display_name: null }, { display_name: 'Mallets' })
    const run = (statement: string) => sql.raw(statement).execute(database.kysely)
    await run(`create function cannot_read() returns boolean language plpgsql as
      $$ begin raise exception '${message}'; end $$`)
    await run('alter table site_settings rename to site_settings_away')
    await run('create view site_settings as select * from site_settings_away where cannot_read()')
    const pauses = recordPauses()
    try {
      const target = '/admin/sports.data?_routes=routes%2Fadmin%2Fsports%2Froute'
      const response = await save(target, changed, signedIn())
      expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(kind)])
      const opened = await site.get('/admin/sports', { cookie: admin.cookie })
      expect([opened.status, opened.headers.get('location')]).toEqual(
        status === 401 ? [302, '/login'] : [500, null],
      )
    } finally {
      pauses.stop()
      await run('drop view site_settings')
      await run('alter table site_settings_away rename to site_settings')
      await run('drop function cannot_read')
    }
    expect((await save('/admin/sports', changed, signedIn())).status).toBe(200)
  })

  it('corrects and removes existing texts with control characters', async () => {
    const db = database.kysely
    const id = await sport('Hockey')
    await db.updateTable('sports').set({ display_name: 'a\u000bb' }).where('id', '=', id).execute()
    const mended = update(id, { display_name: 'a\u000bb' }, { display_name: 'ab' })
    expect((await save('/admin/sports', mended, signedIn())).status).toBe(200)
    expect((await read(id)).display_name).toBe('ab')

    const { id: language } = await db
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'en')
      .executeTakeFirstOrThrow()
    const { id: namespace_id } = await db
      .selectFrom('translation_namespaces')
      .select('id')
      .where('name', '=', 'common')
      .executeTakeFirstOrThrow()
    const add = (key: string) =>
      db
        .insertInto('translations')
        .values({ language_id: language, namespace_id, key, value: 'c\u000bd' })
        .execute()
    const kept = () =>
      db
        .selectFrom('translations')
        .select(['key', 'value'])
        .where('key', 'like', 'odd%')
        .orderBy('key')
        .execute()
    await add('odd\u000bone')
    await add('odd\u000btwo')
    const cell = { id: 'odd\u000bone', before: { [language]: 'c\u000bd' }, after: { [language]: 'cd' } }
    expect((await save('/admin/translations/common', { update: [cell] }, signedIn())).status).toBe(200)
    const removal = { intent: 'delete', namespace: 'common', key: 'odd\u000btwo' }
    expect((await save('/admin/translations/common', removal, signedIn())).status).toBe(200)
    expect(await kept()).toEqual([{ key: 'odd\u000bone', value: 'cd' }])

    const adding = { intent: 'add', namespace: 'common', key: 'odd\u000bthree', values: { [language]: 'x' } }
    expect((await save('/admin/translations/common', adding, signedIn())).status).toBe(422)
    for (const unknown of ['odd\u0000', 'odd\ud800']) {
      const impossible = { intent: 'delete', namespace: 'common', key: unknown }
      expect((await save('/admin/translations/common', impossible, signedIn())).status).toBe(422)
    }
  })

  it('keeps the fixed position of a sport', async () => {
    const id = await sport('Cricket')
    await save('/admin/sports', update(id, { menu_position: 7 }, { menu_position: 9 }), signedIn())
    expect((await read(id)).menu_position).toBe(3)
  })
})
