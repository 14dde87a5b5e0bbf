import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
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
  sql`truncate sportsdb_countries, sportsdb_leagues, sportsdb_seasons, sportsdb_teams, sportsdb_events cascade`.execute(
    database.kysely,
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
    await storeLeagues(db, [league(7, { strLeague: 'Serie A' }), league(8)], {
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
    ])
  })

  it('counts each kind, and names the ten latest leagues, the latest first', async () => {
    const db = database.kysely
    for (let id = 1; id <= 12; id += 1) await storeLeagues(db, [league(id)], NOWHERE)
    await sql`update sportsdb_leagues set created_at = timestamptz '2026-01-01' - sportsdb_id * interval '1 day'`.execute(
      db,
    )
    await storeSeasons(db, 1, ['2025-2026', '2024-2025'])
    const state = await readSportsDbState(db)
    expect(state).toMatchObject({ countries: 0, leagues: 12, seasons: 2, teams: 0, events: 0 })
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
    expect(await storeTeams(db, [team({ strTeam: 'Inter Milan', intFormedYear: '1908' })])).toEqual({
      inserted: 0,
      updated: 1,
    })
    const rows = await db
      .selectFrom('sportsdb_teams')
      .select(['team_id', 'team_name', 'formed_year'])
      .execute()
    expect(rows).toEqual([{ team_id: 133, team_name: 'Inter Milan', formed_year: 1908 }])
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
