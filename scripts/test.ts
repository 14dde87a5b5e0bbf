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
import { titlePattern } from './test-titles.ts'

const root = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'overround-test-'))
const tools = path.join(root, 'node_modules/.bin')
const bin = (name: string) => path.join(tools, name)
// The tools start `node` from the path: use the project's, however this run was started.
process.env.PATH = `${tools}${path.delimiter}${process.env.PATH ?? ''}`
// Many processes load the same libraries and the same built site: code that one has compiled, the next ones read. The
// folder is the run's own, because programs in temporary folders would make a lasting one grow.
process.env.NODE_COMPILE_CACHE ??= path.join(scratch, 'compiled')

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /**
   * The failed tests and their messages, a line each: whoever reads only the end of the output sees them. Also tests that
   * passed at the second try.
   */
  failures?: string[]
}

interface Step {
  name: string
  /** Whether other such steps run at the same time. Their output is printed when they end. */
  isBesideOthers?: true
  /** @param begin is called when the step leaves room for the next one; at the latest that one begins when it ends */
  run(print: Print, begin: () => void): Promise<Outcome>
}

type Print = (text: string) => void

const BROWSER = ['--config', 'tests/e2e/vitest.config.ts']
const postgres = await findPostgres()
/** What a program prints goes through this one. */
const COLOURS: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

const MOST_FAILURES = 20

/** Steps that use one core each: the longest first, two at a time. */
const BESIDE = 2

const steps: Step[] = [
  // One checker: with four, each repeats the types that they share, which takes twice the processor time. The compiler's
  // memory, 2 GB, is collected seldom: that takes an eighth of the time.
  check(
    'types',
    [
      [bin('react-router'), 'typegen'],
      [bin('tsc'), '--noEmit', '--checkers', '1', '-p', '.'],
    ],
    { GOGC: '400', GOMEMLIMIT: '3GiB' },
  ),
  { name: 'build', isBesideOthers: true, run: build },
  check('lint', [[bin('biome'), 'ci', '--error-on-warnings', '.']]),
  check('unused code', [[bin('knip'), '--no-progress']]),
  check('the client of the API is current', [
    [process.execPath, 'scripts/generate-api-client.ts', '--check'],
  ]),
  check('every row has a test', [[process.execPath, 'scripts/check-features.ts']]),
  check('imports run one way', [[process.execPath, 'scripts/check-imports.ts']]),
  check('migrations only add', [[process.execPath, 'scripts/check-migrations.ts']]),
  {
    name: `unit and integration (${postgres ? 'and the embedded contract' : 'embedded database alone'})`,
    run: (print, begin) =>
      vitest('unit', [], { print, begin, env: { EMBEDDED_CONTRACT: postgres ? '1' : '' } }),
  },
  { name: 'browser', run: (print) => browser([], print) },
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
const beside = wanted.filter((step) => step.isBesideOthers)
let built: Promise<void> | undefined
const cores = Array.from({ length: BESIDE }, async () => {
  for (let step = beside.shift(); step; step = beside.shift()) {
    const output: string[] = []
    const ran = runStep(step, (text) => output.push(text))
    if (step.name === 'build') built = ran
    await ran
    process.stdout.write(output.join(''))
  }
})
// The tests begin when a core is free, and when the site is built, which they open.
await Promise.race(cores)
await built
let shown: Promise<unknown> = Promise.all(cores)
for (const step of wanted) {
  if (step.isBesideOthers) continue
  const print = printAfter(shown)
  await new Promise<void>((begin) => {
    shown = Promise.all([shown, runStep(step, print, begin)]).then(() => begin())
  })
}
await shown
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** Prints what it is given once the steps before have ended. */
function printAfter(before: Promise<unknown>): Print {
  let waiting: string[] | undefined = []
  before.then(() => {
    process.stdout.write(waiting?.join('') ?? '')
    waiting = undefined
  })
  return (text) => {
    if (waiting) waiting.push(text)
    else process.stdout.write(text)
  }
}

/** Runs a step, adds its outcome to the total, and prints it. */
async function runStep(step: Step, print: Print, begin = () => {}): Promise<void> {
  const started = Date.now()
  print(`\n== ${step.name}\n`)
  const outcome = await step.run(print, begin).catch((error: unknown) => {
    print(`${error instanceof Error ? error.stack : error}\n`)
    return oneOf('failed')
  })
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  print(`   ${outcome.failed > 0 ? 'FAILED' : 'ok'} in ${seconds}\n`)
  summary.push(
    `${outcome.failed > 0 ? 'FAILED' : 'ok    '} ${seconds.padStart(8)}  ${step.name}`,
    ...(outcome.failures ?? []).map((line) => `         ${line}`),
  )
}

/** Words that are not a step's name select test files, or tests of one file under a title. */
function stepsFor(words: string[]): Step[] {
  const files = globSync('{app,sandbox,server,scripts,locales,tests,bench}/**/*.test.{ts,tsx}', { cwd: root })
  const isBrowser = (file: string) => file.startsWith('tests/e2e/')
  const chosen: Step[] = []
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
    else for (const file of found) chosen.push(forFiles(word, [file], ['-t', titlePattern(titles)]))
  }
  for (const group of [plain.filter((file) => !isBrowser(file)), plain.filter(isBrowser)]) {
    if (group.length > 0) chosen.push(forFiles(group.join(' '), group, []))
  }
  const needsBuild = files.some(
    (file) => words.some((word) => file.includes(word.split(' › ')[0] ?? '')) && file.startsWith('tests/'),
  )
  return needsBuild ? [{ name: 'build', run: build }, ...chosen] : chosen

  function forFiles(name: string, files: string[], more: string[]): Step {
    return {
      name,
      run: async (print) => {
        const args = [...files, ...more]
        const outcome = await (files.every(isBrowser)
          ? browser(args, print)
          : vitest('files', args, { print }))
        if (more.length === 0 || outcome.passed + outcome.failed > 0) return outcome
        print(`   No test ran: none of ${files.join(', ')} has this title, or it is skipped here.\n`)
        return { ...outcome, failed: 1 }
      },
    }
  }
}

