import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { checkLinks, listCheckedLinks } from './link-check.server.ts'
import { judgeSilence, judgeStatus, mayPass } from './link-check.ts'

let database: Database
let target: FeedServer
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  target = await startFeedServer()
})
afterEach(async () => {
  await target.close()
  await database.kysely.deleteFrom('affiliate_buttons').execute()
  await database.kysely.deleteFrom('link_checks').execute()
})
afterAll(() => database.close())

const NOW = new Date('2026-11-22T03:47:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

const check = (now = NOW, env: NodeJS.ProcessEnv = { ALLOW_PRIVATE_FEEDS: '1' }) =>
  checkLinks(
    { database, env: parseEnv(env), log: createLog('silent'), pauses: { host: 0, again: 0 } },
    now,
    new AbortController().signal,
  )

const addButton = (button_link: string, more: { is_active?: boolean; bookmaker_id?: string } = {}) =>
  database.kysely
    .insertInto('affiliate_buttons')
    .values({ provider: button_link.split('/').at(-1) || 'x', button_text: 'Bet', button_link, ...more })
    .execute()

async function states() {
  const links = await listCheckedLinks(database.kysely)
  return Object.fromEntries(links.map(({ name, state, reason, status }) => [name, [state, reason, status]]))
}

const status = (code: number) => ({ kind: 'body' as const, body: '', status: code })

describe('the result of a response', () => {
  it.each([
    [200, 'works'],
    [204, 'works'],
    [304, 'works'],
    [403, 'unclear'],
    [429, 'unclear'],
    [451, 'unclear'],
    [404, 'broken'],
    [410, 'broken'],
    [500, 'broken'],
  ])('%s: %s', (code, state) => {
    expect(judgeStatus(code).state).toBe(state)
  })

  it('is retried when the problem can be temporary', () => {
    expect([judgeStatus(503), judgeSilence('timed_out'), judgeSilence('unreachable')].every(mayPass)).toBe(
      true,
    )
    expect([judgeStatus(404), judgeStatus(403), judgeSilence('address_refused')].some(mayPass)).toBe(false)
  })
})

describe('the link check', () => {
  it('finds broken links, requests with HEAD and then GET, and follows redirects', async () => {
    target.answer('/works', status(200))
    target.answer('/no-head', status(405), status(200))
    target.answer('/moved', { kind: 'redirect', to: '/works' })
    target.answer('/gone', status(404))
    target.answer('/circle', { kind: 'redirect', to: '/circle' })
    target.answer('/robots', status(403))
    target.answer('/recovers', status(503), status(503), status(200))
    target.answer('/cut', { kind: 'drop' })
    for (const name of ['works', 'no-head', 'moved', 'gone', 'circle', 'robots', 'recovers', 'cut'])
      await addButton(target.url(`/${name}`))
    await addButton(target.url('/hidden'), { is_active: false })
    await addButton('/en/offers')
    expect(await check()).toEqual({ works: 4, unclear: 1, broken: 3 })
    expect(await states()).toEqual({
      works: ['works', null, 200],
      'no-head': ['works', null, 200],
      moved: ['works', null, 200],
      recovers: ['works', null, 200],
      robots: ['unclear', 'http_status', 403],
      gone: ['broken', 'http_status', 404],
      circle: ['broken', 'too_many_redirects', null],
      cut: ['broken', 'unreachable', null],
    })
    const asked = (path: string) =>
      target.requests.filter((it) => it.path === path).map(({ method }) => method)
    expect(asked('/works')).toEqual(['HEAD', 'HEAD'])
    expect(asked('/no-head')).toEqual(['HEAD', 'GET'])
    expect(asked('/gone')).toEqual(['HEAD', 'GET'])
    expect(asked('/hidden')).toEqual([])
    expect(new Set(target.requests.map(({ headers }) => headers['user-agent']))).toEqual(
      new Set(['Overround (link check; bot)']),
    )
    // Broken links come first.
    expect(
      (await listCheckedLinks(database.kysely)).slice(0, 3).every(({ state }) => state === 'broken'),
    ).toBe(true)
  })

  it('asks with placeholders filled in', async () => {
    target.answer('/go', status(200))
    await addButton(`${target.url('/go')}?sub={click_id}&l={lang}&m={match}`)
    await check()
    expect(target.requests.map((it) => it.path)).toEqual(['/go?sub=link-check&l=en&m=none'])
  })

  it("asks a bookmaker's link by country, with the feed's link filled in, each bookmaker apart", async () => {
    target.answer('/track', status(200), status(404))
    const { kysely } = database
    const { leagueId } = await createPlace(kysely)
    const match = await createMatch(kysely, { league_id: leagueId })
    for (const name of ['north', 'south', 'silent', 'nowhere']) {
      const id = await createBookmaker(kysely, {
        name,
        link_hosts: name === 'nowhere' ? null : 'bet.example',
      })
      await addButton(`${target.url('/track')}?b=${name}`, { bookmaker_id: id })
      const template = `${target.url('/track')}?to={event_link}`
      await kysely.insertInto('link_templates').values({ bookmaker_id: id, template }).execute()
      if (name === 'silent') continue
      await offerPrices(kysely, match, { [id]: [quoteOf(marketOf({ type: 'moneyline' }), [2, 2])] })
      const link = `https://${name}.bet.example/1`
      const { no } = await kysely
        .selectFrom('bookmakers')
        .select('no')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await kysely.updateTable('quotes_seen').set({ link }).where('bookmaker', '=', no).execute()
    }
    await check()
    const templates = (await listCheckedLinks(kysely)).filter(({ kind }) => kind === 'template')
    expect(templates.map(({ name, state, isSkipped }) => [name, state !== null, isSkipped]).sort()).toEqual([
      ['north', true, false],
      ['nowhere', false, true],
      ['silent', false, false],
      ['south', true, false],
    ])
    const asked = target.requests.map((it) => it.path)
    expect(asked).toContain('/track?to=https%3A%2F%2Fnorth.bet.example%2F1')
    expect(asked).toContain('/track?to=https%3A%2F%2Fsouth.bet.example%2F1')
    expect(asked.filter((path) => path.includes('to='))).not.toContain('/track?to=')
  })

  it('makes no request into a private network', async () => {
    target.answer('/works', status(200))
    await addButton(target.url('/works'))
    await addButton('http://[fd00::1]/inside')
    await check(NOW, {})
    expect(await states()).toEqual({
      works: ['broken', 'address_refused', null],
      inside: ['broken', 'address_refused', null],
    })
    expect(target.requests).toEqual([])
  })

  it('stores since when a link is broken, and resets it for a changed link', async () => {
    target.answer('/a', status(404))
    await addButton(target.url('/a'))
    await check()
    await check(later(24))
    const [link] = await listCheckedLinks(database.kysely)
    expect(link).toMatchObject({ since: NOW.toISOString(), checkedAt: later(24).toISOString() })
    await database.kysely
      .updateTable('affiliate_buttons')
      .set({ button_link: target.url('/b') })
      .execute()
    expect((await listCheckedLinks(database.kysely))[0]).toMatchObject({ state: null, checkedAt: null })
    target.answer('/b', status(200))
    await check(later(48))
    expect((await listCheckedLinks(database.kysely))[0]).toMatchObject({ state: 'works' })
    const rows = await database.kysely.selectFrom('link_checks').select('link').execute()
    expect(rows).toEqual([{ link: target.url('/b') }])
  })

  it('reports nothing when no host answers: the problem is on this machine', async () => {
    await target.close()
    const other = await startFeedServer()
    const urls = [target.url('/a'), other.url('/b')]
    await other.close()
    for (const url of urls) await addButton(url)
    expect(await check()).toEqual({ works: 0, unclear: 2, broken: 0 })
    expect(await states()).toEqual({ a: [null, null, null], b: [null, null, null] })
  })

  it('checks a few hosts at a time, and the links of each one after another', async () => {
    const open = new Map<Server, number>()
    let most = 0
    let mostOfHost = 0
    const servers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const server = createServer((_, response) => {
          const count = (open.get(server) ?? 0) + 1
          open.set(server, count)
          mostOfHost = Math.max(mostOfHost, count)
          most = Math.max(
            most,
            [...open.values()].reduce((sum, it) => sum + it, 0),
          )
          setTimeout(() => {
            open.set(server, (open.get(server) ?? 1) - 1)
            response.end()
          }, 20)
        })
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
        return server
      }),
    )
    for (const server of servers) {
      for (const name of ['a', 'b'])
        await addButton(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`)
    }
    expect(await check()).toEqual({ works: 12, unclear: 0, broken: 0 })
    expect([most, mostOfHost]).toEqual([4, 1])
    for (const server of servers) server.close()
  })

  it('includes active promotions, and the own links of upcoming matches', async () => {
    const { kysely } = database
    const bookmaker_id = await createBookmaker(kysely, { name: 'Alderbet' })
    await addButton('https://partner.example/button', { bookmaker_id })
    const promotion = (title: string, end_date: Date | null) => ({
      title,
      description: '',
      button_text: 'Go',
      button_link: `https://partner.example/${title}`,
      end_date,
    })
    await kysely
      .insertInto('promotions')
      .values([promotion('on', null), promotion('over', new Date(Date.now() - 60_000))])
      .execute()
    const { leagueId } = await createPlace(kysely)
    const match = (home_team: string, hours: number) =>
      createMatch(kysely, {
        league_id: leagueId,
        home_team,
        away_team: 'Milan',
        affiliate_link: `https://partner.example/${home_team}`,
        start_time: new Date(Date.now() + hours * 3_600_000),
      })
    await match('Inter', 2)
    await match('Roma', -2)
    expect(
      (await listCheckedLinks(kysely)).map(({ kind, name, bookmaker }) => [kind, name, bookmaker]),
    ).toEqual([
      ['button', 'button', 'Alderbet'],
      ['promotion', 'on', null],
      ['match', 'Inter – Milan', null],
    ])
    await kysely.deleteFrom('promotions').execute()
    await kysely.deleteFrom('matches').execute()
  })
})
