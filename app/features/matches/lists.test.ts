import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { findMatch } from './find-match.server.ts'
import {
  countLive,
  findMatchById,
  findMatchBySlug,
  listFeaturedOfCountry,
  listFeaturedOfLeague,
  listLive,
  listLiveOfCountry,
  listNextOfLeagues,
  listOfLeagueBefore,
  listOfLeagueFrom,
  listUpcoming,
} from './queries.server.ts'
import type { MatchSummary } from './schema.ts'

const NOW = Date.parse('2026-03-01T15:00:00.000Z')
const MS = 1
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let database: Database
let soccer: Awaited<ReturnType<typeof createPlace>>
let tennis: Awaited<ReturnType<typeof createPlace>>
/** Of the same sport in another country, and in the same country another league. */
let abroad: Awaited<ReturnType<typeof createPlace>>
let cup: Awaited<ReturnType<typeof createPlace>>
let sport: string
let tests = 0
beforeAll(async () => {
  database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
/** Each test has sports of its own. */
beforeEach(async () => {
  tests += 1
  sport = `Soccer ${tests}`
  soccer = await createPlace(database.kysely, { sport })
  abroad = await createPlace(database.kysely, { sport, country: 'France', code: 'FR' })
  cup = await createPlace(database.kysely, { sport, league: 'Cup' })
  tennis = await createPlace(database.kysely, { sport: `Tennis ${tests}`, country: 'Spain', code: 'ES' })
})
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
})

type More = Partial<Parameters<typeof createMatch>[1]>
const play = (home_team: string, startsIn: number, more: More = {}) =>
  createMatch(database.kysely, {
    league_id: soccer.leagueId,
    home_team,
    start_time: new Date(NOW + startsIn),
    ...more,
  })

const services = () => createServices(database)
const homes = (matches: MatchSummary[]) => matches.map(({ home }) => home)

describe('a match that is read again', () => {
  it('is the same object as before if nothing of it has changed', async () => {
    const other = await play('Roma', HOUR)
    await play('Inter', 2 * HOUR)
    const read = () => listUpcoming(services(), { sportId: soccer.sportId, limit: 20 })
    const [before, again] = [await read(), await read()]
    expect(again.map((match, at) => match === before[at])).toEqual([true, true])
    await database.kysely
      .updateTable('matches')
      .set({ affiliate_link: '/offer' })
      .where('id', '=', other)
      .execute()
    const after = await read()
    expect(after.map((match, at) => match === before[at])).toEqual([false, true])
    expect(after[0]?.affiliateLink).toBe('/offer')
  })
})

describe('a match that a page keeps', () => {
  const keptUntil = async (id: string) => {
    const { expiresAt } = await collectReads(() => findMatchById(services(), id))
    return expiresAt && expiresAt.getTime() - NOW
  }

  it('is read again at its kick-off, when it is over, and when its prices end', async () => {
    expect(await keptUntil(await play('Upcoming', HOUR))).toBe(HOUR)
    expect(await keptUntil(await play('Live', -10 * MINUTE))).toBe(110 * MINUTE + MS)
    const priced = await play('Priced', HOUR, {
      home_odds: 2,
      draw_odds: 3,
      away_odds: 4,
      bookmaker_count: 1,
    })
    await database.kysely
      .updateTable('event_prices')
      .set({ valid_until: new Date(NOW + 20 * MINUTE) })
      .where('event', '=', priced)
      .execute()
    expect(await keptUntil(priced)).toBe(20 * MINUTE)
  })
})

