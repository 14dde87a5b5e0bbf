/**
 * What a test worker does for the mutants: a set-up file of Vitest. Files that hold their mutants ask `isOn`; while the
 * covered ones are collected nothing is on, and each test notes what it asked for.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, vi } from 'vitest'

/** How one run of one test file goes. */
export interface Order {
  /** The mutant that is on; null notes what is asked for. */
  mutant: number | null
  /** The tests that are run; null runs all. */
  tests: string[] | null
  limitMs: number
}

declare global {
  var __mutation: { isOn(id: number): boolean; tick(): void; begin(order: Order): void }
}

declare module 'vitest' {
  interface TaskMeta {
    /** What the test asked for, or of a file: what its modules did when they were loaded. */
    mutants?: number[]
  }
}

// A mutant may change what a module makes of itself once, so every run loads the modules anew.
vi.resetModules()

const clock = performance.now.bind(performance)
let order: Order = { mutant: null, tests: null, limitMs: Number.POSITIVE_INFINITY }
let endsAt = Number.POSITIVE_INFINITY
let asked: Set<number> | undefined
let ticks = 0
let hasFailed = false

globalThis.__mutation = {
  isOn(id) {
    asked?.add(id)
    return id === order.mutant
  },
  tick() {
    ticks += 1
    if (ticks % 64 === 0 && clock() > endsAt) throw new Error('The mutant takes too long.')
  },
  // The test file is loaded next, so what is set here holds for its tests.
  begin(given) {
    order = given
    asked = given.mutant === null ? new Set() : undefined
    endsAt = clock() + given.limitMs
    hasFailed = false
    vi.setConfig({ testTimeout: given.limitMs, hookTimeout: given.limitMs })
    // One failure is enough: the smallest input that fails is of no interest.
    if (given.mutant !== null) fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
  },
}

beforeEach(({ task, skip }) => {
  if (asked) {
    // Asked for by the file itself: by modules that are loaded, and by what goes before all tests.
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
