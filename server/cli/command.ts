import type { Database } from '#app/platform/db/connection.server.ts'

/** How a command speaks with whoever asked for it, on a terminal or through a running server. */
export interface CommandIo {
  /** Files that are named are relative to this folder. */
  cwd: string
  /** Whether progress may rewrite its line. */
  isTerminal: boolean
  /** What was asked for. */
  out(text: string): void
  /** Progress and errors. */
  err(text: string): void
}

/** Does one command and returns its exit code: 0 done, 1 failed, 2 not understood. */
export type Command = (
  database: Database,
  args: string[],
  io: CommandIo,
  signal: AbortSignal,
) => Promise<number>
