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

it('a test database that is reset has what migrations store, and nothing else', async () => {
  const database = await createTestDatabase()
  const { kysely } = database
  const stored = async () => ({
    languages: await kysely.selectFrom('languages').selectAll().orderBy('id').execute(),
    namespaces: await kysely.selectFrom('translation_namespaces').selectAll().orderBy('id').execute(),
    settings: await kysely.selectFrom('site_settings').selectAll().execute(),
    sports: await kysely.selectFrom('sports').select('name').execute(),
    // Its row has the times of the queue's schedules and maintenance, which do not run without it.
    queue: (await sql`select version from pgboss.version`.execute(kysely)).rows,
  })
  const before = await stored()
  expect(before.queue).toHaveLength(1)
  for (const _ of ['once', 'again']) {
    await kysely.updateTable('languages').set({ name: 'Changed' }).where('code', '=', 'de').execute()
    // As many rows as before, one of them another.
    await kysely.deleteFrom('translation_namespaces').where('name', '=', 'common').execute()
    await kysely.insertInto('translation_namespaces').values({ name: 'added' }).execute()
    await kysely.deleteFrom('site_settings').execute()
    await kysely.insertInto('sports').values({ name: 'Curling', slug: 'curling' }).execute()
    const { rows } = await sql`select nextval('bookmakers_no_seq') as no`.execute(kysely)
    expect(rows).toEqual([{ no: 1 }])
    await sql`alter sequence bookmakers_no_seq restart with 500`.execute(kysely)
    expect(await stored()).not.toEqual(before)
    await resetDatabase(database)
    expect(await stored()).toEqual(before)
  }
  await database.close()
})

it('a test database serves the next test with the same connections, without what was left on them', async () => {
  const first = await createTestDatabase()
  const { kysely } = first
  const process = sql<{ id: number }>`select pg_backend_pid() as id`
  const session = sql`select current_setting('enable_seqscan') as scans, statement_timestamp() = now() as is_outside,
    (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`
  const before = await process.execute(kysely)
  const clean = await session.execute(kysely)
  await sql`set enable_seqscan = off`.execute(kysely)
  await sql`select pg_advisory_lock(1)`.execute(kysely)
  await first.close()
  await expect(process.execute(kysely)).rejects.toThrow('destroyed')
  const second = await createTestDatabase()
  expect((await process.execute(second.kysely)).rows).toEqual(before.rows)
  expect(await session.execute(second.kysely)).toEqual(clean)
  await sql`begin`.execute(second.kysely)
  expect(await session.execute(second.kysely)).toEqual(clean)
  await second.close()
})
