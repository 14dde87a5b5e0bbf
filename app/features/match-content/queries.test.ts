import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getMatchContent } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await database.close()
})

it('has the saved texts of the language, else of the default one', async () => {
  const save = async (code: string, title: string) => {
    const { id: language_id } = await database.kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('multilingual_match_content')
      .values({ language_id, title_template: title, description_template: `About ${title}` })
      .execute()
  }
  await save('en', 'Odds')
  await save('it', 'Quote')
  const titles = ['it', 'de', 'en'].map(async (language) => {
    const { title_template, description_template } = await getMatchContent(
      createServices(database),
      language,
      'soccer',
    )
    return [title_template, description_template]
  })
  expect(await Promise.all(titles)).toEqual([
    ['Quote', 'About Quote'],
    ['Odds', 'About Odds'],
    ['Odds', 'About Odds'],
  ])
  await database.kysely.updateTable('languages').set({ is_default: false }).execute()
  await database.kysely.updateTable('languages').set({ is_default: true }).where('code', '=', 'it').execute()
  const { title_template } = await getMatchContent(createServices(database), 'de', 'soccer')
  expect(title_template).toBe('Quote')
})

it('shows the saved texts again soon after they could not be read', async () => {
  const { id: language_id } = await database.kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'en')
    .executeTakeFirstOrThrow()
  await database.kysely
    .insertInto('multilingual_match_content')
    .values({
      language_id,
      title_template: 'Odds',
      description_template: 'Prices',
      history_odds_title: 'How prices went',
    })
    .execute()
  let now = Date.now()
  const services = { ...createServices(database), memo: createMemo(() => now) }
  const read = () => getMatchContent(services, 'en', 'soccer')
  await sql`alter table multilingual_match_content rename to away`.execute(database.kysely)
  const without = await collectReads(read)
  expect(without.value.history_odds_title).not.toBe('How prices went')
  await sql`alter table away rename to multilingual_match_content`.execute(database.kysely)
  if (!without.expiresAt) throw new Error('the built-in texts stay for ever')
  now = without.expiresAt.getTime()
  expect((await read()).history_odds_title).toBe('How prices went')
})
