import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createMember } from '#tests/support/visitor-alerts.ts'
import type { FindPlaces } from '../names/find-places.server.ts'
import {
  listDecisions,
  listLeagueAliases,
  listReviews,
  readMergeQuestion,
  readNameDecisions,
} from './queries.server.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)

type Place = Awaited<ReturnType<typeof createPlace>>

let database: Database
let italy: Place
let spain: Place
let operator: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  italy = await createPlace(db, { league: 'Serie A' })
  spain = await createPlace(db, { country: 'Spain', code: 'ES', league: 'La Liga' })
  operator = await createMember(database, 'operator@example.org')
  const add = async (name: string, place: Place, [home, away]: [string, string], match: object = {}) => {
    ids[name] = await createMatch(db, {
      league_id: place.leagueId,
      ...{ home_team: home, away_team: away, start_time: hours(24), ...match },
    })
  }
  const pair = async (name: string, values: object = {}) => {
    const row = await db
      .insertInto('match_reviews')
      .values({
        match_id: ids[`${name} 1`] ?? '',
        candidate_id: ids[`${name} 2`] ?? '',
        reason: 'names',
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name] = row.id
  }
  await add('late 1', italy, ['Roma', 'Bari'], { start_time: hours(72) })
  await add('late 2', italy, ['AS Roma', 'Bari'], { start_time: hours(48) })
  await pair('late')
  await add('soon 1', italy, ['Inter', 'Como'], {
    ...{ bookmaker_count: 3, home_odds: 2, draw_odds: 3, away_odds: 4, odds_locked: true },
    ...{ home_score: 1, away_score: 2, score_locked: true, start_time: hours(2) },
  })
  await add('soon 2', italy, ['Como', 'Internazionale'], { start_time: hours(60) })
  await pair('soon', { turned: true, reason: 'sides' })
  await add('spain 1', spain, ['Betis', 'Elche'])
  await add('spain 2', spain, ['Real Betis', 'Elche'], { start_time: hours(70) })
  await pair('spain')
  // It began 23 hours ago: the other one of the pair is not decided yet.
  await add('begun 1', italy, ['Lecce', 'Pisa'], { start_time: hours(-40) })
  await add('begun 2', italy, ['Lecce FC', 'Pisa'], { start_time: hours(-23), status: 'live' })
  await pair('begun')
  await add('old 1', italy, ['Napoli', 'Pisa'], { start_time: hours(-25) })
  await add('old 2', italy, ['SSC Napoli', 'Pisa'], { start_time: hours(-24) })
  await pair('old')
  await add('over 1', italy, ['Genoa', 'Pisa'], { status: 'finished' })
  await add('over 2', italy, ['Genoa CFC', 'Pisa'])
  await pair('over')
  await add('off 1', italy, ['Torino', 'Pisa'])
  await add('off 2', italy, ['Torino FC', 'Pisa'], { status: 'cancelled' })
  await pair('off')
  await add('apart 1', italy, ['Lazio', 'Pisa'])
  await add('apart 2', italy, ['SS Lazio', 'Pisa'])
  await pair('apart', { status: 'different' })
  await db
    .insertInto('match_sources')
    .values([
      { source: 'one', external_id: 'b', match_id: ids['soon 1'] ?? '' },
      { source: 'one', external_id: 'a', match_id: ids['soon 1'] ?? '', home_team: 'Inter Milan' },
      {
        ...{ source: 'another', external_id: 'c', match_id: ids['soon 1'] ?? '' },
        ...{ away_team: 'Como 1907', start_time: hours(3) },
      },
      { source: 'one', external_id: 'd', match_id: ids['soon 2'] ?? '' },
    ])
    .execute()
})
afterAll(() => database.close())

const NOWHERE: FindPlaces = () => ({ sports: [], countries: [] })
const review = (text = '', page = 1, placesOf = NOWHERE) =>
  listReviews({ database }, { text, page, placesOf, now: NOW })
const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id)
const found = async (text: string, placesOf = NOWHERE) =>
  (await review(text, 1, placesOf)).reviews.map(({ id }) => nameOf(id))

