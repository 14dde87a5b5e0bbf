import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Services } from '#app/platform/services.ts'
import { createTestDatabase, withoutIndexOrder } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import {
  listCountryChoices,
  listEditorCountries,
  listEditorLeagues,
  listEditorSports,
  listLeagueChoices,
  listSportChoices,
} from './editor-queries.server.ts'
import { getSportsMenu } from './queries.server.ts'

type Reader = Pick<Services, 'database'>

/** In neither the order of positions nor of names; the hidden one between others. */
const ROWS = [
  { name: 'Echo', menu_position: 2, is_active: true },
  { name: 'Delta', menu_position: 2, is_active: true },
  { name: 'Bravo', menu_position: 10, is_active: true },
  { name: 'Charlie', menu_position: 2, is_active: false },
  { name: 'Alpha', menu_position: 9, is_active: true },
]
const ORDER = ['Charlie', 'Delta', 'Echo', 'Alpha', 'Bravo']

let database: Database
let sportId: string
let countryId: string

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const slugged = ROWS.map((row) => ({ ...row, slug: row.name.toLowerCase() }))
  const sports = await db.insertInto('sports').values(slugged).returning(['id', 'name']).execute()
  sportId = idOf(sports, 'Delta')
  const otherSport = idOf(sports, 'Alpha')
  const countries = await db
    .insertInto('countries')
    .values([
      ...slugged.map((row) => ({ ...row, sport_id: sportId, code: row.name.slice(0, 2).toUpperCase() })),
      { name: 'Elsewhere', slug: 'elsewhere', code: 'EL', sport_id: otherSport },
    ])
    .returning(['id', 'name'])
    .execute()
  countryId = idOf(countries, 'Delta')
  await db
    .insertInto('leagues')
    .values([
      ...slugged.map((row) => ({ ...row, sport_id: sportId, country_id: countryId })),
      { name: 'Nowhere', slug: 'nowhere', sport_id: sportId, country_id: idOf(countries, 'Alpha') },
    ])
    .execute()
})
afterAll(() => database.close())

const idOf = (rows: { id: string; name: string }[], name: string) =>
  rows.find((row) => row.name === name)?.id ?? ''
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('the lists of the back office', () => {
  it.each([
    ['sports', (reader: Reader) => listEditorSports(reader)],
    ['countries of a sport', (reader: Reader) => listEditorCountries(reader, sportId)],
    ['leagues of a country', (reader: Reader) => listEditorLeagues(reader, countryId)],
    ['sports to choose from', (reader: Reader) => listSportChoices(reader)],
    ['countries to choose from', (reader: Reader) => listCountryChoices(reader, sportId)],
    ['leagues to choose from', (reader: Reader) => listLeagueChoices(reader, countryId)],
  ])('list %s by position, then by name, hidden ones included', async (_, list) => {
    const rows = await withoutIndexOrder(
      database,
      async (reader): Promise<{ name: string }[]> => list({ database: reader }),
    )
    expect(names(rows)).toEqual(ORDER)
  })
})

it('lists the active sports and countries of the menu by position, then by name', async () => {
  const menu = await withoutIndexOrder(database, (reader) => getSportsMenu(createServices(reader)))
  expect(names(menu)).toEqual(['Delta', 'Echo', 'Alpha', 'Bravo'])
  expect(names(menu[0]?.countries ?? [])).toEqual(['Delta', 'Echo', 'Alpha', 'Bravo'])
})
