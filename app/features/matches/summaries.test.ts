import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase, withoutIndexOrder } from '#tests/support/database.ts'
import {
  createBookmaker,
  createMatch,
  createPlace,
  createQuote,
  type Prices,
} from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { refreshHeadlines } from '../odds/best-prices.server.ts'
import {
  countLive,
  findMatchById,
  findMatchByNames,
  findMatchBySlug,
  leagueHasMatches,
  listFeaturedOfCountry,
  listFeaturedOfLeague,
  listLive,
  listLiveOfCountry,
  listMatchesOfIds,
  listNextOfLeagues,
  listOfDay,
  listOfLeagueBefore,
  listOfLeagueFrom,
  listSureBetCandidates,
  listUpcoming,
} from './queries.server.ts'
import type { MatchSummary } from './schema.ts'

const NOW = Date.parse('2026-03-01T15:00:00.000Z')
/** The database has a clock of its own. */
const TODAY = Date.now()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Place = Awaited<ReturnType<typeof createPlace>>
type More = Partial<Parameters<typeof createMatch>[1]>

let database: Database
let place: Place
let tests = 0
beforeAll(async () => {
  database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
/** Each test has a sport of its own. */
beforeEach(async () => {
  vi.setSystemTime(NOW)
  tests += 1
  place = await createPlace(database.kysely, { sport: `Soccer ${tests}` })
})
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
})

const play = (home_team: string, startsIn: number, more: More = {}) =>
  createMatch(database.kysely, {
    ...{ league_id: place.leagueId, home_team, start_time: new Date(Date.now() + startsIn), ...more },
  })
const quoted = (home_odds: number, draw_odds: number | null, away_odds: number): More => ({
  ...{ home_odds, draw_odds, away_odds, bookmaker_count: 1 },
})
const services = () => createServices(database)
const homes = (matches: readonly MatchSummary[]) => matches.map(({ home }) => home)
const idsOf = (matches: readonly MatchSummary[]) => matches.map(({ id }) => id)

describe('the matches of a day', () => {
  const read = (day: string, zone: string, page = 1) =>
    listOfDay(services(), { sportId: place.sportId, day, zone, page })
  const list = async (day = '2026-03-02', zone = 'Europe/Rome') => (await read(day, zone)).matches

  it('are all that start on it in the zone, without cancelled ones, the soonest first', async () => {
    const midnight = Date.parse('2026-03-01T23:00:00Z') - NOW
    await play('Last', midnight + 24 * HOUR - 1)
    await play('First', midnight, { status: 'finished' })
    await play('Before', midnight - 1)
    await play('After', midnight + 24 * HOUR)
    await play('Off', midnight + HOUR, { status: 'cancelled' })
    const other = await createPlace(database.kysely, { sport: `Tennis ${tests}` })
    await play('Of another sport', midnight + HOUR, { league_id: other.leagueId })
    expect(homes(await list())).toEqual(['First', 'Last'])
    expect(homes(await list('2026-03-02', 'UTC'))).toEqual(['Last', 'After'])
    const { tags } = await collectReads(() => list())
    expect(tags).toContain('calendar')
  })

  it('are a hundred on a page, live ones fifty, and none is left out', async () => {
    const [first] = await database.kysely
      .selectFrom('leagues')
      .select(['id as league_id', 'sport_id', 'country_id'])
      .where('id', '=', place.leagueId)
      .execute()
    if (!first) throw new Error('no league')
    await database.kysely
      .insertInto('matches')
      .values(
        Array.from({ length: 101 }, (_, n) => ({
          ...{ ...first, home_team: `H${n}`, away_team: `A${n}`, slug: `h${n}` },
          start_time: new Date(NOW + 12 * HOUR),
        })),
      )
      .execute()
    const pages = await Promise.all([1, 2, 3].map((page) => read('2026-03-02', 'Europe/Rome', page)))
    expect(pages.map(({ matches, last }) => [matches.length, last])).toEqual([
      [100, 2],
      [1, 2],
      [0, 2],
    ])
    const listed = pages.flatMap(({ matches }) => idsOf(matches))
    expect(listed).toEqual(listed.toSorted())
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(NOW - MINUTE) })
      .where('sport_id', '=', place.sportId)
      .execute()
    const live = await Promise.all([1, 2, 3].map((page) => listLive(services(), { ...place, page })))
    expect(live.map(({ matches, last }) => [matches.length, last])).toEqual([
      [50, 3],
      [50, 3],
      [1, 3],
    ])
    expect(new Set(live.flatMap(({ matches }) => idsOf(matches))).size).toBe(101)
    expect(await countLive(services(), place)).toBe(101)
    expect(await listLiveOfCountry(services(), place.countryId)).toHaveLength(50)
  })
})

