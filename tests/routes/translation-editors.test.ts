import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { textsOf } from '#tests/support/html.ts'
import { adminText } from '#tests/support/screen.tsx'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let post: ReturnType<typeof adminPost>
let italian: string
let german: string
let english: string
let link: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  cookie = (await signInAdministrator(database, site)).cookie
  post = adminPost(site, cookie)
  const idOf = async (code: string) => {
    const language = database.kysely.selectFrom('languages').select('id').where('code', '=', code)
    return (await language.executeTakeFirstOrThrow()).id
  }
  italian = await idOf('it')
  german = await idOf('de')
  english = await idOf('en')
  const added = database.kysely
    .insertInto('footer_links')
    .values({ section_type: 'legal', title: 'Terms', url: '/en/terms' })
    .returning('id')
  link = (await added.executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  for (const { table } of EDITORS) await sql`delete from ${sql.table(table)}`.execute(database.kysely)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

type Texts = Record<string, string | null>

interface Editor {
  name: string
  action: string
  table: string
  /** Texts that are complete. */
  texts: Texts
  ofLink?: true
}

const seo = (page: string, texts: Texts): Editor => ({
  name: `SEO, ${page}`,
  action: `/admin/settings/translations/${page}`,
  table: 'multilingual_seo_settings',
  texts,
})
const templates = (page: string): Texts => ({
  [`${page}_page_title_template`]: 'Titolo',
  [`${page}_page_description_template`]: 'Descrizione',
})

const HOME = seo('home', {
  home_meta_title: 'Titolo',
  home_meta_description: 'Descrizione',
  home_meta_keywords: 'quote',
})
const SPORT = seo('sport', { ...templates('sport'), sport_page_meta_keywords_template: 'sport' })
const MATCH = seo('match', templates('match'))
const LEAGUE = seo('league', templates('league'))
const COUNTRY = seo('country', templates('country'))
const SECTIONS: Editor = {
  name: 'footer sections',
  action: '/admin/settings/translations/sections',
  table: 'multilingual_footer_sections',
  texts: {
    about_title: 'Chi siamo',
    about_text: 'Confrontiamo quote',
    links_title: 'Link',
    legal_title: 'Note legali',
    social_title: 'Social',
    copyright_text: 'Tutti i diritti riservati',
  },
}
const LINKS: Editor = {
  name: 'footer links',
  action: '/admin/settings/translations/links',
  table: 'multilingual_footer_links',
  texts: { title: 'Termini' },
  ofLink: true,
}
const CONTENT: Editor = {
  name: 'match content',
  action: '/admin/match-content',
  table: 'multilingual_match_content',
  texts: {
    title_template: 'Titolo',
    description_template: 'Descrizione',
    history_odds_title: 'Ultime partite',
    history_odds_template: 'Così ha giocato',
    highest_win_title: 'Vincita più alta',
    highest_win_template: 'Paga di più',
    safest_bet_title: 'Scommessa più sicura',
    safest_bet_template: 'Paga di meno',
  },
}
const EDITORS = [HOME, SPORT, MATCH, LEAGUE, COUNTRY, SECTIONS, LINKS, CONTENT]

const save = (editor: Editor, after: Texts, before: Texts | null = null, language: string = italian) =>
  post(`${editor.action}.data`, { owner: editor.ofLink ? link : null, language, before, after })

/** What an administrator reads about an answer. */
async function saidBy(response: Response): Promise<string[]> {
  const keys = (await response.text()).matchAll(/"((?:problem|translate|translations|content)\.[a-z-]+)"/g)
  return Array.from(keys, ([, key = '']) => adminText(key))
}

async function rowsOf({ table }: Editor, language?: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
    database.kysely,
  )
  return language ? rows.filter(({ language_id }) => language_id === language) : rows
}

