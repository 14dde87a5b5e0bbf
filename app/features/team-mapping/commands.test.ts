import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelRecorded } from '#app/features/runs/recorded-runs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createAdministrator, createSportsdbTeam, runMapping } from '#tests/support/mapping.ts'
import { openDesk } from '#tests/support/runs.ts'
import {
  type Administrator,
  acceptCandidate,
  pickTeam,
  rejectCandidates,
  undoDecision,
} from './commands.server.ts'
import {
  countMappings,
  findLastRun,
  listCountryChoices,
  listLeagueChoices,
  listMappingPlaces,
  listMappings,
  listSportChoices,
  searchTeamCards,
} from './queries.server.ts'
import type { MappingFilter } from './schema.ts'
import { startRun } from './start-run.server.ts'

let database: Database
let admin: Administrator
let united: number
let city: number
let place: Awaited<ReturnType<typeof createPlace>>
beforeEach(async () => {
  database = await createTestDatabase()
  admin = await somebody()
  united = await createSportsdbTeam(database, { team_name: 'Leeds United', league_name: 'Premier League' })
  city = await createSportsdbTeam(database, { team_name: 'Leeds City', badge_url: 'NULL' })
  place = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league: 'First' })
  await playIn(place.leagueId, 'First')
  await runMapping(database, 'teams')
})
afterEach(() => database.close())

const somebody = async () => ({ id: await createAdministrator(database), email: 'admin@example.org' })
const playIn = (league_id: string, league_name: string, home_team = 'Leeds') =>
  createMatch(database.kysely, {
    league_id,
    home_team,
    away_team: 'Qwrtz',
    sport_name: 'Soccer',
    country_name: 'England',
    league_name,
  })

const ALL: MappingFilter = { status: 'review', sport: null, country: null, league: null, text: '' }
const list = async (filter: Partial<MappingFilter> = {}) =>
  (await listMappings({ database }, { ...ALL, ...filter }, { after: null, limit: 10 })).mappings
const find = async (name = 'Leeds') => {
  for (const status of ['review', 'mapped', 'unmapped', 'rejected'] as const) {
    const [found] = await list({ status, text: name })
    if (found) return found
  }
  throw new Error('no such mapping')
}
const findIn = async (league: string) => {
  for (const status of ['review', 'mapped', 'unmapped', 'rejected'] as const) {
    const [found] = await list({ status, league, text: 'Leeds' })
    if (found) return found
  }
  throw new Error('no such mapping')
}
/** The same team in a second league, as the next run reads it. */
async function meetAgain(league = 'Second', team = 'Leeds'): Promise<void> {
  const { leagueId } = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league })
  await playIn(leagueId, league, team)
  await runMapping(database, 'teams')
}
const listStatuses = async (team = 'Leeds') =>
  (
    await database.kysely
      .selectFrom('team_mappings')
      .select(['matches_league_name', 'status', 'sportsdb_team_id'])
      .where('matches_team_name', '=', team)
      .orderBy('matches_league_name')
      .execute()
  ).map((row) => [row.matches_league_name, row.status, row.sportsdb_team_id])

describe('the queue', () => {
  it('shows the candidates side by side', async () => {
    const [leeds] = await list()
    expect(leeds).toMatchObject({
      name: 'Leeds',
      league: 'First',
      status: 'review',
      team: null,
      isDecided: false,
    })
    expect(leeds?.candidates.map(({ name }) => name).sort()).toEqual(['Leeds City', 'Leeds United'])
    expect(leeds?.candidates.find(({ teamId }) => teamId === city)?.badgeUrl).toBeNull()
    expect(await countMappings({ database })).toEqual({ review: 1, unmapped: 1, mapped: 0, rejected: 0 })
  })

  it('is paged', async () => {
    const first = await listMappings({ database }, { ...ALL, status: 'unmapped' }, { after: null, limit: 1 })
    expect(first.next).toBeNull()
    await playIn(place.leagueId, 'First', 'Leeds B C')
    await playIn(place.leagueId, 'First', 'Zzyzx')
    await runMapping(database, 'teams')
    const names: string[] = []
    let after: Parameters<typeof listMappings>[2]['after'] = null
    do {
      const page = await listMappings({ database }, { ...ALL, status: 'unmapped' }, { after, limit: 1 })
      names.push(...page.mappings.map(({ name }) => name))
      after = page.next
    } while (after)
    expect(names).toEqual([...names].sort())
    expect(new Set(names).size).toBe((await countMappings({ database })).unmapped)
  })
})