describe('matches that start at once', () => {
  it('are in the order of their ids, whichever way a list goes', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await play(name, HOUR)
    const read = (list: (services: Services) => Promise<MatchSummary[]>) =>
      withoutIndexOrder(database, async (db) => idsOf(await list(createServices(db))))
    const lists = [
      await read((own) => listUpcoming(own, { sportId: place.sportId, limit: 9 })),
      await read((own) =>
        listOfLeagueBefore(own, { leagueId: place.leagueId, before: new Date(NOW + 2 * HOUR) }),
      ),
    ]
    for (const listed of lists) expect(listed).toEqual(listed.toSorted())
  })
})

describe('what a list depends on', () => {
  it.each<[string, readonly string[], (own: Services) => Promise<unknown>]>([
    [
      'the next of a sport',
      ['calendar', 'sport'],
      (own) => listUpcoming(own, { sportId: place.sportId, limit: 2 }),
    ],
    ['the live ones', ['calendar', 'sport'], (own) => listLive(own, place)],
    ['their number', ['calendar', 'sport'], (own) => countLive(own, place)],
    ['the live ones of a country', ['country'], (own) => listLiveOfCountry(own, place.countryId)],
    ['the featured ones of a country', ['country'], (own) => listFeaturedOfCountry(own, place.countryId)],
    ['the hints of a country', ['country', 'best'], (own) => listSureBetCandidates(own, place.countryId, 2)],
    ['the featured ones of a league', ['league'], (own) => listFeaturedOfLeague(own, place.leagueId)],
    [
      'those of a league',
      ['league'],
      (own) => listOfLeagueFrom(own, { leagueId: place.leagueId, from: new Date() }),
    ],
    [
      'the earlier ones of a league',
      ['league'],
      (own) => listOfLeagueBefore(own, { leagueId: place.leagueId, before: new Date() }),
    ],
    ['a match by its slug', ['league'], (own) => findMatchBySlug(own, place.leagueId, 'none')],
  ])('is noted without matches, too: %s', async (_, expected, list) => {
    const tags = { calendar: 'calendar', sport: `matches-of-sport:${place.sportId}` }
    const places = {
      country: `country:${place.countryId}`,
      best: `best-prices:${place.countryId}`,
      league: `league:${place.leagueId}`,
    }
    const { tags: noted } = await collectReads(() => list(services()))
    expect([...noted]).toEqual(expect.arrayContaining(expected.map((name) => ({ ...tags, ...places })[name])))
  })

  it('is each of its matches, and the badges of teams', async () => {
    const id = await play('Inter', HOUR)
    const { tags } = await collectReads(() => listMatchesOfIds(services(), [id]))
    expect([...tags]).toEqual(
      expect.arrayContaining([
        ...['team-mappings', `match:${id}`, `matches-of:${place.leagueId}`],
        `matches-of-sport:${place.sportId}`,
      ]),
    )
  })

  it('is kept for each place, day and number', async () => {
    const other = await createPlace(database.kysely, {
      ...{ sport: `Tennis ${tests}`, country: 'Spain', code: 'ES' },
    })
    await play('Here', HOUR, { featured: true })
    await play('Live', -HOUR)
    await play('There', HOUR, { league_id: other.leagueId, featured: true })
    await play('Live there', -HOUR, { league_id: other.leagueId })
    await play('Also live there', -MINUTE, { league_id: other.leagueId })
    const kept = services()
    const from = new Date(NOW)
    const day = '2026-03-01'
    const of = async ({ sportId, countryId, leagueId }: Place) => [
      homes(await listUpcoming(kept, { sportId, limit: 1 })),
      homes((await listOfDay(kept, { sportId, day, zone: 'UTC' })).matches).length,
      homes((await listLive(kept, { sportId })).matches),
      await countLive(kept, { sportId }),
      homes(await listLiveOfCountry(kept, countryId)),
      homes(await listFeaturedOfCountry(kept, countryId)),
      homes(await listFeaturedOfLeague(kept, leagueId)),
      homes(await listOfLeagueFrom(kept, { leagueId, from })),
      homes(await listOfLeagueBefore(kept, { leagueId, before: from })),
    ]
    expect(await of(place)).toEqual([
      ...[['Here'], 2, ['Live'], 1, ['Live'], ['Here'], ['Here'], ['Here'], ['Live']],
    ])
    const [live, before] = [
      ['Live there', 'Also live there'],
      ['Also live there', 'Live there'],
    ]
    expect(await of(other)).toEqual([
      ...[['There'], 3, live, 2, live, ['There'], ['There'], ['There'], before],
    ])
    await play('Next', 2 * HOUR)
    expect(homes(await listUpcoming(kept, { sportId: place.sportId, limit: 2 }))).toEqual(['Here', 'Next'])
  })

  it('is kept apart from its matches: one that has changed is read again, the others and their order are not', async () => {
    const [first, second] = [await play('First', HOUR), await play('Second', 2 * HOUR)]
    const kept = services()
    const list = async () =>
      homes(await listOfLeagueFrom(kept, { leagueId: place.leagueId, from: new Date(NOW) }))
    await list()
    const change = (id: string, home_team: string, start: number) =>
      database.kysely
        .updateTable('matches')
        .set({ home_team, start_time: new Date(NOW + start) })
        .where('id', '=', id)
        .execute()
    await change(first, 'First, changed', 3 * HOUR)
    await change(second, 'Second, changed', 2 * HOUR)
    kept.memo.drop([`match:${first}`])
    expect(await list()).toEqual(['First, changed', 'Second'])
    kept.memo.drop([`match:${second}`])
    expect(await list()).toEqual(['First, changed', 'Second, changed'])
    kept.memo.drop([`league:${place.leagueId}`])
    expect(await list()).toEqual(['Second, changed', 'First, changed'])
  })

  it('reads a match again when another one of its league may have got its address', async () => {
    await play('Here', HOUR)
    const { tags } = await collectReads(() => listUpcoming(services(), { sportId: place.sportId, limit: 5 }))
    expect([...tags]).toContain(`league:${place.leagueId}`)
  })

  it('is without a match whose league is switched off, and has it again afterwards', async () => {
    await play('Here', HOUR)
    const kept = services()
    const list = async () => homes(await listUpcoming(kept, { sportId: place.sportId, limit: 5 }))
    const setActive = async (is_active: boolean) => {
      await database.kysely
        .updateTable('leagues')
        .set({ is_active })
        .where('id', '=', place.leagueId)
        .execute()
      kept.memo.drop(['calendar', `matches-of:${place.leagueId}`])
    }
    expect(await list()).toEqual(['Here'])
    await setActive(false)
    expect(await list()).toEqual([])
    await setActive(true)
    expect(await list()).toEqual(['Here'])
  })
})