describe('the queue of pairs', () => {
  it('has the undecided ones of matches that have not ended, the soonest first', async () => {
    expect(await found('')).toEqual(['begun', 'soon', 'spain', 'late'])
    expect(await review()).toMatchObject({ total: 4, page: 1, pages: 1 })
  })

  it('shows both matches of a pair with their places, feeds and what an operator has typed', async () => {
    const alpha = await createBookmaker(database.kysely, { name: 'Alpha' })
    const beta = await createBookmaker(database.kysely, { name: 'Beta' })
    const total = quoteOf(marketOf({ type: 'total', line: 2.5 }), [1.9, 1.8])
    const match = ids['soon 1'] ?? ''
    await offerPrices(database.kysely, match, { [beta]: [total] }, { source: 'typed', seenAt: NOW })
    await offerPrices(database.kysely, match, { [alpha]: [total] }, { source: 'a feed', seenAt: NOW })
    const other = ids['late 1'] ?? ''
    await offerPrices(database.kysely, other, { [alpha]: [total] }, { source: 'typed', seenAt: NOW })
    const { reviews } = await review('inter')
    expect(reviews).toEqual([
      {
        ...{ id: ids.soon, reason: 'sides', turned: true, sport: 'Soccer', country: 'Italy' },
        match: {
          ...{ id: match, home: 'Inter', away: 'Como', league: 'Serie A', bookmakers: 3 },
          startTime: expect.stringContaining('2026-03-01T'),
          typed: { odds: '2.00 / 3.00 / 4.00', score: '1:2', prices: 'Beta' },
          listings: [
            { source: 'another', home: 'Inter', away: 'Como 1907', startTime: expect.any(String) },
            { source: 'one', home: 'Inter Milan', away: 'Como', startTime: expect.any(String) },
            { source: 'one', home: 'Inter', away: 'Como', startTime: expect.any(String) },
          ],
        },
        candidate: {
          ...{ id: ids['soon 2'], home: 'Como', away: 'Internazionale', league: 'Serie A', bookmakers: 0 },
          startTime: expect.any(String),
          typed: { odds: null, score: null, prices: null },
          listings: [{ source: 'one', home: 'Como', away: 'Internazionale', startTime: expect.any(String) }],
        },
      },
    ])
    const starts = reviews[0]?.match.listings.map(({ startTime }) => new Date(startTime))
    expect(starts).toEqual([hours(3), hours(2), hours(2)])
  })

  it.each([
    ['roma', ['late']],
    ['internazionale', ['soon']],
    ['serie', ['begun', 'soon', 'late']],
    ['liga betis', ['spain']],
    ['betis serie', []],
    ['?', []],
  ])('is searched by each word of %j', async (text, names) => {
    expect(await found(text)).toEqual(names)
  })

  it('is searched by places', async () => {
    const inSpain: FindPlaces = (word) => ({
      sports: [],
      countries: word === 'spain' ? [spain.countryId] : [],
    })
    expect(await found('spain', inSpain)).toEqual(['spain'])
    expect(await found('spain roma', inSpain)).toEqual([])
    const inSoccer: FindPlaces = () => ({ sports: [italy.sportId], countries: [] })
    expect(await found('soccer', inSoccer)).toHaveLength(4)
  })

  it('has pages of 50, and shows the last one beyond the end', async () => {
    const db = database.kysely
    const matches = await db
      .insertInto('matches')
      .values(
        Array.from({ length: 102 }, (_, n) => ({
          ...{ league_id: spain.leagueId, sport_id: spain.sportId, country_id: spain.countryId },
          ...{ home_team: `Paged ${n}`, away_team: 'Away', slug: `paged-${n}`, start_time: hours(10) },
        })),
      )
      .returning('id')
      .execute()
    const pairs = Array.from({ length: 51 }, (_, n) => ({
      match_id: matches[2 * n]?.id ?? '',
      candidate_id: matches[2 * n + 1]?.id ?? '',
      reason: 'names',
    }))
    await db.insertInto('match_reviews').values(pairs).execute()
    const [first, last] = [await review('paged', 1), await review('paged', 2)]
    expect([first.reviews.length, last.reviews.length]).toEqual([50, 1])
    expect(last).toMatchObject({ total: 51, page: 2, pages: 2 })
    const shown = [...first.reviews, ...last.reviews].map(({ id }) => id)
    expect(shown).toEqual(shown.toSorted())
    expect(new Set(shown).size).toBe(51)
    expect(await review('paged', 9)).toEqual(last)
  })
})

