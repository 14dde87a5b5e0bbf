import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { alertOf, cookieOf, join as joinSite, PASSWORD, signIn, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let mailbox: Mailbox
/** Of the session of owner@example.org. */
let owner: string

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
  owner = await join('owner@example.org')
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const join = (email: string) => joinSite(site, mailbox, email)

/** The part of a page that is its own. */
async function mainOf(response: Response | Promise<Response>): Promise<string> {
  const html = withoutScripts(await (await response).text())
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
}

const open = (target: string, headers = visitor()) => mainOf(site.get(target, headers))

/** Each labelled field, as `label: name`. */
function fieldsOf(main: string): string[] {
  return [...main.matchAll(/<label for="([^"]+)"[^>]*>([^<]+)</g)].map(([, id, label]) => {
    const tag = new RegExp(`<(?:input|select)[^>]* id="${id}"[^>]*>|<(?:input|select) id="${id}"[^>]*>`).exec(
      main,
    )
    return `${label}: ${/ name="(\w+)"/.exec(tag?.[0] ?? '')?.[1]}`
  })
}

/** The names of the fields whose text is not shown. */
const hiddenFieldsOf = (main: string) =>
  (main.match(/<input[^>]* type="password"[^>]*>/g) ?? []).map((tag) => / name="(\w+)"/.exec(tag)?.[1])

const linksOf = (main: string) =>
  [...main.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href, text = '']) => [
    shownText(text),
    href,
  ])

const buttonsOf = (main: string) =>
  [...main.matchAll(/<button[^>]*>([\s\S]*?)<\/button>/g)].map(([, text = '']) => shownText(text))

describe('the account screens', () => {
  it.each([
    ['/en/login', 'Sign in'],
    ['/it/login', 'Accedi'],
    ['/en/register', 'Sign up'],
    ['/it/register', 'Registrati'],
    ['/en/reset-password', 'Reset password'],
    ['/it/reset-password', 'Reimposta password'],
  ])('are below the language: %s is titled %s', async (target, title) => {
    const response = await site.get(target)
    const html = await response.text()
    expect([response.status, html.includes(`<html lang="${target.slice(1, 3)}"`)]).toEqual([200, true])
    expect(/<h1[^>]*>([^<]+)</.exec(html)?.[1]).toBe(title)
  })
})

describe('the sign-in screen', () => {
  it('asks for address and password, and offers to remember the address', async () => {
    const main = await open('/en/login')
    expect(fieldsOf(main)).toEqual(['Email: email', 'Password: password'])
    expect(hiddenFieldsOf(main)).toEqual(['password'])
    expect(main).toMatch(/<input type="checkbox"[^>]* name="remember"\/>Remember my email/)
    expect(buttonsOf(main)).toEqual(['Sign in'])
  })

  it('links to the sign-up screen, and to the panel for a forgotten password', async () => {
    expect(linksOf(await open('/it/login'))).toEqual([
      ['Password dimenticata?', '/it/login?forgot=1'],
      ['Registrati', '/it/register'],
    ])
  })

  it('has a panel that sends a reset link, confirms that, and links back', async () => {
    const panel = await open('/en/login?forgot=1')
    expect([fieldsOf(panel), buttonsOf(panel)]).toEqual([['Email: email'], ['Send']])
    expect(linksOf(panel)).toEqual([['Back to login', '/en/login']])
    expect(linksOf(await open('/it/login?forgot=1'))).toEqual([['Torna all’accesso', '/it/login']])
    const fields = { intent: 'forgot', email: 'nobody@example.org' }
    const sent = await mainOf(site.post('/en/login?forgot=1', fields, visitor()))
    expect(shownText(sent)).toBe(
      'Reset password Password reset email sent. Please check your inbox. Back to login',
    )
    expect(fieldsOf(sent)).toEqual([])
  })

  it('keeps the typed address, reports what is wrong and opens no session', async () => {
    const response = await signIn(site, 'nobody@example.org', 'wrong-one')
    expect(cookieOf(response)).toBe('')
    const main = await mainOf(response)
    expect(shownText(main)).toContain('Wrong email or password')
    expect(main).toContain('value="nobody@example.org"')
  })

  it('keeps the path to go on to, also after a wrong password', async () => {
    const path = '/en/login?next=%2Fen%2Fsoccer'
    const field = /<input type="hidden" name="next" value="\/en\/soccer"\/>/
    expect(await open(path)).toMatch(field)
    const fields = {
      intent: 'sign-in',
      email: 'nobody@example.org',
      password: 'wrong-one',
      next: '/en/soccer',
    }
    expect(await mainOf(site.post(path, fields, visitor()))).toMatch(field)
  })
})

