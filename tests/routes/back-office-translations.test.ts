import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { importTranslations } from '#app/features/translations/commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { controlOf, shownText, unescapeHtml, withoutScripts } from '#tests/support/html.ts'
import { adminText } from '#tests/support/screen.tsx'
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
interface Refused {
  kind: 'refused'
  problem: string
}

const inLanguage = (code: string) => languages.get(code) ?? ''

/** Saves one cell of a namespace, as the grid does. */
const save = (key: string, code: string, before: string | null, after: string | null, namespace = 'common') =>
  post(`${screen}/${namespace}.data`, {
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
const screenText = async (path = '') =>
  unescapeHtml(withoutScripts(await (await site.get(screen + path, { cookie })).text()))

const importFile = async (content: unknown) => {
  const response = await post(`${screen}/import`, content)
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

describe('the translations screen', () => {
  it('offers the namespaces by name, with common chosen', async () => {
    const html = await screenText()
    const options = [...html.matchAll(/<option value="([^"]*)"( selected="")?>\1</g)]
    expect(options.map(([, name]) => name).join(' ')).toBe(
      'admin alerts auth betting common countries errors leagues matches profile promotions search settings sports statistics',
    )
    expect(options.filter(([, , selected]) => selected).map(([, name]) => name)).toEqual(['common'])
    expect(html).toContain('title="Words used everywhere; the default"')
  })

  it('has a namespace for each file of labels that ships with the site', () => {
    expect([...namespaces.keys()].sort()).toEqual(Object.keys(builtInLabels('en')).sort())
  })

  it('shows the texts of the chosen namespace alone, key by language', async () => {
    await save('aerobics', 'it', null, 'Aeròbica', 'sports')
    const sports = await screenText('/sports')
    expect(sports).toMatch(/<textarea aria-label="aerobics in Italian"[^>]*>Aeròbica</)
    expect(sports).toMatch(/<textarea aria-label="aerobics in German"[^>]*><\/textarea>/)
    expect(await screenText('/common')).not.toMatch(/aerobics|Aeròbica/)
    const search = await screenText('/search')
    expect(controlOf(search, 'badge.live in English')).toContain('placeholder="LIVE"')
  })

  it('has the languages as column headings, the default first, then by name', async () => {
    const heads = [...(await screenText()).matchAll(/role="columnheader"[^>]*>(?:<span>)?([^<]*)/g)]
    expect(heads.map(([, text]) => text?.trim()).join(' ')).toBe(
      'Key English Arabic French German Italian Portuguese Spanish Turkish',
    )
  })

  it('gives the cells of each language a height of at least 60, and its direction', async () => {
    const html = await screenText()
    const tagsOf = (role: string) => html.match(new RegExp(`<div role="${role}"[^>]*>`, 'g')) ?? []
    const [, ...languageHeads] = tagsOf('columnheader')
    expect(languageHeads).toHaveLength(8)
    for (const tag of [...languageHeads, ...tagsOf('rowheader'), ...tagsOf('cell')])
      expect(tag).toContain('min-h-[60px]')
    expect(html).toMatch(/dir="rtl"[^>]*><textarea aria-label="\S+ in Arabic"/)
    expect(html).toMatch(/dir="ltr"[^>]*><textarea aria-label="\S+ in Italian"/)
  })

  it('has a search, and buttons to add a key, to export and to import', async () => {
    const html = await screenText()
    expect(controlOf(html, 'Search')).toContain('placeholder="Key or text in any language"')
    expect(controlOf(html, 'File of translations')).toContain('accept=".json,application/json"')
    for (const text of ['Add key', 'Export', 'Import']) expect(html).toContain(`${text}</button>`)
  })

  it('rejects another namespace', async () => {
    expect((await site.get(`${screen}/nonsense`, { cookie })).status).toBe(404)
  })

  it('renders only the rows in view', async () => {
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

  it('stores every cell of several keys and languages, and counts them', async () => {
    const inTwo = { [inLanguage('de')]: 'Anfang', [inLanguage('it')]: 'Casa' }
    const before = Object.fromEntries(Object.keys(inTwo).map((id) => [id, null]))
    const response = await post(`${screen}/common.data`, {
      create: [],
      update: ['home', 'close'].map((id) => ({ id, before, after: inTwo })),
      remove: [],
    })
    expect(await answerOf(response)).toEqual({ kind: 'saved', count: 4 })
    for (const key of ['home', 'close']) expect(await stored(key)).toEqual({ de: 'Anfang', it: 'Casa' })
  })

  it('treats texts as data: nothing in them is executed or looked up', async () => {
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

  it('changes the row of a text, and removes only that row', async () => {
    await save('home', 'it', null, 'Casa')
    await save('close', 'it', null, 'Chiudi')
    const rowsOf = () =>
      database.kysely.selectFrom('translations').select(['id', 'key', 'value']).orderBy('key').execute()
    const [close, home] = await rowsOf()
    await save('home', 'it', 'Casa', 'Pagina')
    expect(await rowsOf()).toEqual([close, { ...home, value: 'Pagina' }])
    await save('home', 'it', 'Pagina', null)
    expect(await rowsOf()).toEqual([close])
  })

  it('shows both values of a cell that two users changed, and stores the second only after confirmation', async () => {
    await save('home', 'de', null, 'Erste')
    const response = await save('home', 'de', null, 'Zweite')
    expect(response.status).toBe(409)
    const text = await response.text()
    expect(text).toContain('Erste')
    expect(text).toContain('Zweite')
    expect(text).toContain(email)
    expect(await stored('home')).toEqual({ de: 'Erste' })
  })

  it('allows two users to change different languages of one key', async () => {
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
    post(`${screen}.data`, { intent: 'add', namespace: 'sports', key: 'padel', values: {}, ...body })

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
    expect((await add({ key: 'squash', values: { [inLanguage('tr')]: 'Duvar tenisi' } })).status).toBe(200)
    expect(await stored('squash', 'sports')).toEqual({ tr: 'Duvar tenisi' })
  })

  const REQUIRED = 'Translation key and namespace are required'
  const EXISTS = 'Translation key "{{key}}" already exists in this namespace'
  it.each([
    ['without a key', { key: ' ', texts: ['text'] }, REQUIRED],
    ['without a namespace', { namespace: '', texts: ['text'] }, REQUIRED],
    ['without a text', { texts: [] }, 'At least one translation value is required'],
    ['with empty texts alone', { texts: ['', ' '] }, 'At least one translation value is required'],
    ['that ships with the site', { namespace: 'common', key: 'home', texts: ['text'] }, EXISTS],
  ])('are refused %s: %o, %s', async (_, { texts, ...wanted }, text) => {
    const values = Object.fromEntries(texts.map((value, at) => [[...languages.values()][at], value]))
    const response = await add({ ...wanted, values })
    expect(response.status).toBe(422)
    expect(adminText((await answerOf<Refused>(response)).problem)).toBe(text)
  })

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'are refused when they are called %s, the name of an inherited property',
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

  it('are refused when all their languages are gone', async () => {
    const values = { [randomUUID()]: 'Text' }
    const refused = await post(`${screen}.data`, { intent: 'add', namespace: 'common', key: 'padel', values })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('translations.value-required')
  })

  it('are refused when they exist', async () => {
    const values = { [inLanguage('en')]: 'Padel' }
    await add({ values })
    const response = await add({ values: { [inLanguage('de')]: 'Padel' } })
    expect(response.status).toBe(422)
    expect(adminText((await answerOf<Refused>(response)).problem)).toBe(EXISTS)
    expect((await add({ namespace: 'leagues', values })).status).toBe(200)
  })

  it('lose their texts in every language when they are deleted', async () => {
    const values = { [inLanguage('en')]: 'Padel', [inLanguage('it')]: 'Pàdel' }
    await add({ values })
    await add({ key: 'squash', values })
    await add({ namespace: 'leagues', values })
    const response = await post(`${screen}.data`, { intent: 'delete', namespace: 'sports', key: 'padel' })
    expect(await answerOf(response)).toEqual({ kind: 'deleted' })
    expect(await stored('padel', 'sports')).toEqual({})
    expect(await stored('squash', 'sports')).toEqual({ en: 'Padel', it: 'Pàdel' })
    expect(await stored('padel', 'leagues')).toEqual({ en: 'Padel', it: 'Pàdel' })
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

describe('the report of missing texts', () => {
  it('counts texts that nobody wrote, and those that are saved only in other languages', async () => {
    expect(await screenText()).not.toMatch(/Show \d+ of \w+ in Italian/)
    await save('home', 'de', null, 'Anfang')
    await save('padel', 'de', null, 'Padel', 'sports')
    const html = await screenText()
    expect(html).toContain('Show 1 of common in Italian')
    expect(html).toContain('Show 1 of sports in Italian')
    expect(html).not.toMatch(/Show \d+ of \w+ in German/)
  })

  it('includes the plural forms of each language', async () => {
    for (const code of languages.keys()) await save('coach_other', code, null, 'Coaches', 'sports')
    await save('coach_two', 'ar', null, 'مدربان', 'sports')
    expect(await screenText()).not.toMatch(/Show \d+ of sports in Italian/)
  })
})

describe('export and import', () => {
  it('exports a file with every language and namespace, which is imported unchanged', async () => {
    await save('home', 'it', null, 'Casa "mia" <b>')
    const setActive = (is_active: boolean) =>
      database.kysely.updateTable('languages').set({ is_active }).where('code', '=', 'tr').execute()
    await setActive(false)
    const response = await site.get(`${screen}/export`, { cookie })
    await setActive(true)
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

  it('replaces existing texts', async () => {
    await save('home', 'it', null, 'Casa')
    expect((await importFile({ it: { common: { home: 'Pagina', close: 'Chiudi' } } })).at(-1)).toMatchObject({
      written: 2,
    })
    expect(await stored('home')).toEqual({ it: 'Pagina' })
    expect(await stored('close')).toEqual({ it: 'Chiudi' })
  })

  it('exports and imports texts of the search', async () => {
    await importFile({ it: { search: { 'no-results': 'Niente' } } })
    await expectOnSite('/it/search?q=zzzz', 'Niente')
    const file = await (await site.get(`${screen}/export`, { cookie })).json()
    expect(file.it.search).toEqual({ 'no-results': 'Niente' })
  })

  it('has the built-in labels on request', async () => {
    await save('close', 'de', null, 'Zu')
    const file = await (await site.get(`${screen}/export?built-in`, { cookie })).json()
    expect(file.de.common).toMatchObject({ home: 'Startseite', close: 'Zu' })
    expect(file.en.search['no-results']).toBe('No results found')
  })

  it('skips unknown entries, names them, and stores the rest', async () => {
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
    const entry = shownText(await (await site.get('/admin/history?entity=translations', { cookie })).text())
    for (const part of ['Translations: 1', 'Unknown language codes: xx', 'Values that are no texts: 2'])
      expect(entry).toContain(part)
  })

  it('skips names of inherited properties, and names them', async () => {
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

  it('imports 20,000 keys, reports its progress, and does not make pages larger', async () => {
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

  it('keeps what it has stored when the database fails, and reports how much', async () => {
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
