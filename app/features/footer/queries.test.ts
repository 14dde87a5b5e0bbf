import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getFooter } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  await db
    .updateTable('site_settings')
    .set({
      ...{ footer_about_title: 'About', footer_about_text: 'All prices', footer_links_title: 'Links' },
      ...{ footer_legal_title: 'Legal', footer_social_title: 'Social', footer_copyright_text: '© us' },
    })
    .execute()
  const { id: language_id } = await db
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'it')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('multilingual_footer_sections')
    .values({ language_id, about_title: 'Chi siamo', legal_title: 'Note legali' })
    .execute()
  const link = (title: string, section_type: string, menu_position: number, is_active = true) =>
    db
      .insertInto('footer_links')
      .values({ title, section_type, menu_position, is_active, url: `/${title.toLowerCase()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  await link('Terms', 'legal', 2)
  const { id } = await link('Privacy', 'legal', 1)
  await link('Old', 'legal', 1, false)
  await link('News', 'quick_links', 1)
  await db
    .insertInto('multilingual_footer_links')
    .values({ footer_link_id: id, language_id, title: 'Riservatezza' })
    .execute()
})
afterAll(() => database.close())

const read = (language = 'it') => getFooter(createServices(database), language)
const linksOf = (links: { title: string; url: string }[]) => links.map(({ title, url }) => [title, url])

it('has its texts and the active links of each section by position, in the language', async () => {
  const footer = await read()
  expect(footer).toMatchObject({
    ...{ aboutTitle: 'Chi siamo', aboutText: 'All prices', linksTitle: 'Links' },
    ...{ legalTitle: 'Note legali', socialTitle: 'Social', copyrightText: '© us' },
  })
  expect(linksOf(footer.quickLinks)).toEqual([['News', '/news']])
  expect(linksOf(footer.legalLinks)).toEqual([
    ['Riservatezza', '/privacy'],
    ['Terms', '/terms'],
  ])
})

it('has each of its texts in the language', async () => {
  const { id: language_id } = await database.kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'de')
    .executeTakeFirstOrThrow()
  const texts = {
    ...{ about_title: 'Über uns', about_text: 'Alle Quoten', links_title: 'Verweise' },
    ...{ legal_title: 'Rechtliches', social_title: 'Netzwerke', copyright_text: '© wir' },
  }
  await database.kysely
    .insertInto('multilingual_footer_sections')
    .values({ language_id, ...texts })
    .execute()
  expect(await read('de')).toMatchObject({
    ...{ aboutTitle: 'Über uns', aboutText: 'Alle Quoten', linksTitle: 'Verweise' },
    ...{ legalTitle: 'Rechtliches', socialTitle: 'Netzwerke', copyrightText: '© wir' },
  })
})

it.each(['get_footer_sections_in_language', 'get_footer_links_in_language'])(
  'is untranslated when the stored function fails: %s',
  async (name) => {
    await sql`alter function ${sql.ref(name)} rename to away`.execute(database.kysely)
    const { legalLinks, ...footer } = await read()
    await sql`alter function away rename to ${sql.ref(name)}`.execute(database.kysely)
    if (name.includes('sections'))
      expect(footer).toMatchObject({
        ...{ aboutTitle: 'About', aboutText: 'All prices', linksTitle: 'Links' },
        ...{ legalTitle: 'Legal', socialTitle: 'Social', copyrightText: '© us' },
      })
    else
      expect(linksOf(legalLinks)).toEqual([
        ['Privacy', '/privacy'],
        ['Terms', '/terms'],
      ])
  },
)
