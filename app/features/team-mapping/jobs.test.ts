import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelRun } from '#app/features/runs/runs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { askForMapping, carryOutMapping, createSportsdbTeam, runMapping } from '#tests/support/mapping.ts'
import { findLastRun } from './queries.server.ts'

let database: Database
let league: string
let place: Awaited<ReturnType<typeof createPlace>>
beforeEach(async () => {
  database = await createTestDatabase()
  place = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league: 'Premier League' })
  league = place.leagueId
})
afterEach(async () => {
  for (const { table, column } of hidden.splice(0)) await rename(table, 'hidden', column)
  await database.close()
})

const NAMES = { sport_name: 'Soccer', country_name: 'England', league_name: 'Premier League' }
const fixture = (home_team: string, away_team: string, names: object = NAMES) =>
  createMatch(database.kysely, { league_id: league, home_team, away_team, ...names })
const readMatch = (id: string) =>
  database.kysely
    .selectFrom('matches')
    .select(['sport_name', 'country_name', 'league_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const readMapping = (name: string) =>
  database.kysely
    .selectFrom('team_mappings')
    .select([
      'status',
      'confidence_level',
      'sportsdb_team_name',
      'sportsdb_team_badge_url',
      'sportsdb_country_name',
      'sportsdb_league_name',
      'sportsdb_description_en',
      'sportsdb_gender',
      'last_mapped_at',
    ])
    .where('matches_team_name', '=', name)
    .executeTakeFirstOrThrow()

const hidden: { table: string; column: string }[] = []
const rename = (table: string, from: string, to: string) =>
  sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(
    database.kysely,
  )
/** Every read of the column fails until the end of the test. */
async function hideColumn(table: string, column: string): Promise<void> {
  hidden.push({ table, column })
  await rename(table, column, 'hidden')
}

describe('Map Data', () => {
  it('fills missing names and keeps existing ones', async () => {
    const bare = await fixture('A', 'B', {})
    const half = await fixture('C', 'D', { sport_name: 'Footy', country_name: ' ', league_name: 'NULL' })
    const typed = { country_name: 'Albion', league_name: 'Top flight' }
    const other = await fixture('E', 'F', { ...typed, sport_name: null })
    const full = await fixture('G', 'H', { ...typed, sport_name: 'Footy' })
    const run = await runMapping(database, 'data')
    expect(run).toMatchObject({
      status: 'done',
      percent: 100,
      outcome: { code: 'done.matches', values: { n: 3 } },
      counts: { read: 4, updated: 3, errors: 0 },
    })
    expect(await readMatch(bare)).toEqual(NAMES)
    expect(await readMatch(half)).toEqual({ ...NAMES, sport_name: 'Footy' })
    expect(await readMatch(other)).toEqual({ ...typed, sport_name: 'Soccer' })
    expect(await readMatch(full)).toEqual({ ...typed, sport_name: 'Footy' })
    expect(run.log.map(({ code }) => code)).toEqual(['log.league', 'done.matches'])
  })

  it('maps more matches of a league than fit into a batch', async () => {
    await sql`insert into matches (league_id, sport_id, country_id, home_team, away_team, start_time)
      select ${league}, ${place.sportId}, ${place.countryId}, 'Home', 'Away', now() + n * interval '1 minute' from generate_series(1, 1201) n`.execute(
      database.kysely,
    )
    expect(await runMapping(database, 'data')).toMatchObject({ counts: { read: 1201, updated: 1201 } })
  })

  it('is limited to the active leagues of the chosen place', async () => {
    const db = database.kysely
    const england = { country: 'England', code: 'GB-ENG' }
    const inLeague = async (names: object) => (await createPlace(db, names)).leagueId
    const leagues = {
      chosen: league,
      'of its country': await inLeague({ ...england, league: 'Championship' }),
      'of its sport': await inLeague({ league: 'Serie A' }),
      'of another sport': await inLeague({ ...england, sport: 'Rugby', league: 'Premiership' }),
      inactive: await inLeague({ ...england, league: 'Closed' }),
    }
    await db.updateTable('leagues').set({ is_active: false }).where('name', '=', 'Closed').execute()
    for (const [home_team, league_id] of Object.entries(leagues))
      await createMatch(db, { league_id, home_team })
    const filledIn = async (scope: object) => {
      await db.updateTable('matches').set({ league_name: null }).execute()
      await runMapping(database, 'data', scope)
      const rows = await db
        .selectFrom('matches')
        .select('home_team')
        .where('league_name', 'is not', null)
        .execute()
      return rows.map((row) => row.home_team).sort()
    }
    const { sportId, countryId } = place
    expect(await filledIn({ sportId, countryId, leagueId: league })).toEqual(['chosen'])
    expect(await filledIn({ sportId, countryId })).toEqual(['chosen', 'of its country'])
    expect(await filledIn({ sportId })).toEqual(['chosen', 'of its country', 'of its sport'])
    expect(await filledIn({})).toEqual(['chosen', 'of another sport', 'of its country', 'of its sport'])
  })

  it('reports why there was nothing to do', async () => {
    const { sportId, countryId } = place
    expect((await runMapping(database, 'data')).outcome?.code).toBe('none.matches')
    await fixture('A', 'B')
    expect((await runMapping(database, 'data')).outcome?.code).toBe('none.matches-to-update')
    await database.kysely.updateTable('leagues').set({ is_active: false }).execute()
    expect((await runMapping(database, 'data', { sportId })).outcome?.code).toBe('none.leagues-sport')
    expect((await runMapping(database, 'data', { sportId, countryId })).outcome?.code).toBe(
      'none.leagues-country-sport',
    )
  })

  it('counts and reports matches that could not be updated', async () => {
    await fixture('A', 'B', {})
    await fixture('C', 'D', {})
    await sql`alter table matches add constraint refused check (league_name is null)`.execute(database.kysely)
    const run = await runMapping(database, 'data')
    expect(run).toMatchObject({
      status: 'failed',
      outcome: { code: 'error.update-matches', values: { n: 2 } },
      counts: { updated: 0, errors: 2 },
    })
    // Matches of other leagues are still updated.
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    await createMatch(database.kysely, { league_id: leagueId })
    await sql`alter table matches drop constraint refused, add constraint refused
      check (coalesce(league_name, '') <> 'Premier League')`.execute(database.kysely)
    expect(await runMapping(database, 'data')).toMatchObject({
      status: 'done',
      outcome: { code: 'done.matches', values: { n: 1 } },
      counts: { updated: 1, errors: 2 },
    })
  })

  it.each([
    ['error.fetch-leagues-country', 'country', 'leagues', 'is_active'],
    ['error.fetch-leagues-sport', 'sport', 'leagues', 'is_active'],
    ['error.data-run', 'everything', 'leagues', 'is_active'],
    ['error.fetch-matches', 'everything', 'matches', 'league_name'],
  ])('ends with %s when a run of the %s cannot read %s.%s', async (code, scope, table, column) => {
    await fixture('A', 'B', {})
    await hideColumn(table, column)
    const { sportId, countryId } = place
    const scopes: Record<string, object> = { sport: { sportId }, country: { sportId, countryId } }
    const run = await runMapping(database, 'data', scopes[scope])
    expect(run.status).toBe('failed')
    expect(run.outcome).toMatchObject({ code, values: { detail: expect.stringContaining(column) } })
  })
})

describe('Map Teams', () => {
  it('copies identical names, maps certain ones, and leaves the rest to a person', async () => {
    await createSportsdbTeam(database, {
      team_name: 'Arsenal',
      league_name: 'FA Cup',
      league_name_2: 'Premier League',
      badge_url: 'NULL',
    })
    await createSportsdbTeam(database, {
      team_name: 'Tottenham Hotspur',
      league_name: 'FA Cup',
      league_name_4: 'English Premier League',
      badge_url: 'https://img.test/spurs.png',
      description_en: 'A club of London.',
      gender: 'Male',
    })
    await createSportsdbTeam(database, { team_name: 'Leeds City', league_name: 'Premier League' })
    await createSportsdbTeam(database, { team_name: 'Leeds United', league_name: 'Premier League' })
    await fixture('ARSENAL', 'Spurs')
    await fixture('Leeds', 'Ipok Ntva')
    const run = await runMapping(database, 'teams')
    expect(run).toMatchObject({
      status: 'done',
      outcome: { code: 'done.teams', values: { n: 2, m: 4 } },
      counts: { read: 4, inserted: 4, direct: 1, high: 0, medium: 1, review: 1, unmatched: 1, errors: 0 },
    })
    expect(await readMapping('ARSENAL')).toMatchObject({
      status: 'mapped',
      confidence_level: 'direct',
      sportsdb_team_name: 'Arsenal',
      sportsdb_team_badge_url: null,
    })
    expect(await readMapping('Spurs')).toMatchObject({
      confidence_level: 'medium',
      sportsdb_team_name: 'Tottenham Hotspur',
      sportsdb_team_badge_url: 'https://img.test/spurs.png',
      sportsdb_country_name: 'England',
      sportsdb_league_name: 'English Premier League',
      sportsdb_description_en: 'A club of London.',
      sportsdb_gender: 'Male',
      last_mapped_at: expect.any(Date),
    })
    expect(await readMapping('Leeds')).toMatchObject({ status: 'review', sportsdb_team_name: null })
    expect(await readMapping('Ipok Ntva')).toMatchObject({ status: 'unmapped', last_mapped_at: null })
  })

  it('leaves a name to a person when another team of its league is nearer to the team', async () => {
    const league_name = 'English Premier League'
    await createSportsdbTeam(database, { team_name: 'Middlesbrough Ironopolis', league_name })
    await createSportsdbTeam(database, { team_name: 'Riverton United', league_name })
    await fixture('Middlesbrough', 'Riverton')
    await fixture('Middlesbrough Ironopolis FC', 'Riverton')
    await runMapping(database, 'teams')
    expect(await readMapping('Riverton')).toMatchObject({ status: 'mapped' })
    expect(await readMapping('Middlesbrough Ironopolis FC')).toMatchObject({ status: 'mapped' })
    expect(await readMapping('Middlesbrough')).toMatchObject({ status: 'review', sportsdb_team_name: null })
  })

  it('changes a row that a person has to decide only if it finds something else for it', async () => {
    const league_name = 'English Premier League'
    await createSportsdbTeam(database, { team_name: 'Middlesbrough Ironopolis', league_name })
    await fixture('Middlesbrough', 'Ipok Ntva')
    await fixture('Middlesbrough Ironopolis FC', 'Ipok Ntva')
    const run = async () => {
      await runMapping(database, 'teams')
      const { rows } = await sql<{ row: string }>`
        select matches_team_name || ' ' || status || ' ' || version as row from team_mappings
        where status <> 'mapped' order by 1`.execute(database.kysely)
      return rows.map(({ row }) => row)
    }
    const first = await run()
    expect(first).toEqual([
      expect.stringContaining('Ipok Ntva unmapped'),
      expect.stringContaining('Middlesbrough review'),
    ])
    expect(await run()).toEqual(first)
    await createSportsdbTeam(database, { team_name: 'Middlesbrough Rovers', league_name })
    const [same, changed] = await run()
    expect(same).toBe(first[0])
    expect(changed).not.toBe(first[1])
  })

  it('never maps another team of the club', async () => {
    await createSportsdbTeam(database, { team_name: 'Chelsea', gender: 'Female' })
    await createSportsdbTeam(database, { team_name: 'Everton U21' })
    await fixture('Chelsea', 'Everton')
    expect((await runMapping(database, 'teams')).counts).toMatchObject({ unmatched: 2 })
  })

  it('does not map again what is mapped, and tries the others again', async () => {
    await createSportsdbTeam(database, { team_name: 'Arsenal FC' })
    await fixture('Arsenal', 'Everton')
    await runMapping(database, 'teams')
    const before = await readMapping('Arsenal')
    expect(before).toMatchObject({ status: 'mapped', sportsdb_team_name: 'Arsenal FC' })
    await createSportsdbTeam(database, { team_name: 'Everton FC' })
    await createSportsdbTeam(database, { team_name: 'Arsenal' })
    const again = await runMapping(database, 'teams')
    expect(again.counts).toMatchObject({ read: 2, inserted: 0, medium: 1 })
    expect((await runMapping(database, 'teams')).outcome?.label).toBe('dataMapping.none.unmapped')
    expect(await readMapping('Arsenal')).toEqual(before)
  })

  it('searches the whole sport when a league has no country, and leaves a team from another country to a person', async () => {
    const cup = await createPlace(database.kysely, { country: 'International', code: 'INT', league: 'Cup' })
    await createSportsdbTeam(database, { team_name: 'FC Porto', country: 'Portugal' })
    await createSportsdbTeam(database, { team_name: 'Swansea City', country: 'Wales' })
    await createSportsdbTeam(database, { team_name: 'Arsenal' })
    await createMatch(database.kysely, {
      league_id: cup.leagueId,
      home_team: 'Porto',
      away_team: 'Arsenal FC',
      sport_name: 'Soccer',
      country_name: 'International',
      league_name: 'Cup',
    })
    await fixture('Swansea', 'Arsenal')
    await runMapping(database, 'teams')
    expect(await readMapping('Porto')).toMatchObject({ sportsdb_team_name: 'FC Porto' })
    expect(await readMapping('Arsenal FC')).toMatchObject({ sportsdb_team_name: 'Arsenal' })
    expect(await readMapping('Swansea')).toMatchObject({ status: 'review' })
  })

  it('reads one sport and one country under several names', async () => {
    const mls = await createPlace(database.kysely, { country: 'USA', code: 'US', league: 'MLS' })
    await createSportsdbTeam(database, { team_name: 'Inter Miami CF', country: 'United States' })
    await createMatch(database.kysely, {
      league_id: mls.leagueId,
      home_team: 'Inter Miami',
      sport_name: 'Football',
      country_name: 'USA',
      league_name: 'MLS',
    })
    await runMapping(database, 'teams')
    expect(await readMapping('Inter Miami')).toMatchObject({ sportsdb_team_name: 'Inter Miami CF' })
  })

  it('is limited to the chosen sport, country or league', async () => {
    const england = { country: 'England', code: 'GB-ENG' }
    const play = async (names: { sport?: string; country?: string; code?: string; league: string }) => {
      const { leagueId } = await createPlace(database.kysely, names)
      const [sport_name, country_name] = [names.sport ?? 'Soccer', names.country ?? 'Italy']
      const match = { ...{ home_team: 'Arsenal', sport_name, country_name }, league_name: names.league }
      await createMatch(database.kysely, { league_id: leagueId, ...match })
      return leagueId
    }
    const leagueId = await play({ ...england, league: 'Second' })
    await play({ league: 'Second' })
    await play({ ...england, sport: 'Rugby', league: 'Second' })
    await fixture('Arsenal', 'Everton')
    // All of them wait for a team.
    await runMapping(database, 'teams')
    const { sportId, countryId } = place
    for (const [scope, read] of [
      [{ sportId, countryId, leagueId }, 2],
      [{ sportId, countryId }, 4],
      [{ sportId }, 6],
      [{}, 8],
    ] as const) {
      const { counts, outcome } = await runMapping(database, 'teams', scope)
      expect([counts.read, outcome?.values]).toEqual([read, { n: 0, m: read }])
    }
    await createSportsdbTeam(database, { team_name: 'Arsenal' })
    const run = await runMapping(database, 'teams', { sportId, countryId, leagueId })
    expect(run.counts).toMatchObject({ read: 2, medium: 1 })
  })

  it('leaves out matches without names and reports that Map Data comes first', async () => {
    await fixture('A', 'B', {})
    const run = await runMapping(database, 'teams')
    expect(run.outcome?.code).toBe('none.teams')
    expect(run.log).toContainEqual(expect.objectContaining({ code: 'log.run-map-data', values: { n: 1 } }))
  })

  it('reads a team once, however many matches it plays', async () => {
    await fixture('Arsenal', 'Everton')
    await fixture('Everton', 'Arsenal')
    await fixture('Arsenal', 'Leeds')
    expect((await runMapping(database, 'teams')).counts).toMatchObject({ read: 3, inserted: 3 })
  })

  it('maps a team again in another country, sport or league', async () => {
    await fixture('Arsenal', 'Everton')
    for (const names of [
      { ...NAMES, country_name: 'Wales' },
      { ...NAMES, sport_name: 'Futsal' },
      { ...NAMES, league_name: 'Cup' },
    ])
      await fixture('Arsenal', 'Everton', names)
    expect((await runMapping(database, 'teams')).counts).toMatchObject({ read: 8, inserted: 8 })
  })

  it('leaves a team without a name of the sports database when it finds none', async () => {
    await fixture('Ipok Ntva', 'Qwrtz')
    await runMapping(database, 'teams')
    expect(await readMapping('Qwrtz')).toEqual({
      status: 'unmapped',
      confidence_level: null,
      sportsdb_team_name: null,
      sportsdb_team_badge_url: null,
      sportsdb_country_name: null,
      sportsdb_league_name: null,
      sportsdb_description_en: null,
      sportsdb_gender: null,
      last_mapped_at: null,
    })
  })

  it.each([
    ['direct', 'Arsenal', 'Premier League'],
    ['high', 'Arsenal FC', 'Premier League'],
    ['medium', 'Arsenal FC', 'Cup'],
  ])('is of %s confidence for %s of the %s', async (confidence, team_name, league_name) => {
    await createSportsdbTeam(database, { team_name, league_name: 'Shield', league_name_3: league_name })
    await fixture('Arsenal', 'Everton')
    await runMapping(database, 'teams')
    expect(await readMapping('Arsenal')).toMatchObject({
      status: 'mapped',
      confidence_level: confidence,
      sportsdb_team_name: team_name,
    })
  })

  it.each([
    ['error.fetch-match-teams', 'matches', 'home_team'],
    ['error.fetch-unmapped', 'team_mappings', 'decided_at'],
    ['error.fetch-teams', 'sportsdb_teams', 'sport'],
    ['error.fetch-teams', 'sportsdb_teams', 'team_alternate'],
  ])('ends with %s when it cannot read %s.%s', async (code, table, column) => {
    await createSportsdbTeam(database, { team_name: 'Arsenal FC' })
    await fixture('Arsenal', 'Everton')
    await hideColumn(table, column)
    const run = await runMapping(database, 'teams')
    expect(run.status).toBe('failed')
    expect(run.outcome).toMatchObject({ code, values: { detail: expect.stringContaining(column) } })
  })

  it.each([1, 2, 3, 4])(
    'ends with error.fetch-unmapped when read %i of the teams without a team fails',
    async (nth) => {
      await createSportsdbTeam(database, { team_name: 'Arsenal FC' })
      await fixture('Arsenal', 'Everton')
      let reads = 0
      const kysely = database.kysely.withPlugin({
        transformQuery({ node }) {
          const isRead =
            node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"team_mappings"')
          if (isRead) reads += 1
          if (isRead && reads === nth) throw new Error('not read')
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const run = await runMapping({ ...database, kysely }, 'teams')
      expect(run.outcome).toMatchObject({ code: 'error.fetch-unmapped', values: { detail: 'not read' } })
    },
  )

  it('ends with its own error where anything else fails', async () => {
    await fixture('Arsenal', 'Everton')
    await sql`alter table runs add constraint refused
      check (status <> 'running' or coalesce((counts->>'unmatched')::int, 0) = 0)`.execute(database.kysely)
    const run = await runMapping(database, 'teams')
    expect(run.status).toBe('failed')
    expect(run.outcome).toMatchObject({
      code: 'error.team-run',
      values: { detail: expect.stringContaining('refused') },
    })
  })

  it('counts a batch that could not be written', async () => {
    await createSportsdbTeam(database, { team_name: 'Arsenal' })
    await fixture('Arsenal', 'Everton')
    await sql`alter table team_mappings add constraint refused check (status = 'unmapped')`.execute(
      database.kysely,
    )
    expect(await runMapping(database, 'teams')).toMatchObject({
      status: 'failed',
      outcome: { code: 'error.insert-mappings', values: { n: 2 } },
      counts: { errors: 2, high: 0 },
    })
    // Teams of other countries are still written.
    await createSportsdbTeam(database, { team_name: 'Cardiff', country: 'Wales' })
    await fixture('Cardiff', 'Newport', { ...NAMES, country_name: 'Wales' })
    await sql`alter table team_mappings drop constraint refused, add constraint refused
      check (status = 'unmapped' or matches_country_name = 'Wales')`.execute(database.kysely)
    expect(await runMapping(database, 'teams')).toMatchObject({
      status: 'done',
      outcome: { code: 'done.teams', values: { n: 1, m: 4 } },
      counts: { errors: 2 },
    })
  })
})

describe('a run', () => {
  const start = async () => {
    const outcome = await askForMapping(database, 'teams')
    if (outcome.kind !== 'queued') throw new Error('not started')
    return outcome.runId
  }
  const last = () => findLastRun({ database }, 'teams')

  it('is one of its kind at a time', async () => {
    const runId = await start()
    expect(await askForMapping(database, 'teams')).toEqual({ kind: 'already_running', runId })
    expect(await askForMapping(database, 'data')).toMatchObject({ kind: 'queued' })
  })

  it('stops when asked to, before it begins and between two batches', async () => {
    const queued = await start()
    expect(await cancelRun(database.kysely, queued)).toBe(true)
    expect(await last()).toMatchObject({ status: 'cancelled', outcome: { code: 'cancelled' } })
    expect(await cancelRun(database.kysely, queued)).toBe(false)

    await fixture('Arsenal', 'Everton')
    const running = await start()
    await sql`create function cancel() returns trigger language plpgsql as $$
      begin update runs set status = 'cancelling' where status = 'running'; return null; end $$`.execute(
      database.kysely,
    )
    await sql`create trigger cancel after insert on team_mappings execute function cancel()`.execute(
      database.kysely,
    )
    await carryOutMapping(database, 'teams', running)
    expect(await last()).toMatchObject({ status: 'cancelled', outcome: { code: 'cancelled' } })
  })

  it('starts over after the server has stopped', async () => {
    await fixture('Arsenal', 'Everton')
    const runId = await start()
    await expect(carryOutMapping(database, 'teams', runId, AbortSignal.abort())).rejects.toThrow()
    expect(await last()).toMatchObject({ status: 'running' })
    await database.kysely.updateTable('runs').set({ status: 'queued' }).execute()
    await carryOutMapping(database, 'teams', runId)
    expect(await last()).toMatchObject({ status: 'done', counts: { read: 2 } })
  })
})
