import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { html } from '#tests/support/cached-site.ts'
import { type ServedAudience, servedAudience } from './audience.server.ts'
import { createPageCache, type PageCacheOptions } from './page-cache.server.ts'
import { noteAudience, noteRead } from './reads.server.ts'

const MINUTE = 60_000
const HOST = 'odds.example'
const ITALY: ServedAudience = { key: 'italy' }
const SPAIN: ServedAudience = { key: 'spain' }
const FRANCE: ServedAudience = { key: 'france' }

/** A page cache whose handler answers at once, unless the test holds a path back. */
function openCache(given: Partial<PageCacheOptions> & { audiences?: () => Promise<ServedAudience[]> } = {}) {
  const clock = { now: Date.UTC(2030, 0, 1) }
  const held = new Map<string, PromiseWithResolvers<void>>()
  const rendered: string[] = []
  const headersOf = new Map<string, Record<string, string>>()
  const handle = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const path = pathname + search
    const audience: (ServedAudience & { name?: string }) | undefined = servedAudience()
    rendered.push(`${path} ${audience?.name ?? audience?.key}`)
    noteAudience()
    noteRead('settings', `path:${pathname}`)
    await held.get(path)?.promise
    return html('page', { headers: headersOf.get(path) ?? {} })
  }
  const cache = createPageCache({
    isPublicPage: () => true,
    parametersOf: () => ({ tab: ['live'], book: async () => (servedAudience() === FRANCE ? [] : ['a']) }),
    origin: 'https://odds.example',
    security: { https: true },
    onError: () => {},
    audiences: async () => [ITALY, SPAIN, FRANCE],
    now: () => clock.now,
    ...given,
  })
  const visit = async (target: string, audience: ServedAudience) => {
    const found = cache.find(HOST, target, audience)
    if (found) return found
    const [path = '', query = ''] = target.split('?')
    const address = await cache.addressOf(HOST, { path, query }, audience)
    if (!address) throw new Error(`${target} is not a public page`)
    return cache.get(address, handle)
  }
  return {
    ...{ cache, clock, rendered, visit, headersOf },
    /** What is in the cache, without a visit being counted. */
    has: (target: string, { key }: ServedAudience) => cache.tagsOf(`${target} ${key}`).length > 0,
    hold(path: string) {
      const gate = Promise.withResolvers<void>()
      held.set(path, gate)
      return () => {
        held.delete(path)
        gate.resolve()
      }
    },
    /** Everything that can be rendered without another visit has been. */
    async settled() {
      let before = -1
      while (before !== rendered.length || cache.renderQueue.running > 0) {
        before = rendered.length
        for (let i = 0; i < 20; i += 1) await turn()
      }
    },
  }
}

