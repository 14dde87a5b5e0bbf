import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { decideExperiment } from '#app/features/experiments/commands.server.ts'
import { readFigures } from '#app/features/experiments/figures.server.ts'
import { writeMark } from '#app/features/experiments/mark.ts'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { EXPERIMENT_RESOURCE, markOutbound, outboundPath } from '#app/platform/paths.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const NAMES = ['Alfa', 'Bravo', 'Carlo'] as const

let database: Database
let site: TestSite
let admin: string
let match: string
const bookmakers: string[] = []
const buttons: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
  match = await createMatch(kysely, { league_id: leagueId, slug: 'one-vs-two' })
  const offers: Record<string, OfferedQuote[]> = {}
  for (const [at, name] of NAMES.entries()) {
    const bookmaker = await createBookmaker(kysely, {
      key: name.toLowerCase(),
      name,
      slug: name.toLowerCase(),
    })
    const { id } = await kysely
      .insertInto('affiliate_buttons')
      .values({
        ...{ provider: name, button_text: `Bet at ${name}`, bookmaker_id: bookmaker },
        button_link: `https://${name.toLowerCase()}.example/?c={click_id}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    bookmakers.push(bookmaker)
    buttons.push(id)
    // Alfa is the first by payout, Carlo the last.
    offers[bookmaker] = [
      quoteOf(marketOf({ type: 'match_result' }), [2.5 - at / 10, 3.4 - at / 10, 3.2 - at / 10]),
    ]
  }
  await offerPrices(kysely, match, offers)
  await refreshHeadlines(kysely, [match])
  site = await openSite(database, { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' })
  admin = (await signInAdministrator(database, site)).cookie
})
beforeEach(async () => {
  await database.kysely.deleteFrom('clicks').execute()
  await database.kysely.deleteFrom('experiments').execute()
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const ORDER = {
  ...{ name: 'Carlo first', kind: 'order', texts: {}, colour: null, share: 50, outcome: 'clicks' },
  ...{ baseline: 0.2, deviation: null, currency: null, effect: 0.5, alpha: 0.05, power: 0.8, window_days: 0 },
}
const BUTTON = { ...ORDER, name: 'Texts', kind: 'button', texts: { en: 'Go to {bookmaker}' } }

const post = async <Answer>(body: unknown, cookie = admin) =>
  answerOf<Answer>(await adminPost(site, cookie)('/admin/experiments.data', body))
const order = () => ({ ...ORDER, bookmaker_ids: [bookmakers[2]] })

async function start(values: object = order()) {
  expect(await post({ kind: 'create', values: { bookmaker_ids: [], ...values } })).toEqual({
    kind: 'created',
  })
  const row = await database.kysely
    .selectFrom('experiments')
    .selectAll()
    .where('started_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(await post({ kind: 'start', id: row.id })).toEqual({ kind: 'done' })
  await changesArrive()
  return row
}

/** A change reaches the caches of the process by a notification. */
const changesArrive = () => new Promise((resolve) => setTimeout(resolve, 300))
const stored = (id: string) =>
  database.kysely.selectFrom('experiments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pageOf = async (country = '') =>
  (await site.get('/en/soccer/italy/serie-a/one-vs-two', { 'CF-IPCountry': country })).text()
const seen = (mark: string, headers: Record<string, string> = PERSON) =>
  fetch(site.origin + EXPERIMENT_RESOURCE, {
    method: 'POST',
    headers: { origin: site.origin, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams({ mark }),
  })
async function click(mark: string, headers: Record<string, string> = {}) {
  const path = outboundPath(
    { button: buttons[2] ?? '' },
    { match, page: 'match', lang: 'en', clicked: 'home' },
  )
  const { status } = await fetch(site.origin + markOutbound(path, mark), {
    redirect: 'manual',
    headers: { ...PERSON, ...headers },
  })
  expect(status).toBe(302)
}
const figuresOf = async (id: string, now = new Date()) => {
  const row = await stored(id)
  return readFigures(database.kysely, { ...row, outcome: row.outcome as 'clicks' }, now)
}

describe('an experiment', () => {
  it('states how many visitors decide before it starts, and cannot be changed after that', async () => {
    const { id, needed, started_at } = await start()
    // Fleiss, Levin and Paik: shares of 0.2 and 0.3.
    expect([needed, started_at]).toEqual([294, null])
    expect(await post({ kind: 'start', id })).toEqual({ kind: 'gone' })
    expect(await post({ kind: 'delete', id })).toEqual({ kind: 'gone' })
    expect((await stored(id)).ended_at).toBeNull()
  })

  it('is refused where its values are wrong, each named', async () => {
    const wrong = { ...ORDER, name: ' ', bookmaker_ids: [], share: 0, baseline: 0.9, effect: 1 }
    const answer = await post<{ problems: { column: string }[] }>({ kind: 'create', values: wrong })
    expect(answer.problems.map(({ column }) => column)).toEqual(['name', 'share'])
    const later = await post<{ problems: { column: string; problem: string }[] }>({
      ...{ kind: 'create', values: { ...wrong, name: 'x', share: 10 } },
    })
    expect(later.problems).toEqual([
      { column: 'bookmaker_ids', problem: 'experiments.problem.nobody' },
      { column: 'baseline', problem: 'experiments.problem.units' },
    ])
  })

  it('runs alone', async () => {
    await start()
    await post({ kind: 'create', values: { ...BUTTON, bookmaker_ids: [] } })
    const { id } = await database.kysely
      .selectFrom('experiments')
      .select('id')
      .where('started_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(await post({ kind: 'start', id })).toEqual({ kind: 'other' })
  })

  it('names no winner before both variants have their visitors, then once', async () => {
    const { id, needed } = await start()
    const add = (variant: string, visitors: number) =>
      database.kysely
        .insertInto('experiment_visitors')
        .values({ experiment_id: id, day: '2026-11-20', variant, visitors })
        .execute()
    await add('a', needed * 3)
    await add('b', needed - 1)
    await database.kysely
      .insertInto('clicks')
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          ...{ experiment_id: id, variant: 'b', is_first: true, visitor_hash: `v${n}` },
        })),
      )
      .execute()
    const now = new Date()
    expect(await decideExperiment(database.kysely, now)).toBeNull()
    await database.kysely
      .updateTable('experiment_visitors')
      .set({ visitors: needed })
      .where('variant', '=', 'b')
      .execute()
    expect(await decideExperiment(database.kysely, now)).toBe('b')
    expect(await decideExperiment(database.kysely, now)).toBeNull()
    const { decision, ended_at, result } = await stored(id)
    expect([decision, ended_at]).toEqual(['b', now])
    expect(result).toMatchObject({ a: { units: 882, successes: 0 }, b: { units: 294, successes: 200 } })
  })

  it('that variant B wins is adopted with one click, for everybody, and released again', async () => {
    const screen = async () => (await site.get('/admin/experiments', { cookie: admin })).text()
    const end = async (values: object) => {
      const { id } = await start(values)
      expect(await post({ kind: 'adopt', id })).toEqual({ kind: 'gone' })
      await database.kysely
        .updateTable('experiments')
        .set({ ended_at: new Date(), decision: 'b' })
        .where('id', '=', id)
        .execute()
      expect(await screen()).toContain('>Variant B is better. Visitors see')
      expect(await post({ kind: 'adopt', id })).toEqual({ kind: 'done' })
      expect(await screen()).not.toContain('>Variant B is better. Visitors see')
      await changesArrive()
    }
    const names = async (query = '') => {
      const html = await (await site.get(`/en/soccer/italy/serie-a/one-vs-two${query}`)).text()
      const [, grid = ''] = html.split('<table class="grid-of-odds')
      return [...grid.matchAll(/<b>(Alfa|Bravo|Carlo)<\/b>/g)].map(([, name]) => name)
    }
    await end(order())
    await end({ ...BUTTON, colour: '#aa0011' })
    expect(await names()).toEqual(['Carlo', 'Alfa', 'Bravo'])
    expect(await names('?sort=payout')).toEqual(['Alfa', 'Bravo', 'Carlo'])
    const html = await pageOf()
    expect(html).toContain('The order of the first bookmakers is set by this site')
    expect(html).toContain('background:#aa0011')
    const texts = (page: string) =>
      [...page.matchAll(/<span>([^<]*(?:Alfa|Bravo|Carlo))<\/span><\/a>/g)].map(([, it]) => it)
    expect(texts(html)).toEqual(['Go to Carlo', 'Go to Alfa', 'Go to Bravo'])
    const german = await (await site.get('/de/soccer/italy/serie-a/one-vs-two')).text()
    expect(german).not.toContain('Go to')
    await click('')
    const clicked = () => database.kysely.selectFrom('clicks').select('position').execute()
    await expect.poll(clicked).toEqual([{ position: 1 }])
    const told = await database.kysely
      .selectFrom('audit_log')
      .select(['after'])
      .where('entity', '=', 'site_settings')
      .orderBy('id')
      .execute()
    expect(told.map(({ after }) => after)).toEqual([
      { first_bookmakers: bookmakers[2] },
      { way_texts: '{"en":"Go to {bookmaker}"}', way_colour: '#aa0011' },
    ])
    for (const column of ['first_bookmakers', 'way_colour', 'way_texts'])
      expect(await post({ kind: 'release', column })).toEqual({ kind: 'done' })
    await changesArrive()
    expect(await names()).toEqual(['Alfa', 'Bravo', 'Carlo'])
    expect(await pageOf()).not.toMatch(/#aa0011|Go to/)
  })

  it('that is stopped by hand is inconclusive, whatever its figures', async () => {
    const { id } = await start()
    expect(await post({ kind: 'stop', id })).toEqual({ kind: 'done' })
    expect(await stored(id)).toMatchObject({ decision: 'stopped', result: { difference: null } })
    const history = await database.kysely
      .selectFrom('audit_log')
      .select('after')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(history.map(({ after }) => Object.keys(after as object).at(-1))).toEqual([
      'bookmaker_ids',
      'started_at',
      'decision',
    ])
  })

  it('counts clicks whose days are over, with the deposits and earnings of these days', async () => {
    const sender = await database.kysely
      .insertInto('postback_senders')
      .values({ name: 'Network', key: 'network', sealed_secret: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const earned = { outcome: 'earnings', baseline: 2, deviation: 5, currency: 'EUR', window_days: 7 }
    const { id } = await start({ ...order(), ...earned })
    const now = new Date('2026-11-20T12:00:00Z')
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const clickOf = (click_id: string, variant: string, days: number) => ({
      ...{ click_id, variant, clicked_at: ago(days), experiment_id: id, visitor_hash: click_id },
    })
    await database.kysely
      .insertInto('clicks')
      .values([clickOf('a1', 'a', 10), clickOf('b1', 'b', 10), clickOf('b2', 'b', 8), clickOf('b3', 'b', 6)])
      .execute()
    const earning = (transaction: string, click_id: string, days: number, amount: number, more = {}) => ({
      ...{ sender_id: sender.id, transaction, click_id, amount, currency: 'EUR', kind: 'revenue' },
      ...{ happened_at: ago(days), ...more },
    })
    await database.kysely
      .insertInto('earnings')
      .values([
        earning('1', 'b1', 9, 30),
        earning('2', 'b1', 5, -10),
        // After its days, in another currency, and of a click whose days are not over.
        earning('3', 'b1', 2, 500),
        earning('4', 'b2', 7, 40, { currency: 'USD' }),
        earning('5', 'b3', 5, 70),
        earning('6', 'b2', 6, 4, { kind: 'deposit' }),
      ])
      .execute()
    expect(await figuresOf(id, now)).toEqual({
      a: { units: 1, successes: null, sum: 0, squares: 0 },
      b: { units: 2, successes: null, sum: 24, squares: 416 },
    })
    await database.kysely
      .updateTable('experiments')
      .set({ outcome: 'deposits', deviation: null, currency: null })
      .execute()
    expect((await figuresOf(id, now)).b).toMatchObject({ units: 2, successes: 1 })
  })

  it('cannot be changed by an editor or an analyst, who may read it', async () => {
    const { cookie, id } = await signInAdministrator(database, site)
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: 'editor' })
      .where('id', '=', id)
      .execute()
    const response = await adminPost(site, cookie)('/admin/experiments.data', {
      kind: 'create',
      values: BUTTON,
    })
    expect(response.status).toBe(403)
    expect((await site.get('/admin/experiments', { cookie })).status).toBe(200)
  })

  it('shows earnings to those who may read them', async () => {
    const { cookie, id } = await signInAdministrator(database, site)
    await start(BUTTON)
    const result = JSON.stringify({
      a: { units: 9, successes: null, sum: 77_712_345, squares: 1 },
      b: { units: 9, successes: null, sum: 888, squares: 1 },
      difference: null,
    })
    await database.kysely
      .updateTable('experiments')
      .set({
        outcome: 'earnings',
        currency: 'EUR',
        baseline: 0.4271,
        deviation: 5.1893,
        result,
        ended_at: new Date(),
        decision: 'stopped',
      })
      .execute()
    const seenBy = async (role: string) => {
      await database.kysely
        .updateTable('profiles')
        .set({ back_office_role: role })
        .where('id', '=', id)
        .execute()
      const data = await (await site.get('/admin/experiments.data', { cookie })).text()
      return ['77712345', '0.4271', '5.1893'].filter((figure) => data.includes(figure))
    }
    expect(await seenBy('editor')).toEqual([])
    expect(await seenBy('analyst')).toHaveLength(3)
  })
})

describe('a page', () => {
  it('is the same for everybody and carries both variants: the cache has one copy of it', async () => {
    const before = await pageOf()
    expect(before).not.toContain('data-experiment')
    const { number } = await start({ ...BUTTON, colour: '#1a7f37' })
    const page = await pageOf()
    expect(page).toContain(`data-experiment="${number.toString(36)}.50"`)
    expect(page).toContain('data-b="Go to Alfa">Visit Alfa')
    const age = (response: Response) => response.headers.get('server-timing')
    const one = await site.get('/en/soccer/italy/serie-a/one-vs-two', { cookie: 'experiment=1a' })
    const other = await site.get('/en/soccer/italy/serie-a/one-vs-two', PERSON)
    expect(age(one)).toBe(age(other))
    expect(await one.text()).toBe(page)
    expect(await other.text()).toBe(page)
  })

  it('of a language without a text takes no part', async () => {
    await start({ ...BUTTON, texts: { de: 'Zu {bookmaker}' } })
    expect(await pageOf()).not.toContain('data-experiment')
  })

  it('of an order names only bookmakers that it shows, and takes no part where none of them may be shown', async () => {
    await start()
    expect(await pageOf('FR')).toMatch(/data-first="1"[^>]*>.{0,400}Carlo/s)
    await saveGroups(database, [
      { name: 'Italy', countries: 'IT', bookmakers: 'carlo' },
      { name: 'Elsewhere', is_rest: true },
    ])
    await changesArrive()
    const page = await pageOf('IT')
    expect(page).not.toContain('Carlo')
    expect(page).not.toContain('data-experiment')
    expect(page).not.toContain(bookmakers[2])
    expect(await pageOf('FR')).toContain('data-experiment')
    await database.kysely.deleteFrom('audiences').execute()
    await changesArrive()
  })
})

describe('visitors and clicks', () => {
  it('are counted for each variant: visitors as sums of a day, clicks with their variant', async () => {
    const { id, number } = await start()
    const mark = (variant: 'a' | 'b', isFirst = false) => writeMark(number.toString(36), variant, isFirst)
    const statuses = [
      await seen(mark('a')),
      await seen(mark('b')),
      await seen(mark('b')),
      // A robot, another experiment, no mark.
      await seen(mark('b'), { 'user-agent': 'Googlebot/2.1' }),
      await seen(writeMark((number + 1).toString(36), 'b', false)),
      await seen('b'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 400])
    await click(mark('b', true))
    await click(mark('b', true))
    await click(mark('b'))
    await click(mark('a', true), { 'user-agent': 'Googlebot/2.1' })
    await click(writeMark((number + 1).toString(36), 'a', true))
    await expect.poll(() => database.kysely.selectFrom('clicks').select('id').execute()).toHaveLength(4)
    await expect
      .poll(() =>
        database.kysely
          .selectFrom('experiment_visitors')
          .select(['variant', 'visitors'])
          .orderBy('variant')
          .execute(),
      )
      .toEqual([
        { variant: 'a', visitors: 1 },
        { variant: 'b', visitors: 2 },
      ])
    const clicks = await database.kysely
      .selectFrom('clicks')
      .select(['experiment_id', 'variant', 'is_first', 'position'])
      .orderBy('id')
      .execute()
    expect(clicks).toEqual([
      // Variant B lists Carlo first, the others list it third.
      { experiment_id: id, variant: 'b', is_first: true, position: 1 },
      { experiment_id: id, variant: 'b', is_first: true, position: 1 },
      { experiment_id: id, variant: 'b', is_first: false, position: 1 },
      { experiment_id: null, variant: null, is_first: false, position: 3 },
    ])
    const exported = await (await site.get('/admin/clicks/export', { cookie: admin })).text()
    expect(exported.match(/,Carlo first,b,\r/g)).toHaveLength(3)
    // The same browser's link, opened twice before it knew of the first time.
    expect((await figuresOf(id)).b).toMatchObject({ units: 2, successes: 1 })
  })

  it('of one network count in the experiment only as often as people click; the clicks themselves all count', async () => {
    const { id, number } = await start()
    const mark = writeMark(number.toString(36), 'b', true)
    // However long the clicks take here, they come within an instant.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (let batch = 0; batch < 34; batch += 1)
        await Promise.all(Array.from({ length: 10 }, () => click(mark, { 'x-forwarded-for': '203.0.113.9' })))
    } finally {
      vi.useRealTimers()
    }
    const clicks = () => database.kysely.selectFrom('clicks').select('experiment_id').execute()
    await expect.poll(async () => (await clicks()).length, { timeout: 5_000 }).toBe(340)
    const marked = (await clicks()).filter((it) => it.experiment_id === id).length
    expect(marked).toBeGreaterThanOrEqual(300)
    expect(marked).toBeLessThan(340)
    // Another network is not affected.
    await click(mark, { 'x-forwarded-for': '198.51.100.9' })
    await expect
      .poll(async () => (await clicks()).filter((it) => it.experiment_id === id).length, { timeout: 5_000 })
      .toBe(marked + 1)
  })

  it('of another site are refused', async () => {
    const { number } = await start()
    const response = await seen(writeMark(number.toString(36), 'a', false), {
      ...{ ...PERSON, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
  })
})
