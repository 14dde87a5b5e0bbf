import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Database } from './connection.server.ts'

let database: Database
const ids: Record<string, string> = {}

/**
 * Italian texts of every kind, an English one where Italian has none, and the untranslated ones as the last fallback.
 */
beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const languages = await db.selectFrom('languages').select(['id', 'code']).execute()
  const language = (code: string) => languages.find((it) => it.code === code)?.id ?? ''
  const [it_, en] = [language('it'), language('en')]

  await db
    .updateTable('site_settings')
    .set({
      spin_wheel_title: 'Wheel',
      spin_wheel_sub_title: 'Base sub',
      spin_wheel_button_text: 'Base button',
      spin_wheel_link: 'https://wheel.example',
      footer_about_title: 'About',
      footer_about_text: 'Base text',
      footer_links_title: 'Links',
      footer_legal_title: 'Legal',
      footer_social_title: 'Social',
      footer_copyright_text: 'Base copyright',
    })
    .execute()
  await db
    .insertInto('multilingual_spin_wheel')
    .values([
      { language_id: it_, title: 'Ruota', button_text: 'Gira' },
      { language_id: en, title: 'English wheel', sub_title: 'English sub', button_text: 'English button' },
    ])
    .execute()
  await db
    .insertInto('multilingual_footer_sections')
    .values([
      {
        language_id: it_,
        about_title: 'Chi siamo',
        about_text: 'Testo',
        links_title: 'Collegamenti',
        legal_title: 'Legale',
        social_title: 'Sociale',
      },
      { language_id: en, about_title: 'English about', copyright_text: 'English copyright' },
    ])
    .execute()

  const add = async (name: string, insert: Promise<{ id: string }>) => {
    ids[name] = (await insert).id
    return ids[name]
  }
  const promotion = await add(
    'promotion',
    db
      .insertInto('promotions')
      .values({
        title: 'Bonus',
        subtitle: 'Base subtitle',
        description: 'Base description',
        button_text: 'Go',
        button_link: 'https://offer.example',
        image_url: '/offer.png',
        star_rating: 4,
        menu_position: 7,
        side_menu_offer: true,
        visible_home: false,
        start_date: new Date('2026-01-01T00:00:00Z'),
        end_date: new Date('2026-12-31T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await db
    .insertInto('multilingual_promotions')
    .values({
      promotion_id: promotion,
      language_id: it_,
      title: 'Premio',
      description: 'Descrizione',
      button_text: 'Vai',
    })
    .execute()
  await db
    .insertInto('promotions')
    .values({ title: 'Other', description: '', button_text: 'Other', button_link: '/other' })
    .execute()

  const addLink = (title: string, section_type: string, menu_position: number, is_active = true) =>
    add(
      title,
      db
        .insertInto('footer_links')
        .values({ title, section_type, menu_position, is_active, url: `/${title.toLowerCase()}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  await addLink('Terms', 'legal', 3)
  const privacy = await addLink('Privacy', 'legal', 1)
  await addLink('Cookies', 'legal', 2)
  await addLink('Old', 'legal', 1, false)
  await addLink('News', 'quick_links', 2)
  await addLink('Home', 'quick_links', 1)
  await db
    .insertInto('multilingual_footer_links')
    .values({ footer_link_id: privacy, language_id: it_, title: 'Riservatezza' })
    .execute()

  const addButton = (button_text: string, day: number, is_active = true) =>
    add(
      button_text,
      db
        .insertInto('affiliate_buttons')
        .values({
          button_text,
          is_active,
          provider: 'Alpha',
          button_link: `https://${button_text.toLowerCase()}.example`,
          created_at: new Date(Date.UTC(2026, 0, day)),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  await addButton('Third', 3)
  const first = await addButton('First', 1)
  await addButton('Second', 2)
  await addButton('Off', 1, false)
  await db
    .insertInto('multilingual_affiliate_buttons')
    .values({ affiliate_button_id: first, language_id: it_, button_text: 'Primo' })
    .execute()
})
afterAll(() => database.close())

async function rowsOf(query: RawBuilder<unknown>): Promise<unknown[]> {
  return (await query.execute(database.kysely)).rows
}

describe('get_spin_wheel_in_language', () => {
  it.each([
    ['it', 'Ruota', 'English sub', 'Gira'],
    ['it-CH', 'Ruota', 'English sub', 'Gira'],
    ['de', 'English wheel', 'English sub', 'English button'],
  ])('returns its texts, link and places (%s)', async (language, title, sub_title, button_text) => {
    const call = sql`select * from get_spin_wheel_in_language(language_code => ${language})`
    expect(await rowsOf(call)).toEqual([
      { title, sub_title, button_text, link: 'https://wheel.example', sidebar_on: false, enabled: false },
    ])
  })
})

describe('get_promotion_in_language', () => {
  it.each([
    ['it', 'Premio', 'Descrizione', 'Vai'],
    ['de', 'Bonus', 'Base description', 'Go'],
  ])(
    'returns the promotion of an id, each text translated or not (%s)',
    async (language, title, description, button_text) => {
      const call = sql`
      select * from get_promotion_in_language(promotion_id => ${ids.promotion}::uuid, language_code => ${language})`
      expect(await rowsOf(call)).toEqual([
        {
          id: ids.promotion,
          title,
          subtitle: 'Base subtitle',
          description,
          image_url: '/offer.png',
          button_text,
          button_link: 'https://offer.example',
          star_rating: 4,
          start_date: new Date('2026-01-01T00:00:00Z'),
          end_date: new Date('2026-12-31T00:00:00Z'),
          is_active: true,
          side_menu_offer: true,
          visible_home: false,
          menu_position: 7,
        },
      ])
    },
  )
})

describe('get_footer_sections_in_language', () => {
  it('returns each text in the language, else in the default one, else untranslated', async () => {
    const call = (language: string) =>
      rowsOf(sql`select * from get_footer_sections_in_language(language_code => ${language})`)
    expect(await call('it')).toEqual([
      {
        about_title: 'Chi siamo',
        about_text: 'Testo',
        links_title: 'Collegamenti',
        legal_title: 'Legale',
        social_title: 'Sociale',
        copyright_text: 'English copyright',
      },
    ])
    expect(await call('de')).toEqual([
      {
        about_title: 'English about',
        about_text: 'Base text',
        links_title: 'Links',
        legal_title: 'Legal',
        social_title: 'Social',
        copyright_text: 'English copyright',
      },
    ])
  })
})

describe('get_footer_links_in_language', () => {
  it.each([
    [
      'legal',
      [
        ['Privacy', 'Riservatezza', '/privacy'],
        ['Cookies', 'Cookies', '/cookies'],
        ['Terms', 'Terms', '/terms'],
      ],
    ],
    [
      'quick_links',
      [
        ['Home', 'Home', '/home'],
        ['News', 'News', '/news'],
      ],
    ],
    ['other', []],
  ])('returns the active links of the section %s by position', async (section, links) => {
    const call = sql`
      select * from get_footer_links_in_language(language_code => ${'it'}, section_type => ${section})`
    expect(await rowsOf(call)).toEqual(
      links.map(([name = '', title, url]) => ({ id: ids[name], title, url })),
    )
  })
})

describe('get_all_affiliate_buttons_in_language', () => {
  it.each([
    ['it', ['Primo', 'Second', 'Third']],
    ['de', ['First', 'Second', 'Third']],
  ])('returns the active buttons, oldest first (%s)', async (language, texts) => {
    const call = sql`select * from get_all_affiliate_buttons_in_language(language_code => ${language})`
    expect(await rowsOf(call)).toEqual(
      ['First', 'Second', 'Third'].map((name, at) => ({
        id: ids[name],
        provider: 'Alpha',
        bookmaker_id: null,
        button_text: texts[at],
        button_link: `https://${name.toLowerCase()}.example`,
      })),
    )
  })
})

describe('get_affiliate_button_in_language', () => {
  it('returns the button of an id while it is active', async () => {
    const call = (name: string, language: string) =>
      rowsOf(sql`
        select button_text, button_link
        from get_affiliate_button_in_language(button_id => ${ids[name]}::uuid, language_code => ${language})`)
    expect(await call('First', 'it')).toEqual([
      { button_text: 'Primo', button_link: 'https://first.example' },
    ])
    expect(await call('Second', 'it')).toEqual([
      { button_text: 'Second', button_link: 'https://second.example' },
    ])
    expect(await call('Off', 'it')).toEqual([])
  })
})

describe('get_seo_settings_in_language', () => {
  const FIELDS = [
    'home_meta_title',
    'home_meta_description',
    'home_meta_keywords',
    'sport_page_title_template',
    'sport_page_description_template',
    'sport_page_meta_keywords_template',
    'country_page_title_template',
    'country_page_description_template',
    'league_page_title_template',
    'league_page_description_template',
    'match_page_title_template',
    'match_page_description_template',
  ]
  const call = async (language: string) =>
    (await rowsOf(sql`select * from get_seo_settings_in_language(language_code => ${language})`))[0]

  it.each(FIELDS)('returns %s in the language, else in the default one, else of the site', async (field) => {
    await database.kysely
      .updateTable('site_settings')
      .set({ [field]: 'Of the site' })
      .execute()
    expect(await call('it')).toMatchObject({ [field]: 'Of the site' })
    await save('en', field, 'English')
    expect(await call('it')).toMatchObject({ [field]: 'English' })
    await save('it', field, 'Italiano')
    expect(await call('it')).toMatchObject({ [field]: 'Italiano' })
    expect(await call('de')).toMatchObject({ [field]: 'English' })
  })

  const save = (code: string, field: string, text: string) =>
    database.kysely
      .insertInto('multilingual_seo_settings')
      .values((eb) => ({
        language_id: eb.selectFrom('languages').select('id').where('code', '=', code),
        [field]: text,
      }))
      .onConflict((conflict) => conflict.column('language_id').doUpdateSet({ [field]: text }))
      .execute()
})
