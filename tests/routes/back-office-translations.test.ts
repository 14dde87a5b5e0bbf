import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { importTranslations } from '#app/features/translations/commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let email: string
let post: ReturnType<typeof adminPost>
let languages: Map<string, string>
let namespaces: Map<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const administrator = await signInAdministrator(database, site)
  cookie = administrator.cookie
  email = administrator.email
  post = adminPost(site, cookie)
  const rows = await database.kysely.selectFrom('languages').select(['id', 'code']).execute()
  languages = new Map(rows.map(({ id, code }) => [code, id]))
  const names = await database.kysely.selectFrom('translation_namespaces').select(['id', 'name']).execute()
  namespaces = new Map(names.map(({ id, name }) => [name, id]))
})
afterEach(async () => {
  await database.kysely.deleteFrom('translations').execute()
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const screen = '/admin/translations'
const inLanguage = (code: string) => languages.get(code) ?? ''

/** Saves one cell of a namespace, as the grid does. */
const save = (key: string, code: string, before: string | null, after: string | null, namespace = 'common') =>
  post(`${screen}/${namespace}`, {
    create: [],
    update: [{ id: key, before: { [inLanguage(code)]: before }, after: { [inLanguage(code)]: after } }],
    remove: [],
  })

async function stored(key: string, namespace = 'common'): Promise<Record<string, string>> {
  const rows = await database.kysely
    .selectFrom('translations as t')
    .innerJoin('languages as l', 'l.id', 't.language_id')
    .select(['l.code', 't.value'])
    .where('t.namespace_id', '=', namespaces.get(namespace) ?? '')
    .where('t.key', '=', key)
    .execute()
  return Object.fromEntries(rows.map(({ code, value }) => [code, value]))
}

const textOf = async (path: string) => (await site.get(path)).text()
const expectOnSite = (path: string, text: string) =>
  vi.waitFor(async () => expect(await textOf(path)).toContain(text), 20_000)
const screenText = async (search = '') => (await site.get(screen + search, { cookie })).text()

const importFile = async (content: unknown) => {
  const response = await post(`${screen}/import`, content)
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

describe('the translations screen', () => {
  it('offers the eleven namespaces, common first chosen, and shows built-in labels in empty cells', async () => {
    const html = await screenText()
    for (const name of namespaces.keys()) expect(html).toContain(`<option value="${name}"`)
    expect(namespaces.size).toBe(11)
    expect(html).toMatch(/<option value="common" selected/)
    expect(html).toMatch(/<textarea[^>]*placeholder="[^"]+"/)
    expect(html).toContain('dir="rtl"')
    expect(html).toContain('min-h-[60px]')
  })

  it('knows no other namespace', async () => {
    expect((await site.get(`${screen}/nonsense`, { cookie })).status).toBe(404)
  })

  it('keeps only the rows in view in the page', async () => {
    const html = await screenText('/admin')
    const rows = html.match(/role="row"/g)?.length ?? 0
    expect(rows).toBeGreaterThan(5)
    expect(rows).toBeLessThan(40)
    expect(html).toMatch(/aria-rowcount="\d{3,}"/)
  })
})

describe('saving texts', () => {
  it('shows a saved text on the site at once, and the built-in one again once it is cleared', async () => {
    await expectOnSite('/it', '>Home<')
    expect((await save('home', 'it', null, 'Pagina mia')).status).toBe(200)
    await expectOnSite('/it', 'Pagina mia')
    expect(await textOf('/en')).not.toContain('Pagina mia')
    expect((await save('home', 'it', 'Pagina mia', 'Pagina nuova')).status).toBe(200)
    await expectOnSite('/it', 'Pagina nuova')
    await save('home', 'it', 'Pagina nuova', ' ')
    expect(await stored('home')).toEqual({})
    await vi.waitFor(async () => expect(await textOf('/it')).not.toContain('Pagina nuova'), 20_000)
  })

  it('takes texts as data: nothing in them is executed or looked up', async () => {
    await save('home', 'en', null, '<script>alert(1)</script> $t(sign-in) {{constructor}}')
    await vi.waitFor(
      async () => expect(await textOf('/en')).toContain('&lt;script&gt;alert(1)&lt;/script&gt; $t(sign-in)'),
      20_000,
    )
    expect(await textOf('/en')).not.toContain('<script>alert(1)')
    expect(await screenText()).not.toContain('<script>alert(1)')
  })

  it('records who changed which text', async () => {
    await save('home', 'de', null, 'Anfang')
    const line = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'entity_id', 'before', 'after'])
      .where('entity', '=', 'translations')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({
      user_email: email,
      entity_id: 'common:home',
      before: { de: null },
      after: { de: 'Anfang' },
    })
  })

  it('shows both values of a cell that two changed, and stores neither a second time', async () => {
    await save('home', 'de', null, 'Erste')
    const response = await save('home', 'de', null, 'Zweite')
    expect(response.status).toBe(409)
    const text = await response.text()
    expect(text).toContain('Erste')
    expect(text).toContain('Zweite')
    expect(text).toContain(email)
    expect(await stored('home')).toEqual({ de: 'Erste' })
  })

  it('lets two change different languages of one key', async () => {
    await save('home', 'de', null, 'Anfang')
    expect((await save('home', 'fr', null, 'Début')).status).toBe(200)
    expect(await stored('home')).toEqual({ de: 'Anfang', fr: 'Début' })
  })

  it('refuses a text that is too long, beside its cell', async () => {
    const response = await save('home', 'de', null, 'x'.repeat(20_001))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('problem.too-long')
  })
})

describe('keys', () => {
  const add = (body: object) =>
    post(screen, { intent: 'add', namespace: 'sports', key: 'padel', values: {}, ...body })

  it('are added with the languages that are filled in; names of sports are then shown', async () => {
    const response = await add({ values: { [inLanguage('en')]: 'Padel', [inLanguage('it')]: 'Pàdel' } })
    expect(response.status).toBe(200)
    expect(await stored('padel', 'sports')).toEqual({ en: 'Padel', it: 'Pàdel' })
    await database.kysely
      .insertInto('sports')
      .values({ name: 'Padel', slug: 'padel', is_active: true })
      .execute()
    await expectOnSite('/it', 'Pàdel')
    await database.kysely.deleteFrom('sports').where('slug', '=', 'padel').execute()
  })

  it.each([
    ['without a key', { key: ' ', values: { x: 'y' } }, 'translations.key-required'],
    ['without a namespace', { namespace: '', values: { x: 'y' } }, 'translations.key-required'],
    ['without a text', {}, 'translations.value-required'],
    [
      'that ships with the site',
      { namespace: 'common', key: 'home', values: { x: 'y' } },
      'translations.exists',
    ],
  ])('are refused %s', async (_, body, problem) => {
    const values = 'values' in body ? { [inLanguage('en')]: 'text' } : {}
    const response = await add({ ...body, values })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(problem)
  })

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'are refused where they are called %s, as every object has something of that name',
    async (key) => {
      const values = { [inLanguage('en')]: 'text' }
      const added = await add({ key, values })
      expect(added.status).toBe(422)
      expect(await added.text()).toContain('translations.key-unusable')
      const saved = await save(key, 'en', null, 'text', 'sports')
      expect(saved.status).toBe(422)
      expect(await saved.text()).toContain('translations.key-unusable')
      const row = {
        language_id: inLanguage('en'),
        namespace_id: namespaces.get('sports') ?? '',
        key,
        value: 'text',
      }
      await expect(database.kysely.insertInto('translations').values(row).execute()).rejects.toThrow(
        'usable_key',
      )
    },
  )

  it('are refused with texts of languages alone that are gone', async () => {
    const values = { [randomUUID()]: 'Text' }
    const refused = await post(screen, { intent: 'add', namespace: 'common', key: 'padel', values })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('translations.value-required')
  })

  it('are refused when they exist', async () => {
    const values = { [inLanguage('en')]: 'Padel' }
    await add({ values })
    const response = await add({ values: { [inLanguage('de')]: 'Padel' } })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('translations.exists')
  })

  it('lose their texts in every language when they are deleted', async () => {
    await add({ values: { [inLanguage('en')]: 'Padel', [inLanguage('it')]: 'Pàdel' } })
    expect((await post(screen, { intent: 'delete', namespace: 'sports', key: 'padel' })).status).toBe(200)
    expect(await stored('padel', 'sports')).toEqual({})
  })
})

