import { seedDemo } from '../demo.ts'
import type { Command } from './command.ts'

/** `seed`: loads the demonstration content. */
export const seedCommand: Command = async (database, _args, io, signal) => {
  const summaries = await seedDemo(database, (line) => io.err(`${line}\n`), signal)
  return summaries.every((summary) => summary.status === 'done') ? 0 : 1
}
