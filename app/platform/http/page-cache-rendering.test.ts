import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type CachedSite,
  createControlledPages,
  ENTRANCES,
  html,
  openCachedSite,
} from '#tests/support/cached-site.ts'
import { noteChangeAt, noteRead } from './reads.server.ts'
import type { PageHandler } from './render-page.server.ts'

const HOUR = 3_600_000

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
    site.cache.invalidateTags(['settings'])
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
    site.cache.invalidateTags(['settings'])
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
    site.cache.invalidateTags(['settings'])
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
    site.cache.invalidateTags(['settings'])
    await respondWith('old')
    await early
    const [next] = await arrive(text(site.get('/en')))
    await respondWith('new')
    expect(await next).toBe('new')
  })

  it('ignores a change of unrelated data', async () => {
    await open()
    const [early] = await arrive(text(site.get('/en')))
    site.cache.invalidateTags(['match:1'])
    const [late] = await arrive(text(site.get('/en')))
    await respondWith('page')
    expect(await Promise.all([early, late])).toEqual(['page', 'page'])
    expect(await text(site.get('/en'))).toBe('page')
    expect(site.cache.counters.renders).toBe(1)
  })

  it('never serves a page from before a second change to a request after it', async () => {
    await open()
    await warm()
    site.cache.invalidateTags(['settings'])
    const [first] = await arrive(text(site.get('/en')))
    const render = await pages.next()
    site.cache.invalidateTags(['settings'])
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
    site.cache.invalidateTags(['*'])
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
    site.cache.invalidateTags(['settings'])
    const [early] = await arrive(text(site.get('/en')))
    const render = await pages.next()
    site.cache.invalidateTags(['*'])
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