describe('a language without labels of its own', () => {
  it('shows the default language, and is reported as missing everything', async () => {
    await database.kysely
      .insertInto('languages')
      .values({ code: 'nl', name: 'Dutch', native_name: 'Nederlands' })
      .execute()
    await save('home', 'en', null, 'Start here')
    await expectOnSite('/nl', 'Start here')
    const html = await screenText()
    expect(html).toMatch(/Show \d+ of common in Dutch/)
    await database.kysely.deleteFrom('languages').where('code', '=', 'nl').execute()
  })
})

describe('the report of gaps', () => {
  it('counts texts that nobody wrote, and those that are saved in other languages only', async () => {
    expect(await screenText()).not.toMatch(/Show \d+ of \w+ in Italian/)
    await save('home', 'de', null, 'Anfang')
    await save('padel', 'de', null, 'Padel', 'sports')
    const html = await screenText()
    expect(html).toContain('Show 1 of common in Italian')
    expect(html).toContain('Show 1 of sports in Italian')
    expect(html).not.toMatch(/Show \d+ of \w+ in German/)
  })

  it('knows the plural forms of a text that every language has', async () => {
    for (const code of languages.keys()) await save('coach_other', code, null, 'Coaches', 'sports')
    await save('coach_two', 'ar', null, 'مدربان', 'sports')
    expect(await screenText()).not.toMatch(/Show \d+ of sports in Italian/)
  })
})

