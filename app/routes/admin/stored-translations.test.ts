import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUTTON_TRANSLATIONS } from '#app/features/affiliates/commands.server.ts'
import { listButtonTranslations } from '#app/features/affiliates/editor-queries.server.ts'
import { AUDIENCE_TRANSLATIONS } from '#app/features/audiences/commands.server.ts'
import { listAudienceTranslations } from '#app/features/audiences/editor-queries.server.ts'
import { BOOKMAKER_REVIEWS } from '#app/features/catalogue/reviews.server.ts'
import { LINK_TRANSLATIONS } from '#app/features/footer/commands.server.ts'
import { listLinkTranslations, listSectionTranslations } from '#app/features/footer/editor-queries.server.ts'
import { listMatchContent } from '#app/features/match-content/editor-queries.server.ts'
import { PAGE_TEXTS } from '#app/features/pages/commands.server.ts'
import { listPageTexts } from '#app/features/pages/editor-queries.server.ts'
import { PROMOTION_TRANSLATIONS } from '#app/features/promotions/commands.server.ts'
import {
  listPromotionTranslations,
  listSpinWheelTranslations,
} from '#app/features/promotions/editor-queries.server.ts'
import { listSeoTranslations } from '#app/features/seo/editor-queries.server.ts'
import { saveItemTranslation, type TranslatedTable } from '#app/features/translations/items.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'

