import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, IS_DIALECT_ONLY } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { sendToServer, serveCommands } from '../control.ts'
import { runCommand } from './commands.ts'

let database: Database
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'overround-export-'))
  const { leagueId } = await createPlace(database.kysely, { league: "Ligue “1” d'Été\n– الدوري" })
  for (const [index, away] of ['Milan', 'Roma'].entries())
    await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'Inter',
      away_team: away,
      start_time: new Date('2026-03-01T15:00:00.123Z'),
      ...(index === 0 ? { home_odds: 2.05, draw_odds: 3, away_odds: 4 } : {}),
    })
  await sql`insert into value_dues (event, no) select id, 41 from matches where away_team = 'Roma'`.execute(
    database.kysely,
  )
  await database.kysely
    .insertInto('clicks')
    .values({ visitor_hash: 'a', clicked_at: new Date(0) })
    .execute()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const run = (at: Database, ...argv: string[]) => runUntil(new AbortController().signal, at, ...argv)

async function runUntil(signal: AbortSignal, at: Database, ...argv: string[]) {
  let told = ''
  const tell = (text: string) => {
    told += text
  }
  const io = { cwd: folder, isTerminal: false, out: tell, err: tell }
  return { code: await runCommand(at, argv, io, signal), told }
}

const addClick = () =>
  database.kysely
    .insertInto('clicks')
    .values({ visitor_hash: 'b', clicked_at: new Date(1) })
    .execute()

const firstLine = (text: string) => text.slice(0, text.indexOf('\n'))

/** An export whose matches refer to a league that it lacks. */
const withoutLeague = (text: string) =>
  text
    .replace(/^(\{"table":"leagues".*\n)\[.*\n/m, '$1')
    .replace(/"rows":(\d+)/, (_, rows: string) => `"rows":${Number(rows) - 1}`)

/** A signal that is aborted once it has been asked some times. */
function stopAfter(questions: number) {
  const state = { asked: 0 }
  const get = () => {
    state.asked += 1
    return state.asked > questions
  }
  return { signal: Object.defineProperty(new AbortController().signal, 'aborted', { get }), state }
}

/** Everything that is stored, as PostgreSQL writes it. */
async function contentOf({ kysely }: Database): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations' order by 1`.execute(
    kysely,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of rows) {
    const of = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(
      kysely,
    )
    content[name] = of.rows.map(({ row }) => row)
  }
  return content
}