describe('copies of a page for several audiences', () => {
  /** Each audience has had visitors, elsewhere. */
  const withVisitors = async (given?: Parameters<typeof openCache>[0]) => {
    const site = openCache(given)
    for (const [n, audience] of [ITALY, SPAIN, FRANCE].entries())
      for (let i = 0; i < 5; i += 1) await site.visit(`/elsewhere-${n}`, audience)
    await site.settled()
    site.rendered.length = 0
    return site
  }

  it('are rendered for the other audiences with visitors when a second visit renders the page', async () => {
    const { visit, rendered, has, cache, settled } = await withVisitors()
    await visit('/en', ITALY)
    await settled()
    expect(rendered).toEqual(['/en italy'])
    await visit('/en', SPAIN)
    await settled()
    expect(rendered).toEqual(['/en italy', '/en spain', '/en france'])
    expect(has('/en', FRANCE)).toBe(true)
    const { hits } = cache.counters
    await visit('/en', FRANCE)
    expect(cache.counters).toMatchObject({ hits: hits + 1, ahead: 1 })
  })

  it('are rendered anew after a change if visitors asked for them, and not again if nobody did', async () => {
    const { visit, rendered, cache, settled } = await withVisitors()
    await visit('/en', ITALY)
    await visit('/en', SPAIN)
    await settled()
    for (const expected of [['/en italy', '/en spain'], ['/en italy']]) {
      rendered.length = 0
      cache.invalidateTags(['path:/en'])
      await visit('/en', ITALY)
      await settled()
      expect(rendered).toEqual(expected)
    }
  })

  it('are rendered for every other audience whose visitors asked', async () => {
    const { visit, rendered, cache, settled } = await withVisitors()
    for (const audience of [ITALY, SPAIN, FRANCE]) await visit('/en', audience)
    await settled()
    rendered.length = 0
    cache.invalidateTags(['path:/en'])
    await visit('/en', ITALY)
    await settled()
    expect(rendered.toSorted()).toEqual(['/en france', '/en italy', '/en spain'])
  })

  it('are not rendered for an audience without visitors in the last ten minutes', async () => {
    const { visit, clock, has, settled } = await withVisitors()
    clock.now += 10 * MINUTE + 1
    await visit('/en', ITALY)
    await visit('/en', SPAIN)
    await settled()
    expect(has('/en', FRANCE)).toBe(false)
  })

  it('are few more than the visits of their audience', async () => {
    const { visit, settled, rendered } = openCache()
    await visit('/elsewhere', FRANCE)
    const renderedAhead = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) {
        await visit(`/${n}`, ITALY)
        await visit(`/${n}`, SPAIN)
        await settled()
      }
      return rendered.splice(0).filter((it) => it.endsWith('france')).length
    }
    rendered.length = 0
    expect(await renderedAhead(0, 25)).toBe(20)
    for (let i = 0; i < 3; i += 1) await visit('/elsewhere', FRANCE)
    expect(await renderedAhead(25, 50)).toBe(3)
  })

  it('wait until no page is being rendered for a visitor, or while an import is running', async () => {
    let isImporting = false
    const { visit, hold, has, settled } = await withVisitors({ mustShare: () => isImporting })
    const release = hold('/slow')
    const slow = visit('/slow', ITALY)
    await visit('/en', ITALY)
    await visit('/en', SPAIN)
    for (let i = 0; i < 50; i += 1) await turn()
    expect(has('/en', FRANCE)).toBe(false)
    isImporting = true
    release()
    await slow
    await settled()
    expect(has('/en', FRANCE)).toBe(false)
    isImporting = false
    await visit('/another', ITALY)
    await settled()
    expect(has('/en', FRANCE)).toBe(true)
  })

  it.each([
    ['private', { 'cache-control': 'private' }],
    ['not to be stored', { 'cache-control': 'no-store' }],
    ['with a cookie', { 'set-cookie': 'id=1' }],
  ])('are not rendered from a response that is %s', async (_, headers) => {
    const { visit, headersOf, rendered, settled } = await withVisitors()
    headersOf.set('/en', headers)
    for (const audience of [ITALY, SPAIN, ITALY, SPAIN]) await visit('/en', audience)
    await settled()
    expect(rendered.filter((it) => it.endsWith('france'))).toEqual([])
  })

  it('are not rendered at an address that shows another page to that audience', async () => {
    const { visit, rendered, settled } = await withVisitors()
    for (const target of ['/en?tab=live', '/en?book=a']) {
      await visit(target, ITALY)
      await visit(target, SPAIN)
      await settled()
    }
    expect(rendered.filter((it) => it.endsWith('france'))).toEqual(['/en?tab=live france'])
  })

  it('leave nine tenths of the cache to pages that visitors asked for', async () => {
    const { visit, settled, has } = await withVisitors({ maxBytes: 100_000 })
    const paths = Array.from({ length: 12 }, (_, n) => `/${n + 1}`)
    for (const path of paths) {
      await visit(path, ITALY)
      await visit(path, SPAIN)
      await settled()
    }
    expect(paths.filter((path) => has(path, FRANCE))).toEqual(['/11', '/12'])
    expect(paths.filter((path) => has(path, SPAIN))).toEqual(paths.slice(2))
  })

  it('that visitors had asked for stay beyond this tenth when they are rendered again', async () => {
    const { visit, settled, has, cache } = await withVisitors({ maxBytes: 100_000 })
    const paths = ['/1', '/2', '/3', '/4']
    for (const path of paths) for (const audience of [ITALY, FRANCE]) await visit(path, audience)
    cache.invalidateTags(['settings'])
    for (const path of paths) {
      await visit(path, ITALY)
      await settled()
    }
    expect(paths.filter((path) => has(path, FRANCE))).toEqual(paths)
  })

  it('are forgotten when the audiences change before their turn', async () => {
    const { visit, hold, settled, rendered, cache } = await withVisitors()
    await visit('/en', ITALY)
    const release = hold('/slow')
    const slow = visit('/slow', ITALY)
    await visit('/en', SPAIN)
    for (let i = 0; i < 5; i += 1) await turn()
    cache.forgetAhead()
    release()
    await slow
    await settled()
    expect(rendered.filter((it) => it.endsWith('france'))).toEqual([])
  })

  it('ask a visitor to come again whose audience has changed while he waited', async () => {
    let audiences = [ITALY]
    const { visit, hold, has } = openCache({ audiences: async () => audiences, limits: { atOnce: 1 } })
    const release = hold('/slow')
    const slow = visit('/slow', ITALY)
    const asked = visit('/en?tab=live', ITALY)
    for (let i = 0; i < 5; i += 1) await turn()
    audiences = [SPAIN]
    release()
    await slow
    const { status, representations } = await asked
    expect(status).toBe(307)
    expect(representations.identity?.headers.join()).toContain('location,/en?tab=live')
    expect(has('/en?tab=live', ITALY)).toBe(false)
  })

  it('are rendered for the audience as it is when the render begins', async () => {
    let name = 'before'
    const italy = () => ({ ...ITALY, name })
    const { visit, hold, rendered } = openCache({ audiences: async () => [italy()], limits: { atOnce: 1 } })
    const release = hold('/slow')
    const slow = visit('/slow', italy())
    const asked = visit('/en', italy())
    for (let i = 0; i < 5; i += 1) await turn()
    name = 'after'
    release()
    await Promise.all([slow, asked])
    expect(rendered).toEqual(['/slow before', '/en after'])
  })
})