describe('a match in play that the site read first after kick-off', () => {
  it('has the closing odds of its quotes, net of commission, and none of those that came later', async () => {
    const [early, late] = [await play('Inter', -10 * MINUTE), await play('Roma', -10 * MINUTE)]
    const bookmaker = (commission: number) => createBookmaker(database.kysely, { commission })
    const [alpha, beta] = [await bookmaker(0), await bookmaker(5)]
    const result = marketOf({ type: 'match_result' })
    const quoted = (prices: number[]) => [quoteOf(result, prices)]
    const seen = (minutes: number) => ({ seenAt: new Date(NOW + minutes * MINUTE) })
    const offers = { [alpha]: quoted([2, 3.4, 4]), [beta]: quoted([2.09, 3, 4.5]) }
    await offerPrices(database.kysely, early, offers, seen(-15))
    await offerPrices(database.kysely, late, { [alpha]: quoted([1.2, 7, 15]) }, seen(-5))
    const { value, tags } = await collectReads(() => listLive(services(), soccer))
    const live = value.matches
    expect(Object.fromEntries(live.map(({ home, closing }) => [home, closing]))).toEqual({
      Inter: { home: 2.03, draw: 3.4, away: 4.32 },
      Roma: null,
    })
    expect(live.find(({ home }) => home === 'Inter')?.headline.withDraw).toBe(true)
    expect(tags).toContain(`prices:${early}`)
    expect(tags).toContain(`prices:${late}`)
  })
})

describe('the upcoming matches of a sport', () => {
  const upcoming = async (limit = 20) =>
    homes(await listUpcoming(services(), { sportId: soccer.sportId, limit }))

  it('are its scheduled ones that start after now, soonest first', async () => {
    await play('Third', 30 * HOUR)
    await play('First', MS)
    await play('Now', 0)
    await play('Second', HOUR)
    await play('Live', HOUR, { status: 'live' })
    await play('Finished', HOUR, { status: 'finished' })
    await play('Cancelled', HOUR, { status: 'cancelled' })
    await play('Tennis', HOUR, { league_id: tennis.leagueId })
    await play('Abroad', 20 * HOUR, { league_id: abroad.leagueId })
    expect(await upcoming()).toEqual(['First', 'Second', 'Abroad', 'Third'])
  })

  it('are limited to the requested number', async () => {
    for (const hour of [4, 2, 3, 1]) await play(`In ${hour}`, hour * HOUR)
    expect(await upcoming(3)).toEqual(['In 1', 'In 2', 'In 3'])
  })

  it.each(['sports', 'countries', 'leagues'] as const)('are of active %s only', async (table) => {
    await play('Shown', HOUR)
    const id = { sports: soccer.sportId, countries: soccer.countryId, leagues: soccer.leagueId }[table]
    await database.kysely.updateTable(table).set({ is_active: false }).where('id', '=', id).execute()
    expect(await upcoming()).toEqual([])
  })
})

describe('live matches', () => {
  beforeEach(async () => {
    await play('Now', 0)
    await play('To come', MS)
    await play('Two hours ago', -2 * HOUR)
    await play('Over', -2 * HOUR - MS)
    await play('An hour ago', -HOUR)
    await play('Marked live', -1.5 * HOUR, { status: 'live' })
    await play('Finished', -HOUR, { status: 'finished' })
    await play('Cancelled', -HOUR, { status: 'cancelled' })
    await play('Tennis', -HOUR, { league_id: tennis.leagueId })
    await play('Abroad', -MINUTE, { league_id: abroad.leagueId })
    await play('Cup', -2 * MINUTE, { league_id: cup.leagueId })
  })
  const LIVE = ['Two hours ago', 'Marked live', 'An hour ago', 'Cup', 'Abroad', 'Now']

  it('of a sport began within the last two hours up to now, and are listed by their start', async () => {
    expect(homes((await listLive(services(), soccer)).matches)).toEqual(LIVE)
    expect(await countLive(services(), soccer)).toBe(6)
  })

  it('of a country began within the last two hours up to now, and are listed by their start', async () => {
    expect(homes(await listLiveOfCountry(services(), soccer.countryId))).toEqual(
      LIVE.filter((home) => home !== 'Abroad'),
    )
  })
})

