import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { findPublishedPage, listPages, listPublishedTexts } from './queries.server.ts'

let database: Database
const ids: Record<string, string> = {}
const slugs = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  // German is the default one; Turkish is inactive.
  await db.updateTable('languages').set({ is_default: false }).execute()
  await db
    .updateTable('languages')
    .set({ is_active: true })
    .where('code', 'in', ['de', 'es', 'en', 'it'])
    .execute()
  await db.updateTable('languages').set({ is_default: true }).where('code', '=', 'de').execute()
  await db.updateTable('languages').set({ is_active: false }).where('code', 'in', ['tr', 'fr']).execute()
  const languages = await db.selectFrom('languages').select(['id', 'code']).execute()
  const add = async (
    slug: string,
    position: number,
    texts: Record<string, readonly [title: string, body: string]>,
    values: object = {},
  ) => {
    const { id } = await db
      .insertInto('pages')
      .values({ slug, menu_position: position, is_published: true, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[slug] = id
    slugs.set(id, slug)
    await db
      .insertInto('multilingual_pages')
      .values(
        Object.entries(texts).map(([code, [title, body]]) => ({
          ...{ page_id: id, title, body },
          language_id: languages.find((it) => it.code === code)?.id ?? '',
        })),
      )
      .execute()
  }
  const old = new Date('2026-01-01')
  await add('terms', 2, { es: ['Términos', 'x'], en: ['Terms', 'x'], it: ['Termini', ''] })
  await add('imprint', 1, { de: ['Impressum', 'Text'], en: ['Imprint', 'Text'], it: ['Note', 'Testo'] })
  await add(
    'older',
    2,
    { es: ['Antiguo', 'x'], it: ['Vecchio', 'x'], tr: ['Eski', 'x'] },
    { created_at: old },
  )
  await add('turkish', 3, { tr: ['Türkçe', 'x'], fr: ['Français', 'x'] })
  await add('empty', 1, { de: ['Leer', ''] })
  await add('draft', 1, { de: ['Entwurf', 'x'] }, { is_published: false })
  await add('offers-of-cedar', 4, { de: ['Angebote', 'x'] })
  await add('named-in-title', 5, { de: ['Cedar', 'x'] })
  await add('named-in-text', 6, { de: ['Text', 'Mehr bei Cedar.'] })
})
afterAll(() => database.close())

const services = () => createServices(database)
const titles = async (language: string) =>
  (await listPages(services(), language)).map(({ title, language: of }) => `${of} ${title}`)
const NAMING = ['de Angebote', 'de Cedar', 'de Text']

describe('the pages of the operator', () => {
  it('are the published ones with a text, by position and age, in the language or else in another', async () => {
    expect(await titles('it')).toEqual([...['it Note', 'it Vecchio', 'en Terms', 'fr Français', ...NAMING]])
    expect(await titles('en')).toEqual([
      ...['en Imprint', 'es Antiguo', 'en Terms', 'fr Français', ...NAMING],
    ])
    expect(await titles('tr')).toEqual([...['de Impressum', 'tr Eski', 'en Terms', 'tr Türkçe', ...NAMING]])
    expect(await listPages(services(), 'de')).toContainEqual({
      ...{ id: ids.imprint, slug: 'imprint', title: 'Impressum', language: 'de' },
    })
  })

  it('are found by their slug, with the active languages that have a text', async () => {
    expect(await findPublishedPage(services(), 'imprint', 'it')).toEqual({
      ...{ id: ids.imprint, slug: 'imprint', title: 'Note', body: 'Testo', language: 'it' },
      languages: ['de', 'en', 'it'],
    })
    expect(await findPublishedPage(services(), 'terms', 'it')).toMatchObject({
      ...{ title: 'Terms', languages: ['en', 'es'] },
    })
    expect(await findPublishedPage(services(), 'turkish', 'it')).toMatchObject({ languages: [] })
  })

  it.each(['draft', 'empty', 'none'])('are not found at %s', async (slug) => {
    expect(await findPublishedPage(services(), slug, 'de')).toBeUndefined()
  })

  it('have these texts in active languages', async () => {
    const texts = await listPublishedTexts(services())
    expect(texts.map(({ page, language }) => `${slugs.get(page)} ${language}`).toSorted()).toEqual([
      ...['imprint de', 'imprint en', 'imprint it', 'named-in-text de', 'named-in-title de'],
      ...['offers-of-cedar de', 'older es', 'older it', 'terms en', 'terms es'],
    ])
  })

  it('are read again after a change of pages or languages', async () => {
    for (const read of [
      () => listPages(services(), 'de'),
      () => findPublishedPage(services(), 'imprint', 'de'),
      () => listPublishedTexts(services()),
    ]) {
      const { tags } = await collectReads<unknown>(read)
      expect([...tags]).toEqual(expect.arrayContaining(['pages', 'languages']))
    }
  })

  it('are kept for each language', async () => {
    const kept = services()
    const of = async (language: string) => (await listPages(kept, language))[0]?.title
    expect([await of('de'), await of('it')]).toEqual(['Impressum', 'Note'])
  })
})

describe('a visitor who may not see a bookmaker', () => {
  beforeAll(async () => {
    await createBookmaker(database.kysely, { name: 'Cedar', key: 'cedar' })
    const saved = await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'cedar' }])
    expect(saved).toMatchObject({ kind: 'saved' })
  })

  it('gets no page that names it in its address, title or text', async () => {
    expect(await titles('it')).toEqual(['it Note', 'it Vecchio', 'en Terms', 'fr Français'])
    for (const slug of ['offers-of-cedar', 'named-in-title', 'named-in-text'])
      expect(await findPublishedPage(services(), slug, 'de')).toBeUndefined()
    const rename = (slug: string, next: string) =>
      database.kysely.updateTable('pages').set({ slug: next }).where('slug', '=', slug).execute()
    await rename('offers-of-cedar', 'offers')
    expect(await findPublishedPage(services(), 'offers-of-cedar', 'de')).toMatchObject({ slug: 'offers' })
    await rename('offers', 'offers-of-cedar')
    for (const slug of ['offers', 'named-in-title'])
      expect(await findPublishedPage(services(), slug, 'de')).toBeUndefined()
    expect(await findPublishedPage(services(), 'imprint', 'de')).toMatchObject({ title: 'Impressum' })
    const texts = await listPublishedTexts(services())
    expect(texts.map(({ page }) => slugs.get(page)).filter((slug) => slug?.includes('named'))).toEqual([])
    expect(texts.map(({ page }) => slugs.get(page))).not.toContain('offers-of-cedar')
  })
})
