import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listContentLanguages, listMatchContent } from '#app/features/match-content/editor-queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { unescapeHtml, withoutScripts } from '#tests/support/html.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let email: string
let match: string
let post: ReturnType<typeof adminPost>

const screen = '/admin/match-content'
const path = '/soccer/italy/serie-a/inter-vs-milan'

beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    start_time: new Date('2099-05-17T12:00:00Z'),
  })
  const bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  await createQuote(database.kysely, { match, bookmaker, prices: [1.6, 4, 5] })
  await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
  site = await openSite(database)
  const administrator = await signInAdministrator(database, site)
  cookie = administrator.cookie
  email = administrator.email
  post = adminPost(site, cookie)
})
afterEach(async () => {
  await database.kysely.deleteFrom('multilingual_match_content').execute()
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const idOf = async (code: string) => {
  const row = await database.kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return row.id
}
const EMPTY = {
  title_template: null,
  description_template: null,
  history_odds_title: null,
  history_odds_template: null,
  highest_win_title: null,
  highest_win_template: null,
  safest_bet_title: null,
  safest_bet_template: null,
}
type Texts = Partial<Record<keyof typeof EMPTY, string | null>>
const full: Texts = { title_template: 'Title', description_template: 'Description' }

const save = async (code: string, texts: Texts, before: Texts | null = null) =>
  post(`${screen}.data`, {
    owner: null,
    language: await idOf(code),
    before: before && { ...EMPTY, ...before },
    after: { ...EMPTY, ...texts },
  })
/** Of a page, without its marks: a price has an element of its own. */
const textOf = async (address: string) =>
  (await (await site.get(address)).text()).replace(/<\/?(data|span|b|bdi|i)\b[^>]*>/g, '')
const expectOnAddress = (address: string, text: string) =>
  vi.waitFor(async () => expect(await textOf(address)).toContain(text), 20_000)
const expectOnPage = (code: string, text: string) => expectOnAddress(`/${code}${path}`, text)

describe('the texts of a match page', () => {
  it('are built in, in each language', async () => {
    const english = await textOf(`/en${path}`)
    expect(english).toContain('Inter vs Milan: the odds')
    expect(english).toContain('a 62.5% chance for Inter and 20.0% for Milan')
    expect(english).toContain('€100 on Milan (Away) at 5.00 returns \u2068€500.00\u2069.')
    expect(english).toContain('€100 on Inter (Home) at 1.60 returns \u2068€160.00\u2069.')
    expect(english).toContain('The latest matches of Milan, newest first')
    expect(await textOf(`/ar${path}`)).toContain('Inter ضد Milan')
  })

  it('are the saved texts of an operator, at once', async () => {
    const response = await save('en', {
      title_template: 'About {home_team} and {away_team}',
      description_template:
        '{sport_name}, {country_name}, {league_name}, {date}: {home_win_percentage}/{draw_percentage}/{away_win_percentage}',
      history_odds_title: 'Form of {history_team}',
      history_odds_template: '{history_team} so far',
      highest_win_title: 'Best return: {team_name}',
      highest_win_template: '{position} {odds} {potential_win}',
      safest_bet_title: 'Safest: {team_name}',
      safest_bet_template: '{position} at {odds}: {potential_win}',
    })
    expect(response.status).toBe(200)
    await expectOnPage('en', 'About Inter and Milan')
    const page = await textOf(`/en${path}`)
    for (const text of [
      'Soccer, Italy, Serie A, May 17, 2099: 62.5/25.0/20.0',
      'Form of Inter',
      'Milan so far',
      'Best return: Milan',
      'Away 5.00 \u2068€500.00\u2069',
      'Safest: Inter',
      'Home at 1.60: \u2068€160.00\u2069',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('Inter vs Milan: the odds')
  })

  it('fall back to the default language, then to the built-in ones, field by field', async () => {
    await save('en', { ...full, highest_win_title: 'Top return' })
    await save('it', { title_template: 'Titolo', description_template: 'Descrizione' })
    await expectOnPage('it', 'Titolo')
    const page = await textOf(`/it${path}`)
    expect(page).toContain('Top return')
    expect(page).toContain('Scommessa più sicura')
    await expectOnPage('de', 'Description')
  })

  it('that are built in stay those of their language when they are stored with a changed one', async () => {
    const english = Object.fromEntries(
      (await listContentLanguages(createServices(database))).map(({ code, builtIn }) => [code, builtIn]),
    ).en
    await save('en', { ...english, safest_bet_title: 'The banker' })
    await expectOnPage('de', 'The banker')
    const german = await textOf(`/de${path}`)
    expect(german).toContain('Höchste')
    expect(german).not.toContain('the odds')
    expect(german).not.toContain('Highest')
    // Whoever writes it in another language means it.
    await save('de', { ...full, highest_win_title: english?.highest_win_title ?? null })
    await expectOnPage('de', 'Highest')
  })

  it('are in conflict at the first save only where both have changed one', async () => {
    const defaults = { ...EMPTY, ...full }
    const first = async (texts: Texts) => {
      const after = { ...defaults, ...texts }
      const language = await idOf('en')
      return post(`${screen}.data`, { owner: null, language, before: null, defaults, after })
    }
    const kindOf = async (response: Response) => /"(saved|conflict)"/.exec(await response.text())?.[1]
    expect(await kindOf(await first({ safest_bet_title: 'One' }))).toBe('saved')
    expect(await kindOf(await first({ history_odds_title: 'Two', title_template: 'Three' }))).toBe('saved')
    const last = await first({ safest_bet_title: 'Four', highest_win_title: 'Five' })
    const text = await last.text()
    expect(text).toContain('"conflict"')
    expect(text).toContain('"safest_bet_title"')
    expect(text).not.toMatch(/"(history_odds_title|title_template|highest_win_title)"/)
    const [row] = await listMatchContent({ database })
    expect(row).toMatchObject({
      ...{ ...EMPTY, ...full },
      ...{ title_template: 'Three', history_odds_title: 'Two', safest_bet_title: 'One' },
    })
  })

  it('are escaped, as are the names in them; unknown variables are left out', async () => {
    await save('en', {
      title_template: '<script>alert("{home_team}")</script>',
      description_template: 'a{constructor}b {{home_team}} {nothing}c <img src=x onerror=alert(1)>',
    })
    await database.kysely
      .updateTable('matches')
      .set({ home_team: '<b>Inter</b> {away_team}' })
      .where('id', '=', match)
      .execute()
    await expectOnPage(
      'en',
      '&lt;script&gt;alert(&quot;&lt;b&gt;Inter&lt;/b&gt; {away_team}&quot;)&lt;/script&gt;',
    )
    const page = await textOf(`/en${path}`)
    expect(page).not.toContain('<script>alert(')
    expect(page).not.toContain('<img src=x')
    expect(page).toContain('c &lt;img src=x onerror=alert(1)&gt;')
    await database.kysely.updateTable('matches').set({ home_team: 'Inter' }).where('id', '=', match).execute()
  })
})

describe('the match content screen', () => {
  it('shows saved and built-in texts, and which languages have texts', async () => {
    await save('en', { ...full, safest_bet_title: 'Own "safest"' })
    const html = await (await site.get(screen, { cookie })).text()
    expect(html).toContain('English ✓')
    expect(html).not.toContain('Italian ✓')
    expect(html).toContain('Own &quot;safest&quot;')
    expect(html).toContain('{potential_win}')
  })

  it('has a language to choose and the eight texts of a match page to write', async () => {
    const html = withoutScripts(await (await site.get(screen, { cookie })).text())
    const [, choices = ''] = /<label[^>]*>Language<.*?<select[^>]*>(.*?)<\/select>/.exec(html) ?? []
    const languages = [...choices.matchAll(/<option value="[0-9a-f-]{36}"[^>]*>([^<]*)</g)]
    expect(languages.map(([, name]) => name).join(' ')).toBe(
      'English Arabic French German Italian Portuguese Spanish Turkish',
    )
    const fields = [...html.matchAll(/<label[^>]*>([^<]*)<\/label>(?:<[^>]*>)*?<textarea/g)]
    expect(fields.map(([, label]) => unescapeHtml(label ?? ''))).toEqual([
      'Title',
      'Description',
      'Title of a team’s past matches',
      'Text of a team’s past matches',
      'Title of the highest win',
      'Text of the highest win',
      'Title of the safest bet',
      'Text of the safest bet',
    ])
  })

  it.each([
    [{ title_template: 'Title' }, 'description_template'],
    [{ description_template: 'Description' }, 'title_template'],
    [{ title_template: ' ', description_template: 'Description' }, 'title_template'],
  ])('needs a title and a description: %j', async (texts, column) => {
    const response = await save('en', texts)
    expect(response.status).toBe(422)
    const text = await response.text()
    expect(text).toContain('content.required')
    expect(text).toContain(column)
  })

  it('updates the one row of a language', async () => {
    await save('en', full)
    expect((await save('en', { ...full, title_template: 'Second' }, full)).status).toBe(200)
    const rows = await database.kysely
      .selectFrom('multilingual_match_content')
      .select('title_template')
      .execute()
    expect(rows).toEqual([{ title_template: 'Second' }])
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'label', 'action'])
      .where('entity', '=', 'multilingual_match_content')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(trail).toEqual([
      { user_email: email, label: 'English', action: 'update' },
      { user_email: email, label: 'English', action: 'create' },
    ])
  })

  it('shows both values when two administrators changed the same text', async () => {
    await save('en', full)
    await save('en', { ...full, title_template: 'Theirs' }, full)
    const response = await save('en', { ...full, title_template: 'Mine' }, full)
    expect(response.status).toBe(409)
    const text = await response.text()
    expect(text).toContain('Theirs')
    expect(text).toContain('Mine')
    expect((await save('en', { ...full, description_template: 'Other' }, full)).status).toBe(200)
  })

  it('previews on a real match, in the language', async () => {
    const dashes = await site.get(`${screen}/preview.data?language=it&match=${'-'.repeat(36)}`, { cookie })
    expect(dashes.status).toBe(200)
    const response = await site.get(`${screen}/preview.data?language=it&team=mil`, { cookie })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain(match)
    expect(text).toContain('Calcio')
    expect(text).toContain('Trasferta')
    expect(
      await (await site.get(`${screen}/preview.data?language=it&team=zzz`, { cookie })).text(),
    ).not.toContain(match)
  })
})

describe('the templates of the heads of pages', () => {
  const everything =
    '{sport_name}, {country_name}, {league_name}, {home_team}, {away_team}, {stadium}, {history_team}, {odds}'

  it.each([
    ['sport', '/soccer', 'Soccer, , , , , , ,'],
    ['country', '/soccer/italy', 'Soccer, Italy, , , , , ,'],
    ['league', '/soccer/italy/serie-a', 'Soccer, Italy, Serie A, , , , ,'],
    ['match', path, 'Soccer, Italy, Serie A, Inter, Milan, , ,'],
  ])('fill in the variables of the page of a %s, and nothing else', async (kind, address, expected) => {
    await database.kysely
      .updateTable('site_settings')
      .set({ [`${kind}_page_title_template`]: everything, [`${kind}_page_description_template`]: everything })
      .execute()
    await expectOnAddress(`/en${address}`, `<title>${expected} | Overround</title>`)
    expect(await textOf(`/en${address}`)).toContain(`<meta name="description" content="${expected}"`)
  })
})
