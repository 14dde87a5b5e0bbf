import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leagueKey } from '#app/features/catalogue/place-names.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { listMarkets } from '../odds/market-queries.server.ts'
import type { OfferedQuote } from '../odds/offers.ts'
import { readPriceGrid, storeTyped } from '../odds/typed-prices.server.ts'
import { headlineMarket } from '../odds/typed-prices.ts'
import { mergeLeagues, splitLeague } from './leagues.server.ts'
import { mergeMatches } from './merge.server.ts'
import { mergeUndoably, undoMerge } from './undo-merge.server.ts'

const SITE = { id: null, email: 'overround' }

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a suspended or incomplete quote stays so when its match is merged into another, with sides swapped or not', async () => {
  const db = database.kysely
  const { leagueId } = await createPlace(db)
  const [keep, gone] = [
    await createMatch(db, { league_id: leagueId }),
    await createMatch(db, { league_id: leagueId, home_team: 'B', away_team: 'A' }),
  ]
  const [open, suspended, incomplete] = [
    await createBookmaker(db, { name: 'Open' }),
    await createBookmaker(db, { name: 'Suspended' }),
    await createBookmaker(db, { name: 'Incomplete' }),
  ]
  await createQuote(db, { match: gone, bookmaker: open, prices: [1.5, 4, 6] })
  const before = new Date(Date.now() - 60_000)
  await createQuote(db, { match: keep, bookmaker: suspended, prices: [9, 9, 9], lastUpdated: before })
  await createQuote(db, {
    match: gone,
    bookmaker: suspended,
    prices: [null, 5, 9],
    status: 'suspended',
  })
  await createQuote(db, { match: gone, bookmaker: incomplete, prices: [8, null, 8], status: 'incomplete' })
  await db.transaction().execute((trx) => mergeMatches(trx, { keep, gone, turned: true }))
  const quotes = await db
    .selectFrom('odds as o')
    .innerJoin('bookmakers as b', 'b.id', 'o.bookmaker_id')
    .select(['b.name', 'o.match_id', 'o.home_odds', 'o.draw_odds', 'o.away_odds', 'o.status'])
    .orderBy('b.name')
    .execute()
  expect(quotes.map(({ match_id, ...quote }) => [match_id === keep, ...Object.values(quote)])).toEqual([
    [true, 'Incomplete', 8, null, 8, 'incomplete'],
    [true, 'Open', 6, 4, 1.5, null],
    [true, 'Suspended', 9, 5, null, 'suspended'],
  ])
  const { home_odds, draw_odds, away_odds, bookmaker_count } = await db
    .selectFrom('matches')
    .select(['home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
    .where('id', '=', keep)
    .executeTakeFirstOrThrow()
  expect([home_odds, draw_odds, away_odds, bookmaker_count]).toEqual([6, 4, 1.5, 1])
})

it('what was typed for a match goes with it, turned, unless it was typed for the match that stays', async () => {
  const db = database.kysely
  const { leagueId } = await createPlace(db)
  const start_time = new Date(Date.now() + 86_400_000)
  const make = (typed: object, teams: object = {}) =>
    createMatch(db, { league_id: leagueId, start_time, ...teams, ...typed })
  const turned = { home_team: 'B', away_team: 'A' }
  const [alpha, beta] = [
    await createBookmaker(db, { name: 'Alpha' }),
    await createBookmaker(db, { name: 'Beta' }),
  ]
  const result = headlineMarket('Soccer')
  const total = marketOf({ type: 'total', line: 2.5 })
  const type = (match: string, bookmaker: string, market: typeof total, prices: number[]) =>
    db
      .transaction()
      .execute((trx) => storeTyped(trx, new Map([[match, [{ bookmaker, market, prices, seen: null }]]])))
  const merge = (keep: string, gone: string) =>
    db.transaction().execute((trx) => mergeMatches(trx, { keep, gone, turned: true }))
  const stored = (id: string) =>
    db
      .selectFrom('matches')
      .select([
        'home_odds',
        'away_odds',
        'odds_locked',
        'home_score',
        'away_score',
        'score_locked',
        'bookmaker_count',
      ])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  const keep = await make({})
  const gone = await make({ home_odds: 5, draw_odds: 4, away_odds: 1.5, odds_locked: true }, turned)
  // A feed's prices of the match that stays are newer than what was typed.
  await type(gone, alpha, result, [6, 4, 1.4])
  await createQuote(db, { match: keep, bookmaker: alpha, prices: [1.6, 4, 5], lastUpdated: new Date() })
  await type(gone, beta, total, [1.9, 1.95])
  await type(keep, beta, result, [1.7, 3, 5])
  await type(gone, beta, result, [7, 3, 1.2])
  await merge(keep, gone)
  expect(await stored(keep)).toMatchObject({
    home_odds: 1.5,
    away_odds: 5,
    odds_locked: true,
    bookmaker_count: 2,
  })
  const grid = await readPriceGrid({ database }, keep)
  const quotes = grid?.markets.flatMap(({ market, quotes: of }) =>
    of.map(({ bookmaker, prices }) => [market.type, bookmaker === alpha ? 'Alpha' : 'Beta', ...prices]),
  )
  expect(quotes?.sort()).toEqual([
    ['match_result', 'Alpha', 1.4, 4, 6],
    ['match_result', 'Beta', 1.7, 3, 5],
    ['total', 'Beta', 1.9, 1.95],
  ])

  const ended = { status: 'finished', start_time: new Date(Date.now() - 86_400_000), score_locked: true }
  const past = await make({ home_score: 1, away_score: 1 })
  await merge(past, await make({ ...ended, home_score: 0, away_score: 2 }, turned))
  expect(await stored(past)).toMatchObject({ home_score: 2, away_score: 0, score_locked: true })
  await merge(past, await make({ ...ended, home_score: 5, away_score: 5 }, turned))
  expect(await stored(past)).toMatchObject({ home_score: 2, away_score: 0, score_locked: true })
})

