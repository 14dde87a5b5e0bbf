import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { listFavouriteLeagues } from './queries.server.ts'

const HOUR_MS = 3_600_000
let database: Database
let user: string
beforeEach(async () => {
  database = await createTestDatabase()
  user = await createVisitor('ada@example.org')
})
afterEach(() => database.close())

async function createVisitor(email: string): Promise<string> {
  const row = await database.kysely
    .insertInto('profiles')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const mark = (user_id: string, league_id: string, created_at = new Date()) =>
  database.kysely.insertInto('favorite_leagues').values({ user_id, league_id, created_at }).execute()

const createMatchIn = (league_id: string, home_team: string, hours: number, status = 'scheduled') =>
  createMatch(database.kysely, {
    league_id,
    home_team,
    status,
    start_time: new Date(Date.now() + hours * HOUR_MS),
  })

const list = (language = 'en') => listFavouriteLeagues(createServices(database), user, language)

describe('listFavouriteLeagues', () => {
  it('is empty for a visitor without favourites', async () => {
    const { leagueId } = await createPlace(database.kysely)
    await mark(await createVisitor('grace@example.org'), leagueId)
    expect(await list()).toEqual([])
  })

  it('lists favourites in the order in which they were added, each with its next three scheduled matches', async () => {
    const serieA = (await createPlace(database.kysely, { league: 'Serie A' })).leagueId
    const serieB = (await createPlace(database.kysely, { league: 'Serie B' })).leagueId
    await mark(user, serieB, new Date('2026-02-02'))
    await mark(user, serieA, new Date('2026-02-01'))
    await createMatchIn(serieA, 'Fourth', 8)
    await createMatchIn(serieA, 'First', 1)
    await createMatchIn(serieA, 'Third', 3)
    await createMatchIn(serieA, 'Second', 2)
    await createMatchIn(serieA, 'Begun', -1)
    await createMatchIn(serieA, 'Called off', 1, 'cancelled')
    await createMatchIn(serieB, 'Elsewhere', 1)
    const found = await list()
    expect(found.map(({ name, matches }) => [name, ...matches.map((match) => match.home)])).toEqual([
      ['Serie A', 'First', 'Second', 'Third'],
      ['Serie B', 'Elsewhere'],
    ])
  })

  it('names sport and country in the language, and returns the parts of the address', async () => {
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    await database.kysely
      .updateTable('leagues')
      .set({ display_name: 'Serie A TIM', logo_url: '/serie-a.png' })
      .execute()
    await mark(user, leagueId)
    await createMatchIn(leagueId, 'Inter', 1)
    const [league] = await list('it')
    expect(league).toMatchObject({
      ...{ id: leagueId, name: 'Serie A TIM', slug: 'serie-a', logoUrl: '/serie-a.png' },
      sport: { name: 'Calcio', slug: 'soccer' },
      country: { name: 'Italia', slug: 'italy', code: 'IT' },
      matches: [{ home: 'Inter', sport: { name: 'Calcio' }, country: { name: 'Italia' } }],
    })
  })

  it('leaves out a league that is inactive, or whose country or sport is', async () => {
    const db = database.kysely
    const own = await createPlace(db, { league: 'Serie A' })
    const country = await createPlace(db, { country: 'France', code: 'FR', league: 'Ligue 1' })
    const sport = await createPlace(db, { sport: 'Tennis', league: 'Rome Masters' })
    for (const { leagueId } of [own, country, sport]) await mark(user, leagueId)
    expect(await list()).toHaveLength(3)
    await db.updateTable('leagues').set({ is_active: false }).where('id', '=', own.leagueId).execute()
    await db.updateTable('countries').set({ is_active: false }).where('id', '=', country.countryId).execute()
    await db.updateTable('sports').set({ is_active: false }).where('id', '=', sport.sportId).execute()
    expect(await list()).toEqual([])
  })
})
