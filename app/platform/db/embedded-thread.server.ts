import { Worker } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import type { Embedded, PlainError, Report, Task } from './embedded-types.ts'

interface Waiting {
  done: (value: unknown) => void
  failed: (error: Error) => void
}

/**
 * An embedded database in a thread of its own: a statement that takes long (a batch of an import, a count of a whole
 * table) keeps no visitor waiting whose page is in the cache.
 */
export async function openInThread(folder: string): Promise<Embedded> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder },
    // The process's own may say how to read a program that is no file (--input-type).
    execArgv: [],
  })
  const thread = new EmbeddedThread(worker)
  await thread.waitReady
  return thread
}

class EmbeddedThread implements Embedded {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  #lastId = 0
  ready = false
  closed = false
  readonly waitReady: Promise<void>

  constructor(worker: Worker) {
    this.#worker = worker
    this.waitReady = new Promise((resolve, reject) => {
      worker.once('message', () => {
        this.ready = true
        // Only what it is asked keeps the process running.
        worker.unref()
        resolve()
      })
      worker.once('error', reject)
    })
    worker.on('message', (report: Report) => this.#hear(report))
    worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#end(new Error('The thread of the embedded database has ended.')))
  }

  query<T>(
    text: string,
    params?: unknown[],
    options?: { rowMode?: 'array' | 'object' },
  ): Promise<Results<T>> {
    return this.#ask({ do: 'query', text, ...payload(params, options) })
  }

  exec(text: string): Promise<Results[]> {
    return this.#ask({ do: 'exec', text })
  }

  async transaction<T>(run: Parameters<Embedded['transaction']>[0]): Promise<T> {
    await this.#ask({ do: 'begin' })
    let value: T
    try {
      value = (await run({
        query: (text, params, options) =>
          this.#ask({ do: 'query inside', text, ...payload(params, options) }),
        rollback: () => this.#ask({ do: 'rollback' }),
      })) as T
    } catch (error) {
      await this.#ask({ do: 'rollback' })
      throw error
    }
    await this.#ask({ do: 'commit' })
    return value
  }

  async listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> {
    const known = this.#listeners.get(channel)
    const listeners = known ?? new Set()
    listeners.add(onMessage)
    this.#listeners.set(channel, listeners)
    if (!known) await this.#ask({ do: 'listen', channel })
    return async () => {
      listeners.delete(onMessage)
      if (listeners.size > 0) return
      this.#listeners.delete(channel)
      await this.#ask({ do: 'unlisten', channel })
    }
  }

  async close(): Promise<void> {
    await this.#ask({ do: 'close' })
    this.closed = true
  }

  #ask<T>(task: Task): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error('The embedded database is closed.')
      const id = ++this.#lastId
      // Throws where a value cannot go to another thread (a function, say).
      this.#worker.postMessage({ id, task })
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(id, { done: resolve as Waiting['done'], failed: reject })
    })
  }

  #hear(report: Report): void {
    if (report.kind === 'ready') return
    if (report.kind === 'notified') {
      for (const listener of this.#listeners.get(report.channel) ?? []) listener(report.payload)
      return
    }
    const waiting = this.#waiting.get(report.id)
    this.#waiting.delete(report.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if (report.kind === 'done') waiting?.done(report.value)
    else waiting?.failed(toError(report.error))
  }

  #end(error: Error): void {
    this.closed = true
    for (const { failed } of this.#waiting.values()) failed(error)
    this.#waiting.clear()
  }
}

function payload(
  params: readonly unknown[] | undefined,
  options: { rowMode?: 'array' | 'object' } | undefined,
) {
  return {
    ...(params ? { params: [...params] } : {}),
    ...(options?.rowMode ? { options: { rowMode: options.rowMode } } : {}),
  }
}

function toError({ name, message, stack, fields }: PlainError): Error {
  const error = Object.assign(new Error(message), fields)
  error.name = name
  if (stack) error.stack = stack
  return error
}
