import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { livePath } from '#app/platform/paths.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let match: string
const PAGE = '/en/soccer/italy/serie-a/inter-vs-milan'

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const teams = { home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' }
  match = await createMatch(database.kysely, { league_id: leagueId, ...teams })
})
afterAll(async () => {
  await site.close()
  await database.close()
})

let bookmaker: string | undefined
async function setPrice(home: number): Promise<void> {
  const db = database.kysely
  if (bookmaker) await db.updateTable('odds').set({ home_odds: home }).where('match_id', '=', match).execute()
  bookmaker ??= await createBookmaker(db)
  if (!(await db.selectFrom('odds').select('match_id').executeTakeFirst()))
    await createQuote(db, { match, bookmaker, prices: [home, 3, 4] })
}

/** Reads a stream until it has said so much, or has ended. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body?.getReader()
  let text = ''
  while (!text.includes(wanted)) {
    const part = await reader?.read()
    if (!part || part.done) break
    text += new TextDecoder().decode(part.value)
  }
  await reader?.cancel()
  return text
}

describe('the stream of a page', () => {
  it('reports that one of its prices has changed', async () => {
    await site.get(PAGE)
    const response = await site.get(livePath(PAGE))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const told = readUntil(response, 'event: changed')
    await setPrice(2)
    expect(await told).toContain('event: changed')
  })

  it('exists only for pages that are the same for everybody', async () => {
    for (const page of [
      '/admin',
      '/en/profile',
      '/resources/me',
      'https://evil.example/',
      '',
      '/go/button/x',
    ]) {
      expect((await site.get(livePath(page))).status, page).toBe(404)
    }
  })

  it('is not asked for by a page that the page cache does not have: the page says so', async () => {
    for (const [page, isUncached] of [
      [PAGE, false],
      ['/en/coupon', false],
      ['/en/coupon?c=x', true],
      ['/en/tools/margin?price-0=2', true],
      ['/en/search?q=inter', true],
    ] as const) {
      const html = await (await site.get(page)).text()
      expect(/<body[^>]* data-uncached=/.test(html), page).toBe(isUncached)
      expect((await site.get(livePath(page))).status, page).toBe(isUncached ? 404 : 200)
    }
  })

  /** Opens the stream of a page that was made then, and changes a price. */
  const hearsOfChange = async (page: string, price: number) => {
    const { headers } = await site.get(page)
    const made = Number(/made;dur=(\d+)/.exec(headers.get('server-timing') ?? '')?.[1])
    const response = await site.get(livePath(page, made))
    const told = readUntil(response, 'event: changed')
    await setPrice(price)
    return (await told).includes('event: changed')
  }

  it("reports at once what has changed since the browser's page was rendered", async () => {
    const { headers } = await site.get(PAGE)
    const made = Number(/made;dur=(\d+)/.exec(headers.get('server-timing') ?? '')?.[1])
    expect(made).toBeGreaterThan(0)
    await setPrice(2.6)
    await vi.waitFor(async () => {
      const { headers } = await site.get(PAGE)
      expect(Number(/made;dur=(\d+)/.exec(headers.get('server-timing') ?? '')?.[1])).toBeGreaterThan(made)
    }, 20_000)
    expect(await readUntil(await site.get(livePath(PAGE, made)), 'event: changed')).toContain(
      'event: changed',
    )
  })

  it('reports changes of a page that this process has not cached', async () => {
    const page = '/it/soccer/italy/serie-a/inter-vs-milan'
    const response = await site.get(livePath(page, Date.now() - 60_000))
    expect(await readUntil(response, 'event: changed')).toContain('event: changed')
    expect(await hearsOfChange(page, 2.7)).toBe(true)
  })
})