describe('a list of live matches', () => {
  const expiresIn = async (list: () => Promise<unknown>) => {
    const { expiresAt } = await collectReads(list)
    return expiresAt && expiresAt.getTime() - NOW
  }
  const lists = () =>
    [
      (own: Services) => listLive(own, place),
      (own: Services) => countLive(own, place),
      (own: Services) => listLiveOfCountry(own, place.countryId),
    ].map((list) => () => withoutIndexOrder(database, async (db) => void (await list(createServices(db)))))

  it('is read again when the next match of the place kicks off', async () => {
    const other = await createPlace(database.kysely, {
      sport: `Tennis ${tests}`,
      country: 'Spain',
      code: 'ES',
    })
    await play('Elsewhere', MINUTE, { league_id: other.leagueId })
    await play('Off', 2 * MINUTE, { status: 'cancelled' })
    await play('Later', HOUR)
    await play('Next', 30 * MINUTE)
    for (const list of lists()) expect(await expiresIn(list)).toBe(30 * MINUTE)
    await play('Live already', 10 * MINUTE, { status: 'live' })
    for (const list of lists()) expect(await expiresIn(list)).toBe(10 * MINUTE)
    await play('Now', 0)
    for (const list of lists()) expect(await expiresIn(list)).toBe(10 * MINUTE)
  })

  it('that is counted is read again after the end of the first, and a second later at the soonest', async () => {
    await play('Second', -HOUR)
    await play('First', -110 * MINUTE)
    expect(await expiresIn(() => countLive(services(), place))).toBe(10 * MINUTE + 1)
    await play('Ends now', -120 * MINUTE)
    expect(await expiresIn(() => countLive(services(), place))).toBe(1_000)
  })

  it('counts active leagues and countries only', async () => {
    await play('Live', -HOUR)
    const other = await createPlace(database.kysely, { sport: `Soccer ${tests}` })
    await play('Live', -HOUR, { league_id: other.leagueId })
    const setActive = (table: 'leagues' | 'countries', id: string, is_active: boolean) =>
      database.kysely.updateTable(table).set({ is_active }).where('id', '=', id).execute()
    await setActive('leagues', other.leagueId, false)
    expect(await countLive(services(), place)).toBe(1)
    await setActive('countries', place.countryId, false)
    expect(await countLive(services(), place)).toBe(0)
  })
})

