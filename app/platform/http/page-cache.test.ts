import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type CachedSite,
  type ControlledRender,
  createControlledPages,
  ENTRANCES,
  html,
  openCachedSite,
} from '#tests/support/cached-site.ts'
import { createPageCache, type PageCacheOptions, type PageHandler } from './page-cache.server.ts'
import { noteChangeAt, noteRead } from './reads.server.ts'

const LONG = 'All prices are compared. '.repeat(200)
const HOUR = 3_600_000

describe.each(ENTRANCES)('a public page through %s', (entrance) => {
  let site: CachedSite
  afterEach(() => site.close())

  /** Pages that count how often they were made. */
  const open = async (make: (count: number, request: Request) => Response, given = {}) => {
    let count = 0
    site = await openCachedSite(
      entrance,
      async (request) => {
        count += 1
        noteRead('settings', `path:${new URL(request.url).pathname}`)
        return make(count, request)
      },
      given,
    )
    return site
  }

  it('is rendered once and sent to everyone with the headers of a shared response', async () => {
    await open((count) => html(`page ${count} ${LONG}`))
    const [first, second] = [await site.get('/en'), await site.get('/en')]
    expect(second.text).toBe(first.text)
    expect(first.headers).toEqual({ ...second.headers, date: first.headers.date })
    expect(second.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(second.body.length),
      'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=3600',
      'cache-tag': 'settings,path:/en',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      date: expect.stringMatching(/GMT$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(second.headers).not.toHaveProperty('age')
    expect(site.cache.counters).toMatchObject({ hits: 1, misses: 1, renders: 1 })
  })

  it('is sent in the preferred encoding, each with its own entity tag', async () => {
    await open(() => html(LONG))
    const [plain, gz, br] = [
      await site.get('/en'),
      await site.get('/en', { 'accept-encoding': 'gzip, deflate' }),
      await site.get('/en', { 'accept-encoding': 'gzip, deflate, br' }),
    ]
    expect([
      plain.headers['content-encoding'],
      gz.headers['content-encoding'],
      br.headers['content-encoding'],
    ]).toEqual([undefined, 'gzip', 'br'])
    expect([gunzipSync(gz.body).toString(), brotliDecompressSync(br.body).toString()]).toEqual([LONG, LONG])
    expect(new Set([plain, gz, br].map(({ headers }) => headers.etag)).size).toBe(3)
    expect(gz.headers['content-length']).toBe(String(gz.body.length))
    expect(site.cache.counters.renders).toBe(1)
  })

  it('can be read by fetch', async () => {
    await open(() => html(LONG))
    for (let i = 0; i < 3; i += 1) expect(await (await fetch(`${site.url}/en`)).text()).toBe(LONG)
  })

  it('is answered with 304 when the browser has it', async () => {
    await open(() => html(LONG))
    const { headers } = await site.get('/en', { 'accept-encoding': 'br' })
    const etag = String(headers.etag)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await site.get('/en', { 'accept-encoding': 'br', 'if-none-match': known })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers).toMatchObject({
        etag,
        vary: 'Accept-Encoding',
        'cache-control': headers['cache-control'],
      })
    }
    expect(await site.get('/en', { 'accept-encoding': 'gzip', 'if-none-match': etag })).toMatchObject({
      status: 200,
    })
    expect(await site.get('/en', { 'accept-encoding': 'br', 'if-none-match': '"x"' })).toMatchObject({
      status: 200,
    })
  })

  it('answers HEAD as GET without the body', async () => {
    await open((_, request) => html(`${request.method} ${LONG}`))
    const head = await site.get('/en', {}, 'HEAD')
    const get = await site.get('/en')
    expect(head.text).toBe('')
    expect(get.text).toContain('GET')
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    expect(site.cache.counters.renders).toBe(1)
  })

  it('is cached by its path and known parameters, and rendered from nothing else', async () => {
    await open((_, request) => html(request.url))
    const first = await site.get('/en?utm_source=a&tab=live&page=2&utm=b')
    expect(first.text).toBe(`${site.url}/en?page=2&tab=live`)
    for (const target of [
      '/en?page=2&tab=live',
      '/en?tab=live&evil=<script>&page=2',
      `${site.url}/en?tab=live&page=2`,
    ]) {
      expect((await site.get(target)).text).toBe(first.text)
    }
    expect(site.cache.counters.renders).toBe(1)
    expect((await site.get('/en?tab=live')).text).toBe(`${site.url}/en?tab=live`)
    expect((await site.get('/EN')).text).toBe(`${site.url}/EN`)
    expect(site.cache.counters.renders).toBe(3)
  })

  it('is not rendered for unknown values of a parameter', async () => {
    await open((_, request) => html(request.url))
    const plain = await site.get('/en')
    for (let i = 0; i < 20; i += 1) {
      for (const query of [`tab=${i}`, `page=${i + 10}`, `tab=${i}&tab=live`, `page=x${i}&tab=no&page=2`]) {
        expect((await site.get(`/en?${query}`)).text, query).toBe(plain.text)
      }
    }
    expect((await site.get('/en?tab=live&tab=x')).text).toBe(`${site.url}/en?tab=live`)
    expect(site.cache.counters.renders).toBe(2)
  })

  it('is found under a value that cannot be looked up while the database is unavailable', async () => {
    let isAway = false
    await open((_, request) => html(request.url), {
      parametersOf: () => ({
        page: async () => {
          if (isAway) throw new Error('away')
          return ['2']
        },
      }),
    })
    await site.get('/en?page=2')
    isAway = true
    expect((await site.get('/en?utm=1&page=2')).text).toBe(`${site.url}/en?page=2`)
    expect((await site.get('/en?page=3')).text).toBe(`${site.url}/en?page=3`)
    expect(site.cache.counters.renders).toBe(2)
  })

  it('is never rendered with data of one visitor', async () => {
    await open((count, request) => html(JSON.stringify([count, ...request.headers.keys()])))
    const personal = {
      cookie: 'session=1',
      authorization: 'Bearer x',
      'accept-language': 'it',
      'x-forwarded-host': 'evil',
    }
    const first = await site.get('/en', personal)
    expect(first.text).toBe('[1]')
    expect((await site.get('/en', { cookie: 'session=2' })).text).toBe(first.text)
    expect((await site.get('/private', personal)).text).toContain('cookie')
  })

  it('is rendered for the public origin if one is set, otherwise for the requested host', async () => {
    await open((_, request) => html(request.url))
    expect((await site.get('/en', { host: 'a.example' })).text).toBe('http://a.example/en')
    expect((await site.get('/en', { host: 'b.example' })).text).toBe('http://b.example/en')
    await site.close()
    await open((_, request) => html(request.url), { origin: 'https://odds.example' })
    expect((await site.get('/en', { host: 'evil.example' })).text).toBe('https://odds.example/en')
    expect((await site.get('/en', { host: 'other.example' })).text).toBe('https://odds.example/en')
    expect(site.cache.counters.renders).toBe(1)
  })

  it('passes other methods and other pages to the handler unchanged', async () => {
    await open((count, request) => html(`${request.method} ${count} ${new URL(request.url).search}`))
    expect((await site.get('/private?x=1')).text).toBe('GET 1 ?x=1')
    expect((await site.get('/private?x=1')).text).toBe('GET 2 ?x=1')
    expect((await site.get('/en?x=1', { 'content-length': '0' }, 'POST')).text).toBe('POST 3 ?x=1')
    expect((await site.get('/en')).text).toBe('GET 4 ')
    expect((await site.get('/private')).headers).not.toHaveProperty('cache-control')
    expect((await site.get('/private')).headers['content-security-policy']).toContain('script-src')
  })

  it('is rendered again when anything that it read has changed, and not otherwise', async () => {
    await open((count) => html(`page ${count}`))
    await site.get('/en')
    site.cache.dropTags(['match:1', 'footer'])
    expect((await site.get('/en')).text).toBe('page 1')
    site.cache.dropTags(['match:1', 'settings'])
    expect((await site.get('/en')).text).toBe('page 2')
    expect((await site.get('/en')).text).toBe('page 2')
    site.cache.dropTags(['*'])
    expect((await site.get('/en')).text).toBe('page 3')
  })

  it('is rendered again at the instant at which it changes by itself', async () => {
    await open((count) => {
      noteChangeAt(new Date(site.clock.now + 1_000))
      noteChangeAt(new Date(site.clock.now + 5_000))
      return html(`page ${count}`)
    })
    await site.get('/en')
    site.clock.now += 999
    expect((await site.get('/en')).text).toBe('page 1')
    site.clock.now += 1
    expect((await site.get('/en')).text).toBe('page 2')
  })

  it('caches redirects and pages not found, too', async () => {
    await open((count, request) =>
      request.url.endsWith('/old')
        ? new Response(null, { status: 301, headers: { location: `/new${count}` } })
        : html(`not found ${count}`, { status: 404 }),
    )
    for (let i = 0; i < 2; i += 1) {
      const moved = await site.get('/old')
      expect([moved.status, moved.headers.location, moved.text]).toEqual([301, '/new1', ''])
    }
    for (let i = 0; i < 2; i += 1)
      expect(await site.get('/nothing')).toMatchObject({ status: 404, text: 'not found 2' })
  })

  it.each([301, 302])(
    "redirects (%i) with the visitor's whole query, and caches one redirect for all",
    async (status) => {
      await open((_, request) => {
        const { pathname, search } = new URL(request.url)
        return new Response(null, {
          status,
          headers: { location: `${pathname.toLowerCase()}${search}#odds` },
        })
      })
      for (const query of [
        '',
        '?tab=live',
        '?utm_source=a&tab=live',
        '?tab=live&utm_source=%26&utm_source=b',
      ]) {
        for (let i = 0; i < 2; i += 1) {
          expect((await site.get(`/EN${query}`)).headers.location).toBe(`/en${query}#odds`)
        }
      }
      expect(site.cache.size.entries).toBe(2)
    },
  )

  it('redirects without the rest of the query while nothing can be rendered', async () => {
    await open((count) => {
      if (count > 1) throw new Error('away')
      return new Response(null, { status: 301, headers: { location: '/en' } })
    })
    await site.get('/EN')
    const moved = await site.get('/EN?utm_source=a')
    expect([moved.status, moved.headers.location]).toEqual([301, '/en'])
  })

  it('is not cached with a cookie, an error status or no-store', async () => {
    const answers = [
      () => html('a', { headers: { 'set-cookie': 'a=1' } }),
      () => html('b', { status: 500, headers: { 'set-cookie': 'b=1' } }),
      () => html('c', { headers: { 'cache-control': 'private, max-age=60' } }),
      () => html('d'),
    ]
    await open((count) => (answers[count - 1] ?? (() => html('e')))())
    const [a, b, c, d, e] = [
      await site.get('/'),
      await site.get('/'),
      await site.get('/'),
      await site.get('/'),
      await site.get('/'),
    ]
    expect([a.text, b.text, c.text, d.text, e.text]).toEqual(['a', 'b', 'c', 'd', 'd'])
    expect(a.headers).toMatchObject({ 'set-cookie': ['a=1'], 'cache-control': 'private, no-store' })
    expect(b.status).toBe(500)
    expect(b.headers['cache-control']).toBe('no-store')
    expect(b.headers).not.toHaveProperty('set-cookie')
    expect(c.headers['cache-control']).toBe('private, no-store')
  })

  it('is rendered again with clearCache=1 for an administrator', async () => {
    await open((count) => html(`page ${count}`), {
      mayBypass: async (cookie: string) => cookie === 'admin',
    })
    await site.get('/en')
    expect((await site.get('/en?clearCache=1')).text).toBe('page 1')
    expect((await site.get('/en', { cookie: 'admin' })).text).toBe('page 1')
    expect((await site.get('/en?clearCache=1', { cookie: 'admin' })).text).toBe('page 2')
    expect((await site.get('/en')).text).toBe('page 2')
  })

  it('lists its tags for a CDN, the coarse ones first and no more than fit', async () => {
    await open(() => {
      for (let i = 0; i < 100; i += 1) noteRead(`match:${String(i).padStart(36, '0')}`)
      noteRead('league:1', 'matches', 'strange,tag', 'line\nbreak')
      return html('x')
    })
    const header = String((await site.get('/en')).headers['cache-tag'])
    expect(header.length).toBeLessThanOrEqual(1_000)
    expect(header.split(',').slice(0, 4)).toEqual(['settings', 'matches', 'path:/en', 'league:1'])
    expect(header).not.toMatch(/strange|line/)
  })

  it('answers malformed addresses before the handler', async () => {
    await open(() => html('x'))
    expect((await site.get('/%')).status).toBe(400)
    expect((await site.get('/en/../private')).status).toBe(400)
    expect((await site.get(`/${'x'.repeat(5_000)}`)).status).toBe(414)
    expect(await site.get('//evil.example/x')).toMatchObject({
      status: 308,
      headers: { location: '/evil.example/x' },
    })
    expect((await site.get('/en', { host: 'bad host' })).status).toBe(400)
    expect((await site.get('/private', { host: 'bad/host' })).status).toBe(400)
    expect(site.cache.counters.renders).toBe(0)
  })

  it('answers 500 and logs the reason when the handler throws', async () => {
    await open(() => {
      throw new Error('broken')
    })
    expect(await site.get('/en')).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } })
    expect(await site.get('/private')).toMatchObject({ status: 500 })
    expect(site.errors).toEqual([new Error('broken'), new Error('broken')])
  })
})

