import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type CachedSite,
  type ControlledRender,
  createControlledPages,
  ENTRANCES,
  html,
  openCachedSite,
} from '#tests/support/cached-site.ts'
import type { PageCacheOptions } from './page-cache.server.ts'
import { noteRead } from './reads.server.ts'
import type { PageHandler } from './render-page.server.ts'

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
  /** When this many visitors wait, the one of the occupied place among them. */
  const areWaiting = (visitors: number) =>
    vi.waitFor(() => expect(site.cache.waiting).toBe(visitors), { timeout: 30_000 })
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
    site.cache.invalidateTags(['path:/en'])
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
    site.cache.invalidateTags(['path:/en'])
    site.clock.now += 60_000
    const asked = site.get('/en')
    await areWaiting(2)
    await free()
    const next = await pages.next()
    next.resolve(html('after'))
    expect((await asked).text).toBe('after')
  })

  it('renders first the page with the most waiting visitors, and before it one that has waited long', async () => {
    await open()
    const free = await occupy()
    const asked = [site.get('/one')]
    await areWaiting(2)
    site.clock.now += 1_000
    for (let i = 0; i < 3; i += 1) asked.push(site.get('/three'))
    for (let i = 0; i < 2; i += 1) asked.push(site.get('/two'))
    await areWaiting(7)
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
    site.cache.invalidateTags(['path:/en'])
    for (let i = 0; i < 5; i += 1) await site.get('/en')
    const cold = site.get('/cold')
    await areWaiting(2)
    site.clock.now += 100
    await free()
    const first = await pages.next()
    expect(pathOf(first)).toBe('/cold')
    first.resolve(html('cold'))
    ;(await pages.next()).resolve(html('after'))
    await cold
  })

  it('answers 503 after the longest wait, and continues to render the page', async () => {
    await open({ maxWaitMs: 50 })
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
    await areWaiting(2)
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
    await areWaiting(7)
    site.clock.now += 100
    asked.push(site.get('/b', from('b')))
    await areWaiting(8)
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
    await open({ minorPages: { burst: 2, perSecond: 1 } })
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
    site.cache.invalidateTags(['*'])
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