describe('a decision', () => {
  it('maps the team and stores its name', async () => {
    const leeds = await find()
    expect(await acceptCandidate({ database }, leeds, united, admin)).toBe('done')
    expect(await find()).toMatchObject({
      status: 'mapped',
      confidence: 'medium',
      team: { name: 'Leeds United', country: 'England', league: 'Premier League' },
      isDecided: true,
    })
    await meetAgain()
    expect(await listStatuses()).toEqual([
      ['First', 'mapped', united],
      ['Second', 'mapped', united],
    ])
  })

  it('stores nothing for the club’s other teams', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await meetAgain('Super League Women')
    expect(await listStatuses()).toEqual([
      ['First', 'mapped', united],
      ['Super League Women', 'unmapped', null],
    ])
  })

  it('stores each team of a club by itself', async () => {
    const belles = await createSportsdbTeam(database, { team_name: 'Yorkshire Belles', gender: 'Female' })
    await acceptCandidate({ database }, await find(), united, admin)
    await meetAgain('Super League Women')
    await pickTeam({ database }, await findIn('Super League Women'), belles, admin)
    await meetAgain()
    await meetAgain('Women’s Cup')
    expect(await listStatuses()).toEqual([
      ['First', 'mapped', united],
      ['Second', 'mapped', united],
      ['Super League Women', 'mapped', belles],
      ['Women’s Cup', 'mapped', belles],
    ])
  })

  it('rejects nothing for the club’s other teams', async () => {
    await database.kysely
      .updateTable('sportsdb_teams')
      .set({ team_alternate: 'Leeds United Women' })
      .where('team_id', '=', united)
      .execute()
    await meetAgain('Super League Women')
    await rejectCandidates({ database }, await findIn('Super League Women'), admin)
    await meetAgain()
    const { candidates } = await findIn('Second')
    expect(candidates.map(({ teamId }) => teamId).sort()).toEqual([united, city].sort())
  })

  it('holds for a team whose name says another kind than its own', async () => {
    const atletic = await createSportsdbTeam(database, { team_name: 'Barcelona Atlètic' })
    await meetAgain('Second', 'Barcelona B')
    await pickTeam({ database }, await find('Barcelona B'), atletic, admin)
    await meetAgain('Third', 'Barcelona B')
    expect(await listStatuses('Barcelona B')).toEqual([
      ['Second', 'mapped', atletic],
      ['Third', 'mapped', atletic],
    ])
  })

  it("holds for women whose league is not known as a women's league", async () => {
    const belles = await createSportsdbTeam(database, { team_name: 'Yorkshire Belles', gender: 'Female' })
    await pickTeam({ database }, await find(), belles, admin)
    await meetAgain('Cup')
    await meetAgain('Women’s Cup')
    expect(await listStatuses()).toEqual([
      ['Cup', 'mapped', belles],
      ['First', 'mapped', belles],
      ['Women’s Cup', 'mapped', belles],
    ])
  })

  it('is needed again when the rules are sure of the men', async () => {
    const belles = await createSportsdbTeam(database, { team_name: 'Yorkshire Belles', gender: 'Female' })
    await pickTeam({ database }, await find(), belles, admin)
    const leeds = await createSportsdbTeam(database, { team_name: 'Leeds', league_name: 'Premier League' })
    await meetAgain('Cup')
    const asked = await findIn('Cup')
    expect(asked.status).toBe('review')
    expect(asked.candidates.map(({ teamId }) => teamId)).toEqual([belles, leeds])
    await acceptCandidate({ database }, asked, leeds, admin)
    await meetAgain('Second')
    await meetAgain('Premier League')
    expect(await listStatuses()).toEqual([
      ['Cup', 'mapped', leeds],
      ['First', 'mapped', belles],
      ['Premier League', 'mapped', leeds],
      ['Second', 'mapped', leeds],
    ])
  })

  it('can be another team than the candidates', async () => {
    const other = await createSportsdbTeam(database, {
      team_name: 'Whites',
      badge_url: 'https://img.test/w.png',
    })
    expect(await acceptCandidate({ database }, await find(), other, admin)).toBe('unknown-team')
    expect(await pickTeam({ database }, await find(), other, admin)).toBe('done')
    expect(await find()).toMatchObject({
      confidence: 'medium',
      team: { name: 'Whites', badgeUrl: 'https://img.test/w.png' },
    })
    expect(await pickTeam({ database }, await find(), 1, admin)).toBe('unknown-team')
  })

  it.each([
    ['First Division', 'high'],
    ['First', 'direct'],
  ])(
    'for a team of the same name in the league %s has the confidence %s',
    async (league_name, confidence) => {
      const namesake = await createSportsdbTeam(database, { team_name: 'Leeds', league_name })
      expect(await pickTeam({ database }, await find(), namesake, admin)).toBe('done')
      expect(await find()).toMatchObject({ confidence, team: { name: 'Leeds' } })
    },
  )

  it('can be that it is none of them, which no run reverts', async () => {
    expect(await rejectCandidates({ database }, await find(), admin)).toBe('done')
    await meetAgain()
    expect(await listStatuses()).toEqual([
      ['First', 'rejected', null],
      ['Second', 'unmapped', null],
    ])
  })

  it('replaces an earlier name of the same team', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await pickTeam({ database }, await find(), city, admin)
    await meetAgain()
    expect(await listStatuses()).toEqual([
      ['First', 'mapped', city],
      ['Second', 'mapped', city],
    ])
  })

  it('removes the team that it rejects', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await rejectCandidates({ database }, await find(), admin)
    await meetAgain()
    expect((await listStatuses())[1]).not.toEqual(['Second', 'mapped', united])
    await undoDecision({ database }, await findIn('First'), admin)
    await meetAgain('Third')
    expect((await listStatuses())[2]).toEqual(['Third', 'mapped', united])
  })

  it('can be undone, step by step, with the names that it stored', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await pickTeam({ database }, await find(), city, admin)
    expect(await undoDecision({ database }, await find(), admin)).toBe('done')
    expect(await find()).toMatchObject({ status: 'mapped', team: { name: 'Leeds United' }, isDecided: true })
    expect(await undoDecision({ database }, await find(), admin)).toBe('done')
    expect(await find()).toMatchObject({ status: 'review', team: null, isDecided: false })
    expect((await find()).candidates).toHaveLength(2)
    expect(await undoDecision({ database }, await find(), admin)).toBe('nothing-to-undo')
    await meetAgain()
    expect((await listStatuses()).map(([, status]) => status)).toEqual(['review', 'review'])
  })

  it('reverts a rejection', async () => {
    await rejectCandidates({ database }, await find(), admin)
    await undoDecision({ database }, await find(), admin)
    await meetAgain()
    expect((await listStatuses()).map(([, status]) => status)).toEqual(['review', 'review'])
  })

  it('can be undone when the earlier reviewer has been deleted', async () => {
    const gone = await somebody()
    await acceptCandidate({ database }, await find(), united, gone)
    await pickTeam({ database }, await find(), city, admin)
    await database.kysely.deleteFrom('profiles').where('id', '=', gone.id).execute()
    expect(await undoDecision({ database }, await find(), admin)).toBe('done')
    expect(await find()).toMatchObject({ status: 'mapped', team: { name: 'Leeds United' }, isDecided: false })
  })

  it('leaves the row to the runs when it is undone and the earlier team is gone', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await pickTeam({ database }, await find(), city, admin)
    await database.kysely.deleteFrom('sportsdb_teams').where('team_id', '=', united).execute()
    expect(await undoDecision({ database }, await find(), admin)).toBe('done')
    expect(await find()).toMatchObject({ status: 'unmapped', isDecided: false })
    await runMapping(database, 'teams')
    expect((await find()).status).not.toBe('unmapped')
  })

  it('is recorded in the audit trail, as is its undoing', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await undoDecision({ database }, await find(), admin)
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['entity', 'label', 'user_id', 'before', 'after'])
      .orderBy('id')
      .execute()
    const line = { entity: 'team_mappings', label: 'Leeds (Soccer, England, First)', user_id: admin.id }
    const open = {
      status: 'review',
      sportsdb_team_name: null,
      sportsdb_team_id: null,
      confidence_level: null,
    }
    const mapped = {
      status: 'mapped',
      sportsdb_team_name: 'Leeds United',
      sportsdb_team_id: united,
      confidence_level: 'medium',
    }
    expect(trail).toEqual([
      { ...line, before: open, after: mapped },
      { ...line, before: mapped, after: open },
    ])
  })

  it('is refused on a conflict, and for a row that is gone', async () => {
    const leeds = await find()
    const both = await Promise.all([
      acceptCandidate({ database }, leeds, united, admin),
      rejectCandidates({ database }, leeds, await somebody()),
    ])
    expect(both.sort()).toEqual(['changed', 'done'])
    const gone = { id: '00000000-0000-4000-8000-000000000000', version: 1 }
    expect(await pickTeam({ database }, gone, united, admin)).toBe('unknown')
  })

  it('stores no name when people disagree', async () => {
    await acceptCandidate({ database }, await find(), united, admin)
    await meetAgain()
    await pickTeam({ database }, await findIn('Second'), city, admin)
    const { leagueId } = await createPlace(database.kysely, {
      country: 'England',
      code: 'GB-ENG',
      league: 'Third',
    })
    await playIn(leagueId, 'Third')
    await runMapping(database, 'teams')
    expect((await listStatuses()).map(([, status]) => status)).toEqual(['mapped', 'mapped', 'review'])
  })
})

