import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { cookieOf } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { withoutScripts } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let mailbox: Mailbox
let cookie: string

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

beforeAll(async () => {
  database = await createTestDatabase()
  await createPlace(database.kysely)
  await database.kysely.updateTable('languages').set({ is_active: false }).where('code', '=', 'tr').execute()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url })
  cookie = await signUp('ada@example.org')
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

/** An account whose language is German, signed in; the cookie of its session. */
async function signUp(email: string): Promise<string> {
  const signedUp = await site.post('/de/register', {
    username: email,
    email,
    password: 'kettle-42',
    country: 'IT',
    phone: '06 1234',
    consent: 'on',
  })
  const { pathname, search } = new URL((await mailbox.waitFor(email)).link)
  return cookieOf(await site.get(pathname + search, { cookie: cookieOf(signedUp) }))
}

const start = async (path: string, headers: Record<string, string>) => {
  const response = await site.get(path, { 'user-agent': PERSON, ...headers })
  expect(response.status).toBe(302)
  return response
}
const profileLanguage = async (email = 'ada@example.org') =>
  (
    await database.kysely
      .selectFrom('profiles')
      .select('preferred_language')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).preferred_language

describe('an address without a language', () => {
  it.each<[string, () => Record<string, string>, string]>([
    ['the profile', () => ({ cookie: `${cookie}; language=it`, 'accept-language': 'fr' }), '/de'],
    ['the stored choice', () => ({ cookie: 'language=it', 'accept-language': 'fr' }), '/it'],
    ["the browser's", () => ({ 'accept-language': 'xx, fr-CH;q=0.9, en;q=0.8' }), '/fr'],
    [
      'the stored choice, unless it is switched off',
      () => ({ cookie: 'language=tr', 'accept-language': 'es' }),
      '/es',
    ],
    ['the default for who says nothing', () => ({}), '/en'],
    [
      'the default for a session that is not one',
      () => ({ cookie: 'overround.session_token=made.up' }),
      '/en',
    ],
    [
      'the default for a crawler',
      () => ({ 'user-agent': CRAWLER, 'accept-language': 'it', cookie: 'language=it' }),
      '/en',
    ],
  ])('redirects to %s', async (_, headers, home) => {
    for (const [path, rest] of [
      ['/', ''],
      ['/soccer/italy', '/soccer/italy'],
      ['/login?next=%2Fx', '/login?next=%2Fx'],
    ] as const) {
      const response = await start(path, headers())
      expect(response.headers.get('location'), path).toBe(home + rest)
    }
  })

  it('is answered for each visitor separately', async () => {
    for (const path of ['/', '/soccer', '/nba']) {
      const { headers } = await start(path, { 'accept-language': 'it' })
      expect(headers.get('cache-control'), path).toBe('private, no-store')
      expect(headers.get('vary'), path).toContain('Accept-Language, Cookie')
      expect((await start(path, { 'accept-language': 'fr' })).headers.get('location')).toMatch(/^\/fr/)
    }
  })

  it('is never requested in the language of a page', async () => {
    const response = await site.get('/en/soccer', {
      cookie: `${cookie}; language=it`,
      'accept-language': 'fr',
    })
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept-Encoding'])
    expect(await response.text()).toContain('lang="en"')
  })
})

describe('a page', () => {
  it.each([
    ['en', 'ltr', 'Upcoming Matches'],
    ['it', 'ltr', 'Prossime partite'],
    ['ar', 'rtl', 'المباريات القادمة'],
  ])('is in the language of its address, %s, and runs %s', async (code, direction, text) => {
    const page = await (await site.get(`/${code}`)).text()
    expect(page).toContain(`<html lang="${code}" dir="${direction}"`)
    expect(withoutScripts(page)).toContain(text)
    const screen = await (await site.get(`/${code}/login`)).text()
    expect(screen).toContain(`<html lang="${code}" dir="${direction}"`)
  })

  it('has a space before the colon of a label in French, as its texts have', async () => {
    const textOf = async (path: string) =>
      withoutScripts(await (await site.get(path)).text()).replace(/<[^>]+>/g, '')
    expect(await textOf('/en')).toMatch(/Language: ?English/)
    const french = await textOf('/fr')
    expect(french).toMatch(/Langue\u00a0: ?Français/)
    expect(french).not.toMatch(/[\p{L})]: /u)
  })

  it("has the writing direction of its language's setting, for any language", async () => {
    const mark = (rtl: boolean) =>
      database.kysely.updateTable('languages').set({ rtl }).where('code', '=', 'pt').execute()
    await mark(true)
    const page = await (await site.get('/pt/soccer')).text()
    await mark(false)
    expect(page).toContain('<html lang="pt" dir="rtl"')
  })
})

it('the price format of a profile is saved for a signed-in user, and sent only to that user', async () => {
  const save = async (format: string) =>
    (await site.post('/resources/price-format', { format }, { cookie })).status
  expect([await save('american'), await save('roman')]).toEqual([204, 400])
  expect(await (await site.get('/resources/me', { cookie })).json()).toMatchObject({
    user: { priceFormat: 'american' },
  })
})

describe('the language of a profile', () => {
  it('is sent only to that user', async () => {
    expect(await (await site.get('/resources/me', { cookie })).json()).toMatchObject({
      user: { language: 'de' },
    })
  })

  it('is saved for a signed-in user', async () => {
    const other = { email: 'grace@example.org', preferred_language: 'es' }
    await database.kysely.insertInto('profiles').values(other).execute()
    const response = await site.post('/resources/language', { language: 'it' }, { cookie })
    expect([response.status, await profileLanguage()]).toEqual([204, 'it'])
    expect(await profileLanguage(other.email)).toBe('es')
    expect((await start('/', { cookie })).headers.get('location')).toBe('/it')
  })

  it.each<[string, string, () => Record<string, string>, number]>([
    ['nobody is signed in', 'fr', () => ({}), 401],
    ['the site does not have it', 'xx', () => ({ cookie }), 400],
    ['it is switched off', 'tr', () => ({ cookie }), 400],
    [
      'another site asks',
      'fr',
      () => ({ cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      403,
    ],
  ])('is not saved when %s', async (_, language, headers, status) => {
    const response = await site.post('/resources/language', { language }, headers())
    expect([response.status, await profileLanguage()]).toEqual([status, 'it'])
  })
})
