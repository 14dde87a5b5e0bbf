import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Changes } from '#app/platform/edit/schema.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { saveSports } from './commands.server.ts'
import { getSportsMenu } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const menu = async () => (await getSportsMenu(createServices(database))).map(({ name }) => name)

describe('the menu of sports', () => {
  it('follows what an administrator saves: position and visibility', async () => {
    const ids: Record<string, string> = {}
    for (const sport of ['Darts', 'Bowls', 'Chess'])
      ids[sport] = (await createPlace(database.kysely, { sport })).sportId
    expect(await menu()).toEqual(['Bowls', 'Chess', 'Darts'])
    const update: Changes['update'] = [
      { id: ids.Darts ?? '', before: { menu_position: 5 }, after: { menu_position: 3 } },
      { id: ids.Bowls ?? '', before: { is_active: true }, after: { is_active: false } },
    ]
    const actor = { id: null, email: 'admin@example.org' }
    await saveSports({ database }, { create: [], update, remove: [] }, actor)
    expect(await menu()).toEqual(['Darts', 'Chess'])
  })
})