describe.each(ENTRANCES)('while a page is being rendered (%s)', (entrance) => {
  let site: CachedSite
  let pages: ReturnType<typeof createControlledPages>
  afterEach(() => site.close())

  const open = async (tags: string[] = ['settings'], expiresAt?: () => Date) => {
    pages = createControlledPages()
    const handle: PageHandler = async (request) => {
      const response = await pages.handle(request)
      noteRead(...tags)
      if (expiresAt) noteChangeAt(expiresAt())
      return response
    }
    site = await openCachedSite(entrance, handle)
  }
  const respondWith = async (text: string, init?: ResponseInit) =>
    (await pages.next()).resolve(html(text, init))
  const warm = async () => {
    const first = site.get('/en')
    await respondWith('before')
    await first
  }
  const text = async (asked: Promise<{ text: string }>) => (await asked).text
  /** Long enough for a request on loopback to have reached the cache. */
  const arrive = async <T>(asked: Promise<T>): Promise<Promise<T>[]> => {
    await sleep(30)
    return [asked]
  }

  it('renders it once for all requests', async () => {
    await open()
    const asked = Array.from({ length: 20 }, () => text(site.get('/en')))
    await respondWith('one')
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['one']))
    expect(pages.waiting).toBe(0)
  })

  it('serves others the stale page, while the first visitor waits for the new one', async () => {
    await open()
    await warm()
    site.cache.dropTags(['settings'])
    const [first] = await arrive(text(site.get('/en')))
    expect(await text(site.get('/en'))).toBe('before')
    await respondWith('after')
    expect(await first).toBe('after')
    expect(await text(site.get('/en'))).toBe('after')
    expect(site.cache.counters).toMatchObject({ stale: 1, renders: 2 })
  })

  it('makes others wait, too, when that takes longer than two seconds', async () => {
    await open()
    await warm()
    site.cache.dropTags(['settings'])
    const [first] = await arrive(text(site.get('/en')))
    site.clock.now += 1_999
    expect(await text(site.get('/en'))).toBe('before')
    site.clock.now += 1
    const [second] = await arrive(text(site.get('/en')))
    await respondWith('after')
    expect(await Promise.all([first, second])).toEqual(['after', 'after'])
  })

  it('does not answer a request after a change with a render that began before it', async () => {
    await open()
    const [early] = await arrive(text(site.get('/en')))
    const render = await pages.next()
    site.cache.dropTags(['settings'])
    const late = [text(site.get('/en')), text(site.get('/en'))]
    await sleep(30)
    expect(pages.waiting).toBe(0)
    render.resolve(html('old'))
    expect(await early).toBe('old')
    await respondWith('new')
    expect(await Promise.all(late)).toEqual(['new', 'new'])
    expect(await text(site.get('/en'))).toBe('new')
    expect(site.cache.counters.renders).toBe(2)
  })

  it('caches a render that began before a change as stale, even when nobody waits', async () => {
    await open()
    const [early] = await arrive(text(site.get('/en')))
    site.cache.dropTags(['settings'])
    await respondWith('old')
    await early
    const [next] = await arrive(text(site.get('/en')))
    await respondWith('new')
    expect(await next).toBe('new')
  })

  it('ignores a change of unrelated data', async () => {
    await open()
    const [early] = await arrive(text(site.get('/en')))
    site.cache.dropTags(['match:1'])
    const [late] = await arrive(text(site.get('/en')))
    await respondWith('page')
    expect(await Promise.all([early, late])).toEqual(['page', 'page'])
    expect(await text(site.get('/en'))).toBe('page')
    expect(site.cache.counters.renders).toBe(1)
  })

  it('never serves a page from before a second change to a request after it', async () => {
    await open()
    await warm()
    site.cache.dropTags(['settings'])
    const [first] = await arrive(text(site.get('/en')))
    const render = await pages.next()
    site.cache.dropTags(['settings'])
    const [afterSecond] = await arrive(text(site.get('/en')))
    render.resolve(html('first change'))
    await respondWith('second change')
    expect(await Promise.all([first, afterSecond])).toEqual(['first change', 'second change'])
  })

  it('never serves a render that began before the page expired to a request after that', async () => {
    await open([], () => new Date(expiry))
    const expiry = site.clock.now + 1_000
    const [early] = await arrive(text(site.get('/en')))
    const render = await pages.next()
    site.clock.now = expiry
    const [late] = await arrive(text(site.get('/en')))
    render.resolve(html('before kick-off'))
    await respondWith('live')
    expect(await Promise.all([early, late])).toEqual(['before kick-off', 'live'])
  })

  it('never shares a response that sets a cookie', async () => {
    await open()
    const asked = [site.get('/en'), site.get('/en'), site.get('/en')]
    for (let i = 1; i <= 3; i += 1) await respondWith(`page ${i}`, { headers: { 'set-cookie': `id=${i}` } })
    const cookies = (await Promise.all(asked)).map(({ headers, text }) => `${headers['set-cookie']} ${text}`)
    expect(cookies.toSorted()).toEqual(['id=1 page 1', 'id=2 page 2', 'id=3 page 3'])
  })

  it.each([
    ['throws', (render: { reject(error: Error): void }) => render.reject(new Error('away'))],
    [
      'answers 503',
      (render: { resolve(response: Response): void }) => render.resolve(html('', { status: 503 })),
    ],
  ])('serves the stale page, marked, for an hour while the database is unavailable (%s)', async (_, fail) => {
    await open()
    await warm()
    site.cache.dropTags(['*'])
    const [during] = await arrive(site.get('/en'))
    fail(await pages.next())
    expect(await during).toMatchObject({
      status: 200,
      text: 'before',
      headers: { warning: '110 - "Response is Stale"', 'x-overround-stale': '1' },
    })
    site.clock.now += HOUR - 1
    const probing = site.get('/en')
    await sleep(30)
    expect((await site.get('/en')).headers['x-overround-stale']).toBe('1')
    fail(await pages.next())
    expect((await probing).text).toBe('before')

    site.clock.now += 1
    const tooLate = site.get('/en')
    fail(await pages.next())
    expect((await tooLate).status).toBeGreaterThanOrEqual(500)

    const back = site.get('/en')
    await respondWith('after')
    expect((await back).headers).not.toHaveProperty('warning')
    expect(await text(site.get('/en'))).toBe('after')
  })

  it('tries again for a request after the database is available again', async () => {
    await open()
    await warm()
    site.cache.dropTags(['settings'])
    const [early] = await arrive(text(site.get('/en')))
    const render = await pages.next()
    site.cache.dropTags(['*'])
    const [late] = await arrive(text(site.get('/en')))
    render.reject(new Error('away'))
    await respondWith('fresh')
    expect(await Promise.all([early, late])).toEqual(['before', 'fresh'])
  })

  it('continues for the others when the first visitor disconnects', async () => {
    await open()
    const leaving = new AbortController()
    const left = fetch(`${site.url}/en`, { signal: leaving.signal }).catch(() => undefined)
    const render = await pages.next()
    leaving.abort()
    await left
    const [second] = await arrive(text(site.get('/en', { host: `127.0.0.1:${site.port}` })))
    expect(render.request.signal.aborted).toBe(false)
    render.resolve(html('made'))
    expect(await second).toBe('made')
  })
})

