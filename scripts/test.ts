/**
 * The whole test run: `npm test`. All steps run even when one fails; at the end one line
 * `N passed, N failed, N skipped` and the exit code.
 *
 *     npm test -- types browser                      the steps whose name begins with a word
 *     npm test -- app/features/odds tests/e2e/search the test files whose path contains a word
 *     npm test -- 'tests/routes/seo.test.ts › the sitemap'   the tests of a file under a title
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { findChromium, installChromium } from '#tests/support/chromium.ts'
import { prepare } from './bootstrap.mjs'

const root = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'overround-test-'))
const tools = path.join(root, 'node_modules/.bin')
const bin = (name: string) => path.join(tools, name)
// The tools start `node` from the path: use the project's, however this run was started.
process.env.PATH = `${tools}${path.delimiter}${process.env.PATH ?? ''}`

/**
 * The embedded database's own behaviour: types, transactions, notifications, migrations, errors, concurrency. If the
 * other files run on PostgreSQL, these files run on the embedded database, too.
 */
const EMBEDDED_CONTRACT = [
  'app/features/accounts/auth.test.ts',
  'app/features/imports/run-import.test.ts',
  'app/features/runs/carry-out.test.ts',
  'app/features/imports/store-batch.test.ts',
  'app/features/matches/queries.test.ts',
  'app/features/search/queries.test.ts',
  'app/features/team-mapping/commands.test.ts',
  'app/platform/db/connection.test.ts',
  'app/platform/db/headlines-and-moves.test.ts',
  'app/platform/db/listen.test.ts',
  'app/platform/db/migrate.test.ts',
  'app/platform/db/schema.test.ts',
  'app/platform/jobs.test.ts',
  'server/cli/transfer.test.ts',
  'tests/routes/freshness.test.ts',
]

interface Outcome {
  passed: number
  failed: number
  skipped: number
}

interface Step {
  name: string
  run(): Promise<Outcome>
}

const BROWSER = ['--config', 'tests/e2e/vitest.config.ts']
const postgres = await findPostgres()

const steps: Step[] = [
  check('lint', bin('biome'), ['ci', '--error-on-warnings', '.']),
  check('types: routes', bin('react-router'), ['typegen']),
  check('types', bin('tsc'), ['--noEmit', '-p', '.']),
  check('unused code', bin('knip'), ['--no-progress']),
  check('imports run one way', process.execPath, ['scripts/check-imports.ts']),
  check('database types are current', process.execPath, ['scripts/generate-db-types.ts', '--check']),
  check('the client of the API is current', process.execPath, ['scripts/generate-api-client.ts', '--check']),
  check('migrations only add', process.execPath, ['scripts/check-migrations.ts']),
  check('every row has a test', process.execPath, ['scripts/check-features.ts']),
  { name: 'build', run: build },
  {
    name: postgres ? 'unit and integration' : 'unit and integration (embedded database alone)',
    run: () => vitest('unit', []),
  },
  { name: 'embedded database', run: embeddedContract },
  { name: 'browser', run: () => browser([]) },
]

const words = process.argv.slice(2)
const isStep = (word: string) => steps.some((step) => step.name.startsWith(word))
const wanted =
  words.length === 0 || words.every(isStep)
    ? steps.filter((step) => words.length === 0 || words.some((word) => step.name.startsWith(word)))
    : stepsFor(words)
