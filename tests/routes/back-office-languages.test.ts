import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { controlOf, unescapeHtml, withoutScripts } from '#tests/support/html.ts'
import { adminText } from '#tests/support/screen.tsx'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let post: ReturnType<typeof adminPost>

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  cookie = (await signInAdministrator(database, site)).cookie
  post = adminPost(site, cookie)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const screen = '/admin/languages'
const dutch = {
  code: 'nl',
  name: 'Dutch',
  native_name: 'Nederlands',
  flag_code: 'nl',
  is_default: false,
  is_active: true,
  rtl: false,
}

interface Refused {
  kind: 'refused'
  problem: string
}
interface Invalid {
  kind: 'invalid'
  problems: { column: string; problem: string }[]
}

const add = (values: object = {}, copyFrom: string | null = null) =>
  post(`${screen}.data`, { intent: 'add', values: { ...dutch, ...values }, copyFrom })
const save = (...update: { id: string; before: object; after: object }[]) =>
  post(`${screen}.data`, { create: [], update, remove: [] })

async function rowOf(code: string) {
  return database.kysely
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'native_name', 'flag_code', 'is_default', 'is_active', 'rtl'])
    .where('code', '=', code)
    .executeTakeFirst()
}
const idOf = async (code: string) => (await rowOf(code))?.id ?? ''
const defaults = async () =>
  (await database.kysely.selectFrom('languages').select('code').where('is_default', '=', true).execute()).map(
    (row) => row.code,
  )
const textOf = async (path: string) => (await site.get(path)).text()

async function removeRow(code: string): Promise<void> {
  await database.kysely.deleteFrom('languages').where('code', '=', code).execute()
}

describe('the languages screen', () => {
  const readScreen = async () =>
    unescapeHtml(withoutScripts(await (await site.get(screen, { cookie })).text()))

  it('has a column for each field of a language', async () => {
    const headings = [...(await readScreen()).matchAll(/<th [^>]*?>([^<]*)</g)].map(([, text]) => text)
    expect(headings).toEqual([
      'Language',
      'Code',
      'Native name',
      'Flag',
      'Default',
      'RTL',
      'Status',
      'Actions',
    ])
  })

  it('lists them, the default first, then by name', async () => {
    const names = [...(await readScreen()).matchAll(/>Name of ([^<]*)</g)].map(([, name]) => name)
    expect(names.join(' ')).toBe('English Arabic French German Italian Portuguese Spanish Turkish')
  })

  it('shows the stored values of a language in fields and switches, and its actions', async () => {
    const html = await readScreen()
    expect(html).toMatch(/<button[^>]*>(<svg.*?<\/svg>)?Add language</)
    const places: number[] = []
    for (const [label, expected] of [
      ['Name of Arabic', 'value="Arabic"'],
      ['Code of Arabic', 'value="ar"'],
      ['Native name of Arabic', 'value="العربية"'],
      ['Flag code of Arabic', 'value="sa"'],
      ['Arabic is the default', 'aria-checked="false"'],
      ['Arabic is written from right to left', 'aria-checked="true"'],
      ['Arabic is shown', 'aria-checked="true"'],
      ['Set Arabic as default', 'button'],
      ['Delete Arabic', 'button'],
    ] as const) {
      const tag = controlOf(html, label)
      expect(tag, label).toContain(expected)
      expect(tag, label).not.toMatch(/ (disabled|readonly)=/i)
      places.push(html.indexOf(tag ?? ''))
    }
    expect(places, 'in the order of the columns').toEqual(places.toSorted((a, b) => a - b))
  })

  it('neither deactivates nor deletes the default language', async () => {
    const html = await readScreen()
    expect(controlOf(html, 'English is the default')).toContain('aria-checked="true"')
    for (const label of [
      'English is the default',
      'English is shown',
      'Set English as default',
      'Delete English',
    ])
      expect(controlOf(html, label), label).toMatch(/ (aria-)?disabled="/)
  })

  it('shows the flag of two letters, and a globe without a flag', async () => {
    await database.kysely.updateTable('languages').set({ flag_code: null }).where('code', '=', 'tr').execute()
    const rows = (await readScreen()).split('<tr')
    const flagOf = (name: string) => {
      const row = rows.find((it) => it.includes(`>Name of ${name}<`)) ?? ''
      return /<img[^>]*alt="([^"]*)"/.exec(row)?.[1] ?? (row.includes('lucide-globe') ? 'globe' : undefined)
    }
    expect(['English', 'Italian', 'Arabic', 'Turkish'].map(flagOf)).toEqual(['🇬🇧', '🇮🇹', '🇸🇦', 'globe'])
    await database.kysely.updateTable('languages').set({ flag_code: 'tr' }).where('code', '=', 'tr').execute()
  })

  it('has a line for a site without languages', async () => {
    const columns = ['code', 'name', 'native_name', 'flag_code', 'is_default', 'is_active', 'rtl'] as const
    const before = await database.kysely.selectFrom('languages').select(columns).execute()
    await database.kysely.deleteFrom('languages').execute()
    await vi.waitFor(async () => expect(await readScreen()).toContain('No languages found'), 20_000)
    await database.kysely.insertInto('languages').values(before).execute()
  })

  it('refuses users who are not administrators', async () => {
    const anonymous = adminPost(site, '')
    expect((await anonymous(screen, { intent: 'default', id: await idOf('it') })).status).toBe(401)
    expect((await site.get(screen)).status).toBe(302)
  })
})