describe('the question before a merge', () => {
  it('counts what moves, the other matches of each name, and the pairs that follow', async () => {
    const db = database.kysely
    const gone = ids['spain 1'] ?? ''
    const other = ids['spain 2'] ?? ''
    const member = await createMember(database, 'member@example.org')
    const second = await createMember(database, 'second@example.org')
    await db
      .insertInto('favorite_matches')
      .values([
        { user_id: member, match_id: gone },
        { user_id: second, match_id: gone },
        { user_id: member, match_id: other },
      ])
      .execute()
    await db
      .insertInto('visitor_alerts')
      .values([
        ...[10, 20, 30].map((minutes) => ({ user_id: member, kind: 'kick_off', match_id: gone, minutes })),
        { user_id: member, kind: 'kick_off', match_id: other, minutes: 10 },
      ])
      .execute()
    const bet = {
      ...{ user_id: member, home_team: 'Betis', away_team: 'Elche', start_time: NOW, placed_at: NOW },
      ...{ market_type: 'match_result', market_period: 'full_time', outcome: 'home', price: 2_000_000 },
    }
    await db
      .insertInto('noted_bets')
      .values([
        { ...bet, match_id: gone },
        { ...bet, match_id: other },
      ])
      .execute()
    await db.updateTable('matches').set({ bookmaker_count: 4 }).where('id', '=', gone).execute()
    await db.updateTable('matches').set({ bookmaker_count: 7 }).where('id', '=', other).execute()
    for (const [home_team, away_team] of [
      ['Betis', 'Cadiz'],
      ['Cadiz', 'Betis'],
      ['Granada', 'Real Betis'],
    ])
      await createMatch(db, {
        league_id: spain.leagueId,
        home_team: home_team ?? '',
        away_team: away_team ?? '',
      })
    await createMatch(db, { league_id: italy.leagueId, home_team: 'Betis' })
    expect(await readMergeQuestion({ database }, ids.spain ?? '')).toEqual({
      moved: { prices: 4, favourites: 2, alerts: 3, bets: 1 },
      names: [{ name: 'Betis', other: 'Real Betis', matches: 2, others: 1 }],
      pairs: 0,
    })
  })

  it('is none of a pair that is decided or does not exist', async () => {
    expect(await readMergeQuestion({ database }, ids.apart ?? '')).toBeNull()
    expect(await readMergeQuestion({ database }, randomUUID())).toBeNull()
  })
})

