import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import {
  countMappings,
  findLastRun,
  findMapping,
  hasSportsdbTeams,
  listCountryChoices,
  listLeagueChoices,
  listMappingPlaces,
  listMappings,
  listSportChoices,
  readLastRuns,
  searchTeamCards,
} from './queries.server.ts'
import type { MappingFilter } from './schema.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('the choices of a place', () => {
  it('are the active sports, countries and leagues of the place, by position and then by name', async () => {
    const db = database.kysely
    const added: Record<string, string> = {}
    const add = async (table: 'sports' | 'countries' | 'leagues', rows: object[]) => {
      for (const row of rows) {
        const { name } = row as { name: string }
        const values = {
          slug: name.toLowerCase(),
          ...(table === 'countries' && { code: name.slice(0, 2) }),
          ...row,
        }
        const { id } = await db
          .insertInto(table)
          .values(values as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        added[name] = id
      }
    }
    await add('sports', [
      { name: 'Tennis', menu_position: 2 },
      { name: 'Golf', menu_position: 2 },
      { name: 'Rugby', menu_position: 1 },
      { name: 'Off', menu_position: 1, is_active: false },
    ])
    const of = { sport_id: added.Tennis ?? '' }
    await add('countries', [
      { name: 'ZZ', ...of, menu_position: 2, display_name: 'Aland' },
      { name: 'BB', ...of, menu_position: 2, display_name: '' },
      { name: 'CC', ...of, menu_position: 1 },
      { name: 'DD', ...of, is_active: false },
      { name: 'EE', sport_id: added.Golf },
    ])
    const within = { ...of, country_id: added.BB ?? '' }
    await add('leagues', [
      { name: 'Z', ...within, menu_position: 2 },
      { name: 'A', ...within, menu_position: 2 },
      { name: 'M', ...within, menu_position: 1 },
      { name: 'N', ...within, is_active: false },
      { name: 'O', ...of, country_id: added.CC },
    ])
    const names = (choices: readonly { name: string }[]) => choices.map(({ name }) => name)
    expect(names(await listSportChoices({ database }))).toEqual(['Rugby', 'Golf', 'Tennis'])
    expect(names(await listCountryChoices({ database }, added.Tennis ?? ''))).toEqual(['CC', 'BB', 'Aland'])
    expect(names(await listLeagueChoices({ database }, added.Tennis ?? '', added.BB ?? ''))).toEqual([
      ...['M', 'A', 'Z'],
    ])
  })
})

describe('the last run', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
  const add = (values: object) =>
    database.kysely
      .insertInto('runs')
      .values({ kind: 'map-teams', subject: 'site', status: 'done', created_at: at(0), ...values })
      .returning('id')
      .executeTakeFirstOrThrow()

  it('of each kind is the latest, with its place, counts, messages and outcome', async () => {
    expect(await readLastRuns({ database })).toEqual({ data: null, teams: null })
    const { sportId, countryId, leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    const message = (code: string) => ({ code, values: { n: 1 } })
    const { id } = await add({
      ...{ kind: 'map-data', created_at: at(2), finished_at: at(3), percent: 40 },
      params: JSON.stringify({ sportId, countryId, leagueId }),
      counts: JSON.stringify({ read: 7, updated: 3 }),
      outcome: JSON.stringify(message('error.data-run')),
      messages: JSON.stringify([{ ...message('error.fetch-matches'), at: at(2).toISOString() }]),
    })
    await add({ kind: 'map-data', created_at: at(1) })
    await add({ kind: 'map-data', created_at: at(5), subject: 'other' })
    await add({ created_at: at(4), params: '{}', counts: JSON.stringify({ inserted: 2 }) })
    const { data, teams } = await readLastRuns({ database })
    expect(data).toEqual({
      ...{ id, status: 'done', percent: 40, place: { sport: 'Soccer', country: 'Italy', league: 'Serie A' } },
      counts: { read: 7, updated: 3, errors: 0 },
      outcome: { ...message('error.data-run'), label: 'dataMapping.error.data-run' },
      log: [
        {
          ...message('error.fetch-matches'),
          ...{ label: 'dataMapping.error.fetch-matches', at: at(2).toISOString() },
        },
      ],
      ...{ createdAt: at(2).toISOString(), finishedAt: at(3).toISOString() },
    })
    expect(teams).toMatchObject({
      ...{ place: { sport: null, country: null, league: null }, outcome: null, log: [], finishedAt: null },
      counts: { read: 0, inserted: 2, unmatched: 0 },
    })
  })

  it('that was stopped before it began says so', async () => {
    await add({ created_at: at(6), status: 'cancelled' })
    expect((await findLastRun({ database }, 'teams'))?.outcome).toMatchObject({ code: 'cancelled' })
    const same = [await add({ created_at: at(7) }), await add({ created_at: at(7) })].map(({ id }) => id)
    expect((await findLastRun({ database }, 'teams'))?.id).toBe(same.toSorted().at(-1))
  })
})

