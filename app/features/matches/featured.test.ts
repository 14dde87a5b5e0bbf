import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

async function createMatches(count: number, match: { featured?: boolean; hours?: number } = {}) {
  const { featured = false, hours = 5 } = match
  for (let index = 0; index < count; index += 1) {
    const start_time = new Date(Date.now() + (hours + index) * HOUR_MS)
    const id = `00000000-0000-4000-8000-${String(hours + index + 100).padStart(12, '0')}`
    await createMatch(database.kysely, { id, league_id: league, featured, start_time })
  }
}

const list = () => listFeaturedOfLeague(createServices(database), league)

describe('listFeaturedOfLeague', () => {
  it('lists at most ten featured matches', async () => {
    await createMatches(12, { featured: true })
    await createMatches(3, { hours: 50 })
    const found = await list()
    expect(found).toHaveLength(10)
    expect(found.every((match) => match.featured)).toBe(true)
  })

  it('chooses ten upcoming matches when none is featured, the same ones each time', async () => {
    // The choice is by id and day.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00Z') })
    await createMatches(15)
    await createMatches(1, { hours: -3 })
    await createMatches(1, { hours: -30, featured: true })
    const found = await list()
    expect(found).toHaveLength(10)
    const starts = found.map((match) => Date.parse(match.startTime))
    expect(starts.every((start) => start > Date.now())).toBe(true)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    const isInARow = starts.every((start, index) => start === (starts[0] ?? 0) + index * HOUR_MS)
    expect(isInARow).toBe(false)
    expect((await list()).map((match) => match.id)).toEqual(found.map((match) => match.id))
  })
  it('chooses only scheduled matches to come, all of them when there are no more than ten', async () => {
    await createMatches(3)
    for (const [status, hours] of [
      ['cancelled', 40],
      ['finished', 41],
      ['scheduled', -1],
    ] as const) {
      const start_time = new Date(Date.now() + hours * HOUR_MS)
      await createMatch(database.kysely, { league_id: league, status, start_time })
    }
    expect(
      (await list()).map(({ startTime }) => Math.round((Date.parse(startTime) - Date.now()) / HOUR_MS)),
    ).toEqual([...[5, 6, 7]])
  })
})
