import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import type { Embedded, PlainError, Report, Task } from './embedded-types.ts'

interface Channel {
  listeners: Set<(payload: string) => void>
  listening: Promise<void>
}

interface Waiting {
  done: (value: unknown) => void
  failed: (error: Error) => void
}

/**
 * An embedded database in a separate thread: a long statement (a batch of an import, a count of a whole table) does not
 * delay visitors whose page is in the cache.
 * @param onEnd called when the thread ends without being closed; after that every query fails
 */
export async function openInThread(folder: string, onEnd: (error: Error) => void): Promise<Embedded> {
  const worker = new Worker(
    path.join(import.meta.dirname, `embedded-worker${path.extname(import.meta.filename)}`),
    {
      workerData: { folder },
      // The process's own options can state how to read a program that is not a file (--input-type).
      execArgv: [],
    },
  )
  const thread = new EmbeddedThread(worker, onEnd)
  await thread.waitReady
  return thread
}

class EmbeddedThread implements Embedded {
  readonly #worker: Worker
  readonly #onEnd: (error: Error) => void
  readonly #waiting = new Map<number, Waiting>()
  readonly #channels = new Map<string, Channel>()
  readonly #readiness = Promise.withResolvers<void>()
  #lastId = 0
  ready = false
  closed = false
  readonly waitReady = this.#readiness.promise

  constructor(worker: Worker, onEnd: (error: Error) => void) {
    this.#worker = worker
    this.#onEnd = onEnd
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
        rollback: () =>
          Promise.reject(new Error('A transaction is rolled back by what its callback throws.')),
      })) as T
    } catch (error) {
      await this.#ask({ do: 'rollback' })
      throw error
    }
    await this.#ask({ do: 'commit' })
    return value
  }

  async listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> {
    const known = this.#channels.get(channel)
    const entry = known ?? { listeners: new Set(), listening: this.#ask<void>({ do: 'listen', channel }) }
    this.#channels.set(channel, entry)
    entry.listeners.add(onMessage)
    try {
      await entry.listening
    } catch (error) {
      if (this.#channels.get(channel) === entry) this.#channels.delete(channel)
      throw error
    }
    return async () => {
      entry.listeners.delete(onMessage)
      if (entry.listeners.size > 0 || this.#channels.get(channel) !== entry) return
      this.#channels.delete(channel)
      await this.#ask({ do: 'unlisten', channel })
    }
  }

  async close(): Promise<void> {
    const answer = this.#ask({ do: 'close' })
    this.closed = true
    await answer
  }

  #ask<T>(task: Task): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error('The embedded database is closed.')
      const id = ++this.#lastId
      // Throws where a value cannot be sent to another thread (a function, for example).
      this.#worker.postMessage({ id, task })
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(id, { done: resolve as Waiting['done'], failed: reject })
    })
  }

  #hear(report: Report): void {
    if (report.kind === 'ready') {
      this.ready = true
      // Only pending tasks keep the process running.
      this.#worker.unref()
      this.#readiness.resolve()
      return
    }
    if (report.kind === 'notified') {
      for (const listener of this.#channels.get(report.channel)?.listeners ?? []) listener(report.payload)
      return
    }
    const waiting = this.#waiting.get(report.id)
    this.#waiting.delete(report.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if (report.kind === 'done') waiting?.done(report.value)
    else waiting?.failed(toError(report.error))
  }

  #end(error: Error): void {
    const unexpected = !this.closed
    this.closed = true
    this.#readiness.reject(error)
    for (const { failed } of this.#waiting.values()) failed(error)
    this.#waiting.clear()
    if (unexpected && this.ready) this.#onEnd(error)
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
