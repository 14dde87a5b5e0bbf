import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionOutcome, LeagueOutcome, MergeQuestion } from '#app/features/contests/schema.ts'
import { storeEvents } from '#app/features/imports/store/store-batch.server.ts'
import { readPriceGrid, storeTyped } from '#app/features/odds/typed-prices.server.ts'
import { headlineMarket } from '#app/features/odds/typed-prices.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase, emptyTables } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { withoutScripts } from '#tests/support/html.ts'
import { marketOf, quoteOf } from '#tests/support/market-prices.ts'
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
  await emptyTables(
    database,
    ...['matches', 'review_decisions', 'team_name_decisions', 'league_aliases', 'favorite_leagues'],
    ...['old_slugs', 'audit_log'],
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
  const updatedAt = new Date(Date.now() + count)
  const named = { bookmaker: { key: source, name: source } }
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
        ...named,
        home: prices[0],
        draw: prices[1],
        away: prices[2],
        status: null,
        updatedAt,
      },
    ],
    offers: [
      {
        ...named,
        ...{ seenAt: updatedAt, isLate: false, link: null },
        quotes: [quoteOf(headlineMarket('Soccer'), prices)],
      },
    ],
    part: 'main',
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
    // The colon follows the name in the direction of the line, whatever the name's own is.
    expect(html).toMatch(/<bdi>beta<\/bdi>:(<!-- -->)? <bdi>Northwick/)
    expect(html).not.toContain('Typed')
    await sql`update matches set odds_locked = true`.execute(database.kysely)
    expect(await screen()).toContain('Typed for both matches: Typed odds. If they are the same')
  })

  it('has pages, and a search by teams, leagues and places', async () => {
    const { sportId: sport_id, countryId: country_id, leagueId: league_id } = place
    const match = (n: number, home: string) =>
      createMatch(database.kysely, {
        ...{ sport_id, country_id, league_id, home_team: `${home} ${n}`, away_team: 'Hillford' },
        start_time: new Date(KICK_OFF.getTime() + n * 60_000),
      })
    const pairs: { match_id: string; candidate_id: string; reason: 'names' }[] = []
    for (let n = 10; n < 62; n += 1)
      pairs.push({ match_id: await match(n, 'Alton'), candidate_id: await match(n, 'Béla'), reason: 'names' })
    await database.kysely.insertInto('match_reviews').values(pairs).execute()
    const shown = async (query: string) => {
      const html = withoutScripts(
        await (await site.get(`/admin/review?${query}`, { cookie: admin.cookie })).text(),
      )
      return [...html.matchAll(/aria-label="Same match: Alton (\d+)/g)].map(([, n]) => Number(n))
    }
    expect(await shown('')).toEqual(Array.from({ length: 50 }, (_, at) => at + 10))
    expect(await shown('page=2')).toEqual([60, 61])
    expect(await shown('page=9')).toEqual([60, 61])
    expect(await shown('q=bela+37')).toEqual([37])
    expect(await shown('q=England+first+42')).toEqual([42])
    expect(await shown('q=nobody')).toEqual([])
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

describe('a decision', () => {
  const decided = async (query = '') =>
    withoutScripts(
      await (await site.get(`/admin/review?tab=decided${query}`, { cookie: admin.cookie })).text(),
    )
  const question = async (id: string | undefined) => {
    const response = await site.get(`/admin/review/question?id=${id}`, { cookie: admin.cookie })
    return ((await response.json()) as { question: MergeQuestion | null }).question
  }
  let last: string | undefined
  async function undo() {
    const latest = database.kysely.selectFrom('review_decisions').select('id').orderBy('decided_at', 'desc')
    last = (await latest.executeTakeFirst())?.id ?? last
    return decide(last, 'undo')
  }
  /** The prices that count, by match and market: `bookmaker: prices`. */
  async function prices() {
    const { rows } = await sql<{ home: string; name: string; prices: number[]; opening: number[] | null }>`
      select m.home_team as home, b.name, q.prices, q.opening from matches m join markets k on k.event = m.id
      join quotes q on q.market = k.id and array_length(array_remove(q.prices, null), 1) > 0
      join bookmakers b on b.no = q.bookmaker
      order by m.created_at, m.home_team, b.name, q.prices`.execute(database.kysely)
    return rows.map(({ home, name, prices }) => `${home} ${name} ${(prices[0] ?? 0) / 1_000_000}`)
  }
  const odds = () =>
    database.kysely
      .selectFrom('odds as o')
      .innerJoin('matches as m', 'm.id', 'o.match_id')
      .select(['m.home_team', 'o.source', 'o.home_odds'])
      .orderBy('m.home_team')
      .orderBy('o.source')
      .execute()
  const twoMatches = async () => {
    await tell('alpha', 'The Riverside Lot', 'Hillford', [2, 3, 4])
    await tell('beta', 'Northwick', 'Hillford', [5, 4, 1.5])
    const [stays, goes] = await matches()
    if (!stays || !goes) throw new Error('two matches')
    return { stays, goes }
  }

  it('is preceded by what follows from it', async () => {
    const { goes } = await twoMatches()
    await tell('alpha', 'The Riverside Lot', 'Eastham', [2, 3, 4], 72)
    await tell('beta', 'Northwick', 'Eastham', [2.2, 3, 4], 72)
    await tell('beta', 'Northwick', 'Ashby', [2.2, 3, 4], 200)
    await database.kysely
      .insertInto('favorite_matches')
      .values({ user_id: admin.id, match_id: goes.id })
      .execute()
    const [one] = await openReviews()
    expect(await question(one)).toEqual({
      moved: { prices: 1, favourites: 1, alerts: 0, bets: 0 },
      names: [{ name: 'Northwick', other: 'The Riverside Lot', matches: 2, others: 1 }],
      pairs: 1,
    })
    await decide(one, 'same')
    expect(await question(one)).toBeNull()
  })

  it('is undone: both matches are there again, each with its address, visitors and own prices', async () => {
    const { stays, goes } = await twoMatches()
    const { kysely } = database
    const slugs = kysely.selectFrom('matches').select(['id', 'slug']).orderBy('id')
    const addresses = await slugs.execute()
    await kysely.insertInto('favorite_matches').values({ user_id: admin.id, match_id: goes.id }).execute()
    const alert = { user_id: admin.id, kind: 'kick_off', minutes: 30, match_id: goes.id }
    await kysely.insertInto('visitor_alerts').values(alert).execute()
    const [one] = await openReviews()
    await decide(one, 'same')
    await tell('alpha', 'The Riverside Lot', 'Hillford', [2.5, 3, 4])
    await tell('beta', 'Northwick', 'Hillford', [6, 4, 1.5])
    await tell('gamma', 'Northwick', 'Hillford', [7, 4, 1.5])
    expect(await matches()).toHaveLength(1)
    expect(await prices()).toEqual([
      'The Riverside Lot alpha 2.5',
      'The Riverside Lot beta 6',
      'The Riverside Lot gamma 7',
    ])
    expect(await undo()).toEqual({ status: 200, answer: { kind: 'decided', answer: 'undo' } })
    expect(await slugs.execute()).toEqual(addresses)
    expect(await prices()).toEqual(['The Riverside Lot alpha 2.5'])
    expect(await odds()).toEqual([{ home_team: 'The Riverside Lot', source: 'alpha', home_odds: 2.5 }])
    expect(await kysely.selectFrom('team_name_decisions').selectAll().execute()).toEqual([])
    for (const table of ['favorite_matches', 'visitor_alerts'] as const)
      expect(await kysely.selectFrom(table).select('match_id').execute()).toEqual([{ match_id: goes.id }])
    expect((await matches()).find(({ id }) => id === stays.id)).toMatchObject({
      home_odds: 2.5,
      bookmaker_count: 1,
    })
    expect((await openReviews()).length).toBe(1)
    // The next import: each feed writes to its own match, also the one that came to the merged one.
    await tell('alpha', 'The Riverside Lot', 'Hillford', [2.5, 3, 4])
    await tell('beta', 'Northwick', 'Hillford', [6, 4, 1.5])
    await tell('gamma', 'Northwick', 'Hillford', [7, 4, 1.5])
    expect(await matches()).toHaveLength(2)
    expect((await prices()).sort()).toEqual([
      'Northwick beta 6',
      'Northwick gamma 7',
      'The Riverside Lot alpha 2.5',
    ])
    expect((await site.get('/en/soccer/england/first/northwick-vs-hillford')).status).toBe(200)
  })

  it('is undone for two matches of one feed: the prices of before are back, those of the other match are gone', async () => {
    const far = [2, 3, 4] as const
    await tell('alpha', 'Riverton', 'Hillford', [...far])
    await tell('alpha', 'Northwick', 'Ashby', [9, 3, 1.2])
    const [stays, goes] = await matches()
    if (!stays || !goes) throw new Error('two matches')
    await database.kysely
      .insertInto('match_reviews')
      .values({ match_id: goes.id, candidate_id: stays.id, reason: 'opponent' })
      .execute()
    const [one] = await openReviews()
    await decide(one, 'same')
    await tell('alpha', 'Northwick', 'Ashby', [9.5, 3, 1.2])
    // The feed renames its match, too.
    expect(await prices()).toEqual(['Northwick alpha 9.5'])
    await undo()
    expect(await prices()).toEqual(['Riverton alpha 2'])
    expect((await matches()).map((it) => [it.home_team, it.home_odds])).toEqual([
      ['Riverton', 2],
      ['Northwick', 1.01],
    ])
    const { rows } = await sql<{ prices: (number | null)[] }>`
      select c.prices from quote_changes c join markets k on k.id = c.market where k.event = ${stays.id} order by c.at`.execute(
      database.kysely,
    )
    expect(rows.map(({ prices: [home] }) => home)).toEqual([2_000_000])
    await tell('alpha', 'Riverton', 'Hillford', [...far])
    await tell('alpha', 'Northwick', 'Ashby', [9.5, 3, 1.2])
    expect(await prices()).toEqual(['Riverton alpha 2', 'Northwick alpha 9.5'])
  })

  it('gives a match back whose sides were swapped, with typed odds, score and bets', async () => {
    await tell('alpha', 'Riverton', 'Hillford', [2, 3, 4])
    await tell('beta', 'Riverton', 'Hillford', [2, 3, 4], 60)
    await sql`update match_reviews set turned = true`.execute(database.kysely)
    const [stays, goes] = await matches()
    if (!stays || !goes) throw new Error('two matches')
    const { kysely } = database
    await sql`update matches set odds_locked = true, home_odds = 7, away_odds = 1.3, affiliate_link = 'https://x.example'
      where id = ${goes.id}`.execute(kysely)
    const bet = { match_id: goes.id, home_team: 'Riverton', away_team: 'Hillford', outcome: 'home' }
    await kysely
      .insertInto('noted_bets')
      .values({
        ...{ ...bet, user_id: admin.id, start_time: KICK_OFF, placed_at: new Date(), price: 2_000_000 },
        ...{ market_type: 'match_result', market_period: 'match' },
      })
      .execute()
    const market = headlineMarket('Soccer')
    const handicap = marketOf({ type: 'handicap', line: -1.5 })
    const bookmaker = bookmakers.get('gamma') ?? ''
    await kysely.transaction().execute((trx) =>
      storeTyped(
        trx,
        new Map([
          [
            goes.id,
            [
              { bookmaker, market, prices: [6, 4, 1.4], seen: null },
              { bookmaker, market: handicap, prices: [1.9, 1.95], seen: null },
            ],
          ],
        ]),
      ),
    )
    const [one] = await openReviews()
    await decide(one, 'same')
    expect(await kysely.selectFrom('noted_bets').select(['match_id', 'outcome']).execute()).toEqual([
      { match_id: stays.id, outcome: 'away' },
    ])
    expect(await prices()).toContain('Riverton gamma 1.4')
    await undo()
    expect(await kysely.selectFrom('noted_bets').select(['match_id', 'outcome']).execute()).toEqual([
      { match_id: goes.id, outcome: 'home' },
    ])
    const columns = ['id', 'odds_locked', 'affiliate_link', 'home_odds', 'bookmaker_count'] as const
    const rows = await kysely.selectFrom('matches').select(columns).orderBy('created_at').execute()
    expect(rows).toEqual([
      { id: stays.id, odds_locked: false, affiliate_link: null, home_odds: 2, bookmaker_count: 1 },
      {
        id: goes.id,
        odds_locked: true,
        affiliate_link: 'https://x.example',
        home_odds: 7,
        bookmaker_count: 1,
      },
    ])
    expect(await prices()).toEqual(['Riverton alpha 2', 'Riverton gamma 1.9', 'Riverton gamma 6'])
    const grid = await readPriceGrid({ database }, stays.id)
    expect(grid?.markets.map(({ market: { type } }) => type)).toEqual(['match_result'])
  })

  it('about names ends for the matches that feeds have joined by them since', async () => {
    await twoMatches()
    const [one] = await openReviews()
    await decide(one, 'same')
    await tell('alpha', 'The Riverside Lot', 'Westfield', [2.5, 3, 4], 200)
    await tell('beta', 'Northwick', 'Westfield', [8, 3, 1.3], 200)
    expect(await prices()).toContain('The Riverside Lot beta 8')
    await undo()
    expect(await prices()).not.toContain('The Riverside Lot beta 8')
    await tell('alpha', 'The Riverside Lot', 'Westfield', [2.5, 3, 4], 200)
    await tell('beta', 'Northwick', 'Westfield', [8, 3, 1.3], 200)
    expect(await prices()).toContain('Northwick beta 8')
    const page = async (team: string) => (await site.get(`/en/soccer/england/team/${team}`)).text()
    expect(withoutScripts(await page('northwick'))).not.toContain('The Riverside Lot –')
  })

  it.each([
    ['first', 0, 1],
    ['last', 1, 0],
  ])('is undone after another merge of the match that stayed, the %s one first', async (_, one, other) => {
    await twoMatches()
    await tell('gamma', 'Eastfield', 'Hillford', [9, 4, 1.2])
    const [first, second, third] = await matches()
    const pair = async (match: string | undefined, candidate: string | undefined) => {
      const found = await database.kysely
        .selectFrom('match_reviews')
        .select('id')
        .where('match_id', '=', match ?? '')
        .where('candidate_id', '=', candidate ?? '')
        .executeTakeFirst()
      return found?.id
    }
    await decide(await pair(second?.id, first?.id), 'same')
    await sql`delete from match_reviews`.execute(database.kysely)
    await database.kysely
      .insertInto('match_reviews')
      .values({ match_id: first?.id ?? '', candidate_id: third?.id ?? '', reason: 'opponent' })
      .execute()
    await decide(await pair(first?.id, third?.id), 'same')
    expect((await matches()).map(({ home_team }) => home_team)).toEqual(['Eastfield'])
    const decisions = await database.kysely
      .selectFrom('review_decisions')
      .select('id')
      .orderBy('decided_at')
      .execute()
    await decide(decisions[one]?.id, 'undo')
    expect(await matches()).toHaveLength(2)
    await decide(decisions[other]?.id, 'undo')
    expect((await matches()).map(({ home_team }) => home_team).sort()).toEqual([
      'Eastfield',
      'Northwick',
      'The Riverside Lot',
    ])
    const links = await database.kysely
      .selectFrom('match_sources as s')
      .innerJoin('matches as m', 'm.id', 's.match_id')
      .select(['s.source', 'm.home_team'])
      .orderBy('s.source')
      .execute()
    expect(links.map(({ source, home_team }) => `${source} ${home_team}`)).toEqual([
      'alpha The Riverside Lot',
      'beta Northwick',
      'gamma Eastfield',
    ])
  })

  it('that two matches are different is undone, too, once', async () => {
    await twoMatches()
    const [one] = await openReviews()
    await decide(one, 'different')
    expect(await openReviews()).toEqual([])
    expect(await decided()).toContain('Different matches')
    expect(await undo()).toMatchObject({ status: 200 })
    expect(await openReviews()).toEqual([one])
    expect(await database.kysely.selectFrom('team_name_decisions').selectAll().execute()).toEqual([])
    expect(await undo()).toMatchObject({ status: 422 })
  })

  it('is listed with its matches and names, found by a team or league, and recorded with its end', async () => {
    await twoMatches()
    const [one] = await openReviews()
    await decide(one, 'same')
    const html = await decided()
    for (const text of ['Same match', 'Northwick', 'The Riverside Lot', 'First', admin.email, 'Undo'])
      expect(html).toContain(text)
    expect(await decided('&q=northw')).toContain('The Riverside Lot')
    expect(await decided('&q=nobody')).toContain('No decisions')
    await undo()
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['entity', 'action', 'label', 'after'])
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      {
        ...{ entity: 'matches', action: 'delete', label: 'Northwick - Hillford' },
        after: {
          joined_with: 'The Riverside Lot - Hillford',
          same_names: 'Northwick = The Riverside Lot',
        },
      },
      {
        ...{ entity: 'matches', action: 'create', label: 'Northwick - Hillford' },
        after: {
          ...{ home_team: 'Northwick', away_team: 'Hillford' },
          parted_from: 'The Riverside Lot - Hillford',
        },
      },
      {
        ...{ entity: 'match_reviews', action: 'update' },
        label: 'Northwick - Hillford / The Riverside Lot - Hillford',
        after: { status: 'open', same_names: null },
      },
    ])
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

describe('the winners of outrights', () => {
  it('are stored by an operator once an outright is closed, are in the history, and can be taken back', async () => {
    const outrightOf = (name: string, hours: number) =>
      database.kysely
        .insertInto('outrights')
        .values({
          ...{ league_id: place.leagueId, name, slug: name.toLowerCase() },
          start_time: new Date(Date.now() + hours * 3_600_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [closed, open] = [await outrightOf('Cup', -2), await outrightOf('Shield', 2)]
    for (const { id } of [closed, open])
      await database.kysely
        .insertInto('outright_participants')
        .values(
          ['Riverton', 'Hillford', 'Eastham'].map((name, n) => ({
            ...{ outright_id: id, position: n + 1, name, key: name.toLowerCase() },
          })),
        )
        .execute()
    const list = async () =>
      withoutScripts(await (await site.get('/admin/review?tab=outrights', { cookie: admin.cookie })).text())
    const html = await list()
    expect(html).toContain('Outrights without a winner: 1')
    expect(html).toMatch(/Cup.*Eastham.*Hillford.*Riverton/s)
    expect(html).not.toContain('Shield')
    const store = async (outright: string, winners: unknown[]) => {
      const response = await adminPost(site, admin.cookie)('/admin/review.data', { outright, winners })
      return response.ok || response.status === 422 ? answerOf(response) : response.status
    }
    expect(await store(open.id, [1])).toEqual({ kind: 'refused', problem: 'unknown' })
    expect(await store(closed.id, [4])).toEqual({ kind: 'refused', problem: 'unknown' })
    expect(await store(closed.id, ['1'])).toBe(400)
    expect(await store(closed.id, [3, 1, 3])).toEqual({ kind: 'saved' })
    const stored = ({ id } = closed) =>
      database.kysely
        .selectFrom('outrights')
        .select(['status', 'winners'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await stored()).toEqual({ status: 'finished', winners: [3, 1] })
    expect(await stored(open)).toEqual({ status: 'scheduled', winners: null })
    expect(await list()).toContain('Outrights without a winner: 0')
    expect(await list()).toMatch(/Eastham and Riverton/)
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['entity', 'label', 'before', 'after'])
      .execute()
    expect(entries).toEqual([
      {
        ...{ entity: 'outrights', label: 'Cup' },
        ...{ before: { winners: '' }, after: { winners: 'Riverton\nEastham' } },
      },
    ])
    expect(await store(closed.id, [])).toEqual({ kind: 'saved' })
    expect(await stored()).toEqual({ status: 'scheduled', winners: null })
  })

  it('can be corrected behind any number of outrights without a winner', async () => {
    const values = Array.from({ length: 120 }, (_, n) => ({
      ...{ league_id: place.leagueId, name: `Cup ${n + 1}`, slug: `cup-${n + 1}` },
      ...{ start_time: new Date(Date.now() - (n + 1) * 3_600_000), winners: n === 0 ? [1] : null },
    }))
    await database.kysely.deleteFrom('outrights').execute()
    await database.kysely.insertInto('outrights').values(values).execute()
    const namesOn = async (page: number) => {
      const address = `/admin/review?tab=outrights&page=${page}`
      const html = withoutScripts(await (await site.get(address, { cookie: admin.cookie })).text())
      expect(html).toContain('Outrights without a winner: 119')
      return [...html.matchAll(/<bdi>(Cup \d+)/g)].map(([, name]) => name)
    }
    expect((await namesOn(1)).slice(0, 2)).toEqual(['Cup 2', 'Cup 3'])
    expect((await namesOn(6)).at(-1)).toBe('Cup 1')
    expect(await namesOn(99), 'beyond the end').toEqual(await namesOn(6))
  })
})
