import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { findLeaguesApart } from './leagues-apart.server.ts'

let database: Database
/** The names of the leagues by their ids, and the sport of all. */
const leagues = new Map<string, string>()
let sport: string
let country: string
beforeAll(async () => {
  database = await createTestDatabase()
  for (const [league, home_team] of [
    ['Premier League', 'Arsenal'],
    ['Super League Women', 'Arsenal'],
    ['League Cup Women', 'Arsenal FC'],
    ['FA Cup', 'Arsenal Women'],
    ['Championship Women', 'Durham'],
  ] as const) {
    const place = await createPlace(database.kysely, { country: 'England', league })
    leagues.set(place.leagueId, league)
    sport = place.sportId
    country = place.countryId
    await createMatch(database.kysely, { league_id: place.leagueId, home_team, away_team: `${league} side` })
  }
})
afterAll(() => database.close())

it.each([
  ['a page of a club', ['Arsenal', 'Arsenal FC'], undefined, ['League Cup Women', 'Super League Women']],
  ['a page of its women', ['Arsenal Women'], undefined, []],
  ['a team that plays with the women only', ['Durham'], undefined, []],
  ['names of two sides', ['Arsenal', 'Arsenal Women'], undefined, []],
  ['a match of the men', ['Arsenal', 'Arsenal Women'], 'Premier League', ['FA Cup', 'Super League Women']],
  ['a match of the women', ['Arsenal', 'Arsenal FC'], 'Super League Women', ['Premier League']],
])('of %s, by the names %j in the league %s, other sides are in %j', async (_, names, league, expected) => {
  const [id = ''] = [...leagues].find(([, name]) => name === league) ?? []
  const [apart = []] = await findLeaguesApart(createServices(database), sport, [
    {
      names: names.map((name) => ({ countryId: country, name })),
      ...(league && { league: { id, name: 'translated' } }),
    },
  ])
  expect(apart.map((it) => leagues.get(it)).sort()).toEqual(expected)
})
