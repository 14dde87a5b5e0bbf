import { reasonOf } from './equivalent.ts'
import type { Mutant } from './mutants.ts'
import type { Related, RelatedTest } from './related.ts'
import type { Outcome, Runner } from './run.ts'

export type Fate = 'killed' | 'survived' | 'unmet' | 'refused' | 'equivalent'

export interface Verdict {
  mutant: Mutant
  fate: Fate
}

/** The mutants that a test file reached in its run without a mutant. */
interface Met {
  test: string
  /**
   * The tests that reached a mutant, by its id; null if the file's own modules reached it, so any test may detect it.
   */
  tests: Map<number, string[] | null>
  milliseconds: number
}

/** Called after each test file with the number of mutants that it reached, and the duration. */
export type Tell = (test: string, trials: number, milliseconds: number) => void

/** The most test files for a module; further ones cost more than they detect. */
const TESTS = 8

/** A module has hundreds of mutants, so slower test files are skipped unless they are among the nearest. */
const SLOW_MS = 5_000
const NEAREST = 3

/** A mutant counts as detected if its run takes this many times longer. */
const PATIENCE = 5
const LEAST_LIMIT_MS = 3_000

/**
 * The test files for a module, the nearest first. A decision should be tested without a database: tests with a database
 * count for it only if there are no others.
 */
export function chooseTests(file: string, related: Related): RelatedTest[] {
  const tests = related.testsOf(file)
  const isQuery = file.includes('.server.')
  const near = tests.filter(({ distance, usesDatabase }) => (isQuery ? distance <= 3 : !usesDatabase))
  return (near.length > 0 ? near : tests).slice(0, TESTS)
}

/** The mutants that each test file reaches. A test file that fails without a mutant is skipped. */
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

/** The mutants that the tests of a file reached, in the order of the tests. */
export function metBy(file: string, tests: readonly string[], met: readonly Met[]): Met[] {
  const near = tests.flatMap((test) => met.find((it) => it.test === test) ?? [])
  if (file.includes('.server.')) return near
  return near.filter(({ milliseconds }, index) => index < NEAREST || milliseconds <= SLOW_MS)
}

/** The ids of detected mutants: each mutant runs against one test file after another until one fails. */
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
