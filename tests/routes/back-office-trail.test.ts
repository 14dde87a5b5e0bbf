import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let feed: FeedServer
let dataDir: string
let cookie: string
let match: string

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

beforeAll(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'overround-trail-'))
  site = await openSite(database, { DATA_DIR: dataDir })
  ;({ cookie } = await signInAdministrator(database, site))
  const sportsdb = { source: 'sportsdb', address: feed.url('/json') } as const
  await saveDemoFeeds(database.kysely, [{ source: 'promo', address: feed.url('/promo') }, sportsdb])
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const teams = { home_team: 'Inter', away_team: 'Milan' }
  match = await createMatch(database.kysely, { league_id: leagueId, ...teams, start_time: daysAgo(40) })
  const place = {
    matches_sport_name: 'Soccer',
    matches_country_name: 'Italy',
    matches_league_name: 'Serie A',
  }
  const mapping = (name: string) => ({ matches_team_name: name, sportsdb_team_name: name, ...place })
  await database.kysely
    .insertInto('team_mappings')
    .values([mapping('Inter'), mapping('Milan')])
    .execute()
  const event = {
    idEvent: '77',
    strEvent: 'Inter vs Milan',
    strSport: 'Soccer',
    strHomeTeam: 'Inter',
    strAwayTeam: 'Milan',
    intHomeScore: '2',
    intAwayScore: '1',
    strTimestamp: daysAgo(40).toISOString().slice(0, 19),
    strStatus: 'Match Finished',
  }
  feed.answer('/json/sandbox/searchevents.php', { kind: 'body', body: JSON.stringify({ event: [event] }) })
})
afterAll(async () => {
  await site.close()
  await feed.close()
  await database.close()
  await rm(dataDir, { recursive: true })
})

const upload = async () => {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(image)], 'a.png'))
  form.set('purpose', 'picture')
  const headers = { origin: site.origin, 'sec-fetch-site': 'same-origin', cookie }
  return fetch(`${site.origin}/admin/media`, { method: 'POST', headers, body: form })
}

const post = (target: string, body: object) => adminPost(site, cookie)(target, body)
const startMapping = {
  intent: 'start',
  kind: 'data',
  scope: { sportId: null, countryId: null, leagueId: null },
}

/** What is done at once, and what the database says of it. */
const state = async () => {
  const db = database.kysely
  const runs = await db.selectFrom('runs').select(['kind', 'status']).orderBy('kind').execute()
  const { status } = await db
    .selectFrom('matches')
    .select('status')
    .where('id', '=', match)
    .executeTakeFirstOrThrow()
  const uploads = await db.selectFrom('uploads').select('name').execute()
  const told = await db.selectFrom('audit_log').select(['entity', 'action']).orderBy('id').execute()
  return {
    runs: runs.map((run) => `${run.kind} ${run.status}`),
    match: status,
    uploads: uploads.length,
    told: told.map((line) => `${line.entity} ${line.action}`),
  }
}

const actAll = async () => {
  await post('/admin/import', { kind: 'odds', choice: { source: 'promo' } })
  await post('/admin/import', { kind: 'tool', choice: { tool: 'sportsdb-countries' } })
  await post('/admin/remove', { option: '30' })
  await post('/admin/data-mapping/runs', startMapping)
  await (await post(`/admin/matches/${match}/score`, {})).text()
  await upload()
}

describe('an immediate action', () => {
  beforeEach(async () => {
    await sql`delete from audit_log`.execute(database.kysely)
  })

  it('is not done when the audit trail cannot be written', async () => {
    const before = await state()
    await sql`alter table audit_log add constraint full_trail check (entity = 'nothing')`.execute(
      database.kysely,
    )
    await actAll()
    expect(await state()).toEqual(before)
    await sql`alter table audit_log drop constraint full_trail`.execute(database.kysely)
  })

  it('is recorded, as is its end', async () => {
    await actAll()
    expect(await state()).toEqual({
      runs: ['map-data queued', 'promo queued', 'removal queued', 'sportsdb-countries queued'],
      match: 'finished',
      uploads: 1,
      told: ['runs run', 'runs run', 'runs run', 'runs run', 'matches update', 'media create'],
    })
    const db = database.kysely
    const idOf = async (kind: string) =>
      (await db.selectFrom('runs').select('id').where('kind', '=', kind).executeTakeFirstOrThrow()).id
    const cancel = async () => {
      await post('/admin/runs', { intent: 'cancel', runId: await idOf('promo') })
      await post('/admin/data-mapping/runs', { intent: 'cancel', runId: await idOf('map-data') })
    }
    const before = await state()
    await sql`alter table audit_log add constraint full_trail check (label <> 'cancel')`.execute(db)
    await cancel()
    expect(await state()).toEqual(before)
    await sql`alter table audit_log drop constraint full_trail`.execute(db)
    await cancel()
    const after = await state()
    expect(after.told.slice(-2)).toEqual(['runs update', 'runs update'])
    expect(after.runs.filter((run) => run.endsWith('cancelled'))).toEqual([
      'map-data cancelled',
      'promo cancelled',
    ])
  })
})
