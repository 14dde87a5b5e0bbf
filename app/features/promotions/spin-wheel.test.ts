import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getSpinWheel } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

describe('the spin wheel of a new site', () => {
  const texts = {
    title: 'Spin The Wheel',
    subTitle: 'Try your luck and win prizes!',
    buttonText: 'Spin Now',
  }

  it.each(['en', 'it'])('has the built-in texts, and is not shown (%s)', async (language) => {
    expect(await getSpinWheel(createServices(database), language)).toEqual({
      ...texts,
      link: null,
      inSidebar: false,
      inMobileBar: false,
    })
  })

  it('has the same texts when the settings cannot be read', async () => {
    await database.kysely.schema.alterTable('site_settings').renameTo('away').execute()
    const wheel = await getSpinWheel(createServices(database), 'en')
    await database.kysely.schema.alterTable('away').renameTo('site_settings').execute()
    expect(wheel).toMatchObject(texts)
  })
})
