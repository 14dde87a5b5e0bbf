import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let matchId: string
let pastId: string
let secondId: string

const HOUR = 3_600_000

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  await createPlace(db, { country: 'International', code: 'INT', league: 'Empty Cup' })
  matchId = await createMatch(db, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
  })
  const pair = { league_id: leagueId, home_team: 'Roma', away_team: 'Lazio', slug: 'roma-vs-lazio' }
  pastId = await createMatch(db, {
    ...pair,
    start_time: new Date(Date.now() - 48 * HOUR),
    status: 'finished',
  })
  secondId = await createMatch(db, { ...pair, start_time: new Date(Date.now() + 48 * HOUR) })
  await db.updateTable('languages').set({ is_active: false }).where('code', '=', 'tr').execute()
  await db.updateTable('countries').set({ slug: 'international' }).where('code', '=', 'INT').execute()
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

describe('redirects', () => {
  it.each([
    ['/', '/en'],
    ['/soccer', '/en/soccer'],
    ['/soccer/italy/serie-a/inter-vs-milan', '/en/soccer/italy/serie-a/inter-vs-milan'],
    ['/login', '/en/login'],
    ['/register', '/en/register'],
    ['/reset-password', '/en/reset-password'],
    ['/profile', '/en/profile'],
    ['/no/such/place/at/all', '/en/no/such/place/at/all'],
    ['/tr/soccer', '/en/soccer'],
    ['/IT/soccer', '/it/soccer'],
  ])('redirects %s to %s', async (from, to) => {
    const response = await site.get(from)
    expect([response.status, response.headers.get('location')]).toEqual([302, to])
  })

  it.each([
    ['/it/soccer/it', '/it/soccer/italy'],
    ['/it/soccer/IT/serie-a', '/it/soccer/italy/serie-a'],
    ['/it/soccer/int', '/it/soccer/international'],
    ['/it/Soccer/Italy', '/it/soccer/italy'],
    ['/it/soccer/it/serie-a/Inter-vs-Milan', '/it/soccer/italy/serie-a/Inter-vs-Milan'],
  ])('redirects %s permanently to %s, with a short cache time', async (from, to) => {
    const response = await site.get(from)
    expect([response.status, response.headers.get('location')]).toEqual([301, to])
    expect(response.headers.get('cache-control')).toMatch(/no-cache|max-age=0/)
  })

  it.each([
    ['/soccer', '/en/soccer'],
    ['/xx/soccer', '/en/xx/soccer'],
    ['/EN/soccer', '/en/soccer'],
    ['/tr/soccer', '/en/soccer'],
    ['/en/Soccer', '/en/soccer'],
    ['/en/soccer/IT', '/en/soccer/italy'],
    ['/en/soccer/elsewhere/other/ID', '/en/soccer/italy/serie-a/inter-vs-milan'],
  ])('redirects %s to %s with the query, also with unknown parameters', async (from, to) => {
    const path = from.replace('ID', matchId)
    for (const query of ['?utm_source=a&tab=live', '?fbclid=b', '?tab=live', '?utm_source=a&tab=live']) {
      expect((await site.get(path + query)).headers.get('location')).toBe(to + query)
    }
  })

  it('redirects another spelling of a pair to its address', async () => {
    const response = await site.get('/it/soccer/italy/serie-a/Inter-vs-Milan')
    expect(response.headers.get('location')).toBe('/it/soccer/italy/serie-a/inter-vs-milan')
  })

  it('redirects a match id to its canonical address, below any path', async () => {
    const canonical = '/it/soccer/italy/serie-a/inter-vs-milan'
    for (const from of [
      `/it/soccer/italy/serie-a/${matchId}`,
      `/it/soccer/italy/serie-a/${matchId}/inter-vs-milan`,
      `/it/soccer/italy/serie-a/${matchId.toUpperCase()}/anything`,
      `/it/soccer/elsewhere/other/${matchId}`,
      `/it/soccer/elsewhere/other/${matchId}/inter-vs-milan`,
    ]) {
      const response = await site.get(from)
      expect([response.status, response.headers.get('location')], from).toEqual([302, canonical])
    }
  })

  it('does not affect other parts of the server', async () => {
    for (const path of ['/api/x', '/static/x', '/assets/x.js', '/favicon.ico']) {
      expect((await site.get(path)).headers.get('location'), path).toBeNull()
    }
  })

  it('never redirects to another host', async () => {
    for (const path of ['//evil.example', '/%2f%2fevil.example', '/\\evil.example', '/en//evil.example/x']) {
      const location = (await site.get(path)).headers.get('location')
      if (location) expect(new URL(location, site.origin).origin, path).toBe(site.origin)
    }
  })
})