describe('adding a language', () => {
  it('opens its addresses on the site at once', async () => {
    expect((await site.get('/nl')).status).toBe(302)
    const response = await add({ flag_code: 'be', rtl: true })
    expect(response.status).toBe(200)
    await vi.waitFor(async () => expect((await site.get('/nl')).status).toBe(200), 20_000)
    expect(await textOf('/nl')).toMatch(/<html lang="nl" dir="rtl"/)
    expect(await textOf('/en')).toMatch(/<img[^>]*\/be\.webp"[^>]*><span lang="nl">Nederlands</)
    await removeRow('nl')
  })

  it.each([
    ['code', '', 'Language code, name, and native name are required'],
    ['code', ' ', 'Language code, name, and native name are required'],
    ['name', '  ', 'Language code, name, and native name are required'],
    ['native_name', '', 'Language code, name, and native name are required'],
    ['code', 'nld', 'Two letters from a to z'],
    ['code', 'n1', 'Two letters from a to z'],
    ['flag_code', 'n', 'Two letters, or nothing for a globe'],
  ])('refuses %s "%s": %s', async (column, value, text) => {
    const response = await add({ [column]: value })
    expect(response.status).toBe(422)
    const { problems } = await answerOf<Invalid>(response)
    expect(problems[0]?.column).toBe(column)
    expect(adminText(problems[0]?.problem ?? '')).toBe(text)
    expect(await rowOf('nl')).toBeUndefined()
  })

  it('refuses a code that is taken, in whatever case', async () => {
    const response = await add({ code: 'IT' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('languages.code-taken')
  })

  it('stores codes in lower case, and an empty flag as none', async () => {
    await add({ code: 'NL', flag_code: '' })
    expect(await rowOf('nl')).toMatchObject({ code: 'nl', flag_code: null, is_active: true, rtl: false })
    await removeRow('nl')
  })

  it('becomes the only default', async () => {
    await add({ is_default: true, is_active: false })
    expect(await defaults()).toEqual(['nl'])
    expect(await rowOf('nl')).toMatchObject({ is_active: true })
    await post(`${screen}.data`, { intent: 'default', id: await idOf('en') })
    await removeRow('nl')
  })

  it('is inactive, or from right to left, if chosen', async () => {
    await add({ is_active: false, rtl: true })
    expect(await rowOf('nl')).toMatchObject({ is_active: false, rtl: true, is_default: false })
    await removeRow('nl')
  })

  it('copies the texts of another to start from, and shows them on the site', async () => {
    const german = await idOf('de')
    const { id: common } = await database.kysely
      .selectFrom('translation_namespaces')
      .select('id')
      .where('name', '=', 'common')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('translations')
      .values({ language_id: german, namespace_id: common, key: 'home', value: 'Startseite eigen' })
      .execute()
    await database.kysely
      .insertInto('multilingual_footer_sections')
      .values({ language_id: german, about_title: 'Über uns eigen' })
      .execute()
    await add({}, german)
    await vi.waitFor(async () => expect((await site.get('/nl')).status).toBe(200), 20_000)
    const page = await textOf('/nl')
    expect(page).toContain('Startseite eigen')
    expect(page).toContain('Über uns eigen')
    expect(page).toContain('Kommende Spiele')
    const { rows } = await database.kysely
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('entity', '=', 'languages')
      .where('action', '=', 'create')
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBeGreaterThan(0)
    await removeRow('nl')
    await database.kysely.deleteFrom('translations').execute()
    await database.kysely.deleteFrom('multilingual_footer_sections').execute()
  })
})

describe('editing languages', () => {
  it('stores names, flag and direction, and shows them on the site', async () => {
    const id = await idOf('tr')
    const before = { name: 'Turkish', native_name: 'Türkçe', flag_code: 'tr', rtl: false }
    const after = { name: 'Cypriot', native_name: 'Türkçe (KKTC)', flag_code: 'cy', rtl: true }
    expect((await save({ id, before, after })).status).toBe(200)
    await vi.waitFor(async () => expect(await textOf('/tr')).toMatch(/<html lang="tr" dir="rtl"/), 20_000)
    expect(await textOf('/en')).toMatch(/<img[^>]*\/cy\.webp"[^>]*><span lang="tr">Türkçe \(KKTC\)</)
    expect(await rowOf('tr')).toMatchObject(after)
    await save({ id, before: after, after: before })
  })

  it('deactivates a language, and redirects its addresses to the default', async () => {
    const id = await idOf('fr')
    await save({ id, before: { is_active: true }, after: { is_active: false } })
    await vi.waitFor(async () => {
      const response = await site.get('/fr/soccer')
      expect(response.headers.get('location')).toBe('/en/soccer')
    }, 20_000)
    await save({ id, before: { is_active: false }, after: { is_active: true } })
  })

  it('has a conflict when the new default language is gone', async () => {
    const id = crypto.randomUUID()
    const response = await save({ id, before: { is_default: false }, after: { is_default: true } })
    expect(response.status).toBe(409)
    expect(await response.text()).toContain(id)
    expect(await defaults()).toEqual(['en'])
  })

  it('refuses the same code for two languages of a save', async () => {
    await add()
    await add({ code: 'sv', name: 'Swedish' })
    const change = async (code: string) => ({
      id: await idOf(code),
      before: { code },
      after: { code: 'da' },
    })
    const response = await save(await change('nl'), await change('sv'))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('languages.code-taken')
    expect(await rowOf('da')).toBeUndefined()
    await removeRow('nl')
    await removeRow('sv')
  })

  it('never leaves the default inactive', async () => {
    const response = await save({
      id: await idOf('en'),
      before: { is_active: true },
      after: { is_active: false },
    })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('languages.default-active')
  })

  it('changes the default, and can deactivate the old one in the same save', async () => {
    const [english, italian] = [await idOf('en'), await idOf('it')]
    const response = await save(
      {
        id: english,
        before: { is_default: true, is_active: true },
        after: { is_default: false, is_active: false },
      },
      { id: italian, before: { is_default: false }, after: { is_default: true } },
    )
    expect(response.status).toBe(200)
    expect(await defaults()).toEqual(['it'])
    expect(await rowOf('en')).toMatchObject({ is_active: false })
    await vi.waitFor(async () => expect((await site.get('/')).headers.get('location')).toBe('/it'), 20_000)
    await post(`${screen}.data`, { intent: 'default', id: english })
    expect(await defaults()).toEqual(['en'])
    expect(await rowOf('en')).toMatchObject({ is_active: true })
  })

  it('stores nothing on a conflict in one value, and shows both', async () => {
    const [turkish, italian] = [await idOf('tr'), await idOf('it')]
    await save({ id: turkish, before: { name: 'Turkish' }, after: { name: 'Turkish A' } })
    const response = await save(
      { id: turkish, before: { name: 'Turkish' }, after: { name: 'Turkish B' } },
      { id: italian, before: { is_default: false }, after: { is_default: true } },
    )
    expect(response.status).toBe(409)
    const text = await response.text()
    expect(text).toContain('Turkish A')
    expect(text).toContain('Turkish B')
    expect(await defaults()).toEqual(['en'])
    await save({ id: turkish, before: { name: 'Turkish A' }, after: { name: 'Turkish' } })
  })

  it('changes a code only while nothing is stored in the language', async () => {
    const id = await idOf('pt')
    const change = (before: string, after: string) =>
      save({ id, before: { code: before }, after: { code: after } })
    expect((await change('pt', 'br')).status).toBe(200)
    expect((await change('br', 'it')).status).toBe(422)
    expect((await change('br', 'pt')).status).toBe(200)
    await database.kysely
      .insertInto('multilingual_footer_sections')
      .values({ language_id: id, about_title: 'Sobre' })
      .execute()
    const response = await change('pt', 'br')
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('languages.code-fixed')
    await database.kysely.deleteFrom('multilingual_footer_sections').execute()
  })
})

describe('setting a language as default', () => {
  it('becomes the only default, and is activated', async () => {
    await database.kysely
      .updateTable('languages')
      .set({ is_active: false })
      .where('code', '=', 'it')
      .execute()
    const response = await post(`${screen}.data`, { intent: 'default', id: await idOf('it') })
    expect(await answerOf(response)).toEqual({ kind: 'default-set' })
    expect(await defaults()).toEqual(['it'])
    expect(await rowOf('it')).toMatchObject({ is_active: true })
    await post(`${screen}.data`, { intent: 'default', id: await idOf('en') })
    expect(await defaults()).toEqual(['en'])
  })
})

describe('deleting a language', () => {
  it('is refused for the default', async () => {
    const response = await post(`${screen}.data`, { intent: 'delete', id: await idOf('en') })
    expect(response.status).toBe(422)
    expect(adminText((await answerOf<Refused>(response)).problem)).toBe('Cannot delete the default language')
    expect(await rowOf('en')).toBeDefined()
  })

  it('deletes everything that is stored in it, and a language with the same code starts empty', async () => {
    await add({}, await idOf('es'))
    await vi.waitFor(async () => expect((await site.get('/nl')).status).toBe(200), 20_000)
    expect(await textOf('/nl')).toContain('Próximos partidos')
    const { email } = await signInAdministrator(database, site)
    const prefers = (code: string | null) =>
      database.kysely.updateTable('profiles').set({ preferred_language: code }).where('email', '=', email)
    await prefers('nl').execute()
    const id = await idOf('nl')
    const listed = await (await site.get(screen, { cookie })).text()
    expect(listed).toContain('Nederlands')

    expect((await post(`${screen}.data`, { intent: 'delete', id })).status).toBe(200)
    await vi.waitFor(async () => expect((await site.get('/nl')).status).toBe(302), 20_000)
    const left = await database.kysely
      .selectFrom('translations')
      .select('key')
      .where('language_id', '=', id)
      .execute()
    expect(left).toEqual([])
    const profile = await database.kysely
      .selectFrom('profiles')
      .select('preferred_language')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(profile.preferred_language).toBeNull()

    await add()
    await vi.waitFor(async () => expect((await site.get('/nl')).status).toBe(200), 20_000)
    expect(await textOf('/nl')).not.toContain('Próximos partidos')
    expect((await post(`${screen}.data`, { intent: 'delete', id: await idOf('nl') })).status).toBe(200)
    expect((await post(`${screen}.data`, { intent: 'delete', id })).status).toBe(422)
  })
})