describe('featured matches', () => {
  it('may be one, and may be live', async () => {
    await play('Other', HOUR)
    await play('Live', -HOUR, { featured: true, status: 'live' })
    expect(homes(await listFeaturedOfLeague(services(), place.leagueId))).toEqual(['Live'])
    expect(homes(await listFeaturedOfCountry(services(), place.countryId))).toEqual(['Live'])
  })

  it('that are drawn are of the league, drawn again at midnight', async () => {
    const other = await createPlace(database.kysely, { sport: `Soccer ${tests}` })
    await play('There', HOUR, { league_id: other.leagueId })
    await play('Now', 0)
    for (let day = 1; day <= 11; day += 1) await play(`Day ${day}`, day * 24 * HOUR)
    const { value, expiresAt } = await collectReads(() => listFeaturedOfLeague(services(), place.leagueId))
    expect(value).toHaveLength(10)
    expect(homes(value).filter((home) => !home.startsWith('Day'))).toEqual([])
    expect(expiresAt).toEqual(new Date('2026-03-02T00:00:00Z'))
    const drawn = homes(value)
    const draws = new Set<string>()
    for (let day = 0; day < 5; day += 1) {
      vi.setSystemTime(NOW + day * HOUR)
      draws.add(homes(await listFeaturedOfLeague(services(), place.leagueId)).join())
    }
    expect([...draws]).toEqual([drawn.join()])
    const none = await createPlace(database.kysely)
    expect(await listFeaturedOfLeague(services(), none.leagueId)).toEqual([])
  })
})

describe('the hints of a country', () => {
  const hints = async (limit = 5) => homes(await listSureBetCandidates(services(), place.countryId, limit))

  it('are the sure bets, the highest return first, and then the widest gaps, each match once', async () => {
    await play('Narrow', HOUR, quoted(2.5, 3.2, 2.9))
    await play('Later sure bet', 3 * HOUR, quoted(3.2, 3.2, 3.2))
    await play('Sure bet', 2 * HOUR, quoted(2.1, null, 2.1))
    await play('Wide', HOUR, quoted(1.2, 7, 14))
    await play('Wide, later', 2 * HOUR, quoted(1.2, 7, 14))
    await play('Even', HOUR, quoted(2, null, 2))
    await play('Now', 0, quoted(1.1, 9, 30))
    await play('Not quoted', HOUR, { ...quoted(1.1, 9, 30), bookmaker_count: 0 })
    const other = await createPlace(database.kysely, {
      sport: `Soccer ${tests}`,
      country: 'Spain',
      code: 'ES',
    })
    await play('Elsewhere', HOUR, { league_id: other.leagueId, ...quoted(5, 5, 5) })
    // Held back: more than 10 %.
    await play('Too good', 5 * HOUR, quoted(2.3, null, 2.3))
    await play('Just good enough', 4 * HOUR, quoted(2.2, null, 2.2))
    const sure = ['Just good enough', 'Later sure bet', 'Sure bet']
    // Exact prices decide whether it is one.
    expect(await hints()).toEqual([...sure, 'Even', 'Wide', 'Wide, later', 'Narrow'])
    expect(await hints(1)).toEqual([...sure, 'Even', 'Wide'])
  })

  it('have no sure bet of prices that an operator typed', async () => {
    const typed = { odds_locked: true, bookmaker_count: 1 }
    await play('Typed', HOUR, { ...quoted(3.2, 3.2, 3.2), ...typed })
    await play('Quoted', HOUR, quoted(1.9, 3.4, 4.4))
    // Everything is cheap in what is typed for a match that is not quoted.
    await play('Not quoted', HOUR, { ...quoted(1.01, 1.01, 1.01), ...typed })
    await play('Cheap', HOUR, { ...quoted(1.01, 20, 21), ...typed })
    expect(await hints()).toEqual(['Cheap', 'Quoted', 'Typed'])
  })
})

