import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mappingHandlers } from '#app/features/team-mapping/jobs.server.ts'
import type { LastRuns } from '#app/features/team-mapping/queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { createSportsdbTeam } from '#tests/support/mapping.ts'
import { startWorker } from '#tests/support/runs.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let worker: { stop(): Promise<void> }
let admin: { cookie: string; email: string; id: string }
let other: typeof admin
let place: Awaited<ReturnType<typeof createPlace>>
let united: number
let city: number

const EVERYTHING = { sportId: null, countryId: null, leagueId: null }

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database, { ALLOW_PRIVATE_FEEDS: '1' })
  worker = await startWorker(database, mappingHandlers(database))
  admin = await signInAdministrator(database, site)
  other = await signInAdministrator(database, site)
  place = await createPlace(database.kysely, { country: 'England', code: 'GB-ENG', league: 'First' })
  const match = { league_id: place.leagueId, home_team: 'Leeds', away_team: 'Qwrtz' }
  await createMatch(database.kysely, match)
  united = await createSportsdbTeam(database, { team_name: 'Leeds United', gender: 'Male' })
  city = await createSportsdbTeam(database, { team_name: 'Leeds City' })
})
afterAll(async () => {
  await worker.stop()
  await site.close()
  await database.close()
})

const post = (path: string, body: unknown, cookie = admin.cookie) =>
  fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie,
    },
    body: JSON.stringify(body),
  })
const get = async (path: string) => (await site.get(path, { cookie: admin.cookie })).text()
const readRuns = async () => JSON.parse(await get('/admin/data-mapping/runs')) as LastRuns
const start = (kind: string, scope: object = EVERYTHING) =>
  post('/admin/data-mapping/runs', { intent: 'start', kind, scope })
const ended = (kind: keyof LastRuns) => expect.poll(async () => (await readRuns())[kind]?.status).toBe('done')
/** Queues the teams of the match, unless a test before has done so. */
async function mapTeams(): Promise<void> {
  const queued = await database.kysely.selectFrom('team_mappings').select('id').execute()
  if (queued.length > 0) return
  for (const kind of ['data', 'teams'] as const) {
    await start(kind)
    await vi.waitFor(async () => expect((await readRuns())[kind]?.status).toBe('done'), 60_000)
  }
}
const readTrail = (entity: string) =>
  database.kysely
    .selectFrom('audit_log')
    .select(['label', 'action', 'user_email'])
    .where('entity', '=', entity)
    .orderBy('id')
    .execute()

describe('a run', () => {
  it('is carried out by the worker, shown in every browser, and recorded in the audit trail', async () => {
    expect((await start('data')).status).toBe(200)
    await ended('data')
    expect((await readRuns()).data?.outcome).toMatchObject({ code: 'done.matches', values: { n: 1 } })
    const { sportId, countryId, leagueId } = place
    expect((await start('teams', { sportId, countryId, leagueId })).status).toBe(200)
    await ended('teams')
    const { teams } = await readRuns()
    expect(teams).toMatchObject({
      place: { sport: 'Soccer', country: 'England', league: 'First' },
      outcome: { code: 'done.teams', values: { n: 0, m: 2 } },
      counts: { read: 2, inserted: 2, review: 1, unmatched: 1 },
    })
    const page = await get('/admin/data-mapping')
    for (const text of ['Successfully updated 1 matches with names.', 'Mapped 0 of 2 teams.', 'Debug Info']) {
      expect(page).toContain(text)
    }
    const by = { action: 'run', user_email: admin.email }
    expect(await readTrail('runs')).toEqual([
      { ...by, label: 'data' },
      { ...by, label: 'teams, Soccer, England, First' },
    ])
  })

  it('accepts no country without its sport, and no league without its country', async () => {
    const { sportId, countryId, leagueId } = place
    for (const scope of [
      { ...EVERYTHING, countryId },
      { ...EVERYTHING, sportId, leagueId },
    ]) {
      expect((await start('data', scope)).status).toBe(400)
    }
    expect((await start('everything')).status).toBe(400)
  })

  it('is limited by the countries of a sport and the leagues of a country', async () => {
    const other = await createPlace(database.kysely, {
      ...{ sport: 'Handball', country: 'France', code: 'FR', league: 'Starligue' },
    })
    const choices = (query: string) => get(`/admin/data-mapping/choices?${query}`)
    expect(JSON.parse(await choices(`sport=${place.sportId}`))).toEqual([
      { id: place.countryId, name: 'England' },
    ])
    expect(JSON.parse(await choices(`sport=${place.sportId}&country=${place.countryId}`))).toEqual([
      { id: place.leagueId, name: 'First' },
    ])
    expect(JSON.parse(await choices(`sport=${other.sportId}`))).toEqual([
      { id: other.countryId, name: 'France' },
    ])
    await database.kysely.deleteFrom('leagues').where('id', '=', other.leagueId).execute()
    await database.kysely.deleteFrom('countries').where('id', '=', other.countryId).execute()
    await database.kysely.deleteFrom('sports').where('id', '=', other.sportId).execute()
  })
})

