import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest, type TestModule, type Vite, type Vitest } from 'vitest/node'
import type { Order } from './in-worker.ts'
import { instrument } from './instrument.ts'

/** One run of a test file: with a mutant, or recording which mutants it reaches. */
export interface Trial extends Order {
  test: string
}

export interface Outcome {
  failed: boolean
  /** The reason. */
  said?: string
  /** Reached mutants by the test's name; `''` has those of the file itself. */
  asked: Map<string, number[]>
  milliseconds: number
}

export interface Runner {
  run(trials: readonly Trial[]): Promise<Outcome[]>
  close(): Promise<void>
}

/** A trial is a virtual test file: it sets the active mutant and imports the real test file. */
const TRIAL = /\/bench\/mutation\/trial-(\d+)\.test\.ts$/

/**
 * All runs share one worker and its Vitest. Only the project's own modules are loaded again, which takes hundredths of
 * a second. @param instrumented instrumented sources, by path from `root`
 */
export async function openRunner(
  root: string,
  instrumented: ReadonlyMap<string, string>,
  { usesDatabase }: { usesDatabase: boolean },
): Promise<Runner> {
  const trials: Trial[] = []
  const sources = new Map([...instrumented].map(([file, source]) => [path.join(root, file), source]))
  const plugin: Vite.Plugin = {
    name: 'mutants',
    enforce: 'pre',
    resolveId: (id) => (TRIAL.test(id) ? id : undefined),
    load(id) {
      const number = TRIAL.exec(id)?.[1]
      if (number === undefined) return sources.get(id) ?? withTicks(root, id)
      const trial = trials[Number(number)]
      if (!trial) throw new Error(`no trial ${number}`)
      const { test, ...order } = trial
      return `globalThis.__mutation.begin(${JSON.stringify(order)})
        await import(${JSON.stringify(path.join(root, test))})`
    },
  }
  const vitest = await createVitest(
    'test',
    {
      ...{ root, watch: false, reporters: [{}], isolate: false, fileParallelism: false, maxWorkers: 1 },
      ...{ pool: 'forks', testTimeout: 20_000, hookTimeout: 60_000, retry: 0, passWithNoTests: true },
      // The disk cache uses the original files, without mutants.
      ...{ fsModuleCache: false },
      ...{ dangerouslyIgnoreUnhandledErrors: true, silent: true },
      // Templates of databases take longer than most runs.
      ...(usesDatabase ? {} : { globalSetup: [] }),
      setupFiles: [path.join(import.meta.dirname, 'in-worker.ts')],
    },
    { plugins: [plugin] },
  )
  return {
    async run(given) {
      const first = trials.length
      trials.push(...given)
      const ids = given.map((_, index) => path.join(root, `bench/mutation/trial-${first + index}.test.ts`))
      return runAll(vitest, ids)
    },
    close: () => vitest.close(),
  }
}

/** A mutant may make a loop of a surrounding module endless. */
function withTicks(root: string, id: string): string | undefined {
  const file = path.relative(root, id)
  if (!/^(app|server)\/.*(?<!\.test)\.ts$/.test(file)) return undefined
  return instrument(file, readFileSync(id, 'utf8'), [])
}

/** The worker accumulates data of each trial, so it is replaced after this many. */
const AT_ONCE = 150

async function runAll(vitest: Vitest, ids: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < ids.length) {
    const part = ids.slice(outcomes.length, outcomes.length + AT_ONCE)
    const project = vitest.getRootProject()
    await vitest.runTestSpecifications(part.map((id) => project.createSpecification(id)))
    const modules = new Map(vitest.state.getTestModules().map((module) => [module.moduleId, module]))
    for (const id of part) {
      const module = modules.get(id)
      const hasEnded = module !== undefined && ['passed', 'failed', 'skipped'].includes(module.state())
      outcomes.push(outcomeOf(hasEnded ? module : undefined))
      // The worker crashed here, so it has not run the following ones.
      if (!hasEnded) break
    }
    vitest.state.clearFiles(project, [...part])
  }
  return outcomes
}

function outcomeOf(module: TestModule | undefined): Outcome {
  // A worker that crashes has detected the mutant.
  if (!module) return { failed: true, asked: new Map(), milliseconds: 0 }
  const asked = new Map([['', module.meta().mutants ?? []]])
  for (const test of module.children.allTests()) asked.set(test.fullName, test.meta().mutants ?? [])
  const { collectDuration, duration } = module.diagnostic()
  const [failed] = module.children.allTests('failed')
  const said = failed?.result().errors?.[0]?.message ?? module.errors()[0]?.message
  return { failed: module.state() === 'failed', said, asked, milliseconds: collectDuration + duration }
}