it('the prices of every market go with a match, the later ones of each bookmaker, and back when that is undone', async () => {
  const db = database.kysely
  const { leagueId, sportId, countryId } = await createPlace(db)
  const start_time = new Date(Date.now() + 86_400_000)
  const make = (teams: object = {}) => createMatch(db, { league_id: leagueId, start_time, ...teams })
  const [keep, gone] = [await make(), await make({ home_team: 'B', away_team: 'A' })]
  const books: Record<string, string> = {}
  for (const name of ['Both', 'Earlier', 'Kept', 'Moved'])
    books[name] = await createBookmaker(db, { name: `${name} of markets` })
  const [both = '', earlier = '', kept = '', moved = ''] = Object.values(books)
  const result = headlineMarket('Soccer')
  const total = marketOf({ type: 'total', line: 2.5 })
  const handicap = (line: number) => marketOf({ type: 'handicap', line })
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const offer = (match: string, source: string, minutes: number, offers: Record<string, OfferedQuote[]>) =>
    offerPrices(db, match, offers, { source, seenAt: ago(minutes) })
  await offer(keep, 'first', 9, {
    [both]: [quoteOf(result, [2.5, 3.2, 2.9]), quoteOf(total, [1.8, 2])],
    [kept]: [quoteOf(result, [2.1, 3, 3])],
  })
  await offer(gone, 'first', 5, { [both]: [quoteOf(result, [4, 3, 2])] })
  await offer(gone, 'second', 5, { [earlier]: [quoteOf(result, [9, 9, 9])] })
  await offer(keep, 'second', 2, { [earlier]: [quoteOf(result, [2.2, 3, 3])] })
  await offer(gone, 'third', 5, { [moved]: [quoteOf(handicap(-1.5), [2.6, 1.5])] })
  const links = [
    { match_id: keep, source: 'first', external_id: 'k1' },
    { match_id: keep, source: 'second', external_id: 'k2' },
    ...['first', 'second', 'third'].map((source) => ({ match_id: gone, source, external_id: 'g' })),
  ]
  await db.insertInto('match_sources').values(links).execute()
  /** The best prices of each market of the match, and who quotes it. */
  const shown = async () => {
    const markets = await listMarkets(createServices(database), keep)
    return markets.map(({ type, line, best, quotes }) => [
      [type, line].filter((it) => it !== null).join(' '),
      best.map((one) => one && one.price / 1_000_000),
      quotes.filter(({ leftOut }) => leftOut === null).map(({ bookmaker }) => bookmaker.name.split(' ')[0]),
    ])
  }
  const before = await shown()
  const { id: decision } = await db
    .insertInto('review_decisions')
    .values({ sport_id: sportId, country_id: countryId, answer: 'same' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .transaction()
    .execute((trx) => mergeUndoably(trx, { keep, gone, turned: true, decision, reason: 'names' }))
  expect(await shown()).toEqual([
    ['match_result', [2.2, 3, 4], ['Both', 'Earlier', 'Kept']],
    ['handicap 1.5', [1.5, 2.6], ['Moved']],
  ])
  const { id } = await db
    .selectFrom('match_merges')
    .select('id')
    .where('keep_id', '=', keep)
    .executeTakeFirstOrThrow()
  await db.transaction().execute((trx) => undoMerge(trx, id))
  expect((await shown()).filter(([, , names]) => names?.length)).toEqual(before)
})

it('a feed that lists a match under a new id has none of its prices under the old one left', async () => {
  const db = database.kysely
  const { leagueId } = await createPlace(db)
  const start_time = new Date(Date.now() + 86_400_000)
  const [keep, gone] = [
    await createMatch(db, { league_id: leagueId, start_time }),
    await createMatch(db, { league_id: leagueId, start_time }),
  ]
  const [listed, dropped, other] = [
    await createBookmaker(db, { name: 'Listed again' }),
    await createBookmaker(db, { name: 'Not listed again' }),
    await createBookmaker(db, { name: 'Of another feed' }),
  ]
  const result = headlineMarket('Soccer')
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  type Prices = [number, number, number]
  const offer = async (match: string, source: string, seenAt: Date, offers: Record<string, Prices>) => {
    const quotes = Object.entries(offers).map(([bookmaker, prices]) => [bookmaker, [quoteOf(result, prices)]])
    await offerPrices(db, match, Object.fromEntries(quotes), { source, seenAt })
    for (const [bookmaker, prices] of Object.entries(offers))
      await createQuote(db, { match, bookmaker, prices, source, lastUpdated: seenAt })
  }
  // The feed states when it read each bookmaker, which can be earlier for the new id.
  await offer(keep, 'first', ago(4), { [listed]: [2.5, 3.2, 2.9], [dropped]: [3, 3.5, 3] })
  await offer(keep, 'second', ago(4), { [other]: [1.9, 3, 3] })
  await offer(gone, 'first', ago(5), { [listed]: [2, 3, 4] })
  await db
    .transaction()
    .execute((trx) => mergeMatches(trx, { keep, gone, relisted: { source: 'first', confirmedAt: ago(3) } }))
  const [market] = await listMarkets(createServices(database), keep)
  expect(market?.best.map((one) => [one?.bookmaker.name, one && one.price / 1_000_000])).toEqual([
    ['Listed again', 2],
    ['Listed again', 3],
    ['Listed again', 4],
  ])
  expect(market?.count).toBe(2)
  const match = await db
    .selectFrom('matches')
    .select(['home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
    .where('id', '=', keep)
    .executeTakeFirstOrThrow()
  expect(match).toEqual({ home_odds: 2, draw_odds: 3, away_odds: 4, bookmaker_count: 2 })
})

it('a match that an operator has put back stays so when it is merged and when that is undone, whatever its fixture says', async () => {
  const db = database.kysely
  const { leagueId, sportId, countryId } = await createPlace(db)
  const [keep, gone] = [
    await createMatch(db, { league_id: leagueId }),
    await createMatch(db, { league_id: leagueId }),
  ]
  const statuses = async () => {
    const rows = await db
      .selectFrom('matches')
      .select(['id', 'status'])
      .where('league_id', '=', leagueId)
      .execute()
    return [keep, gone].map((match) => rows.find(({ id }) => id === match)?.status)
  }
  const fixture = (status_short: string) =>
    db.updateTable('fixtures').set({ status_short }).where('match_id', 'in', [keep, gone]).execute()
  const { id: decision } = await db
    .insertInto('review_decisions')
    .values({ sport_id: sportId, country_id: countryId, answer: 'same' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const merge = () =>
    db.transaction().execute(async (trx) => {
      await mergeUndoably(trx, { keep, gone, turned: false, decision, reason: 'names' })
      return trx.selectFrom('match_merges').select('id').where('keep_id', '=', keep).executeTakeFirstOrThrow()
    })
  const undo = (id: string) => db.transaction().execute((trx) => undoMerge(trx, id))
  await db.insertInto('fixtures').values({ match_id: gone, status_short: 'CANC' }).execute()
  expect(await statuses()).toEqual(['scheduled', 'cancelled'])
  const first = await merge()
  expect(await statuses()).toEqual(['cancelled', undefined])
  await undo(first.id)
  expect(await statuses()).toEqual(['scheduled', 'cancelled'])

  await db.updateTable('matches').set({ status: 'scheduled' }).where('id', '=', gone).execute()
  const { id } = await merge()
  expect(await statuses()).toEqual(['scheduled', undefined])
  await undo(id)
  expect(await statuses()).toEqual(['scheduled', 'scheduled'])

  // Called off after the merge: that is the word of the match that comes back.
  await fixture('NS')
  const last = await merge()
  await fixture('ABD')
  expect(await statuses()).toEqual(['cancelled', undefined])
  await undo(last.id)
  expect(await statuses()).toEqual(['scheduled', 'cancelled'])
})

it('the outrights of a league that is merged into another move, each with an address of its own', async () => {
  const db = database.kysely
  const [keep, gone] = [(await createPlace(db)).leagueId, (await createPlace(db)).leagueId]
  const start_time = new Date(Date.now() - 86_400_000)
  const add = async (league_id: string, slug: string, values: object = {}) =>
    (
      await db
        .insertInto('outrights')
        .values({ league_id, name: slug || 'Unnamed', slug, start_time, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const own = await add(keep, 'winner')
  const [won, second, unnamed] = [
    await add(gone, 'winner', { status: 'finished', winners: [2] }),
    await add(gone, 'winner-2'),
    await add(gone, ''),
  ]
  await db
    .insertInto('outright_participants')
    .values({ outright_id: won, position: 2, name: 'Inter', key: 'inter' })
    .execute()
  await db.transaction().execute((trx) => mergeLeagues(trx, { keep, gone, actor: SITE }))
  const rows = await db
    .selectFrom('outrights as o')
    .leftJoin('outright_participants as p', 'p.outright_id', 'o.id')
    .select(['o.id', 'o.slug', 'o.winners', 'p.name'])
    .where('o.league_id', '=', keep)
    .execute()
  expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map([
      [own, { slug: 'winner', winners: null, name: null }],
      [won, { slug: 'winner-3', winners: [2], name: 'Inter' }],
      [second, { slug: 'winner-2', winners: null, name: null }],
      [unnamed, { slug: '', winners: null, name: null }],
    ]),
  )
})

it('a match of a league that is split has in each league the prices of the feeds that list it there, of every market', async () => {
  const db = database.kysely
  const { leagueId, countryId } = await createPlace(db, { league: 'First' })
  const start_time = new Date(Date.now() + 86_400_000)
  const match = await createMatch(db, { league_id: leagueId, start_time })
  const [alpha, beta] = [
    await createBookmaker(db, { name: 'Alpha stays' }),
    await createBookmaker(db, { name: 'Beta goes' }),
  ]
  const result = headlineMarket('Soccer')
  const total = marketOf({ type: 'total', line: 2.5 })
  await offerPrices(db, match, { [alpha]: [quoteOf(result, [2, 3, 4])] }, { source: 'first' })
  await offerPrices(
    ...([db, match, { [beta]: [quoteOf(result, [9, 9, 9]), quoteOf(total, [1.9, 1.9])] }] as const),
    { source: 'second' },
  )
  // In play, a feed tells under a name of its own.
  await createQuote(db, { match, bookmaker: alpha, prices: [2, 3, 4], source: 'first' })
  await createQuote(db, { match, bookmaker: beta, prices: [9, 9, 9], source: 'second-live' })
  await db
    .insertInto('match_sources')
    .values(
      [
        ['first', 'First'],
        ['second', 'Premier'],
      ].map(([source = '', league_name = '']) => ({
        ...{ match_id: match, source, external_id: 's', league_name },
        ...{ home_team: 'A', away_team: 'B', start_time },
      })),
    )
    .execute()
  const { id: aliasId } = await db
    .insertInto('league_aliases')
    .values({
      ...{ country_id: countryId, league_id: leagueId, is_same: true },
      ...{ alias: 'Premier', alias_key: leagueKey('Premier') },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await db.transaction().execute((trx) => splitLeague(trx, { aliasId, actor: SITE }))
  const shown = async (league_id: string) => {
    const { id, home_odds, bookmaker_count } = await db
      .selectFrom('matches')
      .select(['id', 'home_odds', 'bookmaker_count'])
      .where('league_id', '=', league_id)
      .executeTakeFirstOrThrow()
    const markets = await listMarkets(createServices(database), id)
    const best = markets.map((of) => [of.type, of.best[0] && of.best[0].price / 1_000_000, of.count])
    return { home_odds, bookmaker_count, best }
  }
  expect(await shown(leagueId)).toEqual({ home_odds: 2, bookmaker_count: 1, best: [['match_result', 2, 1]] })
  expect(await shown(made ?? '')).toEqual({
    ...{ home_odds: 9, bookmaker_count: 1 },
    best: [
      ['match_result', 9, 1],
      ['total', 1.9, 1],
    ],
  })
})

it('a merged league that is split has its settings, address, outrights and matches made by hand, as far as nobody has changed them', async () => {
  const db = database.kysely
  const place = await createPlace(db, { country: 'Merged', code: 'MG', league: 'Stays' })
  const other = await createPlace(db, { country: 'Merged', code: 'MG', league: 'Goes' })
  const [keep, gone] = [place.leagueId, other.leagueId]
  const settings = { display_name: 'Goes North', logo_url: '/l.png', menu_position: 5, is_active: false }
  await db
    .updateTable('leagues')
    .set({ ...settings, slug: 'north', created_at: new Date(0) })
    .where('id', '=', gone)
    .execute()
  const leagues = () =>
    db
      .selectFrom('leagues')
      .select(['name', 'display_name', 'logo_url', 'menu_position', 'is_active', 'slug'])
      .where('country_id', '=', place.countryId)
      .orderBy('name')
      .execute()
  const before = await leagues()
  const match = await createMatch(db, { league_id: gone, home_team: 'Gamma', away_team: 'Delta' })
  const outright = { name: 'Winner', slug: 'winner', start_time: new Date(Date.now() + 86_400_000) }
  await db
    .insertInto('outrights')
    .values([keep, gone].map((league_id) => ({ ...outright, league_id })))
    .execute()
  const merge = (id: string) =>
    db.transaction().execute((trx) => mergeLeagues(trx, { keep, gone: id, actor: SITE }))
  const split = async () => {
    const { id } = await db
      .selectFrom('league_aliases')
      .select('id')
      .where('league_id', '=', keep)
      .executeTakeFirstOrThrow()
    const made = await db.transaction().execute((trx) => splitLeague(trx, { aliasId: id, actor: SITE }))
    return made ?? ''
  }
  const leagueOf = async (id: string) =>
    (await db.selectFrom('matches').select('league_id').where('id', '=', id).executeTakeFirstOrThrow())
      .league_id

  await merge(gone)
  expect(await leagues()).toMatchObject([{ display_name: 'Goes North', menu_position: 5, is_active: true }])
  const made = await split()
  expect(await leagues()).toEqual(before)
  expect(await leagueOf(match)).toBe(made)
  const outrights = await db
    .selectFrom('outrights')
    .select(['league_id', 'slug'])
    .where('league_id', 'in', [keep, made])
    .execute()
  expect(new Set(outrights.map(({ league_id, slug }) => `${league_id} ${slug}`))).toEqual(
    new Set([`${keep} winner`, `${made} winner`]),
  )

  await merge(made)
  await db.updateTable('leagues').set({ display_name: 'Typed' }).where('id', '=', keep).execute()
  await split()
  expect(await leagues()).toMatchObject([settings, { display_name: 'Typed', logo_url: null }])
})

it.each([
  ['CA', ['Goes', 'Old']],
  ['CB', ['Old', 'Goes']],
])(
  '%s: a league that was merged into one that is merged is split off with what it had, in the order %j',
  async (code, order) => {
    const db = database.kysely
    const ids = new Map<string, string>()
    for (const league of ['Stays', 'Goes', 'Old'])
      ids.set(league, (await createPlace(db, { country: `Chain ${code}`, code, league })).leagueId)
    const [keep = '', gone = '', old = ''] = ids.values()
    for (const [league, id] of ids) {
      await createMatch(db, { league_id: id, home_team: `Home of ${league}` })
      const outright = { name: 'Winner', slug: 'winner', start_time: new Date(Date.now() + 86_400_000) }
      await db
        .insertInto('outrights')
        .values({ ...outright, league_id: id })
        .execute()
    }
    const places = async () =>
      (
        await sql<{ league: string; match: string; outright: string }>`
        select l.name as league, string_agg(distinct m.home_team, ', ') as match, string_agg(distinct o.slug, ', ') as outright
        from leagues l join matches m on m.league_id = l.id join outrights o on o.league_id = l.id
        where l.country_id = (select country_id from leagues where id = ${keep}) group by 1 order by 1`.execute(
          db,
        )
      ).rows
    const before = await places()
    const merge = (to: string, from: string) =>
      db.transaction().execute((trx) => mergeLeagues(trx, { keep: to, gone: from, actor: SITE }))
    await merge(gone, old)
    await merge(keep, gone)
    expect(await places()).toHaveLength(1)
    for (const alias of order) {
      const { id } = await db
        .selectFrom('league_aliases')
        .select('id')
        .where('league_id', '=', keep)
        .where('alias', '=', alias)
        .where('is_same', '=', true)
        .executeTakeFirstOrThrow()
      await db.transaction().execute((trx) => splitLeague(trx, { aliasId: id, actor: SITE }))
    }
    expect(before).toHaveLength(3)
    expect(await places()).toEqual(before)
  },
)
