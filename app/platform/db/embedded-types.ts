import type { PGlite, Results } from '@electric-sql/pglite'
import type { PGlite as KyselysPGlite } from 'kysely'

/** The part of an embedded instance that the site uses; in this thread or in a separate one. */
export interface Embedded extends KyselysPGlite {
  exec(text: string): Promise<Results[]>
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  /** Only of an instance in this thread. */
  dumpDataDir?: PGlite['dumpDataDir']
}

/** The tasks of the embedded database's thread. */
export type Task =
  | {
      do: 'query' | 'query inside'
      text: string
      params?: unknown[]
      options?: { rowMode?: 'array' | 'object' }
    }
  | { do: 'exec'; text: string }
  /** A transaction, which the other thread ends; it waits until earlier ones have ended. */
  | { do: 'begin' | 'commit' | 'rollback' }
  | { do: 'listen' | 'unlisten'; channel: string }
  | { do: 'close' }

/** An error without its class, which is lost between threads. */
export interface PlainError {
  name: string
  message: string
  stack: string | undefined
  /** PostgreSQL's fields: code, detail, constraint and so on. */
  fields: Record<string, unknown>
}

/**
 * The messages of that thread: that it is ready, the result of a task, and notifications (before the task's result).
 */
export type Report =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; error: PlainError }
  | { kind: 'notified'; channel: string; payload: string }
