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

describe('the spin wheel in a language', () => {
  it('has each of its texts in it, with the link and the places of the settings', async () => {
    const { kysely } = database
    const { id: language_id } = await kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'it')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('multilingual_spin_wheel')
      .values({ language_id, title: 'La ruota', sub_title: 'Tenta la sorte', button_text: 'Gira' })
      .execute()
    await kysely
      .updateTable('site_settings')
      .set({ spin_wheel_link: '/ruota', spin_wheel_sidebar_on: true, spin_wheel_enabled: false })
      .execute()
    const services = createServices(database)
    const placed = { link: '/ruota', inSidebar: true, inMobileBar: false }
    const italian = { title: 'La ruota', subTitle: 'Tenta la sorte', buttonText: 'Gira' }
    expect(await getSpinWheel(services, 'it')).toEqual({ ...italian, ...placed })
    expect(await getSpinWheel(services, 'de')).toMatchObject({ title: 'Spin The Wheel', ...placed })
  })
})

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