describe('an address with a mistake', () => {
  it.each([
    ['/en/', '/en'],
    ['/en/soccer/italy/', '/en/soccer/italy'],
    ['/en/soccer/?tab=live', '/en/soccer?tab=live'],
    ['//en//soccer/', '/en/soccer'],
  ])('redirects from %s to %s', async (from, to) => {
    const response = await site.get(from)
    expect([response.status, response.headers.get('location')]).toEqual([308, to])
  })

  it.each([
    ['POST', '/en', 'GET, HEAD'],
    ['DELETE', '/en/soccer', 'GET, HEAD'],
    ['PUT', '/resources/me', 'GET, HEAD'],
    ['GET', '/resources/sign-out', 'POST'],
    ['GET', '/resources/language', 'POST'],
    ['GET', '/resources/favourites/x', 'POST, DELETE'],
    ['HEAD', '/resources/favourites/x', 'POST, DELETE'],
  ])('answers %s %s with the allowed methods: %s', async (method, path, allowed) => {
    const response = await fetch(site.origin + path, { method, headers: { origin: site.origin } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
  })

  it.each(['a b', 'evil/x', '[::1', 'user@host', 'host:99999', '1.2.3.4.5', '[fe80::1%25eth0]'])(
    'is a bad request under the host "%s"',
    async (host) => {
      for (const path of ['/en', '/', '/soccer', '/resources/me', '/healthz']) {
        expect(await statusUnder(host, path), path).toBe('HTTP/1.1 400 Bad Request')
      }
    },
  )
})

describe('a request with two Host headers', () => {
  it.each(['/en', '/resources/me', '/healthz', '/favicon.svg'])('is a bad request: %s', async (path) => {
    await site.get(path)
    expect(await statusUnder('odds.example', path)).not.toContain('400')
    for (const second of ['odds.example', 'evil.example'])
      expect(await statusUnder(`odds.example\r\nhost: ${second}`, path)).toBe('HTTP/1.1 400 Bad Request')
  })
})

describe('a site with a public address', () => {
  let known: TestSite
  beforeAll(async () => {
    known = await openSite(database, { APP_URL: 'https://odds.example' })
  })
  afterAll(() => known.close())

  it.each(['odds.example\u00a0', 'odds.example/x', 'a b'])(
    'has no separate cached page for the host "%s"',
    async (host) => {
      await known.get('/en')
      const head = `GET /en HTTP/1.1\r\nHost: ${host}\r\n`
      expect(await statusOf(known, `${head}Connection: close\r\n\r\n`)).toBe('HTTP/1.1 400 Bad Request')
      // Answered ahead of the parser where the connection stays; the second request ends it.
      const second = 'GET / HTTP/1.1\r\nHost: odds.example\r\nConnection: close\r\n\r\n'
      expect(await statusOf(known, `${head}\r\n${second}`)).toBe('HTTP/1.1 400 Bad Request')
    },
  )
})

it.each(['TRACE', 'TRACK'])('a request to %s with a body is refused', async (method) => {
  const request = `${method} /en HTTP/1.1\r\nHost: odds.example\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc`
  expect(await statusOf(site, request)).toMatch(/^HTTP\/1\.1 40[05] /)
})

it('a request to CONNECT is answered before its connection ends', async () => {
  const request = 'CONNECT odds.example:443 HTTP/1.1\r\nHost: odds.example\r\n\r\n'
  expect(await statusOf(site, request)).toBe('HTTP/1.1 405 Method Not Allowed')
})

/** The status line of an answer to a request with a Host header that no client would send. */
function statusUnder(host: string, path: string): Promise<string | undefined> {
  return statusOf(site, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
}

/** The status line of the first answer to what no client would send. */
function statusOf({ origin }: TestSite, request: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', reject).on('close', () => resolve(answer.split('\r\n')[0]))
    socket.write(request, 'latin1')
  })
}

describe('a pair that meets twice', () => {
  const base = '/en/soccer/italy/serie-a'

  it('is the next one by its slug, whose canonical address contains the id', async () => {
    const response = await site.get(`${base}/roma-vs-lazio`)
    const canonical = `${base}/${secondId}/roma-vs-lazio`
    if (response.status === 200) {
      expect(await response.text()).toContain(`${canonical}"`)
    } else {
      expect([response.status, response.headers.get('location')]).toEqual([302, canonical])
    }
  })

  it('is exactly the one with the id by its id', async () => {
    for (const id of [pastId, secondId]) {
      expect((await site.get(`${base}/${id}/roma-vs-lazio`)).status).toBe(200)
    }
  })
})

describe('a missing address', () => {
  it.each([
    ['/en/ice-quidditch', 404, 'Sport not found with slug: ice-quidditch'],
    ['/en/soccer/atlantis', 404, 'Country not found: atlantis'],
    ['/en/soccer/lost-atlantis', 404, 'Country not found: lost atlantis'],
    ['/en/soccer/italy/serie-z', 404, 'League not found: serie-z'],
    ['/en/soccer/italy/serie-a/nobody-vs-noone', 404, 'Could not find a matching match'],
    ['/en/soccer/italy/serie-a/00000000-0000-4000-8000-000000000000', 404, 'Match not found'],
    ['/en/soccer/italy/serie-a/no-pair-at-all', 404, 'Invalid URL parameters'],
    ['/en/soccer/international/empty-cup/inter-vs-milan', 404, 'No matches found for this league'],
    ['/en/a/b/c/d/e/f', 404, ''],
  ])('%s answers %i and says "%s"', async (path, status, text) => {
    const response = await site.get(path)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(text)
  })

  it('is reported in the language of the address', async () => {
    const text = await (await site.get('/it/quidditch')).text()
    expect(text).toContain('lang="it"')
    expect(text).not.toContain('Sport not found')
  })

  it('does not inject an address into the page', async () => {
    const text = await (await site.get('/en/%3Cscript%3Ealert(1)%3C%2Fscript%3E')).text()
    expect(text).not.toContain('<script>alert(1)')
  })

  it('refuses a malformed address', async () => {
    expect((await site.get('/en/%E0%A4%A')).status).toBe(400)
  })
})

describe('the countries of a sport, for the menu', () => {
  it.each([
    ['/resources/countries/en/soccer', 200],
    ['/resources/countries/it/soccer', 200],
    ['/resources/countries/it/quidditch', 404],
    ['/resources/countries/tr/soccer', 404],
    ['/resources/countries/anything/soccer', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await site.get(path)).status).toBe(status)
  })

  it.each([
    ['en', ['Italy', 'International']],
    ['it', ['Italia', 'Internazionale']],
  ])('are named in %s, each with its code and its part of the address', async (lang, names) => {
    const countries: Record<string, unknown>[] = await (
      await site.get(`/resources/countries/${lang}/soccer`)
    ).json()
    expect(countries.map(({ name, code, slug }) => [code, slug, name]).toSorted()).toEqual([
      ['INT', 'international', names[1]],
      ['IT', 'italy', names[0]],
    ])
  })
})

