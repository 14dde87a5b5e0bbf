import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { runProgram } from '#tests/support/server.ts'
import { explainUsage, runCommand } from './commands.ts'

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
  ['constructor', 2],
  ['help', 0],
  ['--help', 0],
  [undefined, 2],
])('ends for %j with %i', (name, code) => {
  expect(explainUsage(name)).toEqual({
    exit: code,
    text: expect.stringContaining('Usage: npm run overround'),
  })
})

it('ends the program so, without a database', async () => {
  const ended = await runProgram('server/cli/main.ts', [], { DATA_DIR: '/dev/null/nowhere' })
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('Usage: npm run overround')])
})
