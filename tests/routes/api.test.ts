import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { cookieOf, join, PASSWORD, signIn, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const SECRET = 'a secret of the tests alone'
const DAY = 24 * 3_600_000

let database: Database
let site: TestSite
let mailbox: Mailbox

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1', APP_SECRET: SECRET })
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const read = async (path: string, token?: string) => {
  const response = await site.get(`/api/v1${path}`, token ? { authorization: `Bearer ${token}` } : {})
  const text = await response.text()
  if (!text.startsWith('{')) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return { status: response.status, headers: response.headers, body: JSON.parse(text) }
}
const errorOf = async (path: string, token?: string) => (await read(path, token)).body.error

async function tokenFor(cookie: string): Promise<string> {
  return (await (await site.get('/resources/token', { cookie, ...visitor() })).json()).token
}

const decode = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString('utf8'))
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const published = async () => (await (await site.get('/.well-known/jwks.json')).json()).keys

describe('tokens', () => {
  it('are refused while no key has been published', async () => {
    const made = `${encode({ alg: 'EdDSA', kid: 'made-up' })}.${encode({ sub: 'x' })}.c2ln`
    const { status, body, headers } = await read('/me', made)
    expect([status, body]).toEqual([
      401,
      {
        type: `${site.origin}/api/v1/docs#invalid-token`,
        title: 'The token is not valid',
        status: 401,
        detail: 'JWKS is empty',
        error: { code: 'invalid-token', message: 'JWKS is empty' },
      },
    ])
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="api", error="invalid_token", error_description="JWKS is empty"',
    )
  })

  it('are issued to a signed-in user, and contain nothing else', async () => {
    const anonymous = await site.get('/resources/token', visitor())
    expect([anonymous.status, anonymous.headers.get('cache-control')]).toEqual([401, 'no-store'])
    const cookie = await join(site, mailbox, 'reader@example.org')
    const issued = await (await site.get('/resources/token', { cookie, ...visitor() })).json()
    expect(issued).toEqual({ token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
    const claims = decode(issued.token, 1)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect(claims.exp - claims.iat).toBe(900)
    const keys = await published()
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.any(String),
        alg: 'EdDSA',
        use: 'sig',
        kid: expect.any(String),
      },
    ])
    expect(decode(issued.token, 0)).toEqual({ alg: 'EdDSA', kid: keys[0].kid })
    const stored = await database.kysely.selectFrom('jwks').select('private_key').execute()
    expect(stored[0]?.private_key).not.toContain('"d"')
  })

  it('give access to their own account and to no other', async () => {
    const cookie = await join(site, mailbox, 'mine@example.org')
    const token = await tokenFor(cookie)
    const { status, body, headers } = await read('/me', token)
    expect([status, body]).toMatchObject([200, { email: 'mine@example.org', username: 'mine@example.org' }])
    expect(headers.get('cache-control')).toBe('private, no-store')
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    await database.kysely
      .insertInto('favorite_leagues')
      .values({ league_id: leagueId, user_id: body.id })
      .execute()
    expect((await read('/favourites', token)).body.data).toMatchObject([
      { league: { id: leagueId, name: 'Serie A' }, country: { code: 'IT' } },
    ])
    const other = await tokenFor(await join(site, mailbox, 'other@example.org'))
    expect((await read(`/favourites?user=${body.id}`, other)).body.data).toEqual([])
  })

  it('are required for personal data: neither a cookie nor another scheme is accepted', async () => {
    const cookie = await join(site, mailbox, 'cookie@example.org')
    for (const headers of [
      { cookie },
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer' },
    ] as Record<string, string>[]) {
      const response = await site.get('/api/v1/me', headers)
      expect([response.status, (await response.json()).error.code]).toEqual([401, 'no-token'])
    }
  })

  it('end with their session', async () => {
    const cookie = await join(site, mailbox, 'leaver@example.org')
    const token = await tokenFor(cookie)
    expect((await read('/me', token)).status).toBe(200)
    await site.post('/resources/sign-out', { lang: 'en' }, { cookie })
    expect(await errorOf('/me', token)).toEqual({
      code: 'invalid-token',
      message: 'The token belongs to no open session',
    })
  })

  it('end with their account', async () => {
    const token = await tokenFor(await join(site, mailbox, 'blocked@example.org'))
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false })
      .where('email', '=', 'blocked@example.org')
      .execute()
    expect((await read('/me', token)).status).toBe(401)
  })

  it('are not issued for a one-time password', async () => {
    const cookie = await join(site, mailbox, 'handed@example.org')
    const token = await tokenFor(cookie)
    await database.kysely
      .updateTable('profiles')
      .set({ must_change_password: true })
      .where('email', '=', 'handed@example.org')
      .execute()
    expect((await read('/me', token)).status).toBe(401)
    expect((await site.get('/resources/token', { cookie, ...visitor() })).status).toBe(401)
  })

  it('that are forged are refused', async () => {
    const token = await tokenFor(await join(site, mailbox, 'victim@example.org'))
    const [head = '', body = '', signature] = token.split('.')
    const claims = decode(token, 1)
    const { kid } = decode(token, 0)
    const message = async (forged: string) => (await errorOf('/me', forged)).message
    const changed = encode({ ...claims, exp: claims.exp + 1_000 })
    expect(await message(`${head}.${changed}.${signature}`)).toBe('Invalid JWT signature')
    expect(await message(`${encode({ alg: 'none', kid })}.${body}.`)).toBe('Invalid JWT signature')
    const unsigned = 'The token belongs to no open session'
    expect(await message(`${encode({ alg: 'none' })}.${body}.`)).toBe(unsigned)
    expect(await message(`${encode({ alg: 'EdDSA' })}.${body}.${signature}`)).toBe(unsigned)
    expect(await message(`${encode({ alg: 'EdDSA', kid: 'x' })}.${body}.${signature}`)).toBe(
      'No matching signing key found in JWKS',
    )
  })

  it('signed with the shared secret are checked by the authentication library, which refuses them', async () => {
    const token = await tokenFor(await join(site, mailbox, 'shared@example.org'))
    const { SignJWT } = await import('jose')
    const forged = await new SignJWT(decode(token, 1))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRET))
    expect((await errorOf('/me', forged)).message).toBe('The token belongs to no open session')
    // Neither opens the link of a mail, which the accounts part signs the same way, an account.
    await site.post(
      '/en/register',
      {
        username: 'linked',
        email: 'linked@example.org',
        password: PASSWORD,
        country: 'IT',
        phone: '06 1234',
        consent: 'on',
      },
      visitor(),
    )
    const link = new URL((await mailbox.waitFor('linked@example.org')).link)
    const carried = link.searchParams.get('confirm') ?? ''
    expect(decode(carried, 0).alg).toBe('HS256')
    expect((await read('/me', carried)).status).toBe(401)
  })

  it('of a session, without a key id, are checked by the authentication library', async () => {
    await join(site, mailbox, 'program@example.org')
    const response = await fetch(`${site.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.origin, ...visitor() },
      body: JSON.stringify({ email: 'program@example.org', password: PASSWORD }),
    })
    const session = response.headers.get('set-auth-token') ?? ''
    expect((await read('/me', session)).body).toMatchObject({ email: 'program@example.org' })
    expect((await read('/me', `${session.split('.')[0]}.c2lnbmF0dXJl`)).status).toBe(401)
    expect((await read('/me', session.split('.')[0])).status).toBe(401)
    const issued = await site.get('/resources/token', { authorization: `Bearer ${session}`, ...visitor() })
    expect((await read('/me', (await issued.json()).token)).status).toBe(200)
  })

  it('do not renew themselves', async () => {
    const token = await tokenFor(await join(site, mailbox, 'renewing@example.org'))
    const response = await site.get('/resources/token', { authorization: `Bearer ${token}`, ...visitor() })
    expect(response.status).toBe(401)
  })

  it.each(['/resources/token', '/api/auth/get-session'])(
    'give no access to the authentication library: %s',
    async (path) => {
      const token = await tokenFor(await join(site, mailbox, `supplier-${path.length}@example.org`))
      const response = await site.get(path, { authorization: `Bearer ${token}`, ...visitor() })
      expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
        401,
        'no-store',
        {
          error: 'Accessing auth is not possible: the client is configured with a custom token supplier',
        },
      ])
    },
  )

  it('of a replaced key are valid until it is withdrawn', async () => {
    const cookie = await join(site, mailbox, 'rotated@example.org')
    const before = await tokenFor(cookie)
    const expire = (at: number) =>
      database.kysely
        .updateTable('jwks')
        .set({ expires_at: new Date(Date.now() + at) })
        .where('id', '=', decode(before, 0).kid)
        .execute()
    await expire(-1_000)
    const after = await tokenFor(cookie)
    expect(decode(after, 0).kid).not.toBe(decode(before, 0).kid)
    expect((await published()).map((key: { kid: string }) => key.kid)).toEqual([
      decode(after, 0).kid,
      decode(before, 0).kid,
    ])
    expect((await read('/me', before)).status).toBe(200)
    await expire(-2 * DAY)
    expect((await published()).map((key: { kid: string }) => key.kid)).toEqual([decode(after, 0).kid])
  })
})

describe('public reads', () => {
  it('go from a sport to the prices of a match', async () => {
    const db = database.kysely
    const { sportId, countryId, leagueId } = await createPlace(db, {
      sport: 'Handball',
      country: 'France',
      code: 'FR',
      league: 'Starligue',
    })
    const matches = []
    for (const day of [3, 1, 2])
      matches.push(
        await createMatch(db, {
          league_id: leagueId,
          home_team: `Home ${day}`,
          start_time: new Date(Date.now() + day * DAY),
        }),
      )
    const past = await createMatch(db, {
      ...{ league_id: leagueId, start_time: new Date(Date.now() - 9 * DAY), home_team: 'Nantes' },
      ...{ away_team: 'Paris', status: 'finished', home_score: 31, away_score: 29 },
    })
    const match = matches[1] ?? ''
    await createQuote(db, {
      match,
      bookmaker: await createBookmaker(db, { name: 'Kettle' }),
      prices: [2.1, 3.25, 3.5],
    })
    const sport = (await read('/sports')).body.data.find((it: { id: string }) => it.id === sportId)
    expect(sport).toMatchObject({ name: 'Handball', slug: 'handball' })
    const countries = await read('/countries?sport=handball')
    expect(countries.body).toMatchObject({ data: [{ id: countryId, code: 'FR' }], next: null })
    expect(countries.headers.get('cache-control')).toBe('public, max-age=10')
    const leagues = await read(`/leagues?country=${countryId}`)
    expect(leagues.body.data).toMatchObject([{ id: leagueId, name: 'Starligue' }])

    const first = (await read(`/matches?league=${leagueId}&limit=2`)).body
    expect(first.data.map((it: { home: string }) => it.home)).toEqual(['Home 1', 'Home 2'])
    const second = (await read(`/matches?league=${leagueId}&limit=2&cursor=${first.next}`)).body
    expect(second).toMatchObject({ data: [{ home: 'Home 3', best: null }], next: null })
    const from = new Date(Date.now() - 10 * DAY).toISOString()
    const [over] = (await read(`/matches?league=${leagueId}&from=${from}&limit=1`)).body.data
    const result = { home: 'Nantes', away: 'Paris', status: 'finished', home_score: 31, away_score: 29 }
    expect(over).toMatchObject({ id: past, league_id: leagueId, ...result, best: null, bookmaker_count: 0 })
    expect((await read(`/matches/${past}`)).body).toMatchObject({ id: past, ...result })

    expect((await read(`/matches/${match}`)).body).toMatchObject({
      id: match,
      league: { id: leagueId },
      quotes: [{ bookmaker: { name: 'Kettle' }, home: 2.1, draw: 3.25, away: 3.5 }],
    })
    // Prices that an operator typed are no bookmaker's.
    const start_time = new Date(Date.now() + 5 * DAY)
    const prices = { home_odds: 1.5, draw_odds: 9, away_odds: 4, bookmaker_count: 1, odds_locked: true }
    const typed = await createMatch(db, { league_id: leagueId, start_time, ...prices })
    const last = (
      await read(`/matches?league=${leagueId}&from=${new Date(Date.now() + 4 * DAY).toISOString()}`)
    ).body
    for (const body of [last.data[0], (await read(`/matches/${typed}`)).body])
      expect(body).toMatchObject({
        ...{ id: typed, best: { home: 1.5, draw: 9, away: 4 }, bookmaker_count: 0, typed: true },
      })
  })

  it('give a match the same status everywhere, and results without matches that were broken off', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely, { league: 'Statuses', country: 'Malta' })
    const statuses: [string, string, number][] = [
      ['Kicking', '1H', -0.5],
      ['Broken', 'ABD', -5],
      ['Delayed', 'PST', -6],
      ['Given', 'AWD', -7],
      ['Played', 'FT', -8],
    ]
    for (const [home_team, status_short, hours] of statuses) {
      const start_time = new Date(Date.now() + (hours * DAY) / 24)
      const id = await createMatch(kysely, { league_id: leagueId, home_team, away_team: 'Guest', start_time })
      const goals = { goals_home: 1, goals_away: 0 }
      await kysely
        .insertInto('fixtures')
        .values({ match_id: id, status_short, ...goals })
        .execute()
    }
    const from = new Date(Date.now() - DAY).toISOString()
    const listed: { id: string; home: string; status: string }[] = (
      await read(`/matches?league=${leagueId}&from=${from}`)
    ).body.data
    expect(Object.fromEntries(listed.map(({ home, status }) => [home, status]))).toEqual({
      ...{
        Kicking: 'live',
        Broken: 'cancelled',
        Delayed: 'scheduled',
        Given: 'finished',
        Played: 'finished',
      },
    })
    for (const { id, home, status } of listed) {
      const { body } = await read(`/matches/${id}`)
      expect([body.status, body.delay]).toEqual([status, home === 'Delayed' ? 'postponed' : null])
    }
    const results: { home: string; status: string }[] = (await read(`/results?league=${leagueId}`)).body.data
    expect(results.map(({ home, status }) => [home, status])).toEqual([
      ['Given', 'finished'],
      ['Played', 'finished'],
    ])
    const found = (await read('/search?q=Kicking')).body.matches
    expect(found.map(({ status }: { status: string }) => status)).toEqual(['live'])
  })

  it('explain an invalid request', async () => {
    const { leagueId } = await createPlace(database.kysely)
    for (const path of [
      '/sports?limit=1000',
      '/sports?cursor=nobody',
      '/countries',
      '/leagues?country=1',
      "/matches?league=' or 1=1",
      `/matches?league=${leagueId}&from=yesterday`,
      `/matches?league=${leagueId}&from=2026-02-30`,
      `/results?league=${leagueId}&to=2026-11-31T00:00:00Z`,
      '/sure-bets?cursor=WyIyMDI2LTk5LTk5IiwieCJd',
      `/matches?league=${leagueId}&from=0000-01-01T00:00:00Z`,
      `/matches?league=${leagueId}&from=9999-12-31T23:59:59Z`,
      `/matches?league=${leagueId}&cursor=1`,
      `/matches?league=${leagueId}&cursor=1.${'-'.repeat(36)}`,
      `/matches?league=${leagueId}&cursor=-999999999999999.${leagueId}`,
    ]) {
      const { status, body, headers } = await read(path)
      expect([path, status, body.error.code]).toEqual([path, 400, 'bad-request'])
      expect([headers.get('content-type'), body.status], path).toEqual(['application/problem+json', 400])
      expect([body.type, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
        ...[`${site.origin}/api/v1/docs#bad-request`, 'no-store', '*'],
      ])
      expect([body.title, body.detail], path).toEqual([expect.any(String), body.error.message])
    }
    expect((await read('/search?q=a')).body.detail).toBe(
      'q: Words of the names; case and accents are ignored; 2 to 100 characters',
    )
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      '/countries?sport=none',
      `/leagues?country=${nobody}`,
      `/matches?league=${nobody}`,
      `/matches/${nobody}`,
      '/matches/x',
      '/users',
    ]) {
      const { status, body, headers } = await read(path)
      expect([path, status, body.error.code]).toEqual([path, 404, 'not-found'])
      expect([headers.get('content-type'), body.status], path).toEqual(['application/problem+json', 404])
      expect(body.type, path).toBe(`${site.origin}/api/v1/docs#not-found`)
    }
  })

  it.each([
    '/api/v1/openapi.json.data',
    '/api/v1/matches.data',
    '/feeds/en/promotions.xml.data',
    '/widgets/matches.data',
    '/api/postbacks/x.data',
  ])('has no second address for screens of the site: %s', async (path) => {
    for (const coding of ['gzip', 'br', 'identity'])
      expect((await site.get(path, { 'accept-encoding': coding })).status).toBe(404)
  })

  it.each(['/API/v1/sports', '/Api/V1/sports.data', '/api/V1/sports', '/api/v1/Sports'])(
    'have one spelling: %s is not found',
    async (path) => {
      const ask = (method: string) => fetch(site.origin + path, { method, redirect: 'manual' })
      const answer = await ask('GET')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      const refused = await ask('POST')
      expect([refused.status, refused.headers.get('content-type')]).toEqual([405, 'application/problem+json'])
    },
  )

  it.each([
    '/Feeds/en/promotions.xml',
    '/WIDGETS/matches',
    '/Resources/me',
    '/GO/bookmaker/x',
    '/Admin/matches',
    '/API/postbacks/x',
  ])('have no program in another spelling: %s is a page that does not exist', async (path) => {
    const answer = await site.get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/en${path}`])
  })

  it('show nothing of a hidden league', async () => {
    const { leagueId } = await createPlace(database.kysely, { league: 'Hidden' })
    const match = await createMatch(database.kysely, { league_id: leagueId })
    await database.kysely
      .updateTable('leagues')
      .set({ is_active: false })
      .where('id', '=', leagueId)
      .execute()
    for (const list of ['matches', 'results', 'standings'])
      expect((await read(`/${list}?league=${leagueId}`)).status, list).toBe(404)
    expect((await read(`/matches/${match}`)).status).toBe(404)
  })

  it('are open to scripts of other sites, which can change nothing', async () => {
    const ask = (method: string) =>
      fetch(`${site.origin}/api/v1/sports`, { method, headers: { origin: 'https://other.example' } })
    const preflight = await ask('OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, X-Api-Key, If-None-Match, Last-Event-ID',
    ])
    const answer = await ask('GET')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const refused = await ask(method)
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(refused.headers.get('content-type')).toBe('application/problem+json')
      expect(await refused.json(), method).toMatchObject({ status: 405, error: { code: 'method' } })
    }
  })

  it('refuse an address with NUL with a problem document', async () => {
    for (const path of ['/api/v1/matches/%00', '/api/v1/search?q=a%00b']) {
      const refused = await fetch(site.origin + path)
      expect([refused.status, refused.headers.get('content-type')], path).toEqual([
        400,
        'application/problem+json',
      ])
      expect(await refused.json(), path).toMatchObject({
        ...{ type: '/api/v1/docs#bad-request', status: 400, error: { code: 'bad-request' } },
        detail: 'The address has characters that are not allowed',
      })
    }
    expect(await (await fetch(`${site.origin}/resources/me/%00`)).text()).toBe('')
  })
})

it('signs in without a token only for a page of the site', async () => {
  await join(site, mailbox, 'visitor@example.org')
  const response = await signIn(site, 'visitor@example.org', PASSWORD)
  expect([response.headers.get('set-auth-token'), response.headers.get('set-auth-jwt')]).toEqual([null, null])
  expect(cookieOf(response)).toContain('session_token')
})
