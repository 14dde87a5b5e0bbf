import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { listFeaturedOfLeague } from './queries.server.ts'

const HOUR_MS = 3_600_000
let database: Database
let league: string
beforeEach(async () => {
  database = await createTestDatabase()
  league = (await createPlace(database.kysely)).leagueId
})
afterEach(() => database.close())

async function createMatches(count: number, match: { featured?: boolean; hours?: number } = {}) {
  const { featured = false, hours = 5 } = match
  for (let index = 0; index < count; index += 1) {
    const start_time = new Date(Date.now() + (hours + index) * HOUR_MS)
    await createMatch(database.kysely, { league_id: league, featured, start_time })
  }
}

const list = () => listFeaturedOfLeague(createServices(database), league)

describe('listFeaturedOfLeague', () => {
  it('lists at most ten featured matches', async () => {
    await createMatches(12, { featured: true })
    await createMatches(3)
    const found = await list()
    expect(found).toHaveLength(10)
    expect(found.every((match) => match.featured)).toBe(true)
  })

  it('chooses ten upcoming matches when none is featured, the same ones each time', async () => {
    await createMatches(15)
    await createMatches(1, { hours: -3 })
    await createMatches(1, { hours: -30, featured: true })
    const found = await list()
    expect(found).toHaveLength(10)
    expect(found.every((match) => Date.parse(match.startTime) > Date.now())).toBe(true)
    expect((await list()).map((match) => match.id)).toEqual(found.map((match) => match.id))
  })
})