describe('matches by their ids', () => {
  it('are in the order of the ids', async () => {
    const ids = [await play('c', 3 * HOUR), await play('a', HOUR), await play('b', 2 * HOUR)]
    expect(idsOf(await listMatchesOfIds(services(), ids))).toEqual(ids)
    expect(idsOf(await listMatchesOfIds(services(), ids.toReversed()))).toEqual(ids.toReversed())
    expect(await listMatchesOfIds(services(), [])).toEqual([])
  })
})

describe('the next matches of leagues', () => {
  it('are none of no leagues, or of leagues without matches', async () => {
    expect(await listNextOfLeagues(services(), { leagueIds: [], perLeague: 3 })).toEqual([])
    const leagueIds = [place.leagueId]
    expect(await listNextOfLeagues(services(), { leagueIds, perLeague: 3 })).toEqual([])
  })
})

describe('a match by a former address', () => {
  const former = (values: { slug: string; target_id: string; parent_id?: string; entity?: string }) =>
    database.kysely
      .insertInto('old_slugs')
      .values({ entity: 'match', ...values })
      .execute()

  it('is found in its league, in any case, unless another match has the slug now', async () => {
    const id = await play('Inter', HOUR, { slug: 'inter-vs-milan' })
    const other = await play('Roma', HOUR, { slug: 'roma-vs-lazio' })
    await former({ parent_id: place.leagueId, slug: 'internazionale-vs-milan', target_id: id })
    await former({ parent_id: place.leagueId, slug: 'roma-vs-lazio', target_id: id })
    await former({ parent_id: place.countryId, slug: 'of-another', target_id: other })
    await former({ parent_id: place.leagueId, slug: 'a-league', target_id: other, entity: 'league' })
    const find = async (slug: string) => (await findMatchBySlug(services(), place.leagueId, slug))?.match.id
    expect(await find('Internazionale-vs-Milan')).toBe(id)
    expect(await find('Inter-vs-Milan')).toBe(id)
    expect(await find('roma-vs-lazio')).toBe(other)
    expect(await find('of-another')).toBeUndefined()
    expect(await find('a-league')).toBeUndefined()
  })

  it('of a merged one is found by the former id', async () => {
    const id = await play('Inter', HOUR)
    const gone = '00000000-0000-4000-8000-000000000001'
    const others = [2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
    await former({ slug: gone, target_id: id })
    await former({ slug: others[0] ?? '', target_id: id, parent_id: place.leagueId })
    await former({ slug: others[1] ?? '', target_id: id, entity: 'league' })
    expect((await findMatchById(services(), gone))?.id).toBe(id)
    for (const other of others) expect(await findMatchById(services(), other)).toBeUndefined()
  })

  it('is ambiguous only beside another one of the league with the same slug', async () => {
    const other = await createPlace(database.kysely, { sport: `Soccer ${tests}` })
    const [one, again, alone] = [
      await play('Inter', HOUR, { slug: 'same' }),
      await play('Inter', 24 * HOUR, { slug: 'same' }),
      await play('Inter', HOUR, { slug: 'same', league_id: other.leagueId }),
    ]
    const listed = await listMatchesOfIds(services(), [one, again, alone])
    expect(listed.map(({ ambiguous }) => ambiguous)).toEqual([true, true, false])
    const find = await findMatchByNames(services(), place.leagueId, {
      ...{ home: 'inter', away: listed[0]?.away.toLowerCase() ?? '' },
    })
    expect(find?.id).toBe(one)
  })

  it('is looked for in a league that has matches', async () => {
    const other = await createPlace(database.kysely)
    await play('Roma', HOUR, { league_id: other.leagueId })
    expect(await leagueHasMatches(services(), place.leagueId)).toBe(false)
    await play('Inter', -HOUR)
    expect(await leagueHasMatches(services(), place.leagueId)).toBe(true)
  })
})

describe('a badge that is mapped twice', () => {
  it('is that of the league rather than of the country alone, and of the country rather than of any', async () => {
    const add = (country: string, league: string, url: string) =>
      database.kysely
        .insertInto('team_mappings')
        .values({
          ...{
            matches_team_name: 'Inter',
            matches_sport_name: `Soccer ${tests}`,
            matches_country_name: country,
          },
          ...{ matches_league_name: league, sportsdb_team_name: 'Inter', status: 'mapped' },
          sportsdb_team_badge_url: url,
        })
        .execute()
    const id = await play('Inter', HOUR)
    const badge = async () => (await findMatchById(services(), id))?.homeBadge
    await add('Spain', 'Other', '/spain.png')
    expect(await badge()).toBe('/spain.png')
    await add('Italy', 'Other', '/italy.png')
    expect(await badge()).toBe('/italy.png')
    const { name } = await database.kysely
      .selectFrom('leagues')
      .select('name')
      .where('id', '=', place.leagueId)
      .executeTakeFirstOrThrow()
    await add('Italy', name, '/league.png')
    expect(await badge()).toBe('/league.png')
  })

  it('does not keep a list from being shown when badges cannot be read', async () => {
    const id = await play('Inter', HOUR)
    await sql`alter table team_mappings rename to gone`.execute(database.kysely)
    try {
      const { value, expiresAt } = await collectReads(() => findMatchById(services(), id))
      expect(value).toMatchObject({ home: 'Inter', homeBadge: null, awayBadge: null })
      expect(expiresAt).toEqual(new Date(NOW + 10_000))
    } finally {
      await sql`alter table gone rename to team_mappings`.execute(database.kysely)
    }
  })
})

describe('the column of the draw', () => {
  it('is there with a draw, as stored, or where nobody quotes a match of a sport that usually has one', async () => {
    const { leagueId } = await createPlace(database.kysely, { sport: 'Soccer' })
    const { leagueId: ofTennis } = await createPlace(database.kysely, { sport: 'Tennis' })
    const withDraw = async (values: More) => {
      const id = await play('Inter', HOUR, { league_id: leagueId, ...values })
      return (await findMatchById(services(), id))?.headline.withDraw
    }
    expect(await withDraw({})).toBe(true)
    expect(await withDraw({ league_id: ofTennis })).toBe(false)
    expect(await withDraw({ league_id: ofTennis, ...quoted(2, 3, 4) })).toBe(true)
    expect(await withDraw(quoted(2, null, 2))).toBe(false)
    expect(await withDraw({ ...quoted(2, null, 2), odds_locked: true })).toBe(true)
    const id = await play('Inter', HOUR, { league_id: leagueId, ...quoted(2, null, 2) })
    await database.kysely
      .updateTable('event_prices')
      .set({ with_draw: true })
      .where('event', '=', id)
      .execute()
    expect((await findMatchById(services(), id))?.headline.withDraw).toBe(true)
  })
})

describe('the best prices of a match', () => {
  let [alpha, beta] = ['', '']
  beforeAll(async () => {
    alpha = await createBookmaker(database.kysely, { name: 'Alpha', key: 'alpha' })
    beta = await createBookmaker(database.kysely, { name: 'Beta', key: 'beta' })
  })
  beforeEach(() => void vi.setSystemTime(TODAY))
  const offer = async (match: string, at: number, ofAlpha: Prices, ofBeta: Prices) => {
    const lastUpdated = new Date(TODAY + at)
    await createQuote(database.kysely, { match, bookmaker: alpha, prices: ofAlpha, lastUpdated })
    await createQuote(database.kysely, { match, bookmaker: beta, prices: ofBeta, lastUpdated })
    await refreshHeadlines(database.kysely, [match], new Date(TODAY))
  }
  const find = async (id: string) => (await findMatchById(services(), id)) ?? null

  it('have their bookmakers, and are read again when their age is to be shown', async () => {
    const id = await play('Inter', 10 * HOUR)
    await offer(id, -10 * MINUTE, [2, 3, 4], [1.9, 3.5, 3.9])
    const { value, expiresAt } = await collectReads(() => find(id))
    expect(value?.headline).toMatchObject({
      home: { price: 2, bookmaker: 'Alpha', bookmakerId: alpha },
      draw: { price: 3.5, bookmaker: 'Beta', bookmakerId: beta },
      away: { price: 4, bookmaker: 'Alpha', bookmakerId: alpha },
      ...{ bookmakerCount: 2, typed: false, withDraw: true },
      confirmedAt: new Date(TODAY - 10 * MINUTE).toISOString(),
    })
    expect(expiresAt).toEqual(new Date(TODAY + 20 * MINUTE))
    vi.setSystemTime(TODAY + 20 * MINUTE)
    const shown = await collectReads(() => find(id))
    expect(shown.expiresAt?.getTime()).toBeGreaterThan(TODAY + 20 * MINUTE)
  })

  it('are without bookmakers if an operator typed them', async () => {
    const id = await play('Inter', HOUR, {
      ...{ ...quoted(2, 3, 4), odds_locked: true, home_bookmaker_id: alpha, bookmaker_count: 2 },
    })
    expect((await find(id))?.headline).toMatchObject({
      home: { price: 2, bookmaker: null, bookmakerId: null },
      ...{ bookmakerCount: 0, typed: true, confirmedAt: null },
    })
  })

  it('at kick-off are shown while it is in play only', async () => {
    const id = await play('Inter', -HOUR)
    const closing = { closing_home: 1.5, closing_draw: 2.5, closing_away: 3.5 }
    await database.kysely
      .insertInto('event_prices')
      .values({ event: id, ...closing })
      .execute()
    expect((await find(id))?.closing).toEqual({ home: 1.5, draw: 2.5, away: 3.5 })
    await database.kysely.updateTable('matches').set({ status: 'finished' }).where('id', '=', id).execute()
    expect((await find(id))?.closing).toBeNull()
    const half = await play('Roma', -HOUR)
    await database.kysely.insertInto('event_prices').values({ event: half, closing_home: 1.5 }).execute()
    expect((await find(half))?.closing).toBeNull()
  })

  it('of an audience are those of its own bookmakers, without others and their links', async () => {
    const link = 'https://beta.example/offer'
    const id = await play('Inter', HOUR, { affiliate_link: link })
    const own = await play('Roma', HOUR, { affiliate_link: '/own' })
    const unquoted = await play('Lazio', HOUR)
    await offer(id, -10 * MINUTE, [2, 3, 4], [1.9, 3.5, 4.2])
    await offer(own, -10 * MINUTE, [2.2, 3.2, 3.6], [2.1, 3.8, 4.4])
    expect((await find(id))?.affiliateLink).toBe(link)
    const gamma = await createBookmaker(database.kysely, { name: 'Gamma', key: 'gamma' })
    for (const match of [id, own])
      await createQuote(database.kysely, { match, bookmaker: gamma, prices: [2.6, 3.9, 4.9] })
    const saved = await saveGroups(database, [
      { name: 'Rest', is_rest: true, bookmakers: 'beta\ngamma' },
      { name: 'Italy', countries: 'IT', bookmakers: 'beta' },
    ])
    expect(saved).toMatchObject({ kind: 'saved' })
    await refreshHeadlines(database.kysely, [id, own], new Date(TODAY))
    const listed = await listMatchesOfIds(services(), [id, own, unquoted])
    const [first, second, third] = listed
    expect(listed).toHaveLength(3)
    expect(first).toMatchObject({
      affiliateLink: null,
      headline: { home: { price: 2 }, draw: { price: 3, bookmaker: 'Alpha' }, away: { price: 4 } },
    })
    expect(first?.headline.bookmakerCount).toBe(1)
    expect(second).toMatchObject({
      affiliateLink: '/own',
      headline: { home: { price: 2.2 }, draw: { price: 3.2 }, away: { price: 3.6 } },
    })
    expect(third?.headline.home).toBeNull()
    await database.kysely.updateTable('audiences').set({ links_on: false }).execute()
    expect((await find(own))?.affiliateLink).toBeNull()
  })
})