if (!postgres) {
  const why = process.env.TEST_DATABASE_URL ? 'does not answer' : 'is not set'
  console.log(`No PostgreSQL: TEST_DATABASE_URL ${why}. The tests run on the embedded database alone.`)
}
const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
for (const step of wanted) {
  const started = Date.now()
  console.log(`\n== ${step.name}`)
  const outcome = await step.run()
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  console.log(`   ${outcome.failed > 0 ? 'FAILED' : 'ok'} in ${seconds}`)
  summary.push(`${outcome.failed > 0 ? 'FAILED' : 'ok    '} ${seconds.padStart(8)}  ${step.name}`)
}
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** Words that are not a step's name select test files, or tests of one file under a title. */
function stepsFor(words: string[]): Step[] {
  const files = globSync('{app,server,scripts,locales,tests,bench}/**/*.test.{ts,tsx}', { cwd: root })
  const isBrowser = (file: string) => file.startsWith('tests/e2e/')
  const steps: Step[] = []
  const plain: string[] = []
  for (const word of words) {
    const [name = '', ...titles] = word.split(' › ')
    const found = files.filter((file) => file.includes(name))
    if (found.length === 0) {
      console.error(
        `"${name}" is no step and part of no test file's path. Steps: ${steps.map((it) => it.name).join(', ')}`,
      )
      process.exit(1)
    }
    if (titles.length === 0) plain.push(...found)
    else for (const file of found) steps.push(forFiles(word, [file], titlePattern(titles)))
  }
  for (const group of [plain.filter((file) => !isBrowser(file)), plain.filter(isBrowser)]) {
    if (group.length > 0) steps.push(forFiles(group.join(' '), group, []))
  }
  const needsBuild = files.some(
    (file) => words.some((word) => file.includes(word.split(' › ')[0] ?? '')) && file.startsWith('tests/'),
  )
  return needsBuild ? [{ name: 'build', run: build }, ...steps] : steps

  function forFiles(name: string, files: string[], more: string[]): Step {
    return {
      name,
      run: () =>
        files.every(isBrowser) ? browser([...files, ...more]) : vitest('files', [...files, ...more]),
    }
  }
}

/** Vitest joins titles with spaces; a `%s` of `it.each` may be any text. */
function titlePattern(titles: string[]): string[] {
  const escaped = titles.join(' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return ['-t', escaped.replaceAll(/%[sdifjo#]|\\\$\\\{[^}]*\}|\\\$\w+/g, '.*')]
}

/** A program that passes or fails as a whole. */
function check(name: string, command: string, args: string[]): Step {
  return {
    name,
    run: async () => ((await execute(command, args)) === 0 ? oneOf('passed') : oneOf('failed')),
  }
}

function oneOf(kind: keyof Outcome): Outcome {
  return { passed: 0, failed: 0, skipped: 0, [kind]: 1 }
}

async function build(): Promise<Outcome> {
  try {
    await prepare({ build: true })
    return oneOf('passed')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return oneOf('failed')
  }
}

async function vitest(name: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const report = path.join(scratch, `${name}.json`)
  const code = await execute(
    bin('vitest'),
    ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
    { TEST_DATABASE_URL: postgres ?? '', ...env },
  )
  if (!existsSync(report)) return oneOf('failed')
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report
  printSlowest(result)
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? result.numFailedTests : Math.max(1, result.numFailedTests),
    skipped: result.numPendingTests + result.numTodoTests,
  }
}

/** The used part of Vitest's report; times are milliseconds since 1970. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}

/** Prints the slowest tests of a step, so a new slow test is noticed. */
function printSlowest({ testResults }: Report): void {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
  for (const { name, seconds } of files.slice(0, 8))
    console.log(`   ${seconds.toFixed(1).padStart(6)} s  ${path.relative(root, name)}`)
}

async function embeddedContract(): Promise<Outcome> {
  // Vitest runs the other files without a warning.
  const missing = EMBEDDED_CONTRACT.filter((file) => !existsSync(path.join(root, file)))
  if (missing.length > 0) {
    console.error(`   EMBEDDED_CONTRACT names files that do not exist: ${missing.join(', ')}`)
    return oneOf('failed')
  }
  if (postgres) return vitest('embedded', EMBEDDED_CONTRACT, { TEST_DATABASE_URL: '' })
  console.log('   Everything ran on the embedded database.')
  return oneOf('skipped')
}

async function browser(args: string[]): Promise<Outcome> {
  installChromium()
  const chromium = findChromium()
  if (!chromium) {
    console.log(
      '   No Chromium (CHROMIUM_PATH, /usr/bin/chromium-headless-shell, /usr/bin/chromium, Playwright): browser tests are skipped.',
    )
    return oneOf('skipped')
  }
  return vitest('browser', [...BROWSER, ...args], { CHROMIUM_PATH: chromium })
}

/** TEST_DATABASE_URL, if a server answers there. */
async function findPostgres(): Promise<string | undefined> {
  const url = process.env.TEST_DATABASE_URL
  return url && (await isReachable(url)) ? url : undefined
}

function isReachable(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 2_000 })
    const end = (reachable: boolean) => {
      socket.destroy()
      resolve(reachable)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}

function execute(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
