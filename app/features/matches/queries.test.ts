import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import {
  countLive,
  listFeaturedOfCountry,
  listFeaturedOfLeague,
  listLive,
  listLiveOfCountry,
  listNextOfLeagues,
  listOfLeagueFrom,
  listSureBetCandidates,
  listUpcoming,
} from './queries.server.ts'

const KICK_OFF = new Date('2026-03-01T15:00:00.000Z')
const BEFORE = KICK_OFF.getTime() - 1
const AFTER = KICK_OFF.getTime() + 1

type Place = Awaited<ReturnType<typeof createPlace>>

let database: Database
let place: Place
beforeAll(async () => {
  database = await createTestDatabase()
  place = await createPlace(database.kysely)
  await createMatch(database.kysely, {
    league_id: place.leagueId,
    start_time: KICK_OFF,
    ...{ home_odds: 2, draw_odds: 3, away_odds: 4, bookmaker_count: 1 },
  })
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(() => void vi.setSystemTime(BEFORE))
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
})

/** Responses after the kick-off, for requests before it. */
const slow: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    vi.setSystemTime(AFTER)
    return result
  },
}

describe('a list that is read while a match of it kicks off', () => {
  it.each<[string, (services: Services, place: Place) => Promise<unknown>]>([
    ['the next of a sport', (services, { sportId }) => listUpcoming(services, { sportId, limit: 5 })],
    ['the live ones', listLive],
    ['their number', countLive],
    ['the live ones of a country', (services, { countryId }) => listLiveOfCountry(services, countryId)],
    [
      'the featured ones of a country',
      (services, { countryId }) => listFeaturedOfCountry(services, countryId),
    ],
    ['the featured ones of a league', (services, { leagueId }) => listFeaturedOfLeague(services, leagueId)],
    [
      'those of a league and a day',
      (services, { leagueId }) => listOfLeagueFrom(services, { leagueId, from: new Date(BEFORE) }),
    ],
    [
      'the next of leagues',
      (services, { leagueId }) => listNextOfLeagues(services, { leagueIds: [leagueId], perLeague: 3 }),
    ],
    ['the hints of a country', (services, { countryId }) => listSureBetCandidates(services, countryId, 5)],
  ])('expires at its kick-off: %s', async (_, list) => {
    const services = createServices({ ...database, kysely: database.kysely.withPlugin(slow) })
    const { expiresAt } = await collectReads(() => list(services, place))
    expect(expiresAt).toEqual(KICK_OFF)
  })
})
