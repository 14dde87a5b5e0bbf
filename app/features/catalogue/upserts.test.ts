import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'

let database: Database
let place: Awaited<ReturnType<typeof createPlace>>
beforeAll(async () => {
  database = await createTestDatabase()
  place = await createPlace(database.kysely)
})
afterAll(() => database.close())

const SHOWN = { display_name: 'Shown so', menu_position: 7, is_active: false }
const SPORT = {
  name: 'Padel',
  slug: 'padel',
  icon_name: 'racket',
  icon_url: '/padel.png',
  icon_svg: '<svg/>',
}
const country = () => ({
  sport_id: place.sportId,
  name: 'Malta',
  slug: 'malta',
  code: 'MT',
  flag_reference: 'mt',
})
const league = () => ({
  sport_id: place.sportId,
  country_id: place.countryId,
  name: 'Superleague',
  slug: 'superleague',
  logo_url: '/superleague.png',
})

it.each([
  ['sports', 'external_id', () => ({ ...SPORT, external_id: 'sr:1' })],
  ['sports', 'id', () => ({ ...SPORT, slug: 'padel-2' })],
  ['countries', 'sport_id, code', country],
  ['countries', 'external_id', () => ({ ...country(), external_id: 'sr:2', slug: 'malta-2', code: 'M1' })],
  ['countries', 'id', () => ({ ...country(), slug: 'malta-3', code: 'M2' })],
  ['leagues', 'external_id', () => ({ ...league(), external_id: 'sr:3' })],
  ['leagues', 'id', () => ({ ...league(), slug: 'superleague-2' })],
] as const)('upserts %s on %s, with all stored fields', async (table, key, values) => {
  const id = crypto.randomUUID()
  const upsert = async (row: Record<string, unknown>) => {
    const columns = Object.keys(row)
    const { rows } = await sql<Record<string, unknown>>`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))})
      on conflict (${sql.raw(key)}) do update set
        ${sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
      returning ${sql.join(columns.map((column) => sql.ref(column)))}, xmax = 0 as is_new`.execute(
      database.kysely,
    )
    return rows[0]
  }
  const row = { id, ...values() }
  expect(await upsert(row)).toEqual({ ...row, is_new: true })
  expect(await upsert({ ...row, ...SHOWN })).toEqual({ ...row, ...SHOWN, is_new: false })
})
