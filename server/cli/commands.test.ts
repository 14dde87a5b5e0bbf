import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { runProgram } from '#tests/support/server.ts'
import { sendToServer, serveCommands } from '../control.ts'
import { explainUsage, needsSite, runCommand } from './commands.ts'

it.each(['constructor', 'toString', '__proto__', 'nonsense', ''])('rejects %j', async (name) => {
  const database = await createTestDatabase()
  let told = ''
  const io = {
    cwd: '.',
    isTerminal: false,
    out: () => {},
    err: (text: string) => {
      told += text
    },
  }
  expect(await runCommand(database, [name], io, new AbortController().signal)).toBe(2)
  expect(told).toContain('Usage: npm run overround')
  if (name) expect(told).toContain(`Unknown command: ${name}`)
  await database.close()
})

it.each([
  ['constructor', 2, 'err'],
  ['help', 0, 'out'],
  ['--help', 0, 'out'],
  [undefined, 2, 'err'],
])('ends for %j with %i, and explains itself on %s', (name, code, stream) => {
  const told: Record<string, string[]> = { out: [], err: [] }
  const io = {
    out: (text: string) => told.out?.push(text),
    err: (text: string) => told.err?.push(text),
  }
  expect(explainUsage(name === undefined ? [] : [name], io)).toBe(code)
  const text = expect.stringContaining('Usage: npm run overround')
  expect(told).toEqual({ out: [], err: [], [stream]: [text] })
})

// A program takes a second of processor time to start: these two show that it does what the functions above say.
it('ends the program so, without a database', async () => {
  const ended = await runProgram('server/cli/main.ts', ['migrate', '--dry-run'], {
    DATA_DIR: '/dev/null/nowhere',
  })
  expect([ended.code, ended.stderr]).toEqual([2, 'Usage: npm run overround -- migrate\n'])
})

it.each([
  ['check', '--fix'],
  ['migrate', '--dry-run'],
  ['migrate', '--help'],
])('does nothing for %s with %s, which it does not know', (...argv) => {
  let told = ''
  const io = {
    out: () => {},
    err: (text: string) => {
      told += text
    },
  }
  expect([explainUsage(argv, io), told]).toEqual([2, `Usage: npm run overround -- ${argv[0]}\n`])
})

it('needs a site for every command that reads one, and for none that makes one', () => {
  const needing = ['admin', 'check', 'export', 'restore']
  const names = [...needing, 'import', 'import-history', 'migrate', 'seed', 'nonsense']
  expect(names.filter(needsSite)).toEqual(needing)
})

it('says in one sentence that PostgreSQL is not there', async () => {
  const ended = await runProgram('server/cli/main.ts', ['check'], {
    DATABASE_URL: 'postgres://root@127.0.0.1:1/x',
  })
  expect(ended.code).toBe(1)
  expect(ended.stderr.split('\n')).toEqual([
    expect.stringContaining('The database is x at'),
    expect.stringMatching(/^PostgreSQL cannot be reached at DATABASE_URL .*ECONNREFUSED/),
    '',
  ])
})

it('does not call a database up to date that a running server of an earlier version has', async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'overround-control-'))
  const stop = await serveCommands(database, folder)
  let told = ''
  const tell = (text: string) => {
    told += text
  }
  const io = { cwd: folder, isTerminal: false, out: tell, err: tell }
  const request = { argv: ['migrate'], io, signal: new AbortController().signal }
  expect(await sendToServer(folder, request)).toBe(0)
  expect(told).toBe('The database is up to date.\n')
  told = ''
  expect(await sendToServer(folder, { ...request, lastMigration: '9999_later' })).toBe(1)
  expect(told).toMatch(/^Nothing was migrated: .* without 9999_later\. Restart it with this version/)
  await stop()
  await database.close()
  await rm(folder, { recursive: true })
})

it('ends a command with the server that runs it, before the database closes', async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'overround-control-'))
  const feed = await startFeedServer()
  const stop = await serveCommands(database, folder)
  const told: string[] = []
  const tell = (text: string) => told.push(text)
  const io = { cwd: folder, isTerminal: false, out: tell, err: tell }
  const argv = [
    'import',
    'promo',
    feed.answer('/hangs', { kind: 'hang' }),
    '--bookmaker',
    'x',
    '--allow-private',
  ]
  const ended = sendToServer(folder, { argv, io, signal: new AbortController().signal })
  await vi.waitFor(() => expect(feed.requests).toHaveLength(1), 20_000)
  await stop()
  const runs = database.kysely.selectFrom('runs').select('finished_at')
  expect(await runs.execute()).toEqual([{ finished_at: expect.any(Date) }])
  expect(await ended).toBe(1)
  expect(told.join()).toContain('The server stopped before the command was complete.')
  await feed.close()
  await database.close()
  await rm(folder, { recursive: true })
})
