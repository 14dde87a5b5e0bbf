import cluster, { type Worker } from 'node:cluster'
import type { Logger } from '#app/platform/log.ts'

const FIRST_PAUSE_MS = 500
const LAST_PAUSE_MS = 30_000
/** A process that ran for this long did not end because of a start-up error. */
const STABLE_MS = 60_000

export type ServingProcess = Pick<Worker, 'on' | 'once' | 'process'>

export interface SuperviseOptions {
  count: number
  log: Logger
  fork?: () => ServingProcess
  firstPauseMs?: number
}

/** A process ended before it listened; it has logged the reason itself. */
class ServingProcessError extends Error {
  override name = 'ServingProcessError'
}

/**
 * Keeps the given number of serving processes running; resolves when all of them listen. One that ends later is
 * replaced, after a pause that grows while they keep ending.
 * @returns a function that stops them
 * @throws when one ends before it listens: it has logged the reason on standard error, and a replacement would fail as
 * well
 */
export async function superviseServers(options: SuperviseOptions): Promise<() => Promise<void>> {
  const { count, log, fork = () => cluster.fork(), firstPauseMs = FIRST_PAUSE_MS } = options
  const running = new Set<ServingProcess>()
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false
  let pause = firstPauseMs

  function start(): Promise<void> {
    const child = fork()
    const startedAt = Date.now()
    let started = false
    running.add(child)
    return new Promise((resolve, reject) => {
      child.once('listening', () => {
        started = true
        resolve()
      })
      child.once('exit', (code: number | null, signal: string | null) => {
        running.delete(child)
        const how = signal ? `by ${signal}` : `with code ${code}`
        if (!started)
          return reject(new ServingProcessError(`A serving process ended ${how} before it listened.`))
        if (stopping) return
        log.error(
          { pid: child.process.pid, code, signal },
          'a serving process ended; another takes its place',
        )
        if (Date.now() - startedAt > STABLE_MS) pause = firstPauseMs
        replace()
      })
    })
  }

  function replace(): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      start().catch((error: unknown) => {
        if (stopping) return
        log.error({ err: error }, 'a serving process did not start; it is retried')
        replace()
      })
    }, pause)
    timers.add(timer)
    pause = Math.min(pause * 2, LAST_PAUSE_MS)
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const timer of timers) clearTimeout(timer)
    const children = [...running]
    const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of children) child.process.kill('SIGTERM')
    await Promise.all(ended)
  }

  const starts = Array.from({ length: count }, start)
  try {
    await Promise.all(starts)
  } catch (error) {
    for (const other of starts) other.catch(() => {})
    await stop()
    throw error
  }
  return stop
}
