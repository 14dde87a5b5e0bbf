/** Visitors at a constant rate, however slow the responses are; each one requests the next URL. */
import { Agent, get } from 'node:http'

export interface Answered {
  path: string
  /** 0 if the connection failed. */
  status: number
  /** Milliseconds from the scheduled time of the request to the last byte. */
  ms: number
  isStale: boolean
  /** The time of the response in milliseconds since 1970. */
  at: number
}

export interface Visitors {
  answers: readonly Answered[]
  /** Stops the visitors; resolves when all requests are answered. */
  stop(): Promise<void>
}

const TICK_MS = 10
const TIMEOUT_MS = 30_000

export function sendVisitors(origin: string, paths: readonly string[], perSecond: number): Visitors {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  const answers: Answered[] = []
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  let asked = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (asked < due) {
      const dueAt = startedAt + (asked / perSecond) * 1000
      const answered = ask(paths[asked % paths.length] ?? '/', dueAt)
      asked += 1
      open.add(answered)
      void answered.then(() => open.delete(answered))
    }
  }, TICK_MS)

  function ask(path: string, dueAt: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (status: number, isStale = false) => {
        answers.push({ path, status, ms: performance.now() - dueAt, isStale, at: Date.now() })
        resolve()
      }
      const request = get(
        origin + path,
        { agent, timeout: TIMEOUT_MS, headers: { 'accept-encoding': 'br' } },
        (response) => {
          const isStale = response.headers['x-overround-stale'] !== undefined
          response.resume().on('end', () => end(response.statusCode ?? 0, isStale))
          response.on('error', () => end(0))
        },
      )
      request.on('timeout', () => request.destroy())
      request.on('error', () => end(0))
    })
  }

  return {
    answers,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
    },
  }
}

/** The value that this share of the sorted times does not exceed. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}

/** A summary of the visitors' responses. */
export function describeAnswers(answers: readonly Answered[]) {
  const times = answers.map(({ ms }) => ms)
  const statuses: Record<string, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    answers: answers.length,
    statuses,
    stale: answers.filter(({ isStale }) => isStale).length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    worst: quantile(times, 1),
    above10s: times.filter((ms) => ms > 10_000).length,
  }
}
