import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, emptyTables } from '#tests/support/database.ts'
import { readSportsDbCountries, readSportsDbState } from './queries.server.ts'
import { readCountry, readEvent, readLeague, readTeam } from './schema.ts'
import {
  findKeptEvents,
  storeCountries,
  storeEvents,
  storeLeagues,
  storeSeasons,
  storeTeams,
} from './store.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() =>
  emptyTables(
    database,
    ...['sportsdb_countries', 'sportsdb_leagues', 'sportsdb_seasons', 'sportsdb_teams', 'sportsdb_events'],
  ),
)

const league = (id: number, more: object = {}) =>
  readLeague({
    idLeague: String(id),
    strLeague: `League ${id}`,
    strSport: 'Soccer',
    strCountry: 'Italy',
    ...more,
  })
const NOWHERE = { sportId: null, countryCode: null }

/** The member of an answer that each column keeps; `#` is a number and `@` an address of an image. */
const COLUMNS = {
  sportsdb_countries: { name_en: 'name_en', badge_url: '@flag_url_32' },
  sportsdb_leagues: {
    ...{ sportsdb_id: '#idLeague', name: 'strLeague', alternate_name: 'strLeagueAlternate' },
    ...{ sport: 'strSport', country: 'strCountry', filename: 'strFilename' },
    ...{ badge_url: '@strBadge', logo_url: '@strLogo', banner_url: '@strBanner' },
    ...{ formation_year: '#intFormedYear', description: 'strDescriptionEN' },
    ...{ current_season: 'strCurrentSeason', website: 'strWebsite', facebook: 'strFacebook' },
    ...{ twitter: 'strTwitter', instagram: 'strInstagram', youtube: 'strYoutube' },
  },
  sportsdb_teams: {
    ...{ team_id: '#idTeam', team_name: 'strTeam', team_alternate: 'strTeamAlternate' },
    ...{ team_short: 'strTeamShort', formed_year: '#intFormedYear', sport: 'strSport' },
    ...{ league_id: '#idLeague', league_name: 'strLeague', league_id_2: '#idLeague2' },
    ...{ league_name_2: 'strLeague2', league_id_3: '#idLeague3', league_name_3: 'strLeague3' },
    ...{ league_id_4: '#idLeague4', league_name_4: 'strLeague4', venue_id: '#idVenue' },
    ...{ stadium: 'strStadium', stadium_location: 'strStadiumLocation' },
    ...{ stadium_capacity: '#intStadiumCapacity', stadium_description: 'strStadiumDescription' },
    ...{ stadium_thumb_url: '@strStadiumThumb', gender: 'strGender', country: 'strCountry' },
    ...{ colour_1: 'strColour1', colour_2: 'strColour2', colour_3: 'strColour3' },
    ...{ badge_url: '@strBadge', logo_url: '@strLogo', banner_url: '@strBanner' },
    ...{ fanart_url: '@strFanart1', equipment_url: '@strEquipment' },
    ...Object.fromEntries(
      ['en', 'de', 'fr', 'cn', 'it', 'jp', 'ru', 'es', 'pt', 'se', 'nl', 'hu', 'no', 'pl', 'il'].map(
        (code) => [`description_${code}`, `strDescription${code.toUpperCase()}`],
      ),
    ),
  },
  sportsdb_events: {
    ...{ event_id: '#idEvent', api_football_id: '#idAPIfootball', event_name: 'strEvent' },
    ...{ season: 'strSeason', sport: 'strSport', league_name: 'strLeague' },
    ...{ home_team: 'strHomeTeam', away_team: 'strAwayTeam' },
    ...{ home_team_id: '#idHomeTeam', away_team_id: '#idAwayTeam' },
    ...{ home_score: '#intHomeScore', away_score: '#intAwayScore', round: 'intRound' },
    ...{ spectators: '#intSpectators', time_event: 'strTime', time_local: 'strTimeLocal' },
    ...{ venue: 'strVenue', city: 'strCity', event_status: 'strStatus' },
    ...{ poster_url: '@strPoster', square_url: '@strSquare', fanart_url: '@strFanart' },
    ...{ thumb_url: '@strThumb', banner_url: '@strBanner' },
  },
}

