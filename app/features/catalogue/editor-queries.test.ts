import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
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

/** In neither the order of positions nor of names; the hidden one between others. */
const ROWS = [
  { name: 'Delta', menu_position: 2, is_active: true },
  { name: 'Bravo', menu_position: 10, is_active: true },
  { name: 'Charlie', menu_position: 2, is_active: false },
  { name: 'Alpha', menu_position: 9, is_active: true },
]
const ORDER = ['Charlie', 'Delta', 'Alpha', 'Bravo']

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
    ['sports', () => listEditorSports({ database })],
    ['countries of a sport', () => listEditorCountries({ database }, sportId)],
    ['leagues of a country', () => listEditorLeagues({ database }, countryId)],
    ['sports to choose from', () => listSportChoices({ database })],
    ['countries to choose from', () => listCountryChoices({ database }, sportId)],
    ['leagues to choose from', () => listLeagueChoices({ database }, countryId)],
  ])('list %s by position, then by name, hidden ones included', async (_, list) => {
    expect(names(await list())).toEqual(ORDER)
  })
})

it('lists the active sports and countries of the menu by position, then by name', async () => {
  const menu = await getSportsMenu(createServices(database))
  expect(names(menu)).toEqual(['Delta', 'Alpha', 'Bravo'])
  expect(names(menu[0]?.countries ?? [])).toEqual(['Delta', 'Alpha', 'Bravo'])
})
