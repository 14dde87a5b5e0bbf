import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Database } from './connection.server.ts'

type Row = Record<string, unknown>

/** The columns that one of the functions returns, and the sources of their texts. */
interface Read {
  name: string
  call: string
  table: string
  /** The column of the table with the untranslated text, if there is one. */
  own: { table: string; column: (text: string) => string } | null
  texts: string[]
  /** Translations that must not be missing. */
  required?: string[]
  /** The column that names the item. */
  owner?: string
}

const READS: Read[] = [
  {
    name: 'SEO texts',
    call: 'get_seo_settings_in_language($1)',
    table: 'multilingual_seo_settings',
    own: { table: 'site_settings', column: (text) => text },
    texts: [
      ...['home_meta_title', 'home_meta_description', 'home_meta_keywords'],
      ...[
        'sport_page_title_template',
        'sport_page_description_template',
        'sport_page_meta_keywords_template',
      ],
      ...['country_page_title_template', 'country_page_description_template'],
      ...['league_page_title_template', 'league_page_description_template'],
      ...['match_page_title_template', 'match_page_description_template'],
    ],
  },
  {
    name: 'footer sections',
    call: 'get_footer_sections_in_language($1)',
    table: 'multilingual_footer_sections',
    own: { table: 'site_settings', column: (text) => `footer_${text}` },
    texts: ['about_title', 'about_text', 'links_title', 'legal_title', 'social_title', 'copyright_text'],
  },
  {
    name: 'footer links',
    call: `get_footer_links_in_language($1, 'legal')`,
    table: 'multilingual_footer_links',
    own: { table: 'footer_links', column: (text) => text },
    texts: ['title'],
    owner: 'footer_link_id',
  },
  {
    name: 'affiliate buttons',
    call: 'get_all_affiliate_buttons_in_language($1)',
    table: 'multilingual_affiliate_buttons',
    own: { table: 'affiliate_buttons', column: (text) => text },
    texts: ['button_text'],
    owner: 'affiliate_button_id',
  },
  {
    name: 'one affiliate button',
    call: 'get_affiliate_button_in_language((select id from affiliate_buttons), $1)',
    table: 'multilingual_affiliate_buttons',
    own: { table: 'affiliate_buttons', column: (text) => text },
    texts: ['button_text'],
    owner: 'affiliate_button_id',
  },
  {
    name: 'promotion',
    call: 'get_promotion_in_language((select id from promotions), $1)',
    table: 'multilingual_promotions',
    own: { table: 'promotions', column: (text) => text },
    texts: ['title', 'subtitle', 'description', 'button_text'],
    required: ['title', 'description', 'button_text'],
    owner: 'promotion_id',
  },
  {
    name: 'spin wheel',
    call: 'get_spin_wheel_in_language($1)',
    table: 'multilingual_spin_wheel',
    own: { table: 'site_settings', column: (text) => `spin_wheel_${text}` },
    texts: ['title', 'sub_title', 'button_text'],
    required: ['title', 'button_text'],
  },
  {
    name: 'match content',
    call: 'get_match_content_in_language($1)',
    table: 'multilingual_match_content',
    own: null,
    texts: [
      ...['title_template', 'description_template', 'history_odds_title', 'history_odds_template'],
      ...['highest_win_title', 'highest_win_template', 'safest_bet_title', 'safest_bet_template'],
    ],
    required: ['title_template', 'description_template'],
  },
]

let database: Database
let languages: Map<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  const rows = await database.kysely.selectFrom('languages').select(['id', 'code']).execute()
  languages = new Map(rows.map(({ id, code }) => [code, id]))
  await database.kysely
    .insertInto('footer_links')
    .values({ section_type: 'legal', title: 'Terms', url: '/terms' })
    .execute()
  await database.kysely
    .insertInto('affiliate_buttons')
    .values({ provider: 'Alpha', button_text: 'Bet', button_link: 'https://alpha.example' })
    .execute()
  await database.kysely
    .insertInto('promotions')
    .values({ title: 'Bonus', description: 'All', button_text: 'Go', button_link: '/bonus' })
    .execute()
})
afterEach(async () => {
  for (const { table } of READS) await sql`delete from ${sql.table(table)}`.execute(database.kysely)
})
afterAll(() => database.close())

const run = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(database.kysely)).rows