describe('export and import', () => {
  it('gives a file with every language and namespace, which comes back unchanged', async () => {
    await save('home', 'it', null, 'Casa "mia" <b>')
    const response = await site.get(`${screen}/export`, { cookie })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="translations_export.json"',
    )
    const file = await response.json()
    expect(Object.keys(file).sort()).toEqual([...languages.keys()].sort())
    expect(Object.keys(file.it).sort()).toEqual([...namespaces.keys()].sort())
    expect(file.it.common).toEqual({ home: 'Casa "mia" <b>' })
    await database.kysely.deleteFrom('translations').execute()
    expect((await importFile(file)).at(-1)).toMatchObject({ kind: 'imported', written: 1 })
    expect(await stored('home')).toEqual({ it: 'Casa "mia" <b>' })
  })

  it('has the built-in labels on request', async () => {
    const file = await (await site.get(`${screen}/export?built-in`, { cookie })).json()
    expect(file.de.common.home).toBe('Startseite')
  })

  it('skips what the site does not know, names it, and stores the rest', async () => {
    const lines = await importFile({
      xx: { common: { home: 'x' } },
      de: { foo: { home: 'x' }, common: { home: 'Anfang', deep: { a: 'b' }, number: 5 } },
    })
    expect(lines.at(-1)).toEqual({
      kind: 'imported',
      written: 1,
      warnings: {
        languages: ['xx'],
        namespaces: ['foo'],
        keys: [],
        noTexts: 2,
        examples: ['de › common › deep', 'de › common › number'],
      },
    })
    await expectOnSite('/de', 'Anfang')
  })

  it('skips keys that every object has of its own, and names them', async () => {
    const file = '{"de":{"sports":{"__proto__":"x","constructor":"x","toString":"x","padel":"Padel"}}}'
    const response = await fetch(`${site.origin}${screen}/import`, {
      method: 'POST',
      headers: { origin: site.origin, 'content-type': 'application/json', cookie },
      body: file,
    })
    expect(JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '')).toMatchObject({
      kind: 'imported',
      written: 1,
      warnings: { keys: ['__proto__', 'constructor', 'toString'] },
    })
    expect((await site.get(`${screen}/sports`, { cookie })).status).toBe(200)
  })

  it.each([[[]], [null], ['text'], [{ en: 'text' }]])('refuses %j', async (content) => {
    expect(await importFile(content)).toEqual([{ kind: 'invalid-format' }])
  })

  it('is for administrators', async () => {
    const anonymous = adminPost(site, '')
    expect((await anonymous(`${screen}/import`, {})).status).toBe(401)
    expect((await site.get(`${screen}/export`)).status).toBe(302)
  })

  it('takes 20,000 keys, tells of its progress, and leaves the site as light as it was', async () => {
    const before = (await textOf('/it')).length
    const texts = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`imported.${index}`, `Testo ${index}`]),
    )
    const lines = await importFile({ it: { common: { ...texts, home: 'Casa' } } })
    expect(lines[0]).toEqual({ done: 100, total: 20_001 })
    expect(lines.at(-1)).toMatchObject({ kind: 'imported', written: 20_001 })
    expect(lines.length).toBe(202)
    await expectOnSite('/it', 'Casa')
    expect(Math.abs((await textOf('/it')).length - before)).toBeLessThan(1_000)
    const html = await screenText()
    expect(html.match(/role="row"/g)?.length).toBeLessThan(40)
    const file = await (await site.get(`${screen}/export`, { cookie })).json()
    expect(Object.keys(file.it.common).length).toBe(20_001)
    expect(file.it.common['imported.19999']).toBe('Testo 19999')
  })

  it('keeps what it has stored when the database fails, and says how much that is', async () => {
    const services = createServices(database)
    const texts = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key.${index}`, 'Text']))
    let chunks = 0
    const outcome = await importTranslations(
      services,
      JSON.stringify({ de: { common: texts } }),
      { id: null, email },
      () => {
        chunks += 1
        if (chunks === 2) throw new Error('the database went away')
      },
    )
    expect(outcome).toEqual({ kind: 'failed', written: 200 })
    const { rows } = await database.kysely
      .selectFrom('translations')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(200)
  })
})
