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

/** Applies a migration to the test's data, as on a database that lacked it until now. */
async function applyAgain(name: string): Promise<void> {
  await sql`delete from schema_migrations where name = ${name}`.execute(database.kysely)
  expect(await migrate(database)).toEqual({ applied: [name], ahead: [] })
}

describe('0032_percentages_bring_their_sign', () => {
  const put = (language: string, namespace: string, key: string, value: string) =>
    sql`insert into translations (language_id, namespace_id, key, value)
      select l.id, n.id, ${key}, ${value} from languages l, translation_namespaces n
      where l.code = ${language} and n.name = ${namespace}`.execute(database.kysely)

  it('removes the percent sign around the percentages of operators, and nothing else', async () => {
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

describe('0048_runs', () => {
  it('migrates the runs of imports and of mapping; those under way end, and can be resumed', async () => {
    await sql`drop table run_items, runs`.execute(database.kysely)
    await sql`insert into import_runs (source, origin, status, stage, cursor, counts, error, params, created_at) values
      ('promo', 'a.json', 'done', 100, '{"position": 9, "owner": {"pid": 1}}', '{"items": 10, "reasons": {"missing_id": 2}}',
        null, null, '2026-11-01'),
      ('promo', 'a.json', 'running', 40, '{"position": 4, "waiting": null}', '{"items": 5}', null, '{"sport": "Tennis"}',
        '2026-11-02'),
      ('removal', 'site', 'failed', 10, null, '{}', 'removal_failed: not this one: really', '{}', '2026-11-03')`.execute(
      database.kysely,
    )
    await sql`insert into import_run_items (run_id, position, level, reason, detail)
      select id, 3, 'rejected', 'missing_id', 'no id' from import_runs where status = 'done'`.execute(
      database.kysely,
    )
    await sql`insert into mapping_runs (kind, status, percent, counts, log, outcome) values
      ('teams', 'done', 100, '{"read": 7}', '[]', '{"code": "done.teams", "values": {"n": 7}}')`.execute(
      database.kysely,
    )
    await applyAgain('0048_runs')
    const rows = await database.kysely
      .selectFrom('runs')
      .selectAll()
      .orderBy('kind')
      .orderBy('created_at')
      .execute()
    expect(rows).toMatchObject([
      {
        kind: 'map-teams',
        subject: 'site',
        status: 'done',
        counts: { read: 7 },
        outcome: { code: 'done.teams' },
      },
      {
        kind: 'promo',
        subject: 'a.json',
        status: 'done',
        percent: 100,
        cursor: { position: 9 },
        counts: { items: 10 },
        reasons: { missing_id: 2 },
        error: null,
      },
      {
        kind: 'promo',
        status: 'failed',
        params: { sport: 'Tennis' },
        cursor: { position: 4 },
        error: { code: 'unexpected', message: 'The process that ran it ended.' },
        finished_at: expect.any(Date),
      },
      { kind: 'removal', error: { code: 'removal_failed', message: 'not this one: really' } },
    ])
    const items = await database.kysely.selectFrom('run_items').select(['run_id', 'reason']).execute()
    expect(items).toEqual([{ run_id: rows[1]?.id, reason: 'missing_id' }])
  })
})