describe('the matches of a league', () => {
  const from = new Date(NOW - 15 * HOUR)

  it('from an instant on are its own without cancelled ones, soonest first', async () => {
    const other = await createPlace(database.kysely, { sport })
    await play('Later', 30 * HOUR)
    await play('At the instant', -15 * HOUR)
    await play('Before', -15 * HOUR - MS)
    await play('Soon', HOUR)
    await play('Cancelled', HOUR, { status: 'cancelled' })
    await play('Elsewhere', HOUR, { league_id: other.leagueId })
    const found = await listOfLeagueFrom(services(), { leagueId: soccer.leagueId, from })
    expect(homes(found)).toEqual(['At the instant', 'Soon', 'Later'])
  })

  it('before an instant are the latest twenty, newest first', async () => {
    const other = await createPlace(database.kysely, { sport, league: 'Serie B' })
    await play('At the instant', -15 * HOUR)
    await play('Cancelled', -16 * HOUR, { status: 'cancelled' })
    await play('Elsewhere', -17 * HOUR, { league_id: other.leagueId })
    for (const day of [3, 1, 2, ...Array.from({ length: 19 }, (_, at) => at + 4)])
      await play(`Day ${day}`, -15 * HOUR - day * 24 * HOUR)
    const found = await listOfLeagueBefore(services(), { leagueId: soccer.leagueId, before: from })
    expect(homes(found)).toEqual(Array.from({ length: 20 }, (_, at) => `Day ${at + 1}`))
  })

  it('that are featured come soonest first, from two hours ago on', async () => {
    await play('Second', 5 * HOUR, { featured: true })
    await play('Third', 9 * HOUR, { featured: true })
    await play('First', -2 * HOUR, { featured: true })
    await play('Over', -2 * HOUR - MS, { featured: true })
    await play('Finished', HOUR, { featured: true, status: 'finished' })
    await play('Not featured', HOUR)
    await play('Cup', 7 * HOUR, { featured: true, league_id: cup.leagueId })
    await play('Abroad', HOUR, { featured: true, league_id: abroad.leagueId })
    const expected = ['First', 'Second', 'Third']
    expect(homes(await listFeaturedOfLeague(services(), soccer.leagueId))).toEqual(expected)
    expect(homes(await listFeaturedOfCountry(services(), soccer.countryId))).toEqual([
      ...['First', 'Second', 'Cup', 'Third'],
    ])
  })

  it('that are next are scheduled and start from now on, a few of each league', async () => {
    for (const hour of [4, 2, 3]) await play(`In ${hour}`, hour * HOUR)
    await play('Now', 0)
    await play('Begun', -MS)
    await play('Live', HOUR, { status: 'live' })
    await play('Tennis', 5 * HOUR, { league_id: tennis.leagueId })
    const leagueIds = [soccer.leagueId, tennis.leagueId]
    const found = await listNextOfLeagues(services(), { leagueIds, perLeague: 3 })
    expect(homes(found)).toEqual(['Now', 'In 2', 'In 3', 'Tennis'])
  })
})

describe('the featured matches of a country', () => {
  it('are its next five scheduled ones, soonest first, when none is featured', async () => {
    for (const hour of [6, 3, 5, 1, 4]) await play(`In ${hour}`, hour * HOUR)
    await play('In 2', 2 * HOUR, { league_id: cup.leagueId })
    await play('Abroad', HOUR, { league_id: abroad.leagueId })
    await play('Now', 0)
    await play('Finished', HOUR, { status: 'finished' })
    await play('Tennis', HOUR, { league_id: tennis.leagueId })
    const found = await listFeaturedOfCountry(services(), soccer.countryId)
    expect(homes(found)).toEqual(['In 1', 'In 2', 'In 3', 'In 4', 'In 5'])
  })
})

