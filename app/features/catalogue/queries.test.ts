import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import {
  findCountry,
  findLeague,
  findLeagueById,
  findSport,
  getSportsMenu,
  listCountriesWithLeagues,
  listLeagues,
} from './queries.server.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.kysely.deleteFrom('sports').execute())
afterAll(() => database.close())

type Placed = [name: string, menu_position: number, is_active?: boolean]

function addSports(...sports: Placed[]) {
  const rows = sports.map(([name, menu_position, is_active = true]) => ({
    name,
    menu_position,
    is_active,
    slug: name.toLowerCase(),
  }))
  return database.kysely.insertInto('sports').values(rows).execute()
}

async function addCountries(sportId: string, ...countries: Placed[]): Promise<string[]> {
  const rows = countries.map(([name, menu_position, is_active = true]) => ({
    name,
    menu_position,
    is_active,
    slug: name.toLowerCase(),
    code: name.slice(0, 2).toUpperCase(),
    sport_id: sportId,
  }))
  const added = await database.kysely.insertInto('countries').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

function addLeagues(sport_id: string, country_id: string, ...leagues: Placed[]) {
  const rows = leagues.map(([name, menu_position, is_active = true]) => ({
    name,
    menu_position,
    is_active,
    slug: name.toLowerCase(),
    sport_id,
    country_id,
  }))
  return database.kysely.insertInto('leagues').values(rows).execute()
}

async function addSport(name: string): Promise<string> {
  await addSports([name, 1])
  const { id } = await database.kysely
    .selectFrom('sports')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

const services = () => createServices(database)
const menuEntry = async (slug: string) => {
  const sport = await findSport(services(), slug)
  if (!sport) throw new Error(`no sport ${slug}`)
  return sport.found
}

describe('the sports menu', () => {
  it('has the active sports by position, then by name', async () => {
    await addSports(
      ['Tennis', 2],
      ['Curling', 3, false],
      ['Rugby', 1],
      ['Bowls', 2],
      ['Golf', 2],
      ['Aikido', 9],
    )
    const sports = await getSportsMenu(services())
    expect(sports.map(({ name }) => name)).toEqual(['Rugby', 'Bowls', 'Golf', 'Tennis', 'Aikido'])
  })

  it('has the active countries of each sport by position, then by name', async () => {
    const soccer = await addSport('Soccer')
    const tennis = await addSport('Tennis')
    await addCountries(soccer, ['Spain', 2], ['Malta', 1, false], ['Wales', 1], ['Italy', 2], ['Andorra', 3])
    await addCountries(tennis, ['France', 1])
    const sports = await getSportsMenu(services())
    expect(sports.map(({ name, countries }) => [name, ...countries.map((it) => it.name)])).toEqual([
      ['Soccer', 'Wales', 'Italy', 'Spain', 'Andorra'],
      ['Tennis', 'France'],
    ])
  })

  it("counts the scheduled matches of the sport's active leagues that are not over", async () => {
    const { leagueId, sportId } = await createPlace(database.kysely)
    const hidden = await createPlace(database.kysely, { league: 'Hidden' })
    const other = await createPlace(database.kysely, { country: 'Spain', code: 'ES' })
    const tennis = await createPlace(database.kysely, { sport: 'Tennis' })
    const play = (league_id: string, startsIn: number, status = 'scheduled') =>
      createMatch(database.kysely, { league_id, status, start_time: new Date(Date.now() + startsIn) })
    await play(leagueId, HOUR_MS)
    await play(leagueId, 100 * HOUR_MS)
    await play(leagueId, MINUTE_MS - 2 * HOUR_MS)
    await play(leagueId, -MINUTE_MS - 2 * HOUR_MS)
    await play(leagueId, HOUR_MS, 'cancelled')
    await play(leagueId, -HOUR_MS, 'finished')
    await play(hidden.leagueId, HOUR_MS)
    await play(other.leagueId, HOUR_MS)
    await play(tennis.leagueId, HOUR_MS)
    await database.kysely
      .updateTable('leagues')
      .set({ is_active: false })
      .where('id', '=', hidden.leagueId)
      .execute()
    const soccer = (await getSportsMenu(services())).find(({ id }) => id === sportId)
    expect(soccer?.matchCount).toBe(4)
    expect(soccer?.countries.map(({ name, matchCount }) => [name, matchCount])).toEqual([
      ['Italy', 3],
      ['Spain', 1],
    ])
  })
})

describe('what pages read', () => {
  it('of sports, countries and leagues are their shown names, addresses, icons, codes and logos', async () => {
    const { sportId, countryId, leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    const set = (table: 'sports' | 'countries' | 'leagues', id: string, values: object) =>
      database.kysely.updateTable(table).set(values).where('id', '=', id).execute()
    await set('sports', sportId, { icon_name: 'ball', icon_url: '/ball.png', icon_svg: '<svg/>' })
    await set('leagues', leagueId, { logo_url: '/serie-a.png' })
    const sport = {
      ...{ id: sportId, name: 'Soccer', slug: 'soccer' },
      ...{ iconName: 'ball', iconUrl: '/ball.png', iconSvg: '<svg/>' },
    }
    const country = { id: countryId, name: 'Italy', slug: 'italy', code: 'IT' }
    const league = { id: leagueId, name: 'Serie A', slug: 'serie-a', logoUrl: '/serie-a.png' }
    expect(await getSportsMenu(services())).toMatchObject([{ ...sport, countries: [country] }])
    expect(await listCountriesWithLeagues(services(), sportId)).toMatchObject([
      { ...country, leagues: [league] },
    ])
    expect(await listLeagues(services(), countryId)).toMatchObject([league])
    await set('sports', sportId, { display_name: 'Calcio' })
    await set('countries', countryId, { display_name: 'Italia' })
    await set('leagues', leagueId, { display_name: 'Lega' })
    const [shown] = await getSportsMenu(services())
    const [place] = await listCountriesWithLeagues(services(), sportId)
    expect([shown?.name, shown?.countries[0]?.name, place?.name, place?.leagues[0]?.name]).toEqual([
      ...['Calcio', 'Italia', 'Italia', 'Lega'],
    ])
  })
})

describe('a sport', () => {
  it('is found by its slug while it is active', async () => {
    await addSports(['Tennis', 1], ['Rugby', 1], ['Curling', 1, false])
    expect((await findSport(services(), 'rugby'))?.found.name).toBe('Rugby')
    expect(await findSport(services(), 'curling')).toBeNull()
    expect(await findSport(services(), 'golf')).toBeNull()
  })

  it('lists its active countries, each with its active leagues, by position, then by name', async () => {
    const soccer = await addSport('Soccer')
    const tennis = await addSport('Tennis')
    const [spain = '', malta = '', wales = '', italy = ''] = await addCountries(
      soccer,
      ['Spain', 2],
      ['Malta', 1, false],
      ['Wales', 1],
      ['Italy', 2],
      ['Empty', 1],
    )
    const [france = ''] = await addCountries(tennis, ['France', 1])
    await addLeagues(soccer, spain, ['Segunda', 2], ['Copa', 2], ['Primera', 1], ['Old', 0, false])
    await addLeagues(soccer, malta, ['Premier', 1])
    await addLeagues(soccer, wales, ['Cymru', 1])
    await addLeagues(soccer, italy, ['Serie', 1])
    await addLeagues(tennis, france, ['Open', 1])
    const countries = await listCountriesWithLeagues(services(), soccer)
    expect(countries.map(({ name, leagues }) => [name, ...leagues.map((it) => it.name)])).toEqual([
      ['Wales', 'Cymru'],
      ['Italy', 'Serie'],
      ['Spain', 'Primera', 'Copa', 'Segunda'],
    ])
  })
})

describe('a country', () => {
  it('is found in its sport by slug or code while it is active', async () => {
    const soccer = await addSport('Soccer')
    const tennis = await addSport('Tennis')
    await addCountries(soccer, ['Spain', 1], ['Italy', 1], ['Malta', 1, false])
    await addCountries(tennis, ['France', 1])
    const sport = await menuEntry('soccer')
    expect((await findCountry(services(), sport, 'italy'))?.found.name).toBe('Italy')
    expect((await findCountry(services(), sport, 'IT'))?.canonicalSlug).toBe('italy')
    expect(await findCountry(services(), sport, 'malta')).toBeNull()
    expect(await findCountry(services(), sport, 'france')).toBeNull()
  })

  it('lists its active leagues by position, then by name', async () => {
    const soccer = await addSport('Soccer')
    const [spain = '', italy = ''] = await addCountries(soccer, ['Spain', 1], ['Italy', 1])
    await addLeagues(
      soccer,
      spain,
      ['Segunda', 2],
      ['Copa', 2],
      ['Primera', 1],
      ['Old', 0, false],
      ['Amateur', 3],
    )
    await addLeagues(soccer, italy, ['Serie', 1])
    const leagues = await listLeagues(services(), spain)
    expect(leagues.map(({ name }) => name)).toEqual(['Primera', 'Copa', 'Segunda', 'Amateur'])
  })

  it('finds a league by its slug among its own active ones', async () => {
    const soccer = await addSport('Soccer')
    const [spain = '', italy = ''] = await addCountries(soccer, ['Spain', 1], ['Italy', 1])
    await addLeagues(soccer, spain, ['Copa', 1], ['Primera', 1], ['Old', 1, false])
    await addLeagues(soccer, italy, ['Serie', 1])
    expect((await findLeague(services(), spain, 'primera'))?.found.name).toBe('Primera')
    expect(await findLeague(services(), spain, 'old')).toBeNull()
    expect(await findLeague(services(), spain, 'serie')).toBeNull()
  })
})

describe('a former address', () => {
  it('leads to the sport, country or league that has it no longer, in any case, within its place', async () => {
    const soccer = await addSport('Soccer')
    const tennis = await addSport('Tennis')
    const [spain = '', italy = ''] = await addCountries(soccer, ['Spain', 1], ['Italy', 1])
    await addLeagues(soccer, spain, ['Primera', 1], ['Copa', 1])
    const leagues = await listLeagues(services(), spain)
    const [copa, primera] = leagues.map(({ id }) => id)
    const former = (entity: string, slug: string, target = '', parent: string | null = null) => ({
      ...{ entity, slug, target_id: target, parent_id: parent },
    })
    await database.kysely.deleteFrom('old_slugs').execute()
    await database.kysely
      .insertInto('old_slugs')
      .values([
        ...[former('sport', 'football', soccer), former('sport', 'tennis', soccer)],
        ...[former('country', 'football-too', soccer), former('sport', 'within', soccer, soccer)],
        ...[former('country', 'espana', spain, soccer), former('country', 'elsewhere', spain, tennis)],
        ...[former('league', 'la-liga', primera, spain), former('league', 'elsewhere', primera, italy)],
        ...[former('league', 'copa', primera, spain), former('sport', 'gone', copa)],
      ])
      .execute()
    const sportAt = async (slug: string) => (await findSport(services(), slug))?.canonicalSlug
    expect(await sportAt('Football')).toBe('soccer')
    expect(await sportAt('TENNIS')).toBe('tennis')
    for (const slug of ['football-too', 'within', 'gone']) expect(await sportAt(slug)).toBeUndefined()
    const sport = await menuEntry('soccer')
    const countryAt = async (slug: string) => (await findCountry(services(), sport, slug))?.canonicalSlug
    expect(await countryAt('Espana')).toBe('spain')
    expect(await countryAt('SPAIN')).toBe('spain')
    for (const slug of ['elsewhere', 'football']) expect(await countryAt(slug)).toBeUndefined()
    const leagueAt = async (slug: string) => (await findLeague(services(), spain, slug))?.canonicalSlug
    expect(await leagueAt('La-Liga')).toBe('primera')
    expect(await leagueAt('Copa')).toBe('copa')
    for (const slug of ['elsewhere', 'espana']) expect(await leagueAt(slug)).toBeUndefined()
  })
})

describe('what pages of the catalogue depend on', () => {
  const tagsOf = async (read: () => Promise<unknown>) => [...(await collectReads(read)).tags].toSorted()

  it('is the menu with its countries and counts, the leagues of a country, and a league', async () => {
    const { sportId, countryId, leagueId } = await createPlace(database.kysely)
    expect(await tagsOf(() => getSportsMenu(services()))).toEqual([
      ...['calendar', `countries:${sportId}`, 'sports'],
    ])
    expect(await tagsOf(() => listCountriesWithLeagues(services(), sportId))).toEqual([
      ...['calendar', `countries:${sportId}`, `leagues:${countryId}`],
    ])
    expect(await tagsOf(() => listLeagues(services(), countryId))).toEqual([`leagues:${countryId}`])
    expect(await tagsOf(() => findLeagueById(services(), leagueId))).toEqual([`league:${leagueId}`])
  })

  it('is kept for each country', async () => {
    const italy = await createPlace(database.kysely, { league: 'Serie A' })
    const spain = await createPlace(database.kysely, { country: 'Spain', code: 'ES', league: 'La Liga' })
    const kept = services()
    const namesOf = async (id: string) => (await listLeagues(kept, id)).map(({ name }) => name)
    expect([await namesOf(italy.countryId), await namesOf(spain.countryId)]).toEqual([
      ['Serie A'],
      ['La Liga'],
    ])
  })

  it('is a minute old at most, and read again sooner when matches could not be counted', async () => {
    const { sportId, leagueId } = await createPlace(database.kysely)
    await createPlace(database.kysely, { country: 'Spain', code: 'ES' })
    await createMatch(database.kysely, { league_id: leagueId })
    await createMatch(database.kysely, { league_id: leagueId, status: 'live' })
    const countries = await listCountriesWithLeagues(services(), sportId)
    expect(countries.map(({ name, matchCount }) => `${name} ${matchCount}`)).toEqual(['Italy 2', 'Spain 0'])
    const read = () => collectReads(() => getSportsMenu(services()))
    const menu = await read()
    expect(menu.value.map(({ matchCount }) => matchCount)).toEqual([2])
    const age = ({ expiresAt }: Awaited<ReturnType<typeof read>>) => (expiresAt?.getTime() ?? 0) - Date.now()
    expect(age(menu)).toBeGreaterThan(10_000)
    expect(age(menu)).toBeLessThanOrEqual(60_000)
    await sql`alter table matches rename column status to gone`.execute(database.kysely)
    try {
      const without = await read()
      expect(without.value.map(({ matchCount }) => matchCount)).toEqual([0])
      expect(age(without)).toBeLessThanOrEqual(10_000)
    } finally {
      await sql`alter table matches rename column gone to status`.execute(database.kysely)
    }
  })
})

it('a league is found by its id while it, its country and its sport are active', async () => {
  const { sportId, countryId, leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const find = () => findLeagueById(services(), leagueId)
  expect(await find()).toEqual({ id: leagueId, slug: 'serie-a' })
  expect(await findLeagueById(services(), countryId)).toBeUndefined()
  for (const [table, id] of [
    ['leagues', leagueId],
    ['countries', countryId],
    ['sports', sportId],
  ] as const) {
    const setActive = (is_active: boolean) =>
      database.kysely.updateTable(table).set({ is_active }).where('id', '=', id).execute()
    await setActive(false)
    expect(await find()).toBeUndefined()
    await setActive(true)
  }
})