/** An answer whose members are all different, and the row of its columns. */
function answerOf(columns: Record<string, string>) {
  const members = Object.entries(columns).map(([column, sign], index) => {
    const name = sign.replace(/^[#@]/, '')
    const value = sign[0] === '#' ? 1_900 + index : sign[0] === '@' ? `https://img.example/${name}.png` : name
    return { column, name, value }
  })
  return {
    answer: Object.fromEntries(members.map(({ name, value }) => [name, value])),
    row: Object.fromEntries(members.map(({ column, value }) => [column, value])),
  }
}

it.each([
  ['sportsdb_countries', (db, answer) => storeCountries(db, [readCountry(answer)])],
  ['sportsdb_leagues', (db, answer) => storeLeagues(db, [readLeague(answer)], NOWHERE)],
  ['sportsdb_teams', (db, answer) => storeTeams(db, [readTeam(answer)])],
  ['sportsdb_events', (db, answer) => storeEvents(db, [readEvent(answer)])],
] satisfies [keyof typeof COLUMNS, (db: Database['kysely'], answer: object) => Promise<unknown>][])(
  'keeps in %s each member of the answer in its column',
  async (table, store) => {
    const { answer, row } = answerOf(COLUMNS[table])
    const days = { dateEvent: '2026-03-08', dateEventLocal: '2026-03-09', strPostponed: 'yes' }
    const timestamp = { strTimestamp: '2026-03-08T15:00:00' }
    const isEvent = table === 'sportsdb_events'
    const whole = { ...answer, ...(isEvent ? { ...days, ...timestamp } : {}) }
    await store(database.kysely, whole)
    const rows = await database.kysely.selectFrom(table).selectAll().execute()
    expect(rows).toMatchObject([row])
    if (table !== 'sportsdb_countries') expect(rows).toMatchObject([{ raw_data: whole }])
    if (isEvent)
      expect(rows).toMatchObject([
        {
          date_event: '2026-03-08',
          date_event_local: '2026-03-09',
          postponed: true,
          event_timestamp: new Date('2026-03-08T15:00:00Z'),
        },
      ])
  },
)

describe('the stored data of TheSportsDB', () => {
  it('has one row for each name of a country, with its latest badge', async () => {
    const country = (name_en: string, badge: string) =>
      readCountry({ name_en, flag_url_32: `https://flags.example/${badge}.png` })
    const db = database.kysely
    expect(await storeCountries(db, [country('Spain', 'es'), country('Italy', 'it')])).toEqual({
      inserted: 2,
      updated: 0,
    })
    expect(await storeCountries(db, [country('Italy', 'new'), country('Spain', 'es')])).toEqual({
      inserted: 0,
      updated: 1,
    })
    expect(await readSportsDbCountries(db)).toEqual(['Italy', 'Spain'])
    const badges = await db.selectFrom('sportsdb_countries').select('badge_url').orderBy('name_en').execute()
    expect(badges.map(({ badge_url }) => badge_url)).toEqual([
      'https://flags.example/new.png',
      'https://flags.example/es.png',
    ])
  })

  it('has a league by its id, with its place in the catalogue', async () => {
    const db = database.kysely
    await storeLeagues(db, [league(7)], { sportId: null, countryCode: 'IT' })
    const changed = league(7, { strLeague: 'Serie A' })
    await storeLeagues(db, [changed, league(8), league(9, { strLeague: 'Serie A' })], {
      sportId: null,
      countryCode: 'IT',
    })
    const rows = await db
      .selectFrom('sportsdb_leagues')
      .select(['sportsdb_id', 'name', 'sport', 'country', 'country_code'])
      .orderBy('sportsdb_id')
      .execute()
    expect(rows).toEqual([
      { sportsdb_id: 7, name: 'Serie A', sport: 'Soccer', country: 'Italy', country_code: 'IT' },
      { sportsdb_id: 8, name: 'League 8', sport: 'Soccer', country: 'Italy', country_code: 'IT' },
      { sportsdb_id: 9, name: 'Serie A', sport: 'Soccer', country: 'Italy', country_code: 'IT' },
    ])
  })

  it('has every part of an answer in its column, and the whole answer', async () => {
    const db = database.kysely
    /** An answer, and the row that it becomes. */
    const given = (parts: Record<string, [column: string, given: unknown, kept?: unknown]>) => ({
      answer: Object.fromEntries(Object.entries(parts).map(([name, [, value]]) => [name, value])),
      row: Object.fromEntries(
        Object.values(parts).map(([column, value, kept = value]) => [column, kept] as const),
      ),
    })
    const image = (name: string) => `https://img.example/${name}.png`

    const league = given({
      idLeague: ['sportsdb_id', '4332', 4332],
      strLeague: ['name', 'Serie A'],
      strLeagueAlternate: ['alternate_name', 'Serie A TIM'],
      strSport: ['sport', 'Soccer'],
      strCountry: ['country', 'Italy'],
      strBadge: ['badge_url', image('badge')],
      strLogo: ['logo_url', image('logo')],
      strBanner: ['banner_url', image('banner')],
      strFilename: ['filename', 'serie-a'],
      intFormedYear: ['formation_year', '1898', 1898],
      strDescriptionEN: ['description', 'The first league.'],
      strCurrentSeason: ['current_season', '2025-2026'],
      strWebsite: ['website', 'league.example'],
      strFacebook: ['facebook', 'facebook.example/league'],
      strTwitter: ['twitter', 'twitter.example/league'],
      strInstagram: ['instagram', 'instagram.example/league'],
      strYoutube: ['youtube', 'youtube.example/league'],
    })
    await storeLeagues(db, [readLeague(league.answer)], { sportId: null, countryCode: 'IT' })
    const [storedLeague] = await db.selectFrom('sportsdb_leagues').selectAll().execute()
    expect(storedLeague).toMatchObject({ ...league.row, country_code: 'IT', raw_data: league.answer })

    const descriptions = 'en de fr cn it jp ru es pt se nl hu no pl il'
      .split(' ')
      .map((code): [string, [string, string]] => [
        `strDescription${code.toUpperCase()}`,
        [`description_${code}`, `In ${code}`],
      ])
    const team = given({
      idTeam: ['team_id', '133676', 133676],
      strTeam: ['team_name', 'Juventus'],
      strTeamAlternate: ['team_alternate', 'Juve'],
      strTeamShort: ['team_short', 'JUV'],
      intFormedYear: ['formed_year', '1897', 1897],
      strSport: ['sport', 'Soccer'],
      idLeague: ['league_id', '1', 1],
      strLeague: ['league_name', 'Serie A'],
      idLeague2: ['league_id_2', '2', 2],
      strLeague2: ['league_name_2', 'Coppa Italia'],
      idLeague3: ['league_id_3', '3', 3],
      strLeague3: ['league_name_3', 'Champions League'],
      idLeague4: ['league_id_4', '4', 4],
      strLeague4: ['league_name_4', 'Supercoppa'],
      idVenue: ['venue_id', '5', 5],
      strStadium: ['stadium', 'Allianz'],
      strLocation: ['stadium_location', 'Turin'],
      intStadiumCapacity: ['stadium_capacity', '41507', 41507],
      strStadiumDescription: ['stadium_description', 'New.'],
      strStadiumThumb: ['stadium_thumb_url', image('stadium')],
      ...Object.fromEntries(descriptions),
      strColour1: ['colour_1', '#000000'],
      strColour2: ['colour_2', '#FFFFFF'],
      strColour3: ['colour_3', '#FF0000'],
      strGender: ['gender', 'Male'],
      strCountry: ['country', 'Italy'],
      strBadge: ['badge_url', image('badge')],
      strLogo: ['logo_url', image('logo')],
      strBanner: ['banner_url', image('banner')],
      strFanart1: ['fanart_url', image('fanart')],
      strEquipment: ['equipment_url', image('kit')],
    })
    await storeTeams(db, [readTeam(team.answer)])
    const [storedTeam] = await db.selectFrom('sportsdb_teams').selectAll().execute()
    expect(storedTeam).toMatchObject({ ...team.row, raw_data: team.answer })

    const event = given({
      idEvent: ['event_id', '602', 602],
      idAPIfootball: ['api_football_id', '77', 77],
      strEvent: ['event_name', 'Inter vs Milan'],
      strSeason: ['season', '2025-2026'],
      strHomeTeam: ['home_team', 'Inter'],
      strAwayTeam: ['away_team', 'Milan'],
      idHomeTeam: ['home_team_id', '8', 8],
      idAwayTeam: ['away_team_id', '9', 9],
      intHomeScore: ['home_score', '2', 2],
      intAwayScore: ['away_score', '1', 1],
      intRound: ['round', '28'],
      intSpectators: ['spectators', '75000', 75000],
      strTimestamp: ['event_timestamp', '2026-03-08T19:45:00', new Date('2026-03-08T19:45:00Z')],
      dateEvent: ['date_event', '2026-03-08'],
      dateEventLocal: ['date_event_local', '2026-03-09'],
      strTime: ['time_event', '19:45:00'],
      strTimeLocal: ['time_local', '20:45:00'],
      strVenue: ['venue', 'San Siro'],
      strCity: ['city', 'Milan'],
      strPoster: ['poster_url', image('poster')],
      strSquare: ['square_url', image('square')],
      strFanart: ['fanart_url', image('fanart')],
      strThumb: ['thumb_url', image('thumb')],
      strBanner: ['banner_url', image('banner')],
      strStatus: ['event_status', 'Match Finished'],
      strPostponed: ['postponed', 'yes', true],
    })
    await storeEvents(db, [readEvent(event.answer)])
    const [storedEvent] = await db.selectFrom('sportsdb_events').selectAll().execute()
    expect(storedEvent).toMatchObject({ ...event.row, raw_data: event.answer })
  })

  it('counts each kind, and names the ten latest leagues, the latest first', async () => {
    const db = database.kysely
    const sportOf = (id: number) => (id % 3 === 0 ? 'Basketball' : 'Soccer')
    for (let id = 1; id <= 12; id += 1)
      await storeLeagues(db, [league(id, { strSport: sportOf(id) })], NOWHERE)
    await sql`update sportsdb_leagues set created_at = timestamptz '2026-01-01' - sportsdb_id * interval '1 day'`.execute(
      db,
    )
    await storeSeasons(db, 1, ['2025-2026', '2024-2025'])
    await storeCountries(db, [readCountry({ name_en: 'Italy' })])
    const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1))
    await storeTeams(
      db,
      ids(3).map((idTeam) => readTeam({ idTeam, strTeam: `Team ${idTeam}`, strSport: 'Soccer' })),
    )
    const teams = { strHomeTeam: 'Inter', strAwayTeam: 'Milan' }
    await storeEvents(
      db,
      ids(4).map((idEvent) => readEvent({ idEvent, ...teams })),
    )
    const state = await readSportsDbState(db)
    expect(state).toMatchObject({ countries: 1, leagues: 12, seasons: 2, teams: 3, events: 4 })
    expect(state.recentLeagues.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(state.recentLeagues[0]).toEqual({
      id: 1,
      name: 'League 1',
      sport: 'Soccer',
      country: 'Italy',
      createdAt: new Date('2025-12-31T00:00:00Z'),
    })
  })

  it('has each season of a league once', async () => {
    const db = database.kysely
    await storeLeagues(db, [league(1), league(2)], NOWHERE)
    expect(await storeSeasons(db, 1, ['2024-2025', '2025-2026', '2025-2026'])).toMatchObject({ inserted: 2 })
    expect(await storeSeasons(db, 1, ['2025-2026', '2026-2027'])).toMatchObject({ inserted: 1 })
    expect(await storeSeasons(db, 2, ['2025-2026'])).toMatchObject({ inserted: 1 })
    const rows = await db.selectFrom('sportsdb_seasons').select(['league_id', 'season']).execute()
    expect(rows.map(({ league_id, season }) => `${league_id} ${season}`).sort()).toEqual([
      '1 2024-2025',
      '1 2025-2026',
      '1 2026-2027',
      '2 2025-2026',
    ])
  })

  it('has a team by its id', async () => {
    const db = database.kysely
    const team = (more: object) => readTeam({ idTeam: '133', strTeam: 'Inter', strSport: 'Soccer', ...more })
    expect(await storeTeams(db, [team({})])).toEqual({ inserted: 1, updated: 0 })
    expect(await storeTeams(db, [team({})])).toEqual({ inserted: 0, updated: 0 })
    const renamed = team({ strTeam: 'Inter Milan', intFormedYear: '1908' })
    const ofThatName = team({ idTeam: '134', strTeam: 'Inter Milan' })
    expect(await storeTeams(db, [renamed, ofThatName])).toEqual({ inserted: 1, updated: 1 })
    const rows = await db
      .selectFrom('sportsdb_teams')
      .select(['team_id', 'team_name', 'formed_year'])
      .orderBy('team_id')
      .execute()
    expect(rows).toEqual([
      { team_id: 133, team_name: 'Inter Milan', formed_year: 1908 },
      { team_id: 134, team_name: 'Inter Milan', formed_year: null },
    ])
  })

  it('has an event by its id, and finds it by its two teams in any case and order, nearest first', async () => {
    const db = database.kysely
    const event = (id: number, home: string, away: string, day: string, more: object = {}) =>
      readEvent({
        idEvent: String(id),
        strHomeTeam: home,
        strAwayTeam: away,
        strTimestamp: `${day}T15:00:00`,
        ...more,
      })
    await storeEvents(db, [
      event(1, 'Inter', 'Milan', '2026-03-01'),
      event(2, 'INTER', 'milan', '2026-03-09'),
      event(3, 'Milan', 'Inter', '2026-03-08'),
      event(4, 'Inter Women', 'Milan', '2026-03-08'),
      event(5, 'Inte_', 'Mil%', '2026-03-08'),
    ])
    expect(await storeEvents(db, [event(1, 'Inter', 'Milan', '2026-03-01', { intHomeScore: '2' })])).toEqual({
      inserted: 0,
      updated: 1,
    })
    const near = new Date('2026-03-08T15:00:00Z')
    const found = await findKeptEvents(db, { home: 'inter', away: 'Milan' }, near)
    expect(found.map(({ event_id, home_score }) => [event_id, home_score])).toEqual([
      [3, null],
      [2, null],
      [1, 2],
    ])
    expect(
      (await findKeptEvents(db, { home: 'Inte_', away: 'Mil%' }, near)).map(({ event_id }) => event_id),
    ).toEqual([5])
  })
})
