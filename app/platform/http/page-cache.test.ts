import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type CachedSite, ENTRANCES, html, openCachedSite } from '#tests/support/cached-site.ts'
import { UNLIMITED } from './audience.server.ts'
import { createPageCache } from './page-cache.server.ts'
import { noteChangeAt, noteRead } from './reads.server.ts'
import type { PageHandler } from './render-page.server.ts'

const LONG = 'All prices are compared. '.repeat(200)

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
    site.cache.invalidateTags(['match:1', 'footer'])
    expect((await site.get('/en')).text).toBe('page 1')
    site.cache.invalidateTags(['match:1', 'settings'])
    expect((await site.get('/en')).text).toBe('page 2')
    expect((await site.get('/en')).text).toBe('page 2')
    site.cache.invalidateTags(['*'])
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

describe('createPageCache', () => {
  const address = (path: string) => {
    const url = `http://site.example${path}`
    return { key: path, audience: UNLIMITED, page: path, url, fullUrl: url, path: new URL(url).pathname }
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
    cache.invalidateTags(['*'])
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
    cache.invalidateTags(['match:1'])
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
    cache.invalidateTags(['league:1'])
    expect((await cache.get(address('/league'), handle(404))).status).toBe(404)
    expect(cache.size).toMatchObject({ entries: 1, tags: 1 })
    expect(cache.find('', '/league')?.status).toBe(404)
  })
})
