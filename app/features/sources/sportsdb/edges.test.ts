/** What is at the edges of TheSportsDB: its requests, each member of its items, odd values, limits. */
import { describe, expect, it } from 'vitest'
import { readItems, toldOf } from '#tests/support/source-contract.ts'
import sportsDb from './index.ts'
import { pastEventsRequest, placeRequest, seasonsRequest, toolRequestSchema } from './requests.ts'
import {
  ENDPOINTS,
  ItemError,
  proxyRequestSchema,
  readCountry,
  readEvent,
  readEventStart,
  readLeague,
  readSeason,
  readTeam,
} from './schema.ts'

const URL_OF = (name: string) => `https://media.example/${name}.png`
const reasonOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return error instanceof ItemError ? [error.name, error.reason, error.message] : error
  }
  return null
}

describe('a request to TheSportsDB', () => {
  const place = { address: 'https://x.example/json', key: 'a/b' }

  it('has the key in its path', () => {
    expect(sportsDb.locate({ SPORTSDB_URL: 'https://x.example/json/', SPORTSDB_KEY: 'a/b' })).toEqual(place)
    expect(sportsDb.locate({ SPORTSDB_URL: 'https://x.example/json/', SPORTSDB_KEY: '' })).toBeNull()
    expect(sportsDb.request(place, { day: '2026-11-22&x' })).toEqual({
      address: 'https://x.example/json/a%2Fb/eventsday.php?d=2026-11-22%26x',
    })
    expect(sportsDb.request({ address: 'https://x.example' }, {}).address).toBe(
      'https://x.example//eventsday.php?d=',
    )
    expect(sportsDb.probe(place)).toEqual({ address: 'https://x.example/json/a%2Fb/all_countries.php' })
    expect(sportsDb.probe({ address: 'https://x.example' }).address).toBe(
      'https://x.example//all_countries.php',
    )
  })

  it('is answered with countries where its key is valid, and may be answered with nothing', () => {
    expect(sportsDb.mayBeEmpty()).toBe(true)
    for (const text of ['{"countries":[]}', ' \n{ "countries" :\n['])
      expect(sportsDb.recognizes(text), text).toBe(true)
    for (const text of ['', '{}', 'x {"countries":', '{"leagues":1,"countries":', '{"countries"}'])
      expect(sportsDb.recognizes(text), text).toBe(false)
  })

  it('is of one of five endpoints, by an administrator', () => {
    expect(ENDPOINTS).toEqual({
      'all_countries.php': ['countries'],
      'search_all_leagues.php': ['countries', 'leagues', 'countrys'],
      'search_all_seasons.php': ['seasons'],
      'search_all_teams.php': ['teams'],
      'searchevents.php': ['event', 'events'],
    })
    const endpoint = 'search_all_teams.php'
    expect(proxyRequestSchema.parse({ endpoint, params: 's=Soccer&c=Spain', sport: 'Soccer' })).toEqual({
      endpoint,
      params: { s: 'Soccer', c: 'Spain' },
      sport: 'Soccer',
    })
    expect(proxyRequestSchema.parse({ endpoint })).toEqual({ endpoint, params: {} })
    const isValid = (more: object) => proxyRequestSchema.safeParse({ endpoint, ...more }).success
    expect([isValid({ params: 'x'.repeat(1_000) }), isValid({ params: 'x'.repeat(1_001) })]).toEqual([
      true,
      false,
    ])
    expect([isValid({ sport: 'x'.repeat(100) }), isValid({ sport: 'x'.repeat(101) })]).toEqual([true, false])
    expect(isValid({ endpoint: 'lookupteam.php' })).toBe(false)
  })
})

