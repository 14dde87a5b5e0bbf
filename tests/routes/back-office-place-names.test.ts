import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { PlanRequestOutcome } from '#app/routes/admin/bulk-edit/plan-panel.tsx'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
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
    .values(
      [
        { entity: 'countries', entity_id: place.countryId, label: 'Spain' },
        { entity: 'sports', entity_id: place.sportId, label: 'Soccer' },
      ].map((entry) => ({ ...entry, action: 'create', user_email: 'a@b.c' })),
    )
    .execute()
  await db
    .insertInto('review_decisions')
    .values({
      ...{ sport_id: place.sportId, country_id: place.countryId, answer: 'different' },
      names: JSON.stringify([['Córdoba', 'Cordoba Club']]),
    })
    .execute()
  await db
    .insertInto('league_aliases')
    .values({
      ...{ country_id: place.countryId, league_id: place.leagueId, is_same: true },
      ...{ alias: 'La Liga Cordoba', alias_key: 'laligacordoba' },
    })
    .execute()
  const start_time = new Date(Date.now() - 3_600_000)
  await db
    .insertInto('outrights')
    .values({ league_id: place.leagueId, name: 'Winner', slug: 'winner', start_time })
    .execute()
  await db.insertInto('sportsdb_countries').values({ name_en: 'Spain' }).execute()
  const ofSportsDb = { sportsdb_id: 1, name: 'La Liga', sport: 'Soccer', country: 'Spain', raw_data: '{}' }
  await db.insertInto('sportsdb_leagues').values(ofSportsDb).execute()
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

/** A webhook that tells of the league. */
async function createWebhook(): Promise<string> {
  const { kysely } = database
  const key = await kysely
    .insertInto('api_keys')
    .values({ name: 'Partner', hint: 'ovr_', hash: 'x', limit_per_minute: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { name: 'Hook', url: 'https://hooks.example/', sealed_secret: '', events: '' }
  const { id } = await kysely
    .insertInto('webhooks')
    .values({ ...values, key_id: key.id, leagues: place.leagueId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
  ['the winners of outrights', () => '/admin/review?tab=outrights', ['Fußball · Spanien']],
  ['what is decided and joined', () => '/admin/review?tab=decided', ['Fußball', 'Spanien']],
  ['the import of leagues', () => '/admin/import?tool=leagues', ['>Spanien<', 'Fußball, Spanien']],
  ['the bulk edit of sports', () => '/admin/bulk-edit?list=sports', ['Fußball']],
  ['the bulk edit of countries', () => '/admin/bulk-edit?list=countries', ['Fußball', 'Spanien', 'Elbonia']],
  ['the bulk edit of leagues', () => '/admin/bulk-edit?list=leagues', ['Fußball', 'Spanien', 'Elbonia']],
  ['the bulk edit of matches', () => '/admin/bulk-edit?list=matches', ['Fußball']],
  ['the history', () => '/admin/history', ['Spanien', 'Fußball']],
])('%s names sports and countries in the language of the operator', async (_, path, shown) => {
  const text = await read(path())
  for (const name of shown) expect(text).toContain(name)
  // The values of fields and links are the stored names.
  const said = text.replace(/(value|href)="[^"]*"/g, '')
  expect(said.match(/.{0,60}\b(Soccer|Spain)\b.{0,20}/g) ?? []).toEqual([])
})

it('a webhook names the countries of its leagues in the language of the operator', async () => {
  const text = await read(`/admin/webhooks/${await createWebhook()}?add-sport=${place.sportId}`)
  expect(text).toContain('<bdi>Spanien – La Liga</bdi>')
  for (const choice of ['Fußball', 'Spanien']) expect(text).toContain(`>${choice}</option>`)
  expect(text).not.toMatch(/Spain|Soccer/)
})

const rowsOf = async (path: string, names: readonly string[]) => {
  const text = (await read(path)).replace(/<(option|input)[\s\S]*?>/g, '')
  return names.filter((name) => text.includes(name))
}

it.each([
  ['sports', 'fußball', ['Fußball']],
  ['sports', 'Fussball', ['Fußball']],
  ['sports', 'soccer', ['Fußball']],
  ['countries', 'Spanien', ['Spanien']],
  ['countries', 'spain', ['Spanien']],
  ['countries', 'fussball', ['Spanien', 'Elbonia']],
  ['leagues', 'spanien', ['La Liga']],
  ['leagues', 'fussball premier', ['Premier']],
  ['matches', 'spanien northbridge', ['Northbridge']],
  ['matches', 'liga', ['Northbridge']],
  ['matches', 'frankreich', []],
])('the bulk edit of %s finds names as they are shown: %s', async (list, q, shown) => {
  const path = `/admin/bulk-edit?${new URLSearchParams({ list, q })}`
  const all = { sports: ['Fußball'], countries: ['Spanien', 'Elbonia'], leagues: ['La Liga', 'Premier'] }
  const names = list === 'matches' ? ['Northbridge'] : all[list as keyof typeof all]
  const cells = names.map((name) => `<bdi>${name}</bdi>`)
  expect(await rowsOf(path, cells)).toEqual(shown.map((name) => `<bdi>${name}</bdi>`))
})

it('a file and a change have the rows that the search finds by names as they are shown', async () => {
  const file = await (await site.get('/admin/bulk-edit/export?list=leagues&q=spanien', { cookie })).text()
  expect(file).toContain('La Liga')
  expect(file).not.toContain('Premier')
  const response = await adminPost(site, cookie)('/admin/bulk-edit.data?list=leagues&q=spanien', {
    ...{ kind: 'plan-value', ids: null, column: 'is_active', value: false },
  })
  const plan = await answerOf<PlanRequestOutcome>(response)
  expect(plan).toMatchObject({ kind: 'plan', labels: { [place.leagueId]: 'La Liga' } })
})

it.each([
  ['', true],
  ['spanien', true],
  ['Fussball Spanien', true],
  ['spain', true],
  ['nortbridge', false],
  ['Córdoba', true],
  ['cordoba spanien', true],
  ['italien', false],
])('what is decided and joined is found by names as they are shown: %j', async (q, isFound) => {
  const text = await read(`/admin/review?${new URLSearchParams({ tab: 'decided', q })}`)
  expect(text.includes('Cordoba Club')).toBe(isFound)
  expect(text.includes('La Liga Cordoba')).toBe(isFound)
})

it('a league name that is joined is parted once, and is not listed any more', async () => {
  const { id: _, ...alias } = await database.kysely
    .selectFrom('league_aliases')
    .selectAll()
    .executeTakeFirstOrThrow()
  const { id } = await database.kysely
    .insertInto('league_aliases')
    .values({ ...alias, alias: 'Parted Cup', alias_key: 'partedcup' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const part = async () =>
    answerOf<{ kind: string }>(await adminPost(site, cookie)('/admin/review.data', { part: 'league', id }))
  expect(await read('/admin/review?tab=decided')).toContain('Parted Cup')
  expect(await part()).toMatchObject({ kind: 'decided' })
  expect(await read('/admin/review?tab=decided')).not.toContain('Parted Cup')
  expect(await part()).toMatchObject({ kind: 'refused' })
})