async function translate({ table, own, owner }: Read, code: string, texts: Row): Promise<void> {
  const [item] = owner && own ? await run(sql<Row>`select id from ${sql.table(own.table)}`) : []
  const values = { language_id: languages.get(code), ...(owner && { [owner]: item?.id }), ...texts }
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((it) => sql.ref(it)))})
    values (${sql.join(Object.values(values))})`.execute(database.kysely)
}

async function read({ call, texts }: Read, language: string): Promise<Row> {
  const [row = {}] = await run(sql<Row>`select ${sql.join(texts.map((it) => sql.ref(it)))}
    from ${sql.raw(call.replace('$1', `'${language}'`))}`)
  return row
}

const all = (read: Read, text: (column: string) => string | null) =>
  Object.fromEntries(read.texts.map((column) => [column, text(column)]))

async function setOwn({ own, texts }: Read): Promise<void> {
  if (!own) return
  const pairs = texts.map((text) => sql`${sql.ref(own.column(text))} = ${`own ${text}`}`)
  await sql`update ${sql.table(own.table)} set ${sql.join(pairs)}`.execute(database.kysely)
}

async function setDefault(code: string): Promise<void> {
  const change = (is_default: boolean) => database.kysely.updateTable('languages').set({ is_default })
  await change(false).execute()
  await change(true).where('code', '=', code).execute()
}

describe.each(READS)('the read of $name', (it_) => {
  it('returns every text in the requested language', async () => {
    await setOwn(it_)
    await translate(
      it_,
      'en',
      all(it_, (column) => `English ${column}`),
    )
    await translate(
      it_,
      'it',
      all(it_, (column) => `Italian ${column}`),
    )
    expect(await read(it_, 'it')).toEqual(all(it_, (column) => `Italian ${column}`))
    expect(await read(it_, 'it-CH')).toEqual(all(it_, (column) => `Italian ${column}`))
  })

  it('returns the default language’s texts when a language has none', async () => {
    await setOwn(it_)
    await translate(
      it_,
      'en',
      all(it_, (column) => `English ${column}`),
    )
    expect(await read(it_, 'it')).toEqual(all(it_, (column) => `English ${column}`))
    const required = Object.fromEntries((it_.required ?? []).map((column) => [column, 'Italian']))
    if (it_.owner && !it_.required) return
    await translate(it_, 'it', required)
    expect(await read(it_, 'it')).toEqual({ ...all(it_, (column) => `English ${column}`), ...required })
  })

  it('returns those of the default language, also when it is not English', async () => {
    await setOwn(it_)
    for (const [code, name] of [
      ['en', 'English'],
      ['pt', 'Portuguese'],
    ] as const)
      await translate(
        it_,
        code,
        all(it_, (column) => `${name} ${column}`),
      )
    await setDefault('pt')
    try {
      for (const language of ['it', 'xx'])
        expect(await read(it_, language)).toEqual(all(it_, (column) => `Portuguese ${column}`))
      expect(await read(it_, 'en')).toEqual(all(it_, (column) => `English ${column}`))
    } finally {
      await setDefault('en')
    }
  })

  it('falls back to the untranslated texts, also for an unknown language', async () => {
    await setOwn(it_)
    const untranslated = all(it_, (column) => (it_.own ? `own ${column}` : null))
    expect(await read(it_, 'it')).toEqual(untranslated)
    expect(await read(it_, 'xx')).toEqual(untranslated)
  })
})

describe('the read of footer links', () => {
  it('returns the active ones of a section in their order, with their addresses', async () => {
    const legal = { section_type: 'legal', is_active: true }
    await database.kysely.deleteFrom('footer_links').execute()
    await database.kysely
      .insertInto('footer_links')
      .values([
        { ...legal, title: 'Terms', url: '/terms', menu_position: 2, created_at: new Date(0) },
        { ...legal, title: 'Privacy', url: '/privacy', menu_position: 1 },
        { ...legal, title: 'Old', url: '/old', menu_position: 3, is_active: false },
        { ...legal, section_type: 'quick_links', title: 'Home', url: '/', menu_position: 1 },
      ])
      .execute()
    const links = (section: string) =>
      run(sql<Row>`select title, url from get_footer_links_in_language('en', ${section})`)
    expect(await links('legal')).toEqual([
      { title: 'Privacy', url: '/privacy' },
      { title: 'Terms', url: '/terms' },
    ])
    expect(await links('quick_links')).toEqual([{ title: 'Home', url: '/' }])
  })
})

describe('the read of affiliate buttons', () => {
  it('returns the active ones, or the one with an id, with provider and address', async () => {
    await database.kysely.deleteFrom('affiliate_buttons').execute()
    const button = { provider: 'Alpha', button_text: 'Bet', button_link: 'https://alpha.example' }
    const { id } = await database.kysely
      .insertInto('affiliate_buttons')
      .values(button)
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('affiliate_buttons')
      .values([
        { ...button, provider: 'Off', is_active: false },
        { ...button, provider: 'Beta', created_at: new Date(Date.now() + 60_000) },
      ])
      .execute()
    const expected = [{ id, ...button }]
    const columns = sql.raw('id, provider, button_text, button_link')
    expect(await run(sql<Row>`select ${columns} from get_all_affiliate_buttons_in_language('it')`)).toEqual([
      ...expected,
      { ...button, id: expect.any(String), provider: 'Beta' },
    ])
    expect(
      await run(sql<Row>`select ${columns} from get_affiliate_button_in_language(${id}::uuid, 'it')`),
    ).toEqual(expected)
  })
})

describe('the read of the spin wheel', () => {
  it('returns its address and whether the sidebar and the mobile bar show it', async () => {
    const places = () => run(sql<Row>`select link, sidebar_on, enabled from get_spin_wheel_in_language('it')`)
    const set = (values: { spin_wheel_sidebar_on?: boolean; spin_wheel_enabled?: boolean }) =>
      database.kysely
        .updateTable('site_settings')
        .set({ spin_wheel_link: '/wheel', ...values })
        .execute()
    await set({ spin_wheel_sidebar_on: true })
    expect(await places()).toEqual([{ link: '/wheel', sidebar_on: true, enabled: true }])
    await set({ spin_wheel_enabled: false })
    expect(await places()).toEqual([{ link: '/wheel', sidebar_on: true, enabled: false }])
  })
})