let database: Database
/** The default language, another one, and one that visitors do not see. */
let languages: string[]
/** By the table of its texts, an item that has none. */
let others: Record<string, string>
const NOBODY = { id: null, email: 'nobody@example.org' }

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  await db.updateTable('languages').set({ is_active: false }).where('code', '=', 'tr').execute()
  const rows = await db.selectFrom('languages').select('id').where('code', 'in', ['en', 'de', 'tr']).execute()
  languages = rows.map(({ id }) => id).sort()
  const offer = { title: 'Offer', description: 'An offer', button_text: 'Go' }
  const button = await db
    .insertInto('affiliate_buttons')
    .values({ provider: 'Alphabet', button_text: 'Bet', button_link: 'https://alphabet.example/' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const promotion = await db
    .insertInto('promotions')
    .values({ ...offer, button_link: '#' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = await db
    .insertInto('footer_links')
    .values({ section_type: 'legal', title: 'Terms', url: '/en/terms' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const group = await db
    .insertInto('audiences')
    .values({ name: 'Italy', countries: 'IT' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await db
    .insertInto('pages')
    .values({ slug: 'imprint' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bookmaker = await createBookmaker(db)
  const beside = async (table: 'affiliate_buttons' | 'promotions' | 'footer_links', id: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(table)} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from ${sql.table(table)} t where t.id = ${id}::uuid returning id`.execute(db)
    return rows[0]?.id ?? ''
  }
  const [secondGroup, secondPage] = [
    await db
      .insertInto('audiences')
      .values({ name: 'France', countries: 'FR' })
      .returning('id')
      .executeTakeFirstOrThrow(),
    await db.insertInto('pages').values({ slug: 'terms' }).returning('id').executeTakeFirstOrThrow(),
  ]
  others = {
    multilingual_affiliate_buttons: await beside('affiliate_buttons', button.id),
    multilingual_promotions: await beside('promotions', promotion.id),
    multilingual_footer_links: await beside('footer_links', link.id),
    multilingual_audiences: secondGroup.id,
    multilingual_pages: secondPage.id,
    multilingual_bookmakers: await createBookmaker(db),
  }
  const inEach = <T extends object>(values: T) => languages.map((language_id) => ({ ...values, language_id }))
  await db
    .insertInto('multilingual_affiliate_buttons')
    .values(inEach({ affiliate_button_id: button.id, button_text: 'Bet' }))
    .execute()
  await db
    .insertInto('multilingual_promotions')
    .values(inEach({ ...offer, promotion_id: promotion.id }))
    .execute()
  await db
    .insertInto('multilingual_bookmakers')
    .values(inEach({ bookmaker_id: bookmaker, review: 'Fine' }))
    .execute()
  await db
    .insertInto('multilingual_audiences')
    .values(inEach({ audience_id: group.id, terms: 'Terms' }))
    .execute()
  await db
    .insertInto('multilingual_pages')
    .values(inEach({ page_id: page.id, title: 'Imprint' }))
    .execute()
  await db
    .insertInto('multilingual_spin_wheel')
    .values(inEach({ title: 'Wheel', button_text: 'Spin' }))
    .execute()
  await db
    .insertInto('multilingual_footer_links')
    .values(inEach({ footer_link_id: link.id, title: 'Terms' }))
    .execute()
  await db
    .insertInto('multilingual_footer_sections')
    .values(inEach({ about_title: 'About' }))
    .execute()
  await db
    .insertInto('multilingual_match_content')
    .values(inEach({ title_template: 'Title', description_template: 'Text' }))
    .execute()
  await db
    .insertInto('multilingual_seo_settings')
    .values(inEach({ home_meta_title: 'Home' }))
    .execute()
})
afterAll(() => database.close())

it.each([
  ['affiliate buttons', listButtonTranslations],
  ['promotions', listPromotionTranslations],
  ['the spin wheel', listSpinWheelTranslations],
  ['links of the footer', listLinkTranslations],
  ['sections of the footer', listSectionTranslations],
  ['match content', listMatchContent],
  ['search texts', listSeoTranslations],
  ['visitor groups', listAudienceTranslations],
  ['pages', listPageTexts],
] as [string, (reader: { database: Database }) => Promise<{ language_id: string }[]>][])(
  'the editor of the translations of %s has those of all languages, also of one that is not active',
  async (_, list) => {
    const rows = await list({ database })
    expect(rows.map(({ language_id }) => language_id).sort()).toEqual(languages)
  },
)

it.each([
  ['affiliate buttons', BUTTON_TRANSLATIONS, { button_text: 'Go' }],
  ['promotions', PROMOTION_TRANSLATIONS, { title: 'T', subtitle: null, description: 'D', button_text: 'Go' }],
  ['links of the footer', LINK_TRANSLATIONS, { title: 'Imprint' }],
  ['visitor groups', AUDIENCE_TRANSLATIONS, { terms: 'Other terms', help_text: null, ad_word: null }],
  ['pages', PAGE_TEXTS, { title: 'Terms', body: 'Text' }],
  ['bookmakers', BOOKMAKER_REVIEWS, { review: 'Good' }],
] as [string, TranslatedTable, Record<string, string | null>][])(
  'a text of %s is inserted beside that of another one in its language, and changed alone',
  async (_, translated, texts) => {
    const { table, owner } = translated
    const [language = '', another = ''] = languages
    const other = others[table] ?? ''
    const owned = sql.ref(owner?.column ?? '')
    const read = async () => {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} order by ${owned} = ${other}::uuid, language_id, id`.execute(
        database.kysely,
      )
      return rows
    }
    const save = (language: string, before: typeof texts | null, after: typeof texts) =>
      saveItemTranslation({ database }, translated, { owner: other, language, before, after }, NOBODY)
    const stored = await read()
    for (const id of [language, another]) expect(await save(id, null, texts)).toMatchObject({ kind: 'saved' })
    const own = [language, another].map((language_id) => ({ language_id, ...texts }))
    expect(await read()).toMatchObject([...stored, ...own])
    const [column = '', text] = Object.entries(texts)[0] ?? []
    const changed = { ...texts, [column]: `${text} 2` }
    expect(await save(another, texts, changed)).toMatchObject({ kind: 'saved' })
    expect(await read()).toMatchObject([...stored, own[0], { language_id: another, ...changed }])
    await sql`delete from ${sql.table(table)} where ${owned} = ${other}::uuid`.execute(database.kysely)
  },
)