describe('the options of a tool', () => {
  it('have a sport, Soccer by default, and a country', () => {
    expect(placeRequest.parse({})).toEqual({ sport: 'Soccer' })
    expect(placeRequest.parse({ sport: ' Tennis ', country: ' Spain ' })).toEqual({
      sport: 'Tennis',
      country: 'Spain',
    })
    const isValid = (more: object) => placeRequest.safeParse(more).success
    for (const name of ['sport', 'country']) {
      expect(
        ['x', 'x'.repeat(100), '', ' ', 'x'.repeat(101)].map((value) => isValid({ [name]: value })),
        name,
      ).toEqual([...[true, true, false, false, false]])
    }
  })

  it('have a league by its number, or a number of matches', () => {
    expect(seasonsRequest.parse({ leagueId: '4328' })).toEqual({ leagueId: 4328 })
    expect([0, -1, 1.5, 'x'].map((leagueId) => seasonsRequest.safeParse({ leagueId }).success)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(pastEventsRequest.parse({})).toEqual({ stopAfter: 25, skipExisting: true })
    const isValid = (stopAfter: unknown) => pastEventsRequest.safeParse({ stopAfter }).success
    expect([-1, 1, '25', 100_000].map(isValid)).toEqual([true, true, true, true])
    expect([-2, 0, 1.5, 100_001, 'x'].map(isValid)).toEqual([false, false, false, false, false])
  })

  it('are of one of five tools', () => {
    const tools = ['countries', 'leagues', 'seasons', 'teams', 'events'].map((it) => `sportsdb-${it}`)
    expect(Object.keys(sportsDb.tools)).toEqual(tools)
    expect(tools.map((tool) => toolRequestSchema.safeParse({ tool }).success)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(toolRequestSchema.safeParse({ tool: 'sportsdb-x' }).success).toBe(false)
  })
})

describe('an item of TheSportsDB', () => {
  it('that is a country has its name and its flag, else its badge', () => {
    const country = { name_en: ' Spain ', flag_url_32: URL_OF('flag'), badge_url: URL_OF('badge') }
    expect(readCountry(country)).toEqual({ name_en: 'Spain', badge_url: URL_OF('flag') })
    expect(readCountry({ ...country, flag_url_32: '' }).badge_url).toBe(URL_OF('badge'))
    expect(readCountry({ name_en: 'x'.repeat(201) })).toEqual({ name_en: 'x'.repeat(200), badge_url: null })
    expect(readSeason({ strSeason: '2025-2026' })).toEqual({ season: '2025-2026' })
  })

  it('that is a league has each member', () => {
    const item = {
      ...{
        idLeague: '4328',
        strLeague: 'Premier League',
        strLeagueAlternate: 'EPL',
        strSport: 'Soccer',
        strCountry: 'England',
      },
      ...{
        strBadge: URL_OF('1'),
        strLogo: URL_OF('2'),
        strBanner: URL_OF('3'),
        strFilename: 'f',
        intFormedYear: '1992',
      },
      ...{
        strDescriptionEN: ' Two\nlines\u0000 ',
        strCurrentSeason: '2026-2027',
        strWebsite: 'w',
        strFacebook: 'fb',
      },
      ...{ strTwitter: 't', strInstagram: 'i', strYoutube: 'y' },
    }
    expect(readLeague(item)).toEqual({
      ...{
        sportsdb_id: 4328,
        name: 'Premier League',
        alternate_name: 'EPL',
        sport: 'Soccer',
        country: 'England',
      },
      ...{
        badge_url: URL_OF('1'),
        logo_url: URL_OF('2'),
        banner_url: URL_OF('3'),
        filename: 'f',
        formation_year: 1992,
      },
      ...{
        description: 'Two\nlines',
        current_season: '2026-2027',
        website: 'w',
        facebook: 'fb',
        twitter: 't',
      },
      ...{ instagram: 'i', youtube: 'y', raw_data: item },
    })
    expect(readLeague({ idLeague: 1, strLeague: 'A', strDescriptionEN: ' \n ' }).description).toBeNull()
    expect(readLeague({ idLeague: 1, strLeague: 'A', strDescriptionEN: 'a\u0000b\u0000c' }).description).toBe(
      'abc',
    )
    expect(readLeague({ idLeague: 1, strLeague: 'A', strDescriptionEN: 7 }).description).toBeNull()
  })

  it('that is a team has each member', () => {
    const codes = 'en de fr cn it jp ru es pt se nl hu no pl il'.split(' ')
    const item = {
      ...{
        idTeam: '133604',
        strTeam: 'Arsenal',
        strTeamAlternate: 'AFC',
        strAlternate: 'Gunners',
        strTeamShort: 'ARS',
      },
      ...{
        intFormedYear: '1886',
        strSport: 'Soccer',
        strLeague: 'A',
        idLeague: '1',
        strLeague2: 'B',
        idLeague2: '2',
      },
      ...{
        strLeague3: 'C',
        idLeague3: '3',
        strLeague4: 'D',
        idLeague4: '4',
        idVenue: '5',
        strStadium: 'Emirates',
      },
      ...{
        strLocation: 'Lane',
        strStadiumLocation: 'London',
        intStadiumCapacity: '60704',
        strStadiumDescription: 'Big',
      },
      ...{
        strStadiumThumb: URL_OF('thumb'),
        strKeywords: 'k',
        strWebsite: 'w',
        strFacebook: 'f',
        strTwitter: 't',
      },
      ...{
        strInstagram: 'i',
        strYoutube: 'y',
        strColour1: '#1',
        strColour2: '#2',
        strColour3: '#3',
        strGender: 'Male',
      },
      ...{
        strCountry: 'England',
        strBadge: URL_OF('badge'),
        strTeamBadge: URL_OF('old'),
        strLogo: URL_OF('logo'),
      },
      ...{ strBanner: URL_OF('banner'), strFanart1: URL_OF('fanart'), strEquipment: URL_OF('kit') },
      ...Object.fromEntries(codes.map((code) => [`strDescription${code.toUpperCase()}`, `In ${code}`])),
    }
    expect(readTeam(item)).toEqual({
      ...{
        team_id: 133604,
        team_name: 'Arsenal',
        team_alternate: 'AFC',
        team_short: 'ARS',
        formed_year: 1886,
      },
      ...{
        sport: 'Soccer',
        league_id: 1,
        league_name: 'A',
        league_id_2: 2,
        league_name_2: 'B',
        league_id_3: 3,
      },
      ...{ league_name_3: 'C', league_id_4: 4, league_name_4: 'D', venue_id: 5, stadium: 'Emirates' },
      ...{ stadium_location: 'London', stadium_capacity: 60704, stadium_description: 'Big' },
      ...{ stadium_thumb_url: URL_OF('thumb'), keywords: 'k', website: 'w', facebook: 'f', twitter: 't' },
      ...{ instagram: 'i', youtube: 'y', colour_1: '#1', colour_2: '#2', colour_3: '#3', gender: 'Male' },
      ...{
        country: 'England',
        badge_url: URL_OF('badge'),
        logo_url: URL_OF('logo'),
        banner_url: URL_OF('banner'),
      },
      ...{ fanart_url: URL_OF('fanart'), equipment_url: URL_OF('kit'), raw_data: item },
      ...Object.fromEntries(codes.map((code) => [`description_${code}`, `In ${code}`])),
    })
    const { strTeamAlternate: _, strStadiumLocation: __, strBadge: ___, ...older } = item
    expect(readTeam(older)).toMatchObject({
      team_alternate: 'Gunners',
      stadium_location: 'Lane',
      badge_url: URL_OF('old'),
    })
  })

  it('that is an event has each member', () => {
    const item = {
      ...{ idEvent: '441613', idAPIfootball: '7', strEvent: 'A vs B', strSport: 'Soccer', idLeague: '4328' },
      ...{
        strLeague: 'Premier League',
        strSeason: '2026-2027',
        strHomeTeam: 'A',
        strAwayTeam: 'B',
        idHomeTeam: '1',
      },
      ...{ idAwayTeam: '2', intHomeScore: '0', intAwayScore: 9_999, intRound: '3', intSpectators: '60000' },
      ...{ strTimestamp: '2026-11-22T15:00:00', dateEvent: '2026-11-22', dateEventLocal: '2026-11-23' },
      ...{
        strTime: '15:00:00',
        strTimeLocal: '16:00:00',
        strVenue: 'V',
        strCity: 'C',
        strCountry: 'England',
      },
      ...{ strPoster: URL_OF('1'), strSquare: URL_OF('2'), strFanart: URL_OF('3'), strThumb: URL_OF('4') },
      ...{ strBanner: URL_OF('5'), strVideo: URL_OF('6'), strStatus: 'FT', strPostponed: 'YES' },
    }
    expect(readEvent(item)).toEqual({
      ...{ event_id: 441613, api_football_id: 7, event_name: 'A vs B', sport: 'Soccer', league_id: 4328 },
      ...{
        league_name: 'Premier League',
        season: '2026-2027',
        home_team: 'A',
        away_team: 'B',
        home_team_id: 1,
      },
      ...{ away_team_id: 2, home_score: 0, away_score: 9_999, round: '3', spectators: 60_000 },
      ...{
        event_timestamp: new Date('2026-11-22T15:00:00Z'),
        date_event: '2026-11-22',
        date_event_local: '2026-11-23',
      },
      ...{ time_event: '15:00:00', time_local: '16:00:00', venue: 'V', city: 'C', country: 'England' },
      ...{
        poster_url: URL_OF('1'),
        square_url: URL_OF('2'),
        fanart_url: URL_OF('3'),
        thumb_url: URL_OF('4'),
      },
      ...{
        banner_url: URL_OF('5'),
        video_url: URL_OF('6'),
        event_status: 'FT',
        postponed: true,
        raw_data: item,
      },
    })
    expect(readEvent({ idEvent: 1, strPostponed: 'no' }).postponed).toBe(false)
    expect(readEvent({ idEvent: 1 })).toMatchObject({ postponed: null, home_score: null, away_score: null })
  })

  it.each<[unknown, number | null]>([
    [2_147_483_647, 2_147_483_647],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['99999999999', null],
    ['0', 0],
    [0, 0],
    ['-1', null],
    [-1, null],
    ['1.0', null],
    [1.5, null],
    ['12abc', null],
    ['abc12', null],
    [' 12', null],
    ['1e1', null],
    ['', null],
    [null, null],
    [true, null],
  ])('has the number %j as %j, and as a reference only above zero', (value, expected) => {
    const event = readEvent({ idEvent: 1, intSpectators: value, idLeague: value })
    expect([event.spectators, event.league_id]).toEqual([expected, expected || null])
  })

  it.each<[unknown, string | null]>([
    ['https://media.example/1.png', 'https://media.example/1.png'],
    ['HTTP://media.example/1.png', 'HTTP://media.example/1.png'],
    [`https://media.example/${'x'.repeat(1978)}`, `https://media.example/${'x'.repeat(1978)}`],
    [`https://media.example/${'x'.repeat(1979)}`, null],
    ['see https://media.example/1.png', null],
    ['ftp://media.example/1.png', null],
    [7, null],
  ])('has the picture %j as %j', (strPoster, expected) => {
    expect(readEvent({ idEvent: 1, strPoster }).poster_url).toBe(expected)
  })

  it('is refused without an id, a name or a valid score, and says what it is', () => {
    expect(reasonOf(() => readLeague({ idLeague: 'x', strLeague: 'A' }))).toEqual([
      'ItemError',
      'invalid_id',
      'not an id: "x"',
    ])
    expect(reasonOf(() => readLeague({ idLeague: 0, strLeague: 'A' }))).toEqual([
      'ItemError',
      'invalid_id',
      'not an id: 0',
    ])
    expect(reasonOf(() => readLeague({ strLeague: 'A' }))).toEqual([
      'ItemError',
      'invalid_id',
      'not an id: undefined',
    ])
    expect(reasonOf(() => readLeague({ idLeague: 1, strLeague: ' ' }))).toEqual([
      'ItemError',
      'missing_name',
      'no name: " "',
    ])
    const long = 'x'.repeat(200)
    expect(reasonOf(() => readEvent({ idEvent: long }))).toEqual([
      'ItemError',
      'invalid_id',
      `not an id: "${long}`.slice(0, 111),
    ])
    expect(reasonOf(() => readEvent({ idEvent: 1, intHomeScore: 10_000 }))).toEqual([
      'ItemError',
      'invalid_score',
      'not a score: 10000',
    ])
    expect(reasonOf(() => readEvent({ idEvent: 1, intAwayScore: '2-1' }))).toEqual([
      'ItemError',
      'invalid_score',
      'not a score: "2-1"',
    ])
    for (const item of [null, 7, 'x', [], undefined])
      expect(
        reasonOf(() => readTeam(item)),
        JSON.stringify(item),
      ).toEqual(['ItemError', 'not_an_item', String(JSON.stringify(item))])
  })
})

describe('the kick-off of an event of TheSportsDB', () => {
  const isoOf = (timestamp: string | null, day: string | null = null, time: string | null = null) =>
    readEventStart(timestamp, day, time)?.toISOString() ?? null

  it.each<[string, string | null]>([
    ['2026-11-22T15:00:00', '2026-11-22T15:00:00.000Z'],
    ['2026-11-22 15:00', '2026-11-22T15:00:00.000Z'],
    ['2026-11-22T15:00:00.5', '2026-11-22T15:00:00.000Z'],
    ['2026-11-22T15:00:00Z', '2026-11-22T15:00:00.000Z'],
    ['2026-11-22T15:00:00+02:00', '2026-11-22T13:00:00.000Z'],
    ['2026-11-22T15:00:00-0230', '2026-11-22T17:30:00.000Z'],
    ['2026-02-30T15:00:00', null],
    ['2026-13-01T15:00:00', null],
    ['x2026-11-22T15:00:00', null],
    ['2026-11-22T15:00:00x', null],
    ['2026-11-22T25:00:00', null],
    ['2026-11-22', null],
    ['1970-01-01T00:00:00', null],
    ['1969-12-31T23:00:00', null],
    ['1970-01-01T00:00:01', '1970-01-01T00:00:01.000Z'],
    ['', null],
  ])('at %j is %s', (timestamp, expected) => {
    expect(isoOf(timestamp)).toBe(expected)
  })

  it.each<[string | null, string | null, string | null]>([
    ['2026-11-22', '20:00:00', '2026-11-22T20:00:00.000Z'],
    ['2026-11-22', '8:00', '2026-11-22T08:00:00.000Z'],
    ['2026-11-22', '14:00:00+01:00', '2026-11-22T13:00:00.000Z'],
    ['2026-11-22', '14:00:00Z', '2026-11-22T14:00:00.000Z'],
    ['2026-11-22', null, null],
    ['2026-11-22', '', null],
    ['2026-11-22', 'x8:00', null],
    ['2026-11-22', '8:00x', null],
    ['2026-11-22', '25:00', null],
    ['2026-02-30', '20:00', null],
    ['x2026-11-22', '20:00', null],
    ['2026-11-22x', '20:00', null],
    [null, '20:00', null],
  ])('on %j at %j is %s', (day, time, expected) => {
    expect(isoOf(null, day, time)).toBe(expected)
  })

  it('is the time stamp before the day, where it is one', () => {
    expect(isoOf('2026-11-22T15:00:00', '2026-11-22', '20:00')).toBe('2026-11-22T15:00:00.000Z')
    expect(isoOf('0000-00-00T00:00:00', '2026-11-22', '20:00')).toBe('2026-11-22T20:00:00.000Z')
  })

  it('is of a day of the calendar', () => {
    const dayOf = (dateEvent: unknown) => readEvent({ idEvent: 1, dateEvent }).date_event
    expect(
      ['2026-02-28', '2028-02-29', '2026-02-29', '2026-00-10', '26-02-01', 'x', null].map(dayOf),
    ).toEqual([...['2026-02-28', '2028-02-29', null, null, null, null, null]])
  })
})

describe('an answer of TheSportsDB', () => {
  const event = {
    ...{ idEvent: '1', strSport: 'Soccer', strLeague: 'Premier League', strCountry: 'England' },
    ...{
      strHomeTeam: 'A',
      strAwayTeam: 'B',
      strTimestamp: '2026-11-22T15:00:00',
      intHomeScore: '2',
      intAwayScore: '1',
    },
  }
  const read = (body: unknown) => readItems(sportsDb, body)
  const told = async (...items: unknown[]) => toldOf(await read({ events: items }))
  const long = 'x'.repeat(201)

  it.each(['event', 'events', 'results'])('has its events in %s', async (name) => {
    expect(toldOf(await read({ [name]: [event] }))).toEqual([['event']])
    expect(await read({ [name]: null })).toEqual([])
    expect(await read({ [name]: [] })).toEqual([])
  })

  it('is a list, or an object with one', async () => {
    expect(toldOf(await read([event]))).toEqual([['event']])
    expect(await read([])).toEqual([])
    await expect(read({ teams: [event] })).rejects.toMatchObject({ code: 'unexpected_body' })
    await expect(read({})).rejects.toMatchObject({ code: 'unexpected_body' })
    await expect(read({ message: 'Invalid key' })).rejects.toMatchObject({
      code: 'error_answer',
      message: 'TheSportsDB answered with an error: Invalid key',
    })
    // A word beside the list is no error.
    expect(toldOf(await read({ note: 'x', events: [event] }))).toEqual([['event']])
  })

  it.each<[object, unknown[]]>([
    [{ strAwayTeam: null }, ['missing_team', '1', 'A - ?']],
    [{ strHomeTeam: null }, ['missing_team', '1', '? - B']],
    [{ strAwayTeam: 'a' }, ['same_team', '1', 'A - a']],
    [{ strSport: null }, ['missing_place', '1', '? / Premier League']],
    [{ strLeague: null }, ['missing_place', '1', 'Soccer / ?']],
    [{ strHomeTeam: long }, ['name_too_long', '1', `${long} - B`.slice(0, 200)]],
    [{ strCountry: long }, ['name_too_long', '1', 'A - B']],
    [{ strLeague: long }, ['name_too_long', '1', 'A - B']],
    [{ strTimestamp: null, dateEvent: '2026-11-22' }, ['invalid_start', '1', '2026-11-22']],
    [{ strTimestamp: null }, ['invalid_start', '1', '']],
    [{ strTimestamp: '9999-12-31T00:00:00', dateEvent: '9999-12-31' }, ['invalid_start', '1', '9999-12-31']],
    [{ idEvent: 'x' }, ['missing_id', 'x', 'not an id: "x"']],
    [{ idEvent: null }, ['missing_id', null, 'not an id: null']],
    [{ intHomeScore: 'x' }, ['invalid_score', '1', 'not a score: "x"']],
  ])('rejects an event with %j', async (more, expected) => {
    expect(await told({ ...event, ...more })).toEqual([expected])
  })

  it('rejects what is no item, no JSON, or too deep', async () => {
    expect(await told(7)).toEqual([['not_an_event', null, '7']])
    const nested = '['.repeat(2_000) + ']'.repeat(2_000)
    expect(toldOf(await read(`{"events":[{"a":nope},${nested}]}`))).toEqual([
      ['malformed_json', null, '{"a":nope}'],
      ['item_too_deep', null, ''],
    ])
  })

  it.each<[unknown, boolean]>([
    ['Match Finished', true],
    ['ft', true],
    ['AET', true],
    ['AOT', true],
    ['PEN', true],
    ['AP', true],
    [null, true],
    ['FT+', false],
    ['not ft', false],
    ['HT', false],
    ['NS', false],
  ])('with the status %j has a result: %s', async (strStatus, expected) => {
    const [item] = await read({ events: [{ ...event, strStatus }] })
    expect(item).toMatchObject(expected ? { result: { home: 2, away: 1 } } : { kind: 'event' })
    expect('result' in (item ?? {})).toBe(expected)
  })

  it('has no result without both scores, and a place of its own where the country is missing', async () => {
    for (const name of ['intHomeScore', 'intAwayScore'])
      expect((await read({ events: [{ ...event, [name]: null }] }))[0]).not.toHaveProperty('result')
    expect(await read({ events: [{ ...event, strCountry: null }] })).toMatchObject([
      { category: 'International' },
    ])
  })
})
