import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import apiFootball from '#app/features/sources/api-football/index.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readItems } from '#tests/support/source-contract.ts'
import { answerFixtures, answerLiveOdds, answerOdds } from './api-football.ts'
import type { SandboxWorld } from './calendar.ts'
import { leagues } from './data/index.ts'
import { startSandbox } from './server.ts'

const NOON = new Date('2026-11-21T12:00:00Z')
const world = { leagues, seed: 7 }

const fixturesAt = async (query: string, now: Date, of: SandboxWorld = world) => {
  const items = await readItems(apiFootball, answerFixtures(of, new URLSearchParams(query), now))
  return items.filter((item) => item.kind === 'event' || item.kind === 'live')
}

describe('the live scores of the sandbox', () => {
  it('change with the clock, from the kick-off to the result', async () => {
    const first = (await fixturesAt('date=2026-11-21', NOON)).find(
      (item) => item.kind === 'event' && item.start > NOON,
    )
    if (first?.kind !== 'event') throw new Error('no match to come')
    const league = leagues.find((it) => it.sport === 'Soccer' && it.league === first.league)
    const alone = { ...world, only: league?.oddsApiKey ?? '' }
    const states = []
    for (let minutes = -1; minutes <= 110; minutes += 1) {
      const now = new Date(first.start.getTime() + minutes * MINUTE_MS)
      const item = (await fixturesAt('date=now', now, alone)).find((it) => it.externalId === first.externalId)
      states.push({ ...item?.state, result: item?.result })
    }
    expect([...new Set(states.map(({ status }) => status))]).toEqual([undefined, '1H', 'HT', '2H', 'FT'])
    expect(states.slice(1, 46).map(({ elapsed }) => elapsed)).toEqual(
      Array.from({ length: 45 }, (_, n) => n + 1),
    )
    const goals = states.slice(1).map((it) => (it.goals?.home ?? 0) + (it.goals?.away ?? 0))
    expect(goals).toEqual(goals.toSorted((a, b) => a - b))
    expect(states.at(-1)?.result).toEqual(states.at(-1)?.goals)
    expect(states.slice(0, -10).every(({ result }) => result === undefined)).toBe(true)
  })

  it('in play are those of the day that have begun and are not over', async () => {
    const live = await fixturesAt('live=all', new Date(NOON.getTime() + 4 * HOUR_MS))
    expect(live.length).toBeGreaterThan(5)
    expect(new Set(live.map(({ kind }) => kind))).toEqual(new Set(['live']))
    expect(live.every(({ state }) => ['1H', 'HT', '2H'].includes(state?.status ?? ''))).toBe(true)
  })

  it('have odds, ten fixtures a page, that the registry knows, and odds in play', async () => {
    const query = (page: number) => new URLSearchParams({ date: '2026-11-21', page: String(page) })
    const [first, second] = [answerOdds(world, query(1), NOON), answerOdds(world, query(2), NOON)]
    expect(first).toMatchObject({ results: 10, paging: { current: 1, total: expect.any(Number) } })
    expect(second).toMatchObject({ paging: { current: 2 } })
    const items = await readItems(apiFootball, first)
    const prices = items.filter((item) => item.kind === 'prices')
    expect(prices).toHaveLength(10)
    expect(prices.flatMap(({ unknownMarkets }) => unknownMarkets)).toEqual([])
    const known = await fixturesAt('date=2026-11-21', NOON)
    expect(known.map(({ externalId }) => externalId)).toContain(prices[0]?.externalId)
    const quotes = prices.flatMap(({ offers }) => offers ?? []).flatMap((offer) => offer.quotes)
    expect(new Set(quotes.map(({ market }) => market.type)).size).toBeGreaterThanOrEqual(4)
    const live = await readItems(
      apiFootball,
      answerLiveOdds(world, new URLSearchParams(), new Date(NOON.getTime() + 4 * HOUR_MS)),
    )
    expect(live.length).toBeGreaterThan(5)
    expect(live.every((item) => item.kind === 'prices' && item.isInPlay)).toBe(true)
  })

  it('return an error with HTTP 200, like the real service', async () => {
    const sandbox = await startSandbox({ seed: 7, now: () => NOON })
    const response = await fetch(`${sandbox.origin}/football/fixtures?date=tomorrow`)
    await sandbox.close()
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { errors: { date: expect.any(String) } },
    ])
  })
})

describe('the demonstration', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it('attaches its live scores to the matches of its odds feed', async () => {
    const now = new Date(Date.now() - 1_000)
    const sandbox = await startSandbox({ seed: 7, now: () => now })
    const importFeed = (source: string) => {
      const address = sandbox.feeds.find((feed) => feed.source === source)?.address ?? ''
      return runImport(database.kysely, {
        source,
        origin: address,
        options: { fetch: { allowPrivateAddresses: true } },
      })
    }
    expect(await importFeed('the-odds-api')).toMatchObject({ status: 'done' })
    const live = await importFeed('api-football')
    await sandbox.close()
    expect(live).toMatchObject({ status: 'done', rejected: 0 })
    // Matches that ended recently are not in the odds feed.
    const { rows } = await database.kysely
      .selectFrom('matches as m')
      .leftJoin('fixtures as f', 'f.match_id', 'm.id')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('m.start_time', '>', new Date(now.getTime() - HOUR_MS))
      .where('m.start_time', '<', now)
      .where('m.sport_name', '=', 'Soccer')
      .where('f.id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(Number(rows)).toBe(0)
    const twins = await database.kysely
      .selectFrom('matches')
      .select(['home_team', 'start_time'])
      .groupBy(['home_team', 'away_team', 'start_time', 'league_id'])
      .having(({ fn }) => fn.countAll<number>(), '>', 1)
      .execute()
    expect(twins).toEqual([])
  })
})
