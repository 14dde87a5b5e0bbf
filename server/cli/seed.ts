import { RunError } from '#app/features/runs/schema.ts'
import { readState, seedDemo } from '../demo.ts'
import type { Command } from './command.ts'

/** `seed [--force]`: loads the demonstration content, which cannot be removed again. */
export const seedCommand: Command = async (database, args, io, signal) => {
  if (args.some((argument) => argument !== '--force')) {
    io.err('Usage: npm run overround -- seed [--force]\n')
    return 2
  }
  if (args.length === 0 && (await readState(database)) === 'own content') {
    io.err(
      'Nothing was loaded: the database has content of its own, and the demonstration cannot be removed from it. --force loads it.\n',
    )
    return 1
  }
  try {
    const summaries = await seedDemo(database, (line) => io.err(`${line}\n`), signal)
    return summaries.every((summary) => summary.status === 'done') ? 0 : 1
  } catch (error) {
    if (!(error instanceof RunError && error.code === 'already_running')) throw error
    io.err(`Nothing was loaded. ${error.message}\n`)
    return 1
  }
}
