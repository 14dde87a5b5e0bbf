import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Change, readLogRange } from '#app/features/read-api/changes.server.ts'
import { createKey, revokeKey } from '#app/features/read-api/key-commands.server.ts'
import { createChangeStreams } from '#app/features/read-api/stream.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { UNLIMITED } from '#app/platform/http/audience.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const ACTOR = { id: null, email: 'ada@example.org' }
const COUNTRY = { TRUST_PROXY: '1', COUNTRY_HEADER: 'x-country' }
const total = marketOf({ type: 'total', line: 2.5 })

let database: Database
let site: TestSite
let other: TestSite
let league: string
let key: string
let alpha: string
let beta: string

beforeAll(async () => {
  database = await createTestDatabase()
  // Two processes of one site.
  ;[site, other] = await Promise.all([openSite(database, COUNTRY), openSite(database, COUNTRY)])
  const db = database.kysely
  ;({ leagueId: league } = await createPlace(db, { league: 'Serie A' }))
  key = await newKey('Partner')
  alpha = await createBookmaker(db, { key: 'alpha', slug: 'alpha', name: 'Alpha' })
  beta = await createBookmaker(db, { key: 'beta', slug: 'beta', name: 'Beta' })
})
afterAll(async () => {
  await Promise.all([site.close(), other.close()])
  await database.close()
})

/** A key that the site knows already. */
async function newKey(name: string): Promise<string> {
  const made = await createKey(database.kysely, { name, limit_per_minute: 1000, expires_on: '' }, ACTOR)
  await site?.get('/healthz')
  return made
}

interface Event {
  id: string
  data: Change
}