describe('export and restore', () => {
  it('copy everything from one database to another', async () => {
    const exported = await run(database, 'export', 'site.gz')
    expect(exported).toMatchObject({ code: 0, told: expect.stringMatching(/^\d+ rows are in .*site\.gz\n/) })
    expect((await stat(path.join(folder, 'site.gz'))).mode & 0o777).toBe(0o600)

    const other = await createTestDatabase()
    const { kysely } = other
    const { leagueId } = await createPlace(kysely, { league: 'Gone' })
    await createMatch(kysely, { league_id: leagueId })
    expect(await run(other, 'restore', 'site.gz')).toEqual({
      code: 1,
      told: 'Nothing was restored: The database has content. --replace puts the export in its place.\n',
    })
    const told: string[] = []
    const stop = await other.listen(
      'overround_changes',
      (payload) => told.push(payload),
      () => {},
    )
    expect(await run(other, 'restore', 'site.gz', '--replace')).toMatchObject({ code: 0 })
    expect(await contentOf(other)).toEqual(await contentOf(database))
    await expect.poll(() => told).toContain('*')
    await stop()

    // Keys, triggers and sequences are unchanged. Which partitions there are depends on what was in the database before.
    const shape = (at: Database) =>
      sql`select c.conname, pg_get_constraintdef(c.oid) from pg_constraint c join pg_class t on t.oid = c.conrelid
          where c.connamespace = 'public'::regnamespace and not t.relispartition
        union all select g.tgname, g.tgenabled::text from pg_trigger g join pg_class t on t.oid = g.tgrelid
          where not g.tgisinternal and not t.relispartition
        order by 1, 2`.execute(at.kysely)
    expect((await shape(other)).rows).toEqual((await shape(database)).rows)
    await expect(createMatch(kysely, { league_id: '00000000-0000-4000-8000-000000000000' })).rejects.toThrow()
    const next = { visitor_hash: 'b', clicked_at: new Date(1) }
    const { id } = await kysely.insertInto('clicks').values(next).returning('id').executeTakeFirstOrThrow()
    expect(Number(id)).toBe(2)
    const { rows } = await sql<{ no: number; last: number }>`
      select nextval('value_dues_no')::integer as no, (select max(no)::integer from value_dues) as last`.execute(
      kysely,
    )
    expect(rows).toEqual([{ no: 42, last: 41 }])
    await other.close()
  })

  it('never overwrite a file, and print their usage', async () => {
    await writeFile(path.join(folder, 'there.gz'), 'mine')
    expect(await run(database, 'export', 'there.gz')).toMatchObject({
      code: 1,
      told: expect.stringContaining('EEXIST'),
    })
    expect(await readFile(path.join(folder, 'there.gz'), 'utf8')).toBe('mine')
    expect(await run(database, 'export')).toMatchObject({ code: 2 })
    expect(await run(database, 'restore', 'a', 'b')).toMatchObject({ code: 2 })
    expect(await run(database, 'restore', '--force')).toMatchObject({ code: 2 })
    expect(await run(database, 'export', '--help')).toMatchObject({ code: 2 })
    expect(await readdir(folder)).not.toContain('--help')
  })

  it('change nothing when a file cannot be read', async () => {
    await writeFile(path.join(folder, 'plain.gz'), 'not compressed')
    for (const [file, reason] of [
      ['missing.gz', 'ENOENT'],
      ['.', 'is not a file'],
      ['plain.gz', 'incorrect header check'],
    ] as const) {
      const restored = await run(database, 'restore', file, '--replace')
      expect(restored).toEqual({ code: 1, told: expect.stringMatching(`^Nothing was restored: .*${reason}`) })
    }
    expect(await database.kysely.selectFrom('matches').select('id').execute()).toHaveLength(2)
  })

  it.for<[string, (text: string) => string, string]>([
    ['is none', () => 'hello\n', 'Nothing was restored: This is not an export of Overround.\n'],
    ['is empty', () => '', 'This is not an export of Overround.'],
    [
      'has a line that is none',
      (text) => text.replace('\n', '\nnot json\n'),
      'Line 2 is not a line of an export.',
    ],
    ['has a line of another kind', (text) => text.replace('\n', '\n{"table":5}\n'), 'Line 2 is not a line'],
    [
      'has no table',
      (text) => `${firstLine(text)}\n{"end":true,"rows":0}\n`,
      'The export has no table accounts.',
    ],
    [
      'has a row before any table',
      (text) => `${firstLine(text)}\n["a"]\n{"end":true,"rows":1}\n`,
      'Line 2 is not a row of a table.',
    ],
    [
      'lacks one of its tables',
      (text) => text.replace(/^\{"table":"api_keys".*\n/m, ''),
      'The export has no table api_keys.',
    ],
    [
      'has a table twice',
      (text) => text.replace(/^\{"table":"api_keys".*\n/m, (line) => line + line),
      'The export has the table api_keys twice.',
    ],
    [
      'lacks a column',
      (text) => text.replace(/^(\{"table":"api_keys","columns":\[)"id",/m, '$1'),
      'The export has no column api_keys.id.',
    ],
    [
      'has a row of another length',
      (text) => text.replace(/^(\{"table":"clicks".*\n\[)/m, '$1null,'),
      'is not a row of clicks.',
    ],
    [
      'has another number of rows than its last line says',
      (text) => text.replace(/"rows":\d+/, '"rows":1'),
      'and its last line says that it has 1.',
    ],
    ['goes on after its end', (text) => `${text}["a"]\n`, 'is after the end of the export.'],
    [
      'has a line without end',
      (text) => `${firstLine(text)}\n${'a'.repeat(65 * 1024 * 1024)}`,
      'A line of the file is longer than 67108864 bytes.',
    ],
    ['is cut off', (text) => `${text.split('\n').slice(0, -2).join('\n')}\n`, 'The export is truncated.'],
    [
      'is of another version',
      (text) => text.replace(/"migration":"[^"]*"/, '"migration":"0001_other.sql"'),
      'The export is of the migration 0001_other.sql',
    ],
    ['names a table that is none', (text) => text.replace('"table":"matches"', '"table":"x"'), 'no table x'],
    ['leads to rows that are missing', withoutLeague, 'violates foreign key constraint'],
  ])('change nothing when a file %s', async ([what, edit, told], { skip }) => {
    // The others are refused before anything is written, whatever the database.
    skip(IS_DIALECT_ONLY && what !== 'leads to rows that are missing')
    await run(database, 'export', 'whole.gz')
    const text = gunzipSync(await readFile(path.join(folder, 'whole.gz'))).toString('utf8')
    await writeFile(path.join(folder, 'bad.gz'), gzipSync(edit(text), { level: 1 }))
    await rm(path.join(folder, 'whole.gz'))
    const before = await contentOf(database)
    const restored = await run(database, 'restore', 'bad.gz', '--replace')
    expect(restored).toMatchObject({ code: 1, told: expect.stringContaining(told) })
    expect(await contentOf(database)).toEqual(before)
  })

  // Embedded, a restore takes two seconds of processor time: one that succeeds and one that fails show the dialect.
  it.skipIf(IS_DIALECT_ONLY)('keep the next ids when it fails', async () => {
    await run(database, 'export', 'earlier.gz')
    const text = gunzipSync(await readFile(path.join(folder, 'earlier.gz'))).toString('utf8')
    await writeFile(path.join(folder, 'lost.gz'), gzipSync(withoutLeague(text)))
    await addClick()
    const { code, told } = await run(database, 'restore', 'lost.gz', '--replace')
    expect([code, told]).toEqual([1, expect.stringContaining('violates foreign key constraint')])
    await addClick()
  })

  it('leave no part of a file when the command is stopped', async () => {
    for (const questions of [0, 3])
      expect(await runUntil(stopAfter(questions).signal, database, 'export', 'stopped.gz')).toEqual({
        code: 1,
        told: 'Nothing was exported: The command was stopped.\n',
      })
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped.gz'))).toEqual([])
  })

  it('write under another name until the file is complete', async () => {
    const files = () => readdirSync(folder).filter((name) => name.startsWith('name.gz'))
    let during: string[] = []
    const get = () => {
      during = files()
      return false
    }
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', { get })
    expect(await runUntil(signal, database, 'export', 'name.gz')).toMatchObject({ code: 0 })
    expect(during).toEqual([expect.stringMatching(/^name\.gz\..+\.part$/)])
    expect(files()).toEqual(['name.gz'])
  })

  it.skipIf(IS_DIALECT_ONLY)('change nothing when the command is stopped, up to the end', async () => {
    await run(database, 'export', 'stop.gz')
    const { signal, state } = stopAfter(Number.POSITIVE_INFINITY)
    await runUntil(signal, database, 'restore', 'stop.gz', '--replace')
    await addClick()
    const before = await contentOf(database)
    for (const questions of [1, state.asked - 1])
      expect(
        await runUntil(stopAfter(questions).signal, database, 'restore', 'stop.gz', '--replace'),
      ).toEqual({
        code: 1,
        told: 'Nothing was restored: The command was stopped.\n',
      })
    expect(await contentOf(database)).toEqual(before)
    await addClick()
  })

  it('change nothing when the command is stopped that a running server carries out', async () => {
    await run(database, 'export', 'served.gz')
    await addClick()
    const before = await contentOf(database)
    const stopServing = await serveCommands(database, folder)
    let told = ''
    const tell = (text: string) => {
      told += text
    }
    const io = { cwd: folder, isTerminal: false, out: tell, err: tell }
    const stopping = new AbortController()
    await database.kysely.transaction().execute(async (transaction) => {
      await sql`lock table matches`.execute(transaction)
      const argv = ['restore', 'served.gz', '--replace']
      const ended = sendToServer(folder, { argv, io, signal: stopping.signal })
      await pause(300)
      stopping.abort()
      expect(await ended).toBe(1)
      // The server learns of it.
      await pause(300)
    })
    expect(told).toBe('The command was stopped.\n')
    expect(await contentOf(database)).toEqual(before)
    await stopServing()
  })
})