describe('the sign-up screen', () => {
  it('asks for username, address, password, country and phone number', async () => {
    const main = await open('/en/register')
    expect(fieldsOf(main)).toEqual([
      'Username: username',
      'Email: email',
      'Password: password',
      'Phone: phone',
    ])
    expect(hiddenFieldsOf(main)).toEqual(['password'])
    expect(main).toMatch(/<input type="checkbox"[^>]* name="consent"[^>]*\/>I am 18 or older/)
    expect(main).toMatch(/>Country<\/span><select[^>]* name="country"/)
    expect(main).toContain('<option value="IT">Italy (+39)</option>')
    expect(main.match(/<option /g)).toHaveLength(250)
    expect(buttonsOf(main)).toEqual(['Sign up'])
  })

  it('defaults to the country of the browser', async () => {
    const main = await open('/en/register', { ...visitor(), 'accept-language': 'en-GB,en;q=0.9,it-IT;q=0.8' })
    expect(main).toMatch(/<option value="GB" selected="">/)
  })

  it('stores the typed values and the role user, states where the link was sent, and links back', async () => {
    const email = 'stored@example.org'
    const typed = {
      username: 'stored',
      email,
      password: PASSWORD,
      country: 'IT',
      phone: '06 1234',
      consent: 'on',
    }
    const main = await mainOf(site.post('/en/register', { ...typed, role: 'admin' }, visitor()))
    expect(shownText(main)).toBe(
      'Check your inbox A confirmation link was sent to stored@example.org. Follow it to open your account. Send the confirmation link again Back to login',
    )
    expect(linksOf(main)).toEqual([['Back to login', '/en/login']])
    const row = await database.kysely
      .selectFrom('profiles')
      .select(['username', 'phone', 'country', 'role', 'preferred_language', 'is_active'])
      .where('email', '=', email)
      .executeTakeFirst()
    expect(row).toEqual({
      username: 'stored',
      phone: '+3906 1234',
      country: 'Italy',
      role: 'user',
      preferred_language: 'en',
      is_active: false,
    })
  })

  it.each([
    [{}, 'Username is required'],
    [{ username: 'owner@example.org' }, 'Username is already taken'],
    [{ username: 'next', phone: '+39' }, 'Phone number is required'],
    [{ username: 'next', phone: '06 1234' }, 'Email is required'],
    [
      { username: 'next', phone: '06 1234', email: 'next@example.org' },
      'Password must be at least 6 characters',
    ],
  ])('shows in a banner the first problem of %j: %s', async (typed, text) => {
    const nothing = { username: '', email: '', password: '12345', country: 'IT', phone: '' }
    const response = await site.post('/en/register', { ...nothing, ...typed }, visitor())
    expect([response.status, await alertOf(response)]).toEqual([400, text])
  })

  it('answers whether a username is free: nobody has exactly this name', async () => {
    const ask = async (name: string) => (await site.get(`/resources/username?name=${name}`, visitor())).json()
    expect(await ask('owner@example.org')).toEqual({ available: false })
    expect(await ask('Owner@example.org')).toEqual({ available: true })
  })

  it('requires a password of at least six characters', async () => {
    const send = async (password: string) => {
      const email = `length-${password.length}@example.org`
      const fields = { username: email, email, password, country: 'IT', phone: '06 1234', consent: 'on' }
      return (await site.post('/en/register', fields, visitor())).status
    }
    expect([await send('xk7-q'), await send('xk7-qz')]).toEqual([400, 200])
  })
})