describe.each(ENTRANCES)('while more pages are requested than can be rendered (%s)', (entrance) => {
  let site: CachedSite
  let pages: ReturnType<typeof createControlledPages>
  afterEach(() => site.close())

  const open = async (limits: NonNullable<PageCacheOptions['limits']> = {}) => {
    pages = createControlledPages()
    const handle: PageHandler = async (request) => {
      const response = await pages.handle(request)
      noteRead('settings', `path:${new URL(request.url).pathname}`)
      return response
    }
    site = await openCachedSite(entrance, handle, { limits: { atOnce: 1, ...limits } })
  }
  const from = (network: string) => ({ 'x-forwarded-for': network })
  const pathOf = ({ request }: ControlledRender) => new URL(request.url).pathname
  const make = async (path: string, text: string) => {
    const asked = site.get(path)
    const render = await pages.next()
    render.resolve(html(text))
    await asked
  }
  /** Takes the only place. */
  const occupy = async () => {
    const asked = site.get('/slow')
    const render = await pages.next()
    return async () => {
      render.resolve(html('slow'))
      await asked
    }
  }

  it('serves the stale page at once, marked, for a minute, and renders the page when its turn comes', async () => {
    await open()
    await make('/en', 'before')
    const free = await occupy()
    site.cache.dropTags(['path:/en'])
    site.clock.now += 59_999
    for (let i = 0; i < 3; i += 1) {
      expect(await site.get('/en')).toMatchObject({
        status: 200,
        text: 'before',
        headers: { 'x-overround-stale': '1' },
      })
    }
    expect(pages.waiting).toBe(0)
    await free()
    const next = await pages.next()
    expect(pathOf(next)).toBe('/en')
    next.resolve(html('after'))
    await vi.waitFor(async () => expect((await site.get('/en')).text).toBe('after'))
    expect((await site.get('/en')).headers).not.toHaveProperty('x-overround-stale')
    expect(site.cache.counters.renders).toBe(3)
  })

  it('makes a visitor wait rather than serve a page that has been stale for a minute', async () => {
    await open()
    await make('/en', 'before')
    const free = await occupy()
    site.cache.dropTags(['path:/en'])
    site.clock.now += 60_000
    const asked = site.get('/en')
    await sleep(30)
    await free()
    const next = await pages.next()
    next.resolve(html('after'))
    expect((await asked).text).toBe('after')
  })

  it('renders first the page with the most waiting visitors, and before it one that has waited long', async () => {
    await open()
    const free = await occupy()
    const asked = [site.get('/one')]
    await sleep(30)
    site.clock.now += 1_000
    for (let i = 0; i < 3; i += 1) asked.push(site.get('/three'))
    for (let i = 0; i < 2; i += 1) asked.push(site.get('/two'))
    await sleep(60)
    site.clock.now += 100
    await free()
    const order: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const render = await pages.next()
      order.push(pathOf(render))
      render.resolve(html(pathOf(render)))
    }
    expect(order).toEqual(['/one', '/three', '/two'])
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
  })

  it('renders an uncached page with a waiting visitor before a stale one that can be served', async () => {
    await open()
    await make('/en', 'before')
    const free = await occupy()
    site.cache.dropTags(['path:/en'])
    for (let i = 0; i < 5; i += 1) await site.get('/en')
    const cold = site.get('/cold')
    await sleep(30)
    site.clock.now += 100
    await free()
    const first = await pages.next()
    expect(pathOf(first)).toBe('/cold')
    first.resolve(html('cold'))
    ;(await pages.next()).resolve(html('after'))
    await cold
  })

  it('answers 503 after the longest wait, and continues to render the page', async () => {
    await open({ patienceMs: 50 })
    const sent = await site.get('/en')
    expect(sent).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/), 'cache-control': 'no-store' },
    })
    const render = await pages.next()
    expect(render.request.signal.aborted).toBe(false)
    render.resolve(html('made'))
    await vi.waitFor(async () => expect(await site.get('/en')).toMatchObject({ status: 200, text: 'made' }))
    expect(site.cache.counters).toMatchObject({ renders: 1, busy: 1 })
  })

  it('limits the places of one network in the queue', async () => {
    await open({ perNetwork: 2 })
    const asked = [site.get('/1', from('a')), site.get('/2', from('a'))]
    await sleep(30)
    expect((await site.get('/3', from('a'))).status).toBe(503)
    const other = site.get('/4', from('b'))
    for (let i = 0; i < 3; i += 1) (await pages.next()).resolve(html('made'))
    for (const { status } of await Promise.all([...asked, other])) expect(status).toBe(200)
    const again = site.get('/3', from('a'))
    ;(await pages.next()).resolve(html('made'))
    expect((await again).status).toBe(200)
  })

  it('prefers a network that requests one page to one that requests many', async () => {
    await open()
    const free = await occupy()
    const asked = Array.from({ length: 6 }, (_, n) => site.get(`/a${n}`, from('a')))
    await sleep(30)
    site.clock.now += 100
    asked.push(site.get('/b', from('b')))
    await sleep(30)
    site.clock.now += 100
    await free()
    const order: string[] = []
    for (let i = 0; i < asked.length; i += 1) {
      const render = await pages.next()
      order.push(pathOf(render))
      render.resolve(html('made'))
    }
    await Promise.all(asked)
    expect(order.indexOf('/b')).toBeLessThan(3)
  })

  it('limits the pages at invented addresses that are rendered for a network', async () => {
    await open({ nonsense: { burst: 2, perSecond: 1 } })
    const ask = async (path: string, network: string, status = 404) => {
      const asked = site.get(path, from(network))
      ;(await pages.next()).resolve(html('', { status }))
      return (await asked).status
    }
    expect([await ask('/a', 'x'), await ask('/b', 'x')]).toEqual([404, 404])
    expect((await site.get('/c', from('x'))).status).toBe(503)
    expect((await site.get('/a', from('x'))).status).toBe(404)
    expect(await ask('/c', 'y')).toBe(404)
    site.clock.now += 1_000
    expect(await ask('/real', 'x', 200)).toBe(200)
    expect(await ask('/d', 'x')).toBe(404)
    expect((await site.get('/e', from('x'))).status).toBe(503)
  })

  it('serves stale pages at once while nothing can be rendered, and retries a second later', async () => {
    await open()
    await make('/en', 'before')
    site.cache.dropTags(['*'])
    const first = site.get('/en')
    ;(await pages.next()).reject(new Error('away'))
    expect((await first).text).toBe('before')
    expect((await site.get('/en')).text).toBe('before')
    await sleep(30)
    expect(pages.waiting).toBe(0)
    site.clock.now += 1_000
    expect((await site.get('/en')).headers['x-overround-stale']).toBe('1')
    ;(await pages.next()).resolve(html('after'))
    await vi.waitFor(async () => expect((await site.get('/en')).text).toBe('after'))
  })
})

