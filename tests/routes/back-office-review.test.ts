import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionOutcome, LeagueOutcome } from '#app/features/contests/schema.ts'
import { storeEvents } from '#app/features/imports/store-batch.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: { cookie: string; email: string; id: string }
let place: Awaited<ReturnType<typeof createPlace>>
let bookmakers: Map<string, string>

const KICK_OFF = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000)

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
  place = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league: 'First' })
  bookmakers = new Map()
  for (const name of ['alpha', 'beta', 'gamma'])
    bookmakers.set(name, await createBookmaker(database.kysely, { key: name, name }))
})
afterAll(async () => {
  await site.close()
  await database.close()
})
beforeEach(async () => {
  await sql`truncate matches, team_name_decisions, league_aliases, favorite_leagues, old_slugs, audit_log cascade`.execute(
    database.kysely,
  )
  await database.kysely.deleteFrom('leagues').where('id', '<>', place.leagueId).execute()
})

let count = 0
/** An event as a feed of one bookmaker brings it. */
async function tell(
  source: string,
  home: string,
  away: string,
  prices: [number, number, number],
  hours = 0,
  league = { name: 'First', id: place.leagueId },
) {
  count += 1
  const event = {
    kind: 'event' as const,
    position: 0,
    externalId: `${source}-${home}-${away}-${hours}`,
    sport: 'Soccer',
    category: 'England',
    league: league.name,
    home,
    away,
    start: new Date(KICK_OFF.getTime() + hours * 3_600_000),
    quotes: [
      {
        bookmaker: { key: source, name: source },
        home: prices[0],
        draw: prices[1],
        away: prices[2],
        status: null,
        updatedAt: new Date(Date.now() + count),
      },
    ],
    warnings: [],
  }
  await database.kysely.transaction().execute((trx) =>
    storeEvents(
      trx,
      [
        {
          event,
          place: { ...place, leagueId: league.id, sport: 'Soccer', country: 'England', league: league.name },
        },
      ],
      {
        source,
        confirmedAt: new Date(),
        bookmakers,
        wasSeen: () => false,
      },
    ),
  )
}
const matches = () =>
  database.kysely
    .selectFrom('matches')
    .select(['id', 'home_team', 'away_team', 'home_odds', 'bookmaker_count'])
    .orderBy('created_at')
    .execute()
const screen = async () =>
  withoutScripts(await (await site.get('/admin/review', { cookie: admin.cookie })).text())
async function openReviews() {
  const rows = await database.kysely
    .selectFrom('match_reviews')
    .select('id')
    .where('status', '=', 'open')
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}
async function decide(id: string | undefined, answer: string) {
  const response = await adminPost(site, admin.cookie)('/admin/review.data', { id, answer })
  return { status: response.status, answer: await answerOf<DecisionOutcome>(response) }
}

