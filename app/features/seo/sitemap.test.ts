import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { sitemapPages } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { listSitemapParts, readSitemapPart } from './sitemap.server.ts'
import { addressesPerFile, urlElement } from './sitemap.ts'

const languages = [
  { code: 'en', isDefault: true },
  { code: 'ar', isDefault: false },
]

describe('the number of addresses in a file', () => {
  it('is at most 50,000, and smaller when each has more alternates', () => {
    expect(addressesPerFile(1)).toBeLessThan(50_000)
    expect(addressesPerFile(8)).toBeLessThan(addressesPerFile(2))
  })

  it('keeps a file under 50 MB with addresses of 200 characters', () => {
    const many = Array.from({ length: 26 }, (_, i) => ({
      code: `a${String.fromCharCode(97 + i)}`,
      isDefault: i === 0,
    }))
    const page = { path: `/${'x'.repeat(200)}`, lastModified: new Date() }
    const element = urlElement(page, { origin: 'https://odds.example', language: 'aa', languages: many })
    expect(element.length * addressesPerFile(many.length)).toBeLessThan(50 * 1024 * 1024)
  })
})

describe('an entry', () => {
  it('is escaped', () => {
    const page = { path: `/a&b'<"`, lastModified: new Date('2031-05-04T18:45:00Z') }
    const element = urlElement(page, { origin: 'https://odds.example', language: 'ar', languages })
    expect(element).toBe(
      '<url><loc>https://odds.example/ar/a&amp;b&apos;&lt;&quot;</loc><lastmod>2031-05-04T18:45:00.000Z</lastmod>' +
        '<xhtml:link rel="alternate" hreflang="en" href="https://odds.example/en/a&amp;b&apos;&lt;&quot;"/>' +
        '<xhtml:link rel="alternate" hreflang="ar" href="https://odds.example/ar/a&amp;b&apos;&lt;&quot;"/>' +
        '<xhtml:link rel="alternate" hreflang="x-default" href="https://odds.example/en/a&amp;b&apos;&lt;&quot;"/></url>\n',
    )
  })
})

describe('the parts of a sitemap', () => {
  const MATCHES = 2_345
  let database: Database
  let services: Services
  beforeAll(async () => {
    database = await createTestDatabase()
    const db = database.kysely
    services = createServices(database)
    const { leagueId } = await createPlace(db)
    const id = await createMatch(db, { league_id: leagueId })
    const { sport_id, country_id } = await db
      .selectFrom('matches')
      .select(['sport_id', 'country_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: MATCHES - 1 }, (_, i) => ({
      league_id: leagueId,
      sport_id,
      country_id,
      home_team: `Team ${i}`,
      away_team: 'Rest',
      slug: `team-${i}-vs-rest`,
      start_time: new Date(),
    }))
    await db.insertInto('matches').values(others).execute()
  })
  afterAll(() => database.close())

  async function readAll(size: number) {
    const parts = await listSitemapParts(services, size)
    const files: string[][] = []
    for (const part of parts) {
      const paths: string[] = []
      for await (const pages of readSitemapPart(services, part)) paths.push(...pages.map(({ path }) => path))
      files.push(paths)
    }
    return files
  }

  it.each([20, 500, 1_000, 1_001, 2_345, 50_000])(
    'of at most %i addresses have every page once',
    async (size) => {
      const files = await readAll(size)
      for (const file of files) expect(file.length).toBeLessThanOrEqual(size)
      for (const file of files) expect(file.length).toBeGreaterThan(0)
      const paths = files.flat()
      expect(paths).toHaveLength(sitemapPages().length + 3 + MATCHES)
      expect(new Set(paths).size).toBe(paths.length)
    },
  )

  it('can be abandoned half-read without blocking the database', async () => {
    const [part] = (await listSitemapParts(services, 50_000)).slice(-1)
    if (!part) throw new Error('no part')
    const reader = readSitemapPart(services, part)
    expect((await reader.next()).value).toHaveLength(1_000)
    await services.database.kysely.transaction().execute(async (trx) => {
      await trx.updateTable('sports').set({ menu_position: 1 }).execute()
    })
    expect((await reader.next()).value).toHaveLength(1_000)
    await reader.return(undefined)
  })
})

it('the archive of a league is an address once it has an outright that is closed, and changes with its winners', async () => {
  const database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely)
  const archive = async () => {
    const services = createServices(database)
    const part = (await listSitemapParts(services, 50_000)).find(({ section }) => section === 'results')
    if (!part) return []
    const { value } = await readSitemapPart(services, part).next()
    return (value ?? []).map(({ lastModified }: { lastModified: Date }) => lastModified)
  }
  const start = (days: number) => new Date(Date.now() + days * DAY_MS)
  const ofLeague = { league_id: leagueId, name: 'Cup', slug: 'cup' }
  const outrights = database.kysely.insertInto('outrights')
  const { id } = await outrights
    .values({ ...ofLeague, start_time: start(1) })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await archive()).toEqual([])
  const update = (values: { start_time: Date } | { status: string; winners: number[] }) =>
    database.kysely
      .updateTable('outrights')
      .set(values)
      .where('id', '=', id)
      .returning('updated_at')
      .executeTakeFirstOrThrow()
  expect(await update({ start_time: start(-1) }).then(archive)).toHaveLength(1)
  const { updated_at } = await update({ status: 'finished', winners: [1] })
  expect(await archive()).toEqual([updated_at])
  await database.close()
})

it('a league of players has no table, and a site of them no file for tables', async () => {
  const database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { sport: 'Table Tennis' })
  const score = { status: 'finished', home_score: 3, away_score: 1 }
  await createMatch(database.kysely, { league_id: leagueId, ...score })
  const parts = await listSitemapParts(createServices(database), 50_000)
  expect(parts.map(({ section }) => section)).not.toContain('standings')
  await database.close()
})