describe('the reset-password screen', () => {
  it('asks for the new password twice', async () => {
    const main = await open('/en/reset-password')
    expect(fieldsOf(main)).toEqual([
      'Link from the email: link',
      'New password: password',
      'Confirm password: confirmation',
    ])
    expect(hiddenFieldsOf(main)).toEqual(['password', 'confirmation'])
    expect(linksOf(main)).toEqual([['Back to login', '/en/login']])
  })

  it('reports that the password was changed', async () => {
    await join('resets@example.org')
    await site.post('/it/login?forgot=1', { intent: 'forgot', email: 'resets@example.org' }, visitor())
    const { link } = await mailbox.waitFor('resets@example.org', 2)
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/it\/reset-password#access_token=[^&]+&type=recovery$/)
    const fields = { link, password: 'teapot-43', confirmation: 'teapot-43' }
    const main = await mainOf(site.post('/en/reset-password', fields, visitor()))
    expect(shownText(main)).toBe(
      'Reset password Your password has been changed. You are being taken to the sign-in page. Back to login',
    )
  })

  it.each([
    '',
    'no link',
    'https://x.example/en/reset-password#access_token=abc',
    'https://x.example/#type=recovery',
  ])('refuses an invalid link: %j', async (link) => {
    const fields = { link, password: 'teapot-43', confirmation: 'teapot-43' }
    const main = await mainOf(site.post('/en/reset-password', fields, visitor()))
    expect(shownText(main)).toContain('Invalid password reset link. Please request a new one.')
  })
})

describe('the profile', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await join('shown@example.org')
  })

  it('requires sign-in, in every language', async () => {
    const response = await site.get('/it/profile')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/it/login?next=%2Fit%2Fprofile',
    ])
  })

  it('has three tabs, below those of the own pages', async () => {
    const main = await open('/en/profile', { cookie })
    expect(linksOf(main).slice(0, 7)).toEqual([
      ['My page', '/en/my-page'],
      ['Alerts', '/en/alerts'],
      ['My bets', '/en/bets'],
      ['Profile', '/en/profile'],
      ['Account', '/en/profile?tab=account'],
      ['Password', '/en/profile?tab=password'],
      ['Favorites', '/en/profile?tab=favorites'],
    ])
    expect(linksOf(await open('/it/profile', { cookie })).slice(4, 7)).toEqual([
      ['Account', '/it/profile?tab=account'],
      ['Password', '/it/profile?tab=password'],
      ['Preferiti', '/it/profile?tab=favorites'],
    ])
  })

  it('shows the own fields, the address among them for reading only', async () => {
    await database.kysely
      .updateTable('profiles')
      .set({ username: 'shown', full_name: 'S. Hown', country: 'Austria' })
      .where('email', '=', 'shown@example.org')
      .execute()
    const main = await open('/en/profile', { cookie })
    expect(fieldsOf(main).slice(0, 5)).toEqual([
      'Email: undefined',
      'Username: username',
      'Full name: fullName',
      'Phone: phone',
      'Country: country',
    ])
    const values = Object.fromEntries(
      (main.match(/<input[^>]*>/g) ?? []).map((tag) =>
        ['name', 'value'].map((name) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]),
      ),
    )
    expect(values).toMatchObject({ username: 'shown', fullName: 'S. Hown', phone: '+3906 1234' })
    expect(main).toMatch(/<input[^>]*type="email"[^>]*readOnly=""[^>]*value="shown@example.org"/)
    expect(main).toContain('<option value="AT" selected="">Austria</option>')
  })

  it('lists the countries by name in its language', async () => {
    const main = await open('/de/profile', { cookie })
    const [, select = ''] = /<select[^>]*name="country"[^>]*>([\s\S]*?)<\/select>/.exec(main) ?? []
    const [none, ...names] = [...select.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name = '']) => name)
    expect([none, names.length]).toEqual(['Nicht angegeben', 250])
    expect(names).toEqual(names.toSorted(new Intl.Collator('de').compare))
    expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Pakistan'))
  })

  it('accepts any text, without a rule for any field', async () => {
    const fields = { intent: 'save', username: '', fullName: '', phone: 'no number', country: '' }
    const main = await mainOf(site.post('/en/profile', fields, { cookie }))
    expect(shownText(main)).toContain('Profile updated successfully')
    expect(main).toContain('value="no number"')
  })

  it('asks for the current password and twice for a new one', async () => {
    const main = await open('/en/profile?tab=password', { cookie })
    expect(fieldsOf(main).slice(0, 3)).toEqual([
      'Current password: current',
      'New password: password',
      'Confirm password: confirmation',
    ])
    expect(hiddenFieldsOf(main).slice(0, 3)).toEqual(['current', 'password', 'confirmation'])
  })
})

