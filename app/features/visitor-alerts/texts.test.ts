import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { readTexts } from './texts.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('messages have the texts of now, also after an operator has changed one', async () => {
  const { kysely } = database
  const services = createServices(database)
  const said = async () => (await readTexts(services, 'en')).t('mail.manage')
  const before = await said()
  const { id: language_id } = await kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'en')
    .executeTakeFirstOrThrow()
  const { id: namespace_id } = await kysely
    .insertInto('translation_namespaces')
    .values({ name: 'alerts' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: 'alerts' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('translations')
    .values({ language_id, namespace_id, key: 'mail.manage', value: 'Own words' })
    .execute()
  services.memo.drop(['translations:en'])
  expect(before).not.toBe('Own words')
  expect(await said()).toBe('Own words')
})