describe('the review queue', () => {
  it('shows both contests with the names of each feed', async () => {
    await tell('alpha', 'The Riverside Lot', 'Hillford', [2, 3, 4])
    await tell('beta', 'Northwick', 'Hillford', [2.1, 3, 4])
    const html = await screen()
    for (const text of [
      'One opponent agrees, the other does not',
      'The Riverside Lot',
      'Northwick',
      'Same match',
      'Different matches',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('Typed')
    await sql`update matches set odds_locked = true`.execute(database.kysely)
    expect(await screen()).toContain('Typed for both matches: Typed odds. If they are the same')
  })

  it('joins the same match: prices, addresses and names, also for later matches', async () => {
    await tell('alpha', 'The Riverside Lot', 'Hillford', [2, 3, 4])
    await tell('beta', 'Northwick', 'Hillford', [2.1, 3, 4])
    await tell('alpha', 'The Riverside Lot', 'Eastham', [2, 3, 4], 72)
    await tell('beta', 'Northwick', 'Eastham', [2.2, 3, 4], 72)
    const [first, gone] = await matches()
    const [one, ...others] = await openReviews()
    expect(others).toHaveLength(1)
    expect(await decide(one, 'same')).toEqual({ status: 200, answer: { kind: 'decided', answer: 'same' } })
    // The other pair with the same two names is settled with it.
    expect(await openReviews()).toEqual([])
    expect(
      (await matches()).map((match) => [match.home_team, match.home_odds, match.bookmaker_count]),
    ).toEqual([
      ['The Riverside Lot', 2.1, 2],
      ['The Riverside Lot', 2.2, 2],
    ])
    const old = await site.get(`/en/soccer/england/first/${gone?.id}/northwick-vs-hillford`)
    expect([old.status, old.headers.get('location')]).toEqual([
      302,
      '/en/soccer/england/first/the-riverside-lot-vs-hillford',
    ])
    expect(first?.home_team).toBe('The Riverside Lot')
    await tell('gamma', 'Northwick', 'Westfield', [2, 3, 4], 200)
    await tell('alpha', 'The Riverside Lot', 'Westfield', [2.5, 3, 4], 200)
    expect((await matches()).at(-1)).toMatchObject({ bookmaker_count: 2, home_odds: 2.5 })
    expect(await openReviews()).toEqual([])
  })

  it('keeps different matches apart permanently', async () => {
    await tell('alpha', 'The Riverside Lot', 'Hillford', [2, 3, 4])
    await tell('beta', 'Northwick', 'Hillford', [2.1, 3, 4])
    const [one] = await openReviews()
    await decide(one, 'different')
    await tell('beta', 'Northwick', 'Hillford', [2.2, 3, 4])
    expect(await matches()).toHaveLength(2)
    expect(await openReviews()).toEqual([])
    await tell('alpha', 'The Riverside Lot', 'Eastham', [2, 3, 4], 72)
    await tell('beta', 'Northwick', 'Eastham', [2.2, 3, 4], 72)
    expect(await openReviews()).toEqual([])
    expect(await matches()).toHaveLength(4)
  })

  it('learns both names from the same match, and none from a different one if either can differ', async () => {
    const decisions = () =>
      database.kysely.selectFrom('team_name_decisions').select(['name_a', 'is_same']).execute()
    await tell('alpha', 'Riverton United', 'Hillford Town', [2, 3, 4])
    await tell('beta', 'Riverton', 'Hillford', [2.1, 3, 4])
    expect(await screen()).toContain('Only a part of a name agrees')
    const [different] = await openReviews()
    await decide(different, 'different')
    expect(await decisions()).toEqual([])
    await tell('alpha', 'Eastham United', 'Ashby Town', [2, 3, 4], 72)
    await tell('beta', 'Eastham', 'Ashby', [2.1, 3, 4], 72)
    const [same] = await openReviews()
    await decide(same, 'same')
    expect((await decisions()).map(({ name_a, is_same }) => [name_a, is_same]).sort()).toEqual([
      ['ashby', true],
      ['eastham', true],
    ])
  })

  it('swaps prices when the sides are swapped', async () => {
    await tell('alpha', 'Riverton', 'Hillford', [2, 3, 4])
    await tell('beta', 'Riverton', 'Hillford', [2, 3, 4], 60)
    await sql`update match_reviews set turned = true`.execute(database.kysely)
    const [one] = await openReviews()
    expect(await decide(one, 'same')).toMatchObject({ status: 200 })
    expect((await matches()).map(({ home_odds, bookmaker_count }) => [home_odds, bookmaker_count])).toEqual([
      [4, 2],
    ])
  })

  it('records each decision once in the audit trail', async () => {
    await tell('alpha', 'Riverton', 'Hillford', [2, 3, 4])
    await tell('beta', 'Riverton', 'Hillford', [2.1, 3, 4], 60)
    const [one] = await openReviews()
    await decide(one, 'same')
    expect(await decide(one, 'same')).toEqual({
      status: 422,
      answer: { kind: 'refused', problem: 'unknown' },
    })
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['entity', 'action', 'label'])
      .execute()
    expect(trail).toEqual([{ entity: 'matches', action: 'delete', label: 'Riverton - Hillford' }])
  })
})

describe('leagues with two names', () => {
  const change = async (body: object) => {
    const response = await adminPost(site, admin.cookie)('/admin/leagues/names.data', body)
    return { status: response.status, answer: await answerOf<LeagueOutcome>(response) }
  }
  const aliases = () =>
    database.kysely.selectFrom('league_aliases').select(['id', 'alias', 'is_same', 'league_id']).execute()

  async function twoLeagues() {
    const first = { name: 'First', id: place.leagueId }
    const made = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league: 'Premier' })
    const second = { name: 'Premier', id: made.leagueId }
    await tell('alpha', 'Riverton', 'Hillford', [2, 3, 4], 0, first)
    await tell('alpha', 'Northwick', 'Eastham', [2, 3, 4], 0, first)
    await tell('beta', 'Riverton FC', 'Hillford', [2.1, 3, 4], 0, second)
    await tell('beta', 'Westfield', 'Ashby', [2.2, 3, 4], 0, second)
    await database.kysely
      .insertInto('favorite_leagues')
      .values({ user_id: admin.id, league_id: second.id })
      .execute()
    return { first, second }
  }

  it('become one, with their matches, prices, favourites and addresses', async () => {
    const { first, second } = await twoLeagues()
    expect(await change({ intent: 'merge', keep: first.id, gone: second.id })).toEqual({
      status: 200,
      answer: { kind: 'merged' },
    })
    expect(
      (await matches()).map((match) => [match.home_team, match.home_odds, match.bookmaker_count]),
    ).toEqual([
      ['Riverton', 2.1, 2],
      ['Northwick', 2, 1],
      ['Westfield', 2.2, 1],
    ])
    const favourites = await database.kysely.selectFrom('favorite_leagues').select('league_id').execute()
    expect(favourites).toEqual([{ league_id: first.id }])
    const location = async (path: string) => {
      const response = await site.get(path)
      return [response.status, response.headers.get('location')]
    }
    expect(await location('/en/soccer/england/premier')).toEqual([301, '/en/soccer/england/first'])
    expect(await location('/en/soccer/england/premier/westfield-vs-ashby')).toEqual([
      301,
      '/en/soccer/england/first/westfield-vs-ashby',
    ])
    const shown = withoutScripts(
      await (
        await site.get(`/admin/leagues?sport=${place.sportId}&country=${place.countryId}`, {
          cookie: admin.cookie,
        })
      ).text(),
    )
    expect(shown).toContain('Premier is First')
    expect(await change({ intent: 'merge', keep: first.id, gone: second.id })).toEqual({
      status: 422,
      answer: { kind: 'refused', problem: 'unknown' },
    })
  })

  it('are split again, each feed with its matches and prices, and not joined again', async () => {
    const { first, second } = await twoLeagues()
    await change({ intent: 'merge', keep: first.id, gone: second.id })
    const [alias] = await aliases()
    expect(await change({ intent: 'split', alias: alias?.id })).toEqual({
      status: 200,
      answer: { kind: 'split' },
    })
    const rows = await database.kysely
      .selectFrom('matches as m')
      .innerJoin('leagues as l', 'l.id', 'm.league_id')
      .select(['l.name', 'm.home_team', 'm.home_odds', 'm.bookmaker_count'])
      .orderBy('l.name')
      .orderBy('m.home_team')
      .execute()
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['First', 'Northwick', 2, 1],
      ['First', 'Riverton', 2, 1],
      ['Premier', 'Riverton FC', 2.1, 1],
      ['Premier', 'Westfield', 2.2, 1],
    ])
    expect((await aliases()).map(({ alias, is_same }) => [alias, is_same])).toEqual([['Premier', false]])
    expect((await site.get('/en/soccer/england/premier')).status).toBe(200)
    expect(await openReviews()).toEqual([])
    expect(await change({ intent: 'split', alias: alias?.id })).toMatchObject({ status: 422 })
  })

  it('of two countries stay separate', async () => {
    const spain = await createPlace(database.kysely, { country: 'Spain', code: 'ES', league: 'Premier' })
    expect(await change({ intent: 'merge', keep: place.leagueId, gone: spain.leagueId })).toMatchObject({
      status: 422,
    })
  })
})