describe('reads', () => {
  it('finds teams by a part of a name, without wildcards', async () => {
    expect((await searchTeamCards({ database }, 'eds ci')).map(({ name }) => name)).toEqual(['Leeds City'])
    expect(await searchTeamCards({ database }, '%%')).toEqual([])
    expect(await searchTeamCards({ database }, 'x')).toEqual([])
  })

  it('finds teams of the sport first, whatever it is called', async () => {
    await createSportsdbTeam(database, { team_name: 'Leeds', sport: 'Basketball' })
    const search = async (sport: string) =>
      (await searchTeamCards({ database }, 'leeds', { sport })).map((team) => team.sport)
    expect(await search('Football')).toEqual(['Soccer', 'Soccer', 'Basketball'])
    expect(await search('Basketball')).toEqual(['Basketball', 'Soccer', 'Soccer'])
  })

  it('counts the filtered rows, and offers the existing places', async () => {
    await meetAgain()
    const counts = (filter: Partial<MappingFilter>) => countMappings({ database }, { ...ALL, ...filter })
    expect(await counts({ league: 'Second' })).toEqual({ review: 1, unmapped: 1, mapped: 0, rejected: 0 })
    expect(await counts({ text: 'leeds' })).toEqual({ review: 2, unmapped: 0, mapped: 0, rejected: 0 })
    expect(await counts({ text: 'Léeds' })).toEqual({ review: 2, unmapped: 0, mapped: 0, rejected: 0 })
    expect(await counts({ text: '%' })).toEqual({ review: 0, unmapped: 0, mapped: 0, rejected: 0 })
    expect(await listMappingPlaces({ database }, { sport: 'Soccer', country: 'England' })).toEqual({
      sports: ['Soccer'],
      countries: ['England'],
      leagues: ['First', 'Second'],
    })
    expect(await listMappingPlaces({ database }, { sport: null, country: null })).toEqual({
      sports: ['Soccer'],
      countries: [],
      leagues: [],
    })
  })

  describe('for the choices of a run', () => {
    const nameAll = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
    const place = (table: 'sports' | 'countries' | 'leagues', name: string, values: object) =>
      database.kysely.updateTable(table).set(values).where('name', '=', name).execute()

    it('list active sports by their position in the menu', async () => {
      for (const sport of ['Tennis', 'Golf', 'Boxing']) await createPlace(database.kysely, { sport })
      await place('sports', 'Tennis', { menu_position: 1 })
      await place('sports', 'Golf', { is_active: false })
      expect(nameAll(await listSportChoices({ database }))).toEqual(['Tennis', 'Boxing', 'Soccer'])
    })

    it('list active countries of the sport by their position in the menu', async () => {
      const { sportId } = await createPlace(database.kysely, { country: 'Italy', code: 'IT' })
      await createPlace(database.kysely, { country: 'Spain', code: 'ES' })
      await createPlace(database.kysely, { country: 'France', code: 'FR' })
      await createPlace(database.kysely, { sport: 'Tennis', country: 'Chile', code: 'CL' })
      await place('countries', 'England', { menu_position: 3 })
      await place('countries', 'Italy', { menu_position: 2 })
      await place('countries', 'France', { is_active: false })
      expect(nameAll(await listCountryChoices({ database }, sportId))).toEqual(['Spain', 'Italy', 'England'])
    })

    it('list active leagues of the sport and country', async () => {
      const { sportId, countryId } = await createPlace(database.kysely, {
        country: 'Italy',
        code: 'IT',
        league: 'Serie A',
      })
      await createPlace(database.kysely, { country: 'Italy', code: 'IT', league: 'Serie B' })
      await place('leagues', 'Serie B', { is_active: false })
      const elsewhere = await createPlace(database.kysely, { sport: 'Tennis' })
      expect(nameAll(await listLeagueChoices({ database }, sportId, countryId))).toEqual(['Serie A'])
      expect(await listLeagueChoices({ database }, elsewhere.sportId, countryId)).toEqual([])
    })
  })
})