/** An open stream whose events can be awaited. */
async function listen(
  at: TestSite,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${at.origin}/api/v1/changes/stream${query}`, {
    headers: { 'x-api-key': key, ...headers },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events: Event[] = []
  let rest = ''
  let isOver = false
  async function more(): Promise<void> {
    const part = await reader?.read()
    if (!part || part.done) {
      isOver = true
      return
    }
    const blocks = (rest + part.value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data) events.push({ id: field('id') ?? '', data: JSON.parse(data) })
    }
  }
  return {
    response,
    events,
    async until(isSo: () => boolean): Promise<void> {
      while (!isSo() && !isOver) await more()
    },
    /** Reads until there are that many events. */
    async upTo(count: number): Promise<string[]> {
      while (events.length < count && !isOver) await more()
      return events.map(({ data }) => `${data.type} ${data.match?.home}`)
    },
    async untilEnd(): Promise<void> {
      while (!isOver) await more()
    },
    close: () => reader?.cancel(),
  }
}

const codeOf = async (response: Response) => [response.status, (await response.json()).error.code]

describe('the stream of changes', () => {
  it('sends each change with its id, and goes on after the last one in another process', async () => {
    const db = database.kysely
    const first = await listen(site)
    expect(first.response.headers.get('content-type')).toBe('text/event-stream')
    await createMatch(db, { league_id: league, home_team: 'One' })
    await createMatch(db, { league_id: league, home_team: 'Two' })
    expect(await first.upTo(2)).toEqual(['match.added One', 'match.added Two'])
    await first.close()
    await createMatch(db, { league_id: league, home_team: 'Three' })
    const last = first.events[0]?.id ?? ''
    const second = await listen(other, { headers: { 'last-event-id': last } })
    expect(await second.upTo(2)).toEqual(['match.added Two', 'match.added Three'])
    await createMatch(db, { league_id: league, home_team: 'Four' })
    expect(await second.upTo(3)).toContain('match.added Four')
    await second.close()
    const page = await (await site.get(`/api/v1/changes?after=${last}`)).json()
    expect(page.data.map(({ id }: Change) => id)).toEqual(second.events.map(({ id }) => id))
  })

  it('names no bookmaker that its audience may not see, and ends when the audiences change', async () => {
    const db = database.kysely
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    await offerPrices(db, match, {
      [alpha]: [quoteOf(total, [2.2, 1.7])],
      [beta]: [quoteOf(total, [2, 1.8])],
    })
    const before = await listen(site)
    await saveGroups(database, [
      { name: 'Italy', countries: 'IT', bookmaker_rule: 'except', bookmakers: 'alpha' },
      { name: 'Others', countries: '', is_rest: true },
    ])
    await before.untilEnd()
    const { latest } = await (await site.get('/api/v1/changes')).json()
    const after = `?after=${latest}&type=prices.changed`
    const [italy, others] = await Promise.all([
      listen(site, { query: after, headers: { 'x-country': 'IT' } }),
      listen(site, { query: after, headers: { 'x-country': 'FR' } }),
    ])
    await offerPrices(db, match, {
      [alpha]: [quoteOf(total, [2.3, 1.7])],
      [beta]: [quoteOf(total, [2.1, 1.8])],
    })
    const best = ({ events }: typeof italy) => events.at(-1)?.data.markets[0]?.best[0]
    // Before it, the best prices of the new set of bookmakers can have been computed.
    await others.until(() => best(others)?.price === 2.3)
    await italy.until(() => best(italy)?.price === 2.1)
    expect(best(others)).toEqual({ price: 2.3, net: 2.3, bookmaker: 'alpha' })
    expect(best(italy)).toEqual({ price: 2.1, net: 2.1, bookmaker: 'beta' })
    expect(JSON.stringify(italy.events)).not.toContain('alpha')
    await Promise.all([italy.close(), others.close()])
    await db.deleteFrom('audiences').execute()
  })

  it('needs a key, ends when the key is revoked, and is refused beyond the number of a key', async () => {
    expect(await codeOf(await site.get('/api/v1/changes/stream'))).toEqual([401, 'no-key'])
    const head = await fetch(`${site.origin}/api/v1/changes/stream`, {
      method: 'HEAD',
      headers: { 'x-api-key': key },
    })
    expect(head.status).toBe(200)
    const own = await newKey('Revoked')
    const headers = { 'x-api-key': own }
    const streams = []
    for (let n = 0; n < 5; n += 1) streams.push(await listen(site, { headers }))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(5).fill(200))
    const sixth = await site.get('/api/v1/changes/stream', headers)
    expect(await codeOf(sixth)).toEqual([429, 'too-many-streams'])
    expect(sixth.headers.get('retry-after')).toBe('60')
    // The end of a connection is noticed at once, also of a client that does not name the type of the stream.
    await streams.pop()?.close()
    const ask = async () => {
      const controller = new AbortController()
      const { status } = await fetch(`${site.origin}/api/v1/changes/stream`, {
        headers,
        signal: controller.signal,
      })
      controller.abort()
      return status
    }
    for (let n = 0; n < 8; n += 1) await expect.poll(ask, { timeout: 10_000 }).toBe(200)
    const { id } = await database.kysely
      .selectFrom('api_keys')
      .select('id')
      .where('name', '=', 'Revoked')
      .executeTakeFirstOrThrow()
    await revokeKey(database.kysely, id, ACTOR)
    for (const stream of streams) await stream.untilEnd()
  })

  it('refuses an id that is not kept, and parameters that are not understood', async () => {
    const ask = (query: string, headers = {}) =>
      site.get(`/api/v1/changes/stream${query}`, { 'x-api-key': key, ...headers })
    expect(await codeOf(await ask('?after=99999999'))).toEqual([410, 'gone'])
    expect(await codeOf(await ask('', { 'last-event-id': '99999999' }))).toEqual([410, 'gone'])
    expect(await codeOf(await ask('', { 'last-event-id': 'x' }))).toEqual([400, 'bad-request'])
    expect(await codeOf(await ask(`?league=${crypto.randomUUID()}`))).toEqual([404, 'not-found'])
    expect(await codeOf(await site.get('/api/v1/changes?after=99999999'))).toEqual([410, 'gone'])
  })

  it('ends for a client that stops reading, and not for one that reads', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const streams = createChangeStreams(createServices(database), 1)
      const own = await newKey('Slow')
      const { id } = await database.kysely
        .selectFrom('api_keys')
        .select('id')
        .where('name', '=', 'Slow')
        .executeTakeFirstOrThrow()
      expect(own).toBeTruthy()
      const { latest: after } = await readLogRange(database.kysely)
      const request = { key: id, audience: UNLIMITED, after: after ?? 0 }
      const [stalled, read] = [streams.open(request)?.getReader(), streams.open(request)?.getReader()]
      const slow = streams.open(request)?.getReader()
      const textOf = async () => new TextDecoder().decode((await read?.read())?.value)
      expect(await textOf()).toBe(`retry: 5000\nid: ${after}\n\n`)
      for (let beat = 0; beat < 4; beat += 1) {
        vi.advanceTimersByTime(15_000)
        expect(await textOf()).toBe(': still here\n\n')
        // One that takes a part now and then is full as well at every heartbeat.
        if (beat === 2) expect((await slow?.read())?.done).toBe(false)
      }
      await expect(stalled?.read()).rejects.toThrow('stopped reading')
      expect((await slow?.read())?.done).toBe(false)
      vi.advanceTimersByTime(15_000)
      expect(await textOf()).toBe(': still here\n\n')
      streams.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends when its process stops', async () => {
    const streams = createChangeStreams(createServices(database))
    const stream = streams.open({ key, audience: UNLIMITED, after: 0 })
    streams.close()
    expect(await new Response(stream).text()).toBe('retry: 5000\nid: 0\n\n')
  })
})