describe('a translation editor', () => {
  it.each(EDITORS)('stores a first translation of $name, and changes it later', async (editor) => {
    const other = Object.fromEntries(Object.keys(editor.texts).map((column) => [column, `${column} 1`]))
    await save(editor, other, null, german)
    const beside = await rowsOf(editor)
    expect((await save(editor, editor.texts)).status).toBe(200)
    const [first] = await rowsOf(editor, italian)
    expect(first).toMatchObject({ language_id: italian, ...editor.texts })
    const changed = Object.fromEntries(
      Object.entries(editor.texts).map(([name, text]) => [name, `${text} 2`]),
    )
    expect((await save(editor, changed, editor.texts)).status).toBe(200)
    expect(await rowsOf(editor, italian)).toEqual([{ ...first, ...changed }])
    expect(await rowsOf(editor, german)).toEqual(beside)
  })

  it.each([HOME, SECTIONS, LINKS, CONTENT])('of $name lists all languages', async (editor) => {
    const screen = editor === CONTENT ? '/admin/match-content' : '/admin/settings'
    const textsIn = (language: string) =>
      Object.fromEntries(Object.keys(editor.texts).map((column) => [column, `${column} in ${language}`]))
    await save(editor, textsIn('Italian'))
    await save(editor, textsIn('German'), null, german)
    const loaded = await (await site.get(`${screen}.data`, { cookie })).text()
    for (const text of ['Italian', 'German'].flatMap((language) => Object.values(textsIn(language))))
      expect(loaded).toContain(`"${text}"`)
  })

  it('of match content starts with the current texts, and then with the saved ones', async () => {
    const title = async () => {
      const html = await (await site.get('/admin/match-content', { cookie })).text()
      return textsOf(html, 'textarea')[0]
    }
    expect(await title()).toBe('{home_team} vs {away_team}: the odds')
    const none = Object.fromEntries(Object.keys(CONTENT.texts).map((column) => [column, null]))
    const own = { title_template: 'Odds of {home_team}', description_template: 'All of them' }
    expect((await save(CONTENT, { ...none, ...own }, null, english)).status).toBe(200)
    expect(await title()).toBe('Odds of {home_team}')
  })

  const lacking = (message: string, editor: Editor, ...columns: string[]) =>
    columns.map((column) => ({ ...editor, editor, column, message }))

  it.each([
    ...lacking('Title and description are required', HOME, 'home_meta_title', 'home_meta_description'),
    ...[SPORT, MATCH, LEAGUE, COUNTRY].flatMap((editor) => {
      const [title = '', description = ''] = Object.keys(editor.texts)
      return lacking('Title and description templates are required', editor, title, description)
    }),
    ...lacking(
      'Title and description templates are required',
      CONTENT,
      'title_template',
      'description_template',
    ),
    ...lacking(
      'All fields are required',
      SECTIONS,
      ...['about_title', 'about_text', 'links_title', 'legal_title', 'social_title', 'copyright_text'],
    ),
    ...lacking('Title is required', LINKS, 'title'),
  ])('of $name refuses an empty $column: "$message"', async ({ editor, column, message }) => {
    for (const empty of ['', '  ', null]) {
      const response = await save(editor, { ...editor.texts, [column]: empty })
      expect(response.status).toBe(422)
      expect(await saidBy(response)).toEqual([message])
    }
    expect(await rowsOf(editor)).toEqual([])
  })

  it('has only the texts of its own tab', async () => {
    expect((await save(LEAGUE, LEAGUE.texts)).status).toBe(200)
    expect(await rowsOf(LEAGUE)).toMatchObject([
      { league_page_title_template: 'Titolo', home_meta_title: null, match_page_title_template: null },
    ])
  })

  it.each([LINKS, CONTENT, SECTIONS, HOME])('of $name needs an existing language', async (editor) => {
    const response = await save(editor, editor.texts, null, randomUUID())
    expect(response.status).toBe(422)
    expect(await saidBy(response)).toEqual(['Please select a language'])
    const malformed = await save(editor, editor.texts, null, '')
    expect(malformed.status).toBe(400)
    expect(await saidBy(malformed)).toEqual([expect.stringContaining('Copy what you have typed')])
  })
})

describe('a new key of the translations', () => {
  it.each([
    ['key', { key: '' }],
    ['key', { key: '  ' }],
    ['namespace', { namespace: '' }],
  ])('is refused without a %s: %j', async (_, missing) => {
    const values = { [italian]: 'Testo' }
    const body = { intent: 'add', namespace: 'common', key: 'greeting', values, ...missing }
    const response = await post('/admin/translations.data', body)
    expect(response.status).toBe(422)
    expect(await saidBy(response)).toEqual(['Translation key and namespace are required'])
    expect(await database.kysely.selectFrom('translations').select('key').execute()).toEqual([])
  })
})
