import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { addLanguage, deleteLanguage, saveLanguages, setDefaultLanguage } from './commands.server.ts'
import { CONTENT_TABLES } from './content-tables.ts'
import { listEditorLanguages } from './editor-queries.server.ts'
import { getKnownLanguages } from './queries.server.ts'

let database: Database
let services: Services
beforeEach(async () => {
  database = await createTestDatabase()
  services = createServices(database)
})
afterEach(() => database.close())

const actor = { id: null, email: 'admin@example.org' }
const dutch = {
  code: 'nl',
  name: 'Dutch',
  native_name: 'Nederlands',
  flag_code: 'be',
  is_default: false,
  is_active: false,
  rtl: true,
}

const rows = () =>
  database.kysely
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'native_name', 'flag_code', 'is_default', 'is_active', 'rtl'])
    .orderBy('code')
    .execute()
const rowOf = async (code: string) => (await rows()).find((row) => row.code === code)
const idOf = async (code: string) => (await rowOf(code))?.id ?? ''
const others = async (code: string) => (await rows()).filter((row) => row.code !== code)

describe('the languages', () => {
  it('are listed with the default first, then by name', async () => {
    await setDefaultLanguage(services, await idOf('it'), actor)
    const listed = await listEditorLanguages(services)
    expect(listed.map(({ name }) => name)).toEqual([
      'Italian',
      'Arabic',
      'English',
      'French',
      'German',
      'Portuguese',
      'Spanish',
      'Turkish',
    ])
  })

  it('are known by the default’s code and the codes of the active ones', async () => {
    await setDefaultLanguage(services, await idOf('it'), actor)
    await database.kysely
      .updateTable('languages')
      .set({ is_active: false })
      .where('code', '=', 'tr')
      .execute()
    const known = await getKnownLanguages(services)
    expect(known.default).toBe('it')
    expect([...known.active].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'pt'])
  })
})

describe('the default language', () => {
  it('is English when there is no language', async () => {
    await database.kysely.deleteFrom('languages').execute()
    expect((await getKnownLanguages(services)).default).toBe('en')
  })
})

describe('the texts of a language', () => {
  it('are copied, counted and named in the warning, whatever table they are in', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'languages'::regclass order by 1`.execute(database.kysely)
    expect(Object.keys(CONTENT_TABLES).toSorted()).toEqual(rows.map(({ name }) => name))
    const labels = builtInLabels('en').admin ?? {}
    for (const { name } of rows)
      expect(labels[`languages.content.${name.replaceAll('_', '-')}`], name).toEqual(expect.any(String))
  })

  it('of groups of countries are copied to a new one', async () => {
    const { id: audience_id } = await database.kysely
      .insertInto('audiences')
      .values({ name: 'Italy' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const copyFrom = await idOf('it')
    const texts = { help_text: 'Aiuto', ad_word: 'Pubblicità', terms: 'Termini' }
    await database.kysely
      .insertInto('multilingual_audiences')
      .values({ audience_id, language_id: copyFrom, ...texts })
      .execute()
    await addLanguage(services, dutch, { from: copyFrom, copyLabels: async () => 0 }, actor)
    const copied = await database.kysely
      .selectFrom('multilingual_audiences')
      .select(['audience_id', 'help_text', 'ad_word', 'terms'])
      .where('language_id', '=', await idOf('nl'))
      .execute()
    expect(copied).toEqual([{ audience_id, ...texts }])
  })
})

describe('a language', () => {
  it('is added with all fields', async () => {
    const before = await rows()
    await addLanguage(services, dutch, null, actor)
    expect(await rowOf('nl')).toEqual({ id: expect.any(String), ...dutch })
    expect(await others('nl')).toEqual(before)
  })

  it('is added once by two operators at once', async () => {
    const both = () => Promise.all([1, 2].map(() => addLanguage(services, dutch, null, actor)))
    const lockAll = (tx: Kysely<DB>) => tx.selectFrom('languages').select('id').forUpdate().execute()
    const answers = database.kind === 'postgres' ? await whileHeld(database, lockAll, both, 2) : await both()
    expect(answers).toContainEqual({ kind: 'added', copied: 0 })
    expect(answers).toContainEqual({ kind: 'refused', problem: 'languages.code-taken' })
  })

  it('is changed alone', async () => {
    const [id, before] = [await idOf('tr'), await others('tr')]
    const change = { name: 'Turkic', native_name: 'Türk', flag_code: 'cy', is_active: false, rtl: true }
    const update = [{ id, before: { ...(await rowOf('tr')) }, after: change }]
    await saveLanguages(services, { create: [], update, remove: [] }, actor)
    expect(await rowOf('tr')).toEqual({ id, code: 'tr', is_default: false, ...change })
    expect(await others('tr')).toEqual(before)
  })

  it.each([
    ['on its own', (id: string) => setDefaultLanguage(services, id, actor)],
    [
      'with other changes',
      (id: string) =>
        saveLanguages(
          services,
          {
            create: [],
            update: [{ id, before: { is_default: false }, after: { is_default: true } }],
            remove: [],
          },
          actor,
        ),
    ],
  ])('becomes the only default %s', async (_, makeDefault) => {
    await database.kysely
      .updateTable('languages')
      .set({ is_active: false })
      .where('code', 'in', ['it', 'tr'])
      .execute()
    const before = await rows()
    await makeDefault(await idOf('it'))
    const marks = { it: { is_default: true, is_active: true }, en: { is_default: false } }
    expect(await rows()).toEqual(before.map((row) => ({ ...row, ...marks[row.code as keyof typeof marks] })))
  })

  it('is deleted alone', async () => {
    const before = await others('tr')
    await deleteLanguage(services, await idOf('tr'), actor)
    expect(await rows()).toEqual(before)
  })

  it('is not deleted while it is the default, whichever that is', async () => {
    const [english, italian] = [await idOf('en'), await idOf('it')]
    await setDefaultLanguage(services, italian, actor)
    const before = await rows()
    const refused = { kind: 'refused', problem: 'languages.delete-default' }
    expect(await deleteLanguage(services, italian, actor)).toEqual(refused)
    expect(await rows()).toEqual(before)
    expect(await deleteLanguage(services, english, actor)).toEqual({ kind: 'deleted' })
    expect(await rowOf('en')).toBeUndefined()
  })
})