describe('startRun', () => {
  const scope = { sportId: null, countryId: null, leagueId: null }

  it('sends one job, and none while a run is under way', async () => {
    const desk = openDesk(database)
    const services = { database, jobs: desk.jobs }
    const jobs = async () => {
      const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'runs'`.execute(
        database.kysely,
      )
      return rows.map(({ data }) => data)
    }
    try {
      const first = await startRun(services, 'data', scope, admin)
      if (first.kind !== 'started') throw new Error('not started')
      expect(await startRun(services, 'data', scope, admin)).toEqual({ kind: 'running', runId: first.runId })
      expect(await jobs()).toEqual([{ runId: first.runId }])
      expect(await cancelRecorded(database.kysely, admin, first.runId)).toBe(true)
      expect(await cancelRecorded(database.kysely, admin, first.runId)).toBe(false)
      expect(await startRun(services, 'data', scope, admin)).toMatchObject({ kind: 'started' })
    } finally {
      await desk.close()
    }
  })

  it('stores nothing when its job could not be sent', async () => {
    const jobs = {
      prepare: async () => {},
      send: () => Promise.reject(new Error('no queue')),
      close: async () => {},
    }
    const { sportId } = await createPlace(database.kysely, { sport: 'Tennis' })
    const ofSport = { ...scope, sportId }
    await expect(startRun({ database, jobs }, 'data', ofSport, admin)).rejects.toThrow('no queue')
    expect(await findLastRun({ database }, 'data')).toBeUndefined()
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['label', 'action'])
      .where('entity', '=', 'runs')
      .execute()
    expect(trail).toEqual([])
  })
})