describe('inactive places', () => {
  it('answer as not found, with everything below them', async () => {
    const { leagueId, sportId } = await createPlace(database.kysely, {
      sport: 'Curling',
      country: 'Canada',
      code: 'CA',
      league: 'Brier',
    })
    await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'A',
      away_team: 'B',
      slug: 'a-vs-b',
    })
    expect((await site.get('/en/curling/canada/brier/a-vs-b')).status).toBe(200)
    await database.kysely.updateTable('sports').set({ is_active: false }).where('id', '=', sportId).execute()
    for (const path of [
      '/en/curling',
      '/en/curling/canada',
      '/en/curling/canada/brier',
      '/en/curling/canada/brier/a-vs-b',
    ]) {
      await vi.waitFor(async () => {
        const response = await site.get(path)
        expect(response.status, path).toBe(404)
        expect(await response.text()).toContain('Sport not found with slug: curling')
      }, 20_000)
    }
  })

  it('redirect their old slugs to the new ones', async () => {
    const { leagueId } = await createPlace(database.kysely, {
      country: 'Spain',
      code: 'ES',
      league: 'Primera',
    })
    await database.kysely.updateTable('leagues').set({ slug: 'la-liga' }).where('id', '=', leagueId).execute()
    const response = await site.get('/en/soccer/spain/primera')
    expect([response.status, response.headers.get('location')]).toEqual([301, '/en/soccer/spain/la-liga'])
  })
})