describe('a decision', () => {
  beforeAll(mapTeams)
  beforeEach(async () => {
    await database.kysely.deleteFrom('audit_log').where('entity', '=', 'team_mappings').execute()
  })

  const find = (name = 'Leeds') =>
    database.kysely
      .selectFrom('team_mappings')
      .select(['id', 'version', 'status', 'sportsdb_team_id'])
      .where('matches_team_name', '=', name)
      .executeTakeFirstOrThrow()
  const decide = async (decision: object, cookie?: string) => {
    const { id, version } = await find()
    return (await post('/admin/data-mapping', { id, version, ...decision }, cookie)).status
  }

  it('is shown beside its candidates, stored, undone, and recorded in the audit trail', async () => {
    const queue = await get('/admin/data-mapping')
    for (const text of ['Leeds United', 'Leeds City', 'Accept: Leeds City', 'men'])
      expect(queue).toContain(text)

    expect(await decide({ action: 'accept', teamId: united })).toBe(200)
    expect(await find()).toMatchObject({ status: 'mapped', sportsdb_team_id: united })
    expect(await decide({ action: 'undo' })).toBe(200)
    expect(await find()).toMatchObject({ status: 'review', sportsdb_team_id: null })
    expect(await decide({ action: 'reject' })).toBe(200)
    expect(await find()).toMatchObject({ status: 'rejected' })
    expect(await decide({ action: 'pick', teamId: city })).toBe(200)
    expect(await find()).toMatchObject({ status: 'mapped', sportsdb_team_id: city })

    const line = { label: 'Leeds (Soccer, England, First)', action: 'update', user_email: admin.email }
    expect(await readTrail('team_mappings')).toEqual([line, line, line, line])
    const { id } = await find()
    expect(await get(`/admin/history?entity=team_mappings&id=${id}`)).toContain('Leeds City')
    await decide({ action: 'undo' })
    await decide({ action: 'undo' })
  })

  it('of the slower of two is refused with a message, and shows the current row', async () => {
    const { id, version } = await find()
    expect(await decide({ action: 'accept', teamId: united }, other.cookie)).toBe(200)
    const late = await post('/admin/data-mapping.data', { id, version, action: 'reject' })
    expect(late.status).toBe(409)
    const answer = await late.text()
    for (const part of ['conflict', 'changed', 'Leeds United']) expect(answer).toContain(part)
    expect(await find()).toMatchObject({ status: 'mapped', sportsdb_team_id: united })
    expect((await readTrail('team_mappings')).map(({ user_email }) => user_email)).toEqual([other.email])
    await decide({ action: 'undo' })
  })

  it('must be valid', async () => {
    expect(await decide({ action: 'accept', teamId: 1 })).toBe(422)
    expect(await decide({ action: 'undo' })).toBe(422)
    expect(await decide({ action: 'marry' })).toBe(400)
    expect(await decide({ action: 'accept', teamId: 9_999_999_999 })).toBe(400)
    expect(await decide({ action: 'reject', id: crypto.randomUUID() })).toBe(422)
    expect(await find()).toMatchObject({ status: 'review' })
    expect(await readTrail('team_mappings')).toEqual([])
  })

  it('can choose another team, which is found by a part of its name', async () => {
    const found = JSON.parse(await get('/admin/data-mapping/teams?q=eds%20c&sport=Football'))
    expect(found).toMatchObject([{ teamId: city, name: 'Leeds City', sport: 'Soccer' }])
  })
})

describe('the queue', () => {
  beforeAll(mapTeams)

  it('is filtered by status, place and name, with any values in the address', async () => {
    const page = (query: string) => get(`/admin/data-mapping?${query}`)
    expect(await page('status=unmapped')).toContain('Pick another: Qwrtz')
    expect(await page('sport=Soccer&country=England&league=First&text=leeds')).toContain('Reject: Leeds')
    expect(await page('text=nobody')).toContain('No team matches this filter.')
    expect(await page('status=rejected')).toContain('There is no such team.')
    expect(await page('status=x&after=Zz&afterId=y&league=First')).toContain('Reject: Leeds')
    const { id } = await database.kysely
      .selectFrom('team_mappings')
      .select('id')
      .where('matches_team_name', '=', 'Leeds')
      .executeTakeFirstOrThrow()
    expect(await page(`after=Leeds&afterId=${id}`)).not.toContain('Reject: Leeds')
  })

  it('links to the import of teams while there are none', async () => {
    const empty = await createTestDatabase()
    const bare = await openSite(empty)
    const { cookie } = await signInAdministrator(empty, bare)
    const page = await (await bare.get('/admin/data-mapping', { cookie })).text()
    expect(page).toContain('Import teams first')
    expect(page).toContain('/admin/import?tool=teams')
    await bare.close()
    await empty.close()
  })
})

describe('the badge of a team', () => {
  const badge = (url: string) =>
    site.get(`/admin/data-mapping/badge?${new URLSearchParams({ url })}`, { cookie: admin.cookie })

  it('is served by the site itself, resized, and only for an address of a team', async () => {
    const other = await startFeedServer()
    const body = await sharp({ create: { width: 500, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const url = other.answer('/whites.png', { kind: 'body', body })
    const broken = other.answer('/broken.png', { kind: 'body', body: 'no picture' })
    await createSportsdbTeam(database, { team_name: 'Leeds Whites', badge_url: url })
    await createSportsdbTeam(database, { team_name: 'Leeds Blues', badge_url: broken })
    const answer = await badge(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
    const { width, height } = await sharp(await answer.bytes()).metadata()
    expect([width, height]).toEqual([96, 77])
    expect((await badge(broken)).status).toBe(404)
    const asked = other.requests.length
    expect((await badge(other.url('/unknown.png'))).status).toBe(404)
    expect(other.requests.length).toBe(asked)
    await other.close()
  })

  it('is not requested from another host by the screen', async () => {
    await createSportsdbTeam(database, { team_name: 'Leeds Reds', badge_url: 'https://img.test/r.png' })
    await createMatch(database.kysely, { league_id: place.leagueId, home_team: 'Leeds Reds' })
    for (const kind of ['data', 'teams'] as const) {
      await start(kind)
      await ended(kind)
    }
    const page = await get('/admin/data-mapping?status=mapped&text=Reds')
    expect(page).toContain('/admin/data-mapping/badge?url=https%3A%2F%2Fimg.test%2Fr.png')
    expect(page).not.toContain('src="https:')
  })
})
