/**
 * Mutation tests: changes each module that makes decisions in one place after another (a boundary, a condition, a
 * number, an order, a limit), and runs the nearest tests until one fails. Prints a line of JSON for each file, and on
 * standard error the survivors with their position and change.
 *
 * `npm run bench -- mutation odds/ rules.ts` selects files by parts of their paths. How it works:
 *
 * - All mutants of a file are compiled into it at once, each behind a switch (mutation/instrument.ts).
 * - Mutants that do not compile are excluded (mutation/compile.ts).
 * - A file's tests are those that import it, the nearest first (mutation/related.ts). They run once without a mutant
 *   and record which mutants they reach. Then each mutant runs against those tests only, in one worker that loads the
 *   modules again each time.
 * - Tests of the built site (tests/routes) do not import sources, so they are not counted.
 * - Mutants that no test can detect are in mutation/equivalent.ts, with the reason.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findRefused } from './mutation/compile.ts'
import { findStale } from './mutation/equivalent.ts'
import { instrument } from './mutation/instrument.ts'
import { chooseTests, type Fate, findKilled, judge, meet, metBy, type Verdict } from './mutation/judge.ts'
import { type Mutant, mutantsOf } from './mutation/mutants.ts'
import { readRelated } from './mutation/related.ts'
import { openRunner } from './mutation/run.ts'
import { findTargets } from './mutation/targets.ts'

const { values: options, positionals: words } = parseArgs({
  options: {
    /** Only these files. */
    file: { type: 'string', multiple: true },
    /** Run the compiler on survivors only: faster, but too many mutants count as detected. */
    quick: { type: 'boolean' },
    /** Print the duration of each test file. */
    verbose: { type: 'boolean' },
  },
  allowPositionals: true,
})

const root = path.resolve(import.meta.dirname, '..')
const targets =
  options.file ??
  findTargets(root).filter((file) => words.length === 0 || words.some((it) => file.includes(it)))
const sources = new Map(targets.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
const mutants: Mutant[] = []
for (const [file, source] of sources) mutants.push(...mutantsOf(file, source, mutants.length))
const byFile = Map.groupBy(mutants, ({ file }) => file)

const related = readRelated(root, ['app', 'server', 'scripts', 'locales', 'tests/support', 'bench'])
const chosen = targets.map((file) => chooseTests(file, related))
const tests = new Map(targets.map((file, index) => [file, chosen[index]?.map((test) => test.file) ?? []]))
const refused = options.quick ? new Set<number>() : await findRefused(root, sources, mutants)
const runner = await openRunner(
  root,
  new Map([...sources].map(([file, source]) => [file, instrument(file, source, byFile.get(file) ?? [])])),
  { usesDatabase: chosen.flat().some((test) => test.usesDatabase) },
)
try {
  const all: Verdict[] = []
  const finish: (() => void)[] = []
  const unsure: Mutant[] = []
  const met = await meet(runner, [...new Set([...tests.values()].flat())], tellTrials)
  for (const file of targets) {
    const startedAt = performance.now()
    const own = byFile.get(file) ?? []
    const near = metBy(file, tests.get(file) ?? [], met)
    const killed = await findKilled(
      runner,
      own.filter(({ id }) => !refused.has(id)),
      near,
      tellTrials,
    )
    const milliseconds = performance.now() - startedAt
    const tell = () => {
      const verdicts = judge(own, refused, killed, near)
      all.push(...verdicts)
      report(file, verdicts, milliseconds)
    }
    if (!options.quick) tell()
    else finish.push(tell)
    unsure.push(...own.filter(({ id }) => !killed.has(id)))
  }
  if (options.quick) for (const id of await findRefused(root, sources, unsure)) refused.add(id)
  for (const tell of finish) tell()
  if (targets.length > 1) report('all', all)
  for (const { file, original, mutant } of findStale(mutants))
    process.stderr.write(`no longer there: ${file}  ${original}  ->  ${mutant}\n`)
} finally {
  await runner.close()
  // Failing tests are expected here, but Vitest counts them as a failure of the run.
  process.exitCode = 0
}

function tellTrials(test: string, trials: number, milliseconds: number): void {
  if (options.verbose)
    process.stderr.write(`# ${test}: ${trials} mutants in ${Math.round(milliseconds / 100) / 10} s\n`)
}

function report(file: string, verdicts: readonly Verdict[], milliseconds?: number): void {
  const count = (fate: Fate) => verdicts.filter((it) => it.fate === fate).length
  const [killed, survived, unmet] = [count('killed'), count('survived'), count('unmet')]
  const counted = killed + survived + unmet
  const line = {
    ...{ bench: 'mutation', file, mutants: counted, killed, survived, unmet },
    ...{ refused: count('refused'), equivalent: count('equivalent') },
    survivingShare: counted === 0 ? 0 : Math.round(((survived + unmet) / counted) * 1000) / 1000,
    ...(milliseconds === undefined ? {} : { seconds: Math.round(milliseconds / 1000) }),
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  if (milliseconds === undefined) return
  for (const { mutant, fate } of verdicts) {
    if (fate === 'survived' || fate === 'unmet')
      process.stderr.write(
        `${mutant.file}:${mutant.line}  ${fate === 'unmet' ? '(no test comes here) ' : ''}${mutant.original}  ->  ${mutant.mutant}\n`,
      )
  }
}
