/**
 * The test worker's part: a set-up file of Vitest. Instrumented files call `isOn`. In the first run no mutant is on,
 * and each test records which mutants it reached.
 */
import { setInterval } from 'node:timers'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, beforeEach, vi } from 'vitest'

/** The parameters of one run of a test file. */
export interface Order {
  /** The active mutant; null records which mutants are reached. */
  mutant: number | null
  /** The tests to run; null runs all. */
  tests: string[] | null
  limitMs: number
}

declare global {
  var __mutation: { isOn(id: number): boolean; tick(): void; begin(order: Order): void }
  var __watchdog: Worker | undefined
}

declare module 'vitest' {
  interface TaskMeta {
    /** The mutants that the test reached; for a file, those reached while its modules loaded. */
    mutants?: number[]
  }
}

// A mutant may change a module's initialization, so every run loads the modules again.
vi.resetModules()

const clock = performance.now.bind(performance)
let order: Order = { mutant: null, tests: null, limitMs: Number.POSITIVE_INFINITY }
let endsAt = Number.POSITIVE_INFINITY
let asked: Set<number> | undefined
let ticks = 0
let hasFailed = false

globalThis.__watchdog ??= watch()

function watch(): Worker {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref()
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: { beats },
    execArgv: [],
  })
  watchdog.unref()
  return watchdog
}

globalThis.__mutation = {
  isOn(id) {
    asked?.add(id)
    return id === order.mutant
  },
  tick() {
    ticks += 1
    if (ticks % 64 === 0 && clock() > endsAt) throw new Error('The mutant takes too long.')
  },
  // The test file is loaded next, so this configuration applies to its tests.
  begin(given) {
    order = given
    asked = given.mutant === null ? new Set() : undefined
    endsAt = clock() + given.limitMs
    hasFailed = false
    vi.setConfig({ testTimeout: given.limitMs, hookTimeout: given.limitMs })
    // One failure is enough: the smallest failing input is not needed.
    if (given.mutant !== null) fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
  },
}

beforeEach(({ task, skip }) => {
  if (asked) {
    // Reached by the file itself: while modules load, and in hooks before all tests.
    const { meta } = task.file
    meta.mutants = [...new Set([...(meta.mutants ?? []), ...asked])]
    asked.clear()
  }
  if (hasFailed || (order.tests && !order.tests.includes(task.fullTestName))) skip()
})

afterEach(({ task }) => {
  if (asked) {
    task.meta.mutants = [...asked]
    asked.clear()
  }
  if (task.result?.state === 'fail') hasFailed = true
})