describe('decisions', () => {
  beforeAll(async () => {
    const db = database.kysely
    const card = (home: string, away: string, league: string) => ({
      ...{ home, away, league, startTime: NOW.toISOString() },
    })
    const add = async (name: string, values: object) => {
      const row = await db
        .insertInto('review_decisions')
        .values({ sport_id: italy.sportId, country_id: italy.countryId, answer: 'same', ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids[name] = row.id
    }
    await add('first', {
      decided_at: hours(-3),
      decided_by: operator,
      names: JSON.stringify([['Roma', 'AS Roma']]),
      pair: JSON.stringify({
        match: card('Homer', 'Awayer', 'Leaguer'),
        candidate: card('Othome', 'Othaway', 'Othleague'),
      }),
    })
    await add('second', {
      ...{ decided_at: hours(-1), answer: 'different', country_id: spain.countryId },
      names: JSON.stringify([['Betis', 'Cadiz']]),
    })
    await db
      .updateTable('match_reviews')
      .set({ decision_id: ids.first ?? '' })
      .where('id', 'in', [ids.apart ?? '', ids.off ?? ''])
      .execute()
    await db
      .insertInto('match_merges')
      .values({
        ...{ decision_id: ids.first ?? '', keep_id: ids['late 1'] ?? '', turned: false, reason: 'names' },
        ...{ gone: '{}', kept: '{}', moved: '{}', own: '{}' },
      })
      .execute()
  })

  const list = async (text: string, placesOf = NOWHERE, page = 1) =>
    listDecisions({ database }, { text, page, placesOf })
  const listed = async (text: string, placesOf = NOWHERE) =>
    (await list(text, placesOf)).decisions.map(({ id }) => nameOf(id))

  it('are listed the latest first, with who made them and what comes back', async () => {
    const { decisions, ...rest } = await list('')
    expect(rest).toEqual({ total: 2, pages: 1 })
    expect(decisions).toEqual([
      {
        ...{ id: ids.second, answer: 'different', sport: 'Soccer', country: 'Spain', pair: null },
        ...{ names: [['Betis', 'Cadiz']], decidedBy: null, merges: 0, pairs: 0 },
        decidedAt: hours(-1).toISOString(),
      },
      {
        ...{ id: ids.first, answer: 'same', sport: 'Soccer', country: 'Italy' },
        ...{ names: [['Roma', 'AS Roma']], decidedBy: 'operator@example.org', merges: 1, pairs: 2 },
        pair: expect.objectContaining({ match: expect.objectContaining({ home: 'Homer' }) }),
        decidedAt: hours(-3).toISOString(),
      },
    ])
  })

  it.each([
    ...['roma', 'homer', 'awayer', 'leaguer', 'othome', 'othaway', 'othleague', 'homer rom'].map(
      (text) => [text, ['first']] as const,
    ),
    ['betis', ['second']] as const,
    ['betis roma', []] as const,
    ['?', []] as const,
  ])('are searched by each word of %j', async (text, names) => {
    expect(await listed(text)).toEqual(names)
  })

  it('are searched by places', async () => {
    expect(await listed('spain', () => ({ sports: [], countries: [spain.countryId] }))).toEqual(['second'])
    expect(await listed('soccer', () => ({ sports: [italy.sportId], countries: [] }))).toHaveLength(2)
  })

  it('have pages of 30', async () => {
    const more = Array.from({ length: 30 }, () => ({
      ...{ sport_id: italy.sportId, country_id: italy.countryId, answer: 'same', decided_at: hours(-2) },
      names: JSON.stringify([['Paged', 'Turned']]),
    }))
    await database.kysely.insertInto('review_decisions').values(more).execute()
    const [first, last] = [await list(''), await list('', NOWHERE, 2)]
    expect(first).toMatchObject({ total: 32, pages: 2 })
    expect(first.decisions).toHaveLength(30)
    expect(last.decisions.map(({ id }) => nameOf(id))).toEqual([undefined, 'first'])
    const paged = [...first.decisions.slice(1), ...last.decisions.slice(0, 1)].map(({ id }) => id)
    expect(paged).toEqual(paged.toSorted())
    expect(await list('', NOWHERE, 3)).toMatchObject({ decisions: [], total: 0, pages: 1 })
  })

  it('about names are read by country, whichever way they are', async () => {
    const decide = (countryId: string, name_a: string, is_same: boolean) => ({
      ...{ sport_id: italy.sportId, country_id: countryId, name_a, name_b: 'z', is_same },
    })
    await database.kysely
      .insertInto('team_name_decisions')
      .values([
        decide(italy.countryId, 'a', true),
        decide(spain.countryId, 'c', false),
        decide(italy.countryId, 'd', false),
      ])
      .execute()
    expect([...(await readNameDecisions(database.kysely, [italy.countryId]))].toSorted()).toEqual([
      ['a\nz', true],
      ['d\nz', false],
    ])
  })
})

it("the names that feeds use for a country's leagues are in order, with the shown name of the league", async () => {
  const db = database.kysely
  const named = await createPlace(db, { league: 'Serie B' })
  await db.updateTable('leagues').set({ display_name: 'Second' }).where('id', '=', named.leagueId).execute()
  await db.updateTable('leagues').set({ display_name: '' }).where('id', '=', italy.leagueId).execute()
  const add = (place: Place, alias: string, is_same = true) => ({
    ...{ country_id: place.countryId, league_id: place.leagueId, alias, alias_key: randomUUID(), is_same },
  })
  await db
    .insertInto('league_aliases')
    .values([
      ...['B League', 'Same', 'Same', 'Same'].map((alias) => add(named, alias)),
      ...[add(italy, 'A League'), add(italy, 'Not one', false), add(spain, 'Liga')],
    ])
    .execute()
  const aliases = await listLeagueAliases({ database }, italy.countryId)
  expect(aliases.map(({ alias, league }) => `${alias}: ${league}`)).toEqual([
    ...['A League: Serie A', 'B League: Second', 'Same: Second', 'Same: Second', 'Same: Second'],
  ])
  const same = aliases.slice(2).map(({ id }) => id)
  expect(same).toEqual(same.toSorted())
})
