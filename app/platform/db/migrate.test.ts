import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Database } from './connection.server.ts'
import { migrate } from './migrate.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Applies a migration to what the test has stored, as on a database that lacked it until now. */
async function applyAgain(name: string): Promise<void> {
  await sql`delete from schema_migrations where name = ${name}`.execute(database.kysely)
  expect(await migrate(database)).toEqual({ applied: [name] })
}

describe('0032_percentages_bring_their_sign', () => {
  const put = (language: string, namespace: string, key: string, value: string) =>
    sql`insert into translations (language_id, namespace_id, key, value)
      select l.id, n.id, ${key}, ${value} from languages l, translation_namespaces n
      where l.code = ${language} and n.name = ${namespace}`.execute(database.kysely)

  it('takes the sign from around the percentages of operators, and nothing else', async () => {
    const texts = [
      [
        'en',
        'chance.note',
        'Together {{sum}} %: above 100 % is margin.',
        'Together {{sum}}: above 100 % is margin.',
      ],
      ['en', 'chance.note-sure', '{{ sum }}%', '{{ sum }}'],
      ['en', 'sure-bet.return', '+{{percent}}\u202f% return', '+{{percent}} return'],
      ['de', 'sure-bet.return', '{{percent}} von 100 %', '{{percent}} von 100 %'],
      ['fr', 'sure-bet.held-back', '{{percent}}\u00a0% : trop', '{{percent}} : trop'],
      ['tr', 'sure-bet.explained', '%{{percent}} kazanç', '{{percent}} kazanç'],
      ['tr', 'chance.note', 'Toplam %{{sum}} %100 aşar', 'Toplam {{sum}} %100 aşar'],
      ['ar', 'sure-bet.return', 'عائد {{percent}} ٪', 'عائد {{percent}}'],
    ] as const
    for (const [language, key, before] of texts) await put(language, 'matches', key, before)
    await put('en', 'admin', 'runs.progress', '{{percent}} % done')
    await applyAgain('0032_percentages_bring_their_sign')
    const rows = await database.kysely.selectFrom('translations').select('value').execute()
    const expected = [...texts.map(([, , , after]) => after), '{{percent}} % done']
    expect(rows.map(({ value }) => value).sort()).toEqual(expected.sort())
  })
})