describe('the favourites of the profile', () => {
  const mark = (leagueId: string, cookie: string) =>
    fetch(`${site.origin}/resources/favourites/${leagueId}`, {
      method: 'POST',
      headers: { cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' },
    })

  it('link to the matches of each league, with the code of its country, and can be removed', async () => {
    const cookie = await join('lister@example.org')
    const { leagueId: serieA } = await createPlace(database.kysely, { league: 'Serie A' })
    const { leagueId: ligue } = await createPlace(database.kysely, {
      country: 'France',
      code: 'FR',
      league: 'Ligue 1',
    })
    await mark(serieA, cookie)
    await mark(ligue, cookie)
    const main = await open('/en/profile?tab=favorites', { cookie })
    expect(shownText(/<ul[\s\S]*<\/ul>/.exec(main)?.[0] ?? '')).toMatch(/Serie A Italy .*Ligue 1 France/)
    expect(linksOf(main).slice(7)).toEqual([
      ['View Matches', '/en/soccer/it/serie-a'],
      ['View Matches', '/en/soccer/fr/ligue-1'],
    ])
    const italian = await open('/it/profile?tab=favorites', { cookie })
    expect(shownText(italian)).toMatch(/Serie A Italia .*Ligue 1 Francia/)
    const ways = linksOf(italian).map(([, to]) => to)
    expect(ways.slice(7)).toEqual(['/it/soccer/it/serie-a', '/it/soccer/fr/ligue-1'])
    expect(buttonsOf(main)).toEqual(['Remove Serie A', 'Remove Ligue 1'])
    const ids = [...main.matchAll(/name="id" value="([^"]+)"\/?><button type="submit"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(2)

    const fields = { intent: 'remove-favorite', id: ids[1] ?? '' }
    const answer = await mainOf(site.post('/en/profile?tab=favorites', fields, { cookie }))
    expect(buttonsOf(answer)).toEqual(['Remove Serie A'])
    const left = await database.kysely.selectFrom('favorite_leagues').select('league_id').execute()
    expect(left).toEqual([{ league_id: serieA }])
  })

  it('link to the leagues when there are none', async () => {
    const main = await open('/en/profile?tab=favorites', { cookie: owner })
    expect(shownText(main)).toContain('You have no favorite leagues yet.')
    expect(linksOf(main).slice(7)).toEqual([['Browse leagues', '/en']])
    const italian = linksOf(await open('/it/profile?tab=favorites', { cookie: owner })).slice(7)
    expect(italian.map(([, to]) => to)).toEqual(['/it'])
  })
})

describe('a session', () => {
  it('is opened by signing in, identifies the user, and is ended by signing out', async () => {
    const cookie = cookieOf(await signIn(site, 'owner@example.org', PASSWORD))
    const me = async () => (await site.get('/resources/me', { cookie })).json()
    expect(await me()).toMatchObject({ user: { email: 'owner@example.org', role: 'user' } })
    const known = await (await site.get('/api/auth/get-session', { cookie })).json()
    expect(known).toMatchObject({ user: { email: 'owner@example.org' } })
    await site.post('/resources/sign-out', { lang: 'en' }, { cookie })
    expect(await me()).toEqual({ user: null, favourites: [] })
  })
})
