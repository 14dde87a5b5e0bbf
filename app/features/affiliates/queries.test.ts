import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { listAffiliateButtons } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const add = (button_text: string, day: number, is_active = true) =>
    database.kysely
      .insertInto('affiliate_buttons')
      .values({
        button_text,
        is_active,
        provider: 'Alpha',
        button_link: 'https://alpha.example',
        created_at: new Date(Date.UTC(2026, 1, day)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await add('Third', 3)
  const { id } = await add('First', 1)
  await add('Off', 1, false)
  await add('Second', 2)
  await database.kysely
    .insertInto('multilingual_affiliate_buttons')
    .values((eb) => ({
      affiliate_button_id: id,
      language_id: eb.selectFrom('languages').select('id').where('code', '=', 'it'),
      button_text: 'Primo',
    }))
    .execute()
})
afterAll(() => database.close())

const texts = async () => {
  const buttons = await listAffiliateButtons(createServices(database), 'it')
  return buttons.map(({ text }) => text)
}

it('lists the active affiliate buttons in a language, oldest first', async () => {
  expect(await texts()).toEqual(['Primo', 'Second', 'Third'])
})

it('lists the active ones untranslated, oldest first, when the stored function fails', async () => {
  await sql`alter function get_all_affiliate_buttons_in_language rename to away`.execute(database.kysely)
  expect(await texts()).toEqual(['First', 'Second', 'Third'])
})
