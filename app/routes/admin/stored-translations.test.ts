import { afterAll, beforeAll, expect, it } from 'vitest'
import { listButtonTranslations } from '#app/features/affiliates/editor-queries.server.ts'
import { listAudienceTranslations } from '#app/features/audiences/editor-queries.server.ts'
import { listLinkTranslations, listSectionTranslations } from '#app/features/footer/editor-queries.server.ts'
import { listMatchContent } from '#app/features/match-content/editor-queries.server.ts'
import { listPageTexts } from '#app/features/pages/editor-queries.server.ts'
import {
  listPromotionTranslations,
  listSpinWheelTranslations,
} from '#app/features/promotions/editor-queries.server.ts'
import { listSeoTranslations } from '#app/features/seo/editor-queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'

let database: Database
/** The default language, another one, and one that visitors do not see. */
let languages: string[]
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
