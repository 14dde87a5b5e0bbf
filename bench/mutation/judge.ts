import { reasonOf } from './equivalent.ts'
import type { Mutant } from './mutants.ts'
import type { Related, RelatedTest } from './related.ts'
import type { Outcome, Runner } from './run.ts'

export type Fate = 'killed' | 'survived' | 'unmet' | 'refused' | 'equivalent'

export interface Verdict {
  mutant: Mutant
  fate: Fate
}

/** What a test file met, once it had run without a mutant. */
interface Met {
  test: string
  /** The tests that met a mutant, by its id; null where the file's own modules did, so that each may tell. */
  tests: Map<number, string[] | null>
  milliseconds: number
}

/** Told after each test file: how many mutants it met, and how long that took. */
export type Tell = (test: string, trials: number, milliseconds: number) => void

/** So many test files say something about a module: those farther away cost more than they tell. */
const TESTS = 8

/** Of a decision hundreds of mutants are tried: what takes longer is left out, unless it is one of the nearest. */
const SLOW_MS = 5_000
const NEAREST = 3

/** A mutant that takes so much longer than none is found. */
const PATIENCE = 5
const LEAST_LIMIT_MS = 3_000

/**
 * The test files for a module, the nearest first. A decision is to be shown by a test that needs no database: such tests
 * count for it only where there is no other.
 */
export function chooseTests(file: string, related: Related): RelatedTest[] {
  const tests = related.testsOf(file)
  const isQuery = file.includes('.server.')
  const near = tests.filter(({ distance, usesDatabase }) => (isQuery ? distance <= 3 : !usesDatabase))
  return (near.length > 0 ? near : tests).slice(0, TESTS)
}

/** Which mutants each test file meets. One that fails without a mutant tells nothing, and is left out. */
export async function meet(runner: Runner, tests: readonly string[], tell: Tell): Promise<Met[]> {
  const outcomes = await runner.run(
    tests.map((test) => ({ test, mutant: null, tests: null, limitMs: 3_600_000 })),
  )
  return outcomes.flatMap((outcome, index) => {
    const test = tests[index] ?? ''
    tell(test, 0, outcome.milliseconds)
    if (!outcome.failed) return [{ test, tests: testsByMutant(outcome), milliseconds: outcome.milliseconds }]
    process.stderr.write(`left out: ${test} fails without a mutant. ${outcome.said ?? ''}\n`)
    return []
  })
}

function testsByMutant({ asked }: Outcome): Map<number, string[] | null> {
  const tests = new Map<number, string[] | null>()
  for (const [name, ids] of asked) {
    for (const id of ids) {
      const known = tests.get(id)
      if (name === '') tests.set(id, null)
      else if (known !== null) tests.set(id, [...(known ?? []), name])
    }
  }
  return tests
}

/** What the tests of a file met, in their order. */
export function metBy(file: string, tests: readonly string[], met: readonly Met[]): Met[] {
  const near = tests.flatMap((test) => met.find((it) => it.test === test) ?? [])
  if (file.includes('.server.')) return near
  return near.filter(({ milliseconds }, index) => index < NEAREST || milliseconds <= SLOW_MS)
}

/** The ids that some test finds: each mutant meets one test file after the other until one fails. */
export async function findKilled(
  runner: Runner,
  mutants: readonly Mutant[],
  met: readonly Met[],
  tell: Tell,
): Promise<Set<number>> {
  const killed = new Set<number>()
  for (const { test, tests, milliseconds } of met) {
    const left = mutants.filter(({ id }) => tests.has(id) && !killed.has(id))
    const startedAt = performance.now()
    const limitMs = Math.max(LEAST_LIMIT_MS, PATIENCE * milliseconds)
    const outcomes = await runner.run(
      left.map(({ id }) => ({ test, mutant: id, tests: tests.get(id) ?? null, limitMs })),
    )
    for (const [index, { id }] of left.entries()) if (outcomes[index]?.failed) killed.add(id)
    tell(test, left.length, performance.now() - startedAt)
  }
  return killed
}

export function judge(
  mutants: readonly Mutant[],
  refused: ReadonlySet<number>,
  killed: ReadonlySet<number>,
  met: readonly Met[],
): Verdict[] {
  return mutants.map((mutant) => {
    const { id } = mutant
    if (refused.has(id)) return { mutant, fate: 'refused' }
    if (killed.has(id)) return { mutant, fate: 'killed' }
    if (reasonOf(mutant) !== undefined) return { mutant, fate: 'equivalent' }
    return { mutant, fate: met.some(({ tests }) => tests.has(id)) ? 'survived' : 'unmet' }
  })
}
