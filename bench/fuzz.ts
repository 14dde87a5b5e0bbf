/**
 * Runs property tests with other seeds than `npm test` (tests/support/fast-check.ts), ROUNDS times each. Prints a line
 * of JSON for each file, and one for each failure with its seed and the counterexample. Arguments are parts of paths.
 * FUZZ_SEED=<seed> npx vitest run <file> repeats a failure.
 */
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

const ROUNDS = Number(process.env.ROUNDS ?? 10)
const root = path.resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)

const files = ['app', 'server', 'scripts', 'locales', 'tests']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter(
    (file) => /\.test\.tsx?$/.test(file) && (words.length === 0 || words.some((it) => file.includes(it))),
  )
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes("from 'fast-check'"))

const failed = new Map<string, number>()
for (let round = 0; round < ROUNDS; round += 1) {
  const seed = randomInt(2 ** 31)
  for (const module of await runAll(seed)) {
    const file = path.relative(root, module.moduleId)
    const faults = [...module.children.allTests('failed')].map((test) => ({
      test: test.fullName,
      message: test.result().errors?.[0]?.message,
    }))
    for (const { message } of module.errors()) faults.push({ test: '', message })
    for (const { test, message = '' } of faults)
      print({
        file,
        seed,
        test,
        counterexample: /Counterexample: (.*)/.exec(message)?.[1] ?? message.slice(0, 500),
      })
    if (faults.length > 0) failed.set(file, (failed.get(file) ?? 0) + 1)
  }
}
for (const file of files) print({ file, rounds: ROUNDS, failed: failed.get(file) ?? 0 })
process.exitCode = failed.size > 0 ? 1 : 0

async function runAll(seed: number): Promise<readonly TestModule[]> {
  process.env.FUZZ_SEED = String(seed)
  const vitest = await createVitest('test', { root, watch: false, reporters: [{}], silent: true })
  try {
    const specifications = files.map((file) =>
      vitest.getRootProject().createSpecification(path.join(root, file)),
    )
    return (await vitest.runTestSpecifications(specifications)).testModules
  } finally {
    await vitest.close()
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify({ bench: 'fuzz', ...line })}\n`)
}