/** Programs that pass or fail as a whole, one after another. */
function check(
  name: string,
  commands: [command: string, ...args: string[]][],
  env: Record<string, string> = {},
): Step {
  return {
    name,
    isBesideOthers: true,
    run: async (print) => {
      for (const [command, ...args] of commands) {
        if ((await execute(command, args, { print, env })) !== 0) return oneOf('failed')
      }
      return oneOf('passed')
    },
  }
}

function oneOf(kind: keyof Outcome): Outcome {
  return { passed: 0, failed: 0, skipped: 0, [kind]: 1 }
}

async function build(print: (text: string) => void): Promise<Outcome> {
  try {
    await prepare({ build: true })
    return oneOf('passed')
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n`)
    return oneOf('failed')
  }
}

async function vitest(
  name: string,
  args: string[],
  { print, begin, env = {} }: { print: Print; begin?: () => void; env?: Record<string, string> },
): Promise<Outcome> {
  const report = path.join(scratch, `${name}.json`)
  const reporters = ['dot', 'json', path.join(root, 'tests/support/ending-reporter.ts')]
  const code = await execute(
    bin('vitest'),
    ['run', ...args, ...reporters.map((reporter) => `--reporter=${reporter}`), `--outputFile.json=${report}`],
    { print, begin, env: { TEST_DATABASE_URL: postgres ?? '', ...COLOURS, ...env } },
  )
  if (!existsSync(report)) return oneOf('failed')
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report
  printSlowest(result, print)
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? result.numFailedTests : Math.max(1, result.numFailedTests),
    skipped: result.numPendingTests + result.numTodoTests,
    failures: failuresOf(result),
  }
}

/** The used part of Vitest's report; times are milliseconds since 1970. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    /** Why a file as a whole failed. */
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

function failuresOf({ testResults }: Report): string[] {
  const lines = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name)
    // A test that passes at its second try has the message of the first.
    const failed = assertionResults.filter(({ failureMessages }) => (failureMessages?.length ?? 0) > 0)
    const whole =
      failed.length === 0 && message ? [{ status: 'failed', fullName: '', failureMessages: [message] }] : []
    return [...failed, ...whole].map(({ status, fullName, failureMessages }) => {
      const [first = ''] = failureMessages?.[0]?.split('\n') ?? []
      const name = [file, fullName].filter(Boolean).join(' › ')
      return `${status === 'failed' ? '' : 'passed at the second try: '}${name}: ${first}`.slice(0, 400)
    })
  })
  const more = lines.length - MOST_FAILURES
  return more > 0 ? [...lines.slice(0, MOST_FAILURES), `and ${more} more`] : lines
}

/** Prints the slowest tests of a step, so a new slow test is noticed. */
function printSlowest({ testResults }: Report, print: Print): void {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
  for (const { name, seconds } of files.slice(0, 8))
    print(`   ${seconds.toFixed(1).padStart(6)} s  ${path.relative(root, name)}\n`)
}

async function browser(args: string[], print: Print): Promise<Outcome> {
  installChromium()
  const chromium = findChromium()
  if (!chromium) {
    print(
      '   No Chromium (CHROMIUM_PATH, /usr/bin/chromium-headless-shell, /usr/bin/chromium, Playwright): browser tests are skipped.\n',
    )
    return oneOf('skipped')
  }
  return vitest('browser', [...BROWSER, ...args], { print, env: { CHROMIUM_PATH: chromium } })
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

/**
 * Runs a program and returns its exit code.
 * @param begin is called when the program says that it leaves room for others (ending-reporter.ts)
 */
function execute(
  command: string,
  args: string[],
  { print, begin, env }: { print: Print; begin?: () => void; env?: Record<string, string> },
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', ...(begin ? (['ipc'] as const) : [])],
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print)
    if (begin) child.on('message', begin)
    child.on('error', (error) => {
      print(`${error.message}\n`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
