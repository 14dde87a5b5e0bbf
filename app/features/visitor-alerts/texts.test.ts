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

it('messages in a language without texts have those of the default language, also the own ones of the operator', async () => {
  const { kysely } = database
  await kysely
    .insertInto('languages')
    .values({ code: 'pl', name: 'Polish', native_name: 'Polski', is_active: true })
    .execute()
  await kysely.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
  const { id: language_id } = await kysely
    .updateTable('languages')
    .set({ is_default: true, is_active: true })
    .where('code', '=', 'de')
    .returning('id')
    .executeTakeFirstOrThrow()
  const services = createServices(database)
  const manage = async () => (await readTexts(services, 'pl')).t('mail.manage')
  expect(await manage()).toBe((await readTexts(services, 'de')).t('mail.manage'))
  const { id: namespace_id } = await kysely
    .selectFrom('translation_namespaces')
    .select('id')
    .where('name', '=', 'alerts')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('translations')
    .values({ language_id, namespace_id, key: 'mail.manage', value: 'Eigene Worte' })
    .execute()
  services.memo.drop(['translations:de'])
  expect(await manage()).toBe('Eigene Worte')
})