describe('mappings', () => {
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    const db = database.kysely
    expect(await hasSportsdbTeams({ database })).toBe(false)
    await db
      .insertInto('sportsdb_teams')
      .values([
        {
          ...{ team_id: 1, team_name: 'Inter Milan', team_alternate: 'Internazionale', sport: 'Soccer' },
          ...{ badge_url: ' https://x/1.png ', country: 'Italy', league_name: 'Serie A', gender: 'Male' },
        },
        { team_id: 2, team_name: 'Inter Miami', sport: 'Soccer', badge_url: 'NULL' },
        { team_id: 3, team_name: 'Inter Tennis', sport: 'Tennis' },
      ])
      .execute()
    expect(await hasSportsdbTeams({ database })).toBe(true)
    const add = async (name: string, values: object = {}) => {
      const { id } = await db
        .insertInto('team_mappings')
        .values({
          ...{ matches_team_name: name, matches_sport_name: 'Soccer', matches_country_name: 'Italy' },
          ...{ matches_league_name: 'Serie A', status: 'review', ...values },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids[name] = id
    }
    await add('Inter', { version: 3, confidence_level: 'high', score: 0.8 })
    await add('Bari', {
      ...{ status: 'mapped', sportsdb_team_name: 'Bari Calcio', sportsdb_country_name: 'Italy' },
      ...{ sportsdb_team_badge_url: 'null', sportsdb_league_name: 'Serie B', sportsdb_gender: 'Male' },
      decided_at: new Date(),
    })
    await add('Como', { matches_league_name: 'Serie B' })
    await add('Betis', { matches_country_name: 'Spain', matches_league_name: 'Liga' })
    await add('Nadal', {
      matches_sport_name: 'Tennis',
      matches_country_name: 'World',
      matches_league_name: 'Open',
    })
    await add('Gone', { status: 'unmapped' })
    await add('Refused', { status: 'rejected' })
    await db
      .insertInto('team_mapping_candidates')
      .values([
        { mapping_id: ids.Inter ?? '', sportsdb_team_id: 2, position: 2, score: 0.6 },
        { mapping_id: ids.Inter ?? '', sportsdb_team_id: 1, position: 1, score: 0.7 },
        { mapping_id: ids.Como ?? '', sportsdb_team_id: 3, position: 1, score: 0.5 },
      ])
      .execute()
  })

  const filter = (values: Partial<MappingFilter> = {}): MappingFilter => ({
    ...{ status: 'review', sport: null, country: null, league: null, text: '', ...values },
  })
  const list = async (values: Partial<MappingFilter> = {}) => {
    const { mappings } = await listMappings({ database }, filter(values), { after: null, limit: 50 })
    return mappings.map(({ name }) => name).join(' ')
  }

  it('are listed by name, each with its own candidates, the most similar first', async () => {
    const { mappings, next } = await listMappings({ database }, filter(), { after: null, limit: 50 })
    expect(next).toBeNull()
    expect(mappings.map(({ name }) => name)).toEqual(['Betis', 'Como', 'Inter', 'Nadal'])
    const candidate = { alternate: null, badgeUrl: null, country: null, league: null, gender: null }
    expect(mappings[2]).toEqual({
      ...{ id: ids.Inter, version: 3, name: 'Inter', sport: 'Soccer', country: 'Italy', league: 'Serie A' },
      ...{ status: 'review', confidence: 'high', score: 0.8, team: null, isDecided: false },
      candidates: [
        {
          ...{ teamId: 1, name: 'Inter Milan', alternate: 'Internazionale', badgeUrl: 'https://x/1.png' },
          ...{ country: 'Italy', league: 'Serie A', gender: 'Male', score: 0.7 },
        },
        { ...candidate, teamId: 2, name: 'Inter Miami', score: 0.6 },
      ],
    })
    expect(mappings[1]?.candidates.map(({ name }) => name)).toEqual(['Inter Tennis'])
    expect(mappings[0]?.candidates).toEqual([])
  })

  it('are found by id, with the team that they are mapped to', async () => {
    expect(await findMapping({ database }, ids.Bari ?? '')).toMatchObject({
      ...{ name: 'Bari', status: 'mapped', isDecided: true, candidates: [] },
      team: { name: 'Bari Calcio', badgeUrl: null, country: 'Italy', league: 'Serie B', gender: 'Male' },
    })
    expect(await findMapping({ database }, randomUUID())).toBeUndefined()
  })

  it.each<[string, Partial<MappingFilter>]>([
    ['Betis Como Inter', { sport: 'Soccer' }],
    ['Como Inter', { country: 'Italy' }],
    ['Como', { league: 'Serie B' }],
    ['', { sport: 'Tennis', country: 'Italy' }],
    ['Bari', { status: 'mapped' }],
    ['Bari', { status: 'mapped', text: 'calcio' }],
    ['Inter', { text: 'INT' }],
    ['Inter', { text: 'in' }],
    ['', { text: 'er' }],
    ['', { text: 'inter como' }],
    ['', { text: '?' }],
  ])('are %j with the filter %j', async (names, values) => {
    expect(await list(values)).toBe(names)
  })

  it('are on pages that continue after the last name, also among equal names', async () => {
    const rows = ['X', 'Y', 'Z'].map((country) => ({
      ...{ matches_team_name: 'Same', matches_sport_name: 'S', matches_country_name: country },
      ...{ matches_league_name: 'L', status: 'review' },
    }))
    await database.kysely.insertInto('team_mappings').values(rows).execute()
    const pages: string[][] = []
    const shown: string[] = []
    let after: { name: string; id: string } | null = null
    do {
      const page: Awaited<ReturnType<typeof listMappings>> = await listMappings({ database }, filter(), {
        after,
        limit: 3,
      })
      pages.push(page.mappings.map(({ name }) => name))
      shown.push(...page.mappings.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(pages).toEqual([['Betis', 'Como', 'Inter'], ['Nadal', 'Same', 'Same'], ['Same']])
    expect(shown.slice(4)).toEqual(shown.slice(4).toSorted())
    await database.kysely.deleteFrom('team_mappings').where('matches_team_name', '=', 'Same').execute()
    const whole = await listMappings({ database }, filter(), { after: null, limit: 4 })
    expect(whole.next).toBeNull()
  })

  it('are counted by status within a filter', async () => {
    expect(await countMappings({ database })).toEqual({ unmapped: 1, review: 4, mapped: 1, rejected: 1 })
    const { status: _, ...within } = filter({ country: 'Spain' })
    expect(await countMappings({ database }, within)).toEqual({
      unmapped: 0,
      review: 1,
      mapped: 0,
      rejected: 0,
    })
  })

  it('have the places of their filter: sports, the countries of one, the leagues of one of these', async () => {
    const places = (sport: string | null, country: string | null) =>
      listMappingPlaces({ database }, { sport, country })
    const sports = ['Soccer', 'Tennis']
    expect(await places(null, null)).toEqual({ sports, countries: [], leagues: [] })
    expect(await places('Soccer', null)).toEqual({ sports, countries: ['Italy', 'Spain'], leagues: [] })
    expect(await places('Soccer', 'Italy')).toEqual({
      ...{ sports, countries: ['Italy', 'Spain'], leagues: ['Serie A', 'Serie B'] },
    })
    expect(await places(null, 'Italy')).toEqual({ sports, countries: [], leagues: [] })
  })

  it('can be given another team, found by name, those of the sport first', async () => {
    const found = async (options?: Parameters<typeof searchTeamCards>[2]) =>
      (await searchTeamCards({ database }, 'inter', options)).map(({ name }) => name)
    expect((await found({ sport: 'Tennis' }))[0]).toBe('Inter Tennis')
    expect(await found()).toHaveLength(3)
    expect(await found({ limit: 2 })).toHaveLength(2)
    const [team] = await searchTeamCards({ database }, 'internazionale')
    expect(team).toMatchObject({ teamId: 1, league: 'Serie A', sport: 'Soccer' })
    const [other] = await searchTeamCards({ database }, 'miami')
    expect(other).toMatchObject({ teamId: 2, league: null })
    await database.kysely
      .insertInto('sportsdb_teams')
      .values(Array.from({ length: 20 }, (_, n) => ({ team_id: 10 + n, team_name: `Inter ${n}` })))
      .execute()
    expect(await found()).toHaveLength(20)
  })
})