describe('a match', () => {
  it('is found by its id', async () => {
    await play('Inter', HOUR)
    const id = await play('Roma', HOUR)
    expect((await findMatchById(services(), id))?.home).toBe('Roma')
    expect(await findMatchById(services(), crypto.randomUUID())).toBeUndefined()
  })

  it('has what is stored of it: teams, start, status, league, prices, mark', async () => {
    const odds = { home_odds: 1.9, draw_odds: 3.4, away_odds: 4.4, bookmaker_count: 3 }
    const id = await play('Roma', HOUR, { away_team: 'Lazio', featured: true, ...odds })
    expect(await findMatchById(services(), id)).toMatchObject({
      ...{ id, home: 'Roma', away: 'Lazio', startTime: '2026-03-01T16:00:00.000Z', status: 'scheduled' },
      ...{ league: { id: soccer.leagueId }, featured: true },
      headline: { home: { price: 1.9 }, draw: { price: 3.4 }, away: { price: 4.4 }, bookmakerCount: 3 },
    })
    const other = await play('Tsitsipas', HOUR, { home_odds: 1.6, away_odds: 2.4, bookmaker_count: 1 })
    expect(await findMatchById(services(), other)).toMatchObject({
      featured: false,
      headline: { home: { price: 1.6 }, draw: null, away: { price: 2.4 } },
    })
  })

  it('without prices has a draw where matches of its sport usually have one', async () => {
    const { kysely } = database
    const hasDraw = async (sport: string) => {
      const { leagueId } = await createPlace(kysely, { sport })
      const id = await createMatch(kysely, { league_id: leagueId })
      return (await findMatchById(services(), id))?.headline.withDraw
    }
    expect([await hasDraw('Soccer'), await hasDraw('Tennis')]).toEqual([true, false])
  })

  it('is found by its slug among all matches of the league, the next one before past ones', async () => {
    const other = await createPlace(database.kysely, { sport })
    const slug = 'roma-vs-lazio'
    await play('Inter', HOUR)
    await play('Past', -50 * HOUR, { slug })
    await play('Later', 90 * HOUR, { slug })
    await play('Next', 9 * HOUR, { slug })
    await play('Elsewhere', HOUR, { slug, league_id: other.leagueId })
    expect((await findMatchBySlug(services(), soccer.leagueId, slug))?.match.home).toBe('Next')
  })

  it('is found by the names of both teams, with spaces for hyphens, when its slug is another', async () => {
    const find = (segment: string, leagueId = soccer.leagueId) =>
      findMatch(services(), { leagueId, matchId: undefined, segment })
    const id = await play('Real Sociedad', HOUR, { away_team: 'Paris SG', slug: 'derby' })
    expect(await find('real-sociedad-vs-paris-sg')).toMatchObject({ kind: 'found', match: { id } })
    expect(await find('Real-Sociedad-vs-Paris-SG')).toMatchObject({ kind: 'found', match: { id } })
    for (const other of ['real-sociedad-vs-inter', 'paris-sg-vs-real-sociedad', 'real-vs-sociedad-paris-sg'])
      expect(await find(other)).toEqual({ kind: 'missing', why: 'no-matching-match' })
    expect(await find('real-sociedad-vs-paris-sg', tennis.leagueId)).toMatchObject({ kind: 'missing' })
  })
})

describe('the badge of a team', () => {
  const map = (matches_team_name: string, sportsdb_team_badge_url: string | null, more = {}) =>
    database.kysely
      .insertInto('team_mappings')
      .values({ matches_team_name, sportsdb_team_badge_url, matches_sport_name: sport, ...more })
      .execute()
  const badges = async () => {
    const [match] = await listUpcoming(services(), { sportId: soccer.sportId, limit: 1 })
    return [match?.homeBadge, match?.awayBadge]
  }
  const pair = { away_team: 'Milan' }

  it('is found by its name, for home and away', async () => {
    await play('Inter', HOUR, pair)
    await map('Roma', '/roma.png')
    await map('Milan', '/milan.png')
    await map('Inter', '/inter.png')
    expect(await badges()).toEqual(['/inter.png', '/milan.png'])
  })

  it.each(['NULL', '', null])('is missing when the team is mapped to %j', async (url) => {
    await play('Inter', HOUR, pair)
    await map('Inter', url)
    expect(await badges()).toEqual([null, null])
  })

  it('is that of the same sport, the same country preferred', async () => {
    await play('Inter', HOUR, pair)
    await map('Inter', '/elsewhere.png', { matches_country_name: 'Brazil' })
    await map('Inter', '/inter.png', { matches_country_name: 'Italy' })
    await map('Milan', '/volleyball.png', { matches_sport_name: 'Volleyball' })
    expect(await badges()).toEqual(['/inter.png', null])
  })

  it("is its fixture's logo when there is one", async () => {
    const match_id = await play('Inter', HOUR, pair)
    await map('Inter', '/inter.png')
    await database.kysely.insertInto('fixtures').values({ match_id, home_team_logo: '/logo.png' }).execute()
    expect(await badges()).toEqual(['/logo.png', null])
  })
})
