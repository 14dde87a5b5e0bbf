import type { PGlite, Results } from '@electric-sql/pglite'
import type { PGlite as KyselysPGlite } from 'kysely'

/** Of an embedded instance, what the site uses; in this thread or in one of its own. */
export interface Embedded extends KyselysPGlite {
  exec(text: string): Promise<Results[]>
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  /** Only of an instance in this thread. */
  dumpDataDir?: PGlite['dumpDataDir']
}

/** What the thread of the embedded database is asked to do. */
export type Task =
  | {
      do: 'query' | 'query inside'
      text: string
      params?: unknown[]
      options?: { rowMode?: 'array' | 'object' }
    }
  | { do: 'exec'; text: string }
  /** A transaction, which the other thread ends; it waits until those before it have ended. */
  | { do: 'begin' | 'commit' | 'rollback' }
  | { do: 'listen' | 'unlisten'; channel: string }
  | { do: 'close' }

/** An error without its class, which is lost between threads. */
export interface PlainError {
  name: string
  message: string
  stack: string | undefined
  /** PostgreSQL's own: code, detail, constraint and so on. */
  fields: Record<string, unknown>
}

/** What that thread says: that it is ready, what came of a task, and what was notified (before the task's own answer). */
export type Report =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; error: PlainError }
  | { kind: 'notified'; channel: string; payload: string }
