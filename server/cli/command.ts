import type { Database } from '#app/platform/db/connection.server.ts'

/** The input and output of a command, on a terminal or through a running server. */
export interface CommandIo {
  /** Files that are named are relative to this folder. */
  cwd: string
  /** Whether progress can update its line in place. */
  isTerminal: boolean
  /** The result. */
  out(text: string): void
  /** Progress and errors. */
  err(text: string): void
}

/** Runs one command and returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export type Command = (
  database: Database,
  args: string[],
  io: CommandIo,
  signal: AbortSignal,
) => Promise<number>
