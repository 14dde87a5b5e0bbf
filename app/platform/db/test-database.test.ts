import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'

it.each([
  ['a table', sql`create table added (id int)`, sql`drop table added`],
  [
    'a trigger',
    sql`alter table matches disable trigger matches_tell_update`,
    sql`alter table matches enable trigger matches_tell_update`,
  ],
])('a test database that is reset notices that a test has changed %s', async (_, change, back) => {
  const database = await createTestDatabase()
  await change.execute(database.kysely)
  await expect(resetDatabase(database)).rejects.toThrow('has changed the tables')
  await back.execute(database.kysely)
  await resetDatabase(database)
  await database.close()
})
