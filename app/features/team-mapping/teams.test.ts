import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createSportsdbTeam } from '#tests/support/mapping.ts'
import { Places, readPool, searchPool } from './teams.server.ts'

let database: Database
let places: Places
beforeAll(async () => {
  database = await createTestDatabase()
  for (const team of [
    { team_name: 'Leeds United' },
    { team_name: 'United Whites', team_alternate: 'Old LEEDS' },
    { team_name: 'Hull City', country: 'Republic of Leedsland' },
    { team_name: 'Leeds Rhinos', sport: 'Rugby League' },
    { team_name: 'A_Leedz' },
  ])
    await createSportsdbTeam(database, team)
  places = await Places.read(database.kysely)
})
afterAll(() => database.close())

const namesOf = (pool: Awaited<ReturnType<typeof readPool>>) => [
  ...new Set(pool?.all().map(({ team }) => team.name)),
]

describe('teams of the sports database are searched', () => {
  it.each([
    ['Leeds Villa', ['Leeds United', 'United Whites']],
    ['leeds', ['Leeds United', 'United Whites']],
    ['Villa Leeds', []],
    ['_Leed% Town', []],
  ])('by the first word of %s, in the name and in other names', async (name, expected) => {
    const found = namesOf(await searchPool(database.kysely, places, 'soccer', name, []))
    expect(found.sort()).toEqual(expected)
  })

  it('by a word in the countries of the sports database, or in all of them', async () => {
    const inCountries = async (...countries: string[]) =>
      namesOf(await searchPool(database.kysely, places, 'soccer', 'City', countries))
    expect(await inCountries()).toEqual(['Hull City'])
    expect(await inCountries('England')).toEqual([])
    expect(await inCountries('England', 'Republic of Leedsland')).toEqual(['Hull City'])
  })

  it.each([
    ['SOCCER', 'england', 3],
    ['Football', 'England', 3],
    ['Rugby', 'England', 1],
    ['Soccer', 'leedsland', 1],
    ['Soccer', 'Wales', 0],
  ])('in the sport %s of %s, also by a part of its name', async (sport, country, count) => {
    expect(namesOf(await readPool(database.kysely, places, sport, country))).toHaveLength(count)
  })
})