describe('createPageCache', () => {
  const address = (path: string) => {
    const url = `http://site.example${path}`
    return { key: path, page: path, url, asked: url, path: new URL(url).pathname }
  }
  const create = (maxBytes: number, origin: string | null = 'http://site.example', now = Date.now) =>
    createPageCache({
      isPublicPage: () => true,
      parametersOf: () => ({}),
      origin: origin ?? undefined,
      security: { https: false },
      onError() {},
      now,
      maxBytes,
    })

  it('stays within its byte limit and removes the tags of evicted pages', async () => {
    const cache = create(1_000_000)
    const handle: PageHandler = async (request) => {
      noteRead('settings', `match:${request.url}`)
      return new Response('x'.repeat(100), { headers: { 'content-type': 'application/octet-stream' } })
    }
    // Ten times as many as there is room for.
    for (let batch = 0; batch < 30; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, () => cache.get(address(`/${Math.random()}`), handle)))
    }
    expect(cache.counters.renders).toBe(3_000)
    expect(cache.size.bytes).toBeLessThanOrEqual(1_000_000)
    expect(cache.size.entries).toBeLessThan(300)
    expect(cache.size.tags).toBe(cache.size.entries + 1)
    cache.dropTags(['*'])
    expect(cache.size.tags).toBe(cache.size.entries + 1)
  })

  it('does not evict real pages for pages not found', async () => {
    const cache = create(1_000_000)
    await cache.get(address('/real'), async () => html('real'))
    for (let i = 0; i < 2_000; i += 1) {
      await cache.get(address(`/nonsense/${i}`), async () => html('no', { status: 404 }))
    }
    expect(cache.find('', '/real')).toBeDefined()
  })

  it('does not evict a page for other spellings of its path', async () => {
    const cache = create(1_000_000)
    await cache.get(address('/en/f%C3%BAtbol'), async () => html('real'))
    for (let i = 1; i < 1_024; i += 1) {
      const letters = [...'basketball'].map((letter, at) =>
        (i >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
      )
      await cache.get(address(`/en/${letters.join('')}`), async () => html('real'))
    }
    expect(cache.find('', '/en/f%C3%BAtbol')).toBeDefined()
  })

  it('does not evict pages of the first hosts for invented hosts', async () => {
    const cache = create(1_000_000, null)
    const get = async (host: string) => {
      const address = await cache.addressOf(host, { path: '/en', query: '' })
      if (address) await cache.get(address, async () => html('real'))
    }
    await get('odds.example')
    await get('localhost:3000')
    for (let i = 0; i < 2_000; i += 1) await get(`${i}.example`)
    expect(cache.find('odds.example', '/en')).toBeDefined()
    expect(cache.find('localhost:3000', '/en')).toBeDefined()
  })

  it('serves a page that is too large to cache, and stores nothing of it', async () => {
    const cache = create(1_000_000)
    const handle: PageHandler = async () => {
      noteRead('settings')
      return new Response(new Uint8Array(500_000), { headers: { 'content-type': 'image/png' } })
    }
    expect((await cache.get(address('/large'), handle)).representations.identity?.body.length).toBe(500_000)
    expect(cache.size).toEqual({ bytes: 0, entries: 0, tags: 0 })
  })

  it('compares the page of a browser with the cached page', async () => {
    let at = Date.now()
    const cache = create(1_000_000, null, () => at)
    const handle: PageHandler = async () => {
      noteRead('match:1')
      return html('page')
    }
    const target = await cache.addressOf('a', { path: '/en', query: '' })
    if (!target) throw new Error('no page')
    expect(cache.compare(target.key, at)).toBe('unknown')
    await cache.get(target, handle)
    const made = at
    expect([cache.compare(target.key, made), cache.compare(target.key, made - 1)]).toEqual([
      'current',
      'outdated',
    ])
    expect(cache.tagsOf(target.key)).toEqual(['match:1'])
    cache.dropTags(['match:1'])
    expect(cache.compare(target.key, made)).toBe('unknown')
    at += 1_000
    await cache.get(target, handle)
    expect([cache.compare(target.key, made), cache.compare(target.key, at)]).toEqual(['outdated', 'current'])
  })

  it('stores one entry when a page becomes one that is not found', async () => {
    const cache = create(1_000_000)
    const handle =
      (status: number): PageHandler =>
      async () => {
        noteRead('league:1')
        return html(`status ${status}`, { status })
      }
    await cache.get(address('/league'), handle(200))
    cache.dropTags(['league:1'])
    expect((await cache.get(address('/league'), handle(404))).status).toBe(404)
    expect(cache.size).toMatchObject({ entries: 1, tags: 1 })
    expect(cache.find('', '/league')?.status).toBe(404)
  })
})
