import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MARK_AGE } from '#app/features/audiences/age-mark.ts'
import { listBarredTexts } from '#app/features/audiences/barred-texts.server.ts'
import { PRESETS } from '#app/features/audiences/presets.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { cookieOf } from '#tests/support/accounts.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { shownText } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  await createBookmaker(database.kysely, { key: 'quillmark', name: 'Quillmark' })
  await createBookmaker(database.kysely, { key: 'odelane', name: 'Odelane' })
  site = await openSite(database)
  cookie = (await signInAdministrator(database, site)).cookie
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

const [british] = PRESETS
const group = (values: object) => ({
  id: randomUUID(),
  values: { ...british?.values, name: 'A group', bookmakers: '', menu_position: 1, ...values },
})
type Created = ReturnType<typeof group>

async function save(create: Created[], remove: { id: string }[] = []): Promise<unknown> {
  const response = await adminPost(site, cookie)('/admin/audiences.data', { create, update: [], remove })
  return answerOf(response)
}
const screen = async () => shownText(await (await site.get('/admin/audiences', { cookie })).text())
const rowsOf = (column: 'countries' | 'bookmakers') =>
  database.kysely.selectFrom('audiences').select(column).execute()

describe('the screen of audiences', () => {
  it('says that everybody sees everything, then what an unknown country sees', async () => {
    expect(await screen()).toContain('There are no groups: every visitor sees every bookmaker')
    const [one, two] = [
      group({ name: 'Islands', countries: 'gb, je', bookmakers: 'quillmark' }),
      group({
        name: 'Spain',
        countries: 'ES',
        bookmaker_rule: 'except',
        bookmakers: 'quillmark',
        minimum_age: 18,
      }),
    ]
    expect(await save([one, two])).toEqual({ kind: 'saved', count: 2 })
    expect((await rowsOf('countries')).map(({ countries }) => countries).sort()).toEqual(['ES', 'GB JE'])
    const text = await screen()
    expect(text).toContain('0 of 2 bookmakers shown')
    expect(text).toContain('They see no bookmaker at all until they choose their country.')
    expect(text).toContain('Age that visitors confirm: 18')
    await save([], [one, two])
  })

  it.each([
    ['a country that does not exist', [{ countries: 'GB QQ' }], 'audiences.problem.country'],
    ['a country of another group', [{ countries: 'GB' }, { countries: 'IT GB' }], 'audiences.problem.taken'],
    [
      'two groups for the rest',
      [
        { is_rest: true, countries: '' },
        { is_rest: true, countries: 'FR' },
      ],
      'audiences.problem.rest',
    ],
    ['an age of 12', [{ minimum_age: 12 }], 'audiences.problem.age'],
    ['a help line at no address', [{ help_url: 'javascript:alert(1)' }], 'problem.link'],
    ['nine groups', Array.from({ length: 9 }, () => ({ countries: '' })), 'audiences.problem.too-many'],
  ])('refuses %s, and saves nothing', async (_, groups, problem) => {
    expect(await save(groups.map(group))).toMatchObject({ kind: 'invalid', problems: [{ problem }] })
    expect(await rowsOf('countries')).toEqual([])
  })

  it('lists the texts that name a barred bookmaker, and the leagues that cannot be left out', async () => {
    const { kysely } = database
    const { id: english } = await kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'en')
      .executeTakeFirstOrThrow()
    const { id: page } = await kysely
      .insertInto('pages')
      .values({ slug: 'guide', is_published: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('multilingual_pages')
      .values({ page_id: page, language_id: english, title: 'A guide', body: 'Begin at **Quill Mark**.' })
      .execute()
    const quillmark = await kysely
      .selectFrom('bookmakers')
      .select('id')
      .where('key', '=', 'quillmark')
      .executeTakeFirstOrThrow()
    // Where it is barred its own page is not there, either.
    await kysely
      .insertInto('multilingual_bookmakers')
      .values({ bookmaker_id: quillmark.id, language_id: english, review: 'Quillmark is good' })
      .execute()
    await createPlace(kysely, { league: 'Quillmark Premiership' })
    await createPlace(kysely, { league: 'Quill League' })
    expect(await listBarredTexts({ database })).toEqual([])
    const barring = { bookmaker_rule: 'except', bookmakers: 'quillmark' }
    const groups = [
      group({ name: 'Islands', countries: 'GB', ...barring }),
      group({ name: 'Spain', countries: 'ES', bookmaker_rule: 'except', menu_position: 2 }),
    ]
    await save(groups)
    const named = { bookmakers: ['Quillmark'], groups: ['Islands'] }
    expect(await listBarredTexts({ database })).toEqual([
      { entity: 'multilingual_pages', label: 'guide', language: 'en', ...named, isLeftOut: true },
      { entity: 'leagues', label: 'Quillmark Premiership', language: null, ...named, isLeftOut: false },
    ])
    const text = await screen()
    expect(text).toContain('Texts that name a barred bookmaker')
    expect(text).toContain('Text of a page: guide (en)')
    await save([], groups)
  })

  it.each([
    ['way_texts', '{"en":"Bet at Quillmark"}'],
    ...['facebook', 'twitter', 'instagram', 'youtube'].map((it) => [
      `footer_${it}_url`,
      'https://x.example/quillmark',
    ]),
    ...['payment_methods', 'security_badges'].map((it) => [`footer_${it}_image_url`, '/media/quillmark.png']),
  ])('lists a text of the site that is hidden: %s', async (column, text) => {
    const barring = group({
      name: 'Islands',
      countries: 'GB',
      bookmaker_rule: 'except',
      bookmakers: 'quillmark',
    })
    await save([barring])
    const write = (value: string | null) =>
      database.kysely
        .updateTable('site_settings')
        .set({ [column]: value })
        .execute()
    await write(text)
    const listed = await listBarredTexts({ database })
    await write(null)
    await save([], [barring])
    expect(listed.map(({ entity }) => entity)).toContain('site_settings')
  })

  it('has presets that can be saved as they are, each with its sources', async () => {
    for (const { values, sources, code } of PRESETS) {
      const one = { id: randomUUID(), values: { ...values, name: code, bookmakers: '', menu_position: 1 } }
      expect(await save([one as Created]), code).toEqual({ kind: 'saved', count: 1 })
      await save([], [one])
      expect(sources.length, code).toBeGreaterThan(0)
      for (const { url } of sources) expect(URL.canParse(url), url).toBe(true)
    }
  })
})

describe('a visitor', () => {
  it('says without scripts in which country he is, and how old', async () => {
    const spain = group({
      name: 'Spain',
      countries: 'ES',
      minimum_age: 21,
      terms: 'Terms of Spain',
      help_text: 'Help 900',
    })
    await save([
      spain,
      group({ name: 'Rest', countries: '', is_rest: true, adult_mark: false, help_text: 'Elsewhere' }),
    ])
    const unknown = await (await site.get('/en')).text()
    expect(shownText(unknown)).toContain('We do not know your country')
    expect(shownText(await (await site.get('/en/your-country')).text())).toContain('Country you are in')
    const answer = await site.post('/resources/country', { country: 'ES', lang: 'en' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/en'])
    const chosen = cookieOf(answer)
    const page = await site.get('/en', { cookie: chosen })
    const html = await page.text()
    // The policy lets the script run that hides the question.
    expect(html).toContain(`<script>${MARK_AGE}</script>`)
    const hash = createHash('sha256').update(MARK_AGE).digest('base64')
    expect(page.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    const text = shownText(html)
    expect(text).toContain('Are you 21 or older?')
    expect(text).toContain('Help 900')
    expect(text).not.toContain('We do not know your country')
    expect(html).toContain('aria-label="For adults only, from the age of 18"')
    // The content stays in the document, for crawlers; a style sheet hides the question without scripts.
    const sheet = async (cookies: string) => (await site.get('/resources/age/21', { cookie: cookies })).text()
    expect(await sheet(chosen)).toBe('')
    const confirmed = await site.post('/resources/age/21', { to: '/en/tools?x=1' }, { cookie: chosen })
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/en/tools?x=1'])
    expect(await sheet(`${chosen}; ${cookieOf(confirmed)}`)).toContain('.age-gate{display:none}')
    const locationOf = async (to: string) =>
      (await site.post('/resources/age/21', { to })).headers.get('location')
    expect(await locationOf('//elsewhere.example')).toBe('/')
    expect(await locationOf('/.//elsewhere.example')).toBe('/elsewhere.example')
    expect(await locationOf('/en/搜索?q=ä')).toBe('/en/%E6%90%9C%E7%B4%A2?q=%C3%A4')
  })

  it('cannot be sent to another country by another site', async () => {
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect((await site.post('/resources/country', { country: 'ES', lang: 'en' }, foreign)).status).toBe(403)
    expect((await site.post('/resources/country', { country: 'QQ', lang: 'en' })).status).toBe(400)
  })
})
