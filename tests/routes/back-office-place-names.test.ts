import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { unescapeHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let place: Awaited<ReturnType<typeof createPlace>>

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  place = await createPlace(db, { country: 'Spain', code: 'ES', league: 'La Liga' })
  await createPlace(db, { country: 'Elbonia', code: 'EL', league: 'Premier' })
  const league = { league_id: place.leagueId, country_id: place.countryId, sport_id: place.sportId }
  const pair = [
    await createMatch(db, { ...league, home_team: 'Northbridge', away_team: 'Southmoor' }),
    await createMatch(db, { ...league, home_team: 'Northbridge United', away_team: 'Southmoor' }),
  ]
  await db
    .insertInto('match_reviews')
    .values({ match_id: pair[0] ?? '', candidate_id: pair[1] ?? '', reason: 'names' })
    .execute()
  await db
    .insertInto('team_mappings')
    .values({
      ...{ matches_team_name: 'Northbridge', matches_sport_name: 'Soccer', matches_country_name: 'Spain' },
      matches_league_name: 'La Liga',
    })
    .execute()
  await db
    .insertInto('audit_log')
    .values({
      entity: 'countries',
      entity_id: place.countryId,
      action: 'create',
      label: 'Spain',
      user_email: 'a@b.c',
    })
    .execute()
  site = await openSite(database)
  const administrator = await signInAdministrator(database, site)
  cookie = administrator.cookie
  await db
    .updateTable('profiles')
    .set({ preferred_language: 'de' })
    .where('id', '=', administrator.id)
    .execute()
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** What a screen shows and says, without the data of its scripts. */
async function read(path: string): Promise<string> {
  const response = await site.get(path, { cookie })
  expect(response.status, path).toBe(200)
  return unescapeHtml(await response.text()).replace(/<script[\s\S]*?<\/script>/g, '')
}

const query = () =>
  new URLSearchParams({ sport: place.sportId, country: place.countryId, league: place.leagueId })

it.each<[string, () => string, string[]]>([
  ['the dashboard', () => '/admin', ['Fußball']],
  ['sports', () => '/admin/sports', ['Fußball']],
  ['countries', () => `/admin/countries?${query()}`, ['Fußball', 'Spanien', 'Elbonia']],
  ['leagues', () => `/admin/leagues?${query()}`, ['Fußball', 'Spanien', 'Elbonia']],
  ['matches', () => `/admin/matches?${query()}`, ['Fußball', 'Spanien', 'Elbonia']],
  ['the search of matches', () => '/admin/matches?q=northbridge', ['Fußball', 'Spanien']],
  ['data mapping', () => `/admin/data-mapping?sport=Soccer`, ['Fußball', 'Spanien']],
  ['the review queue', () => '/admin/review', ['Fußball · Spanien']],
  ['the bulk edit of sports', () => '/admin/bulk-edit?list=sports', ['Fußball']],
  ['the bulk edit of countries', () => '/admin/bulk-edit?list=countries', ['Fußball', 'Spanien', 'Elbonia']],
  ['the bulk edit of leagues', () => '/admin/bulk-edit?list=leagues', ['Fußball', 'Spanien', 'Elbonia']],
  ['the bulk edit of matches', () => '/admin/bulk-edit?list=matches', ['Fußball']],
  ['the history', () => '/admin/history', ['Spanien']],
])('%s names sports and countries in the language of the operator', async (_, path, shown) => {
  const text = await read(path())
  for (const name of shown) expect(text).toContain(name)
  // The values of fields and links are the stored names.
  const said = text.replace(/(value|href)="[^"]*"/g, '')
  expect(said.match(/.{0,60}\b(Soccer|Spain)\b.{0,20}/g) ?? []).toEqual([])
})
