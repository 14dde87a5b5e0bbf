/**
 * The whole test run: `npm test`. Steps in order, all of them run even when one fails; at the end one line
 * `N passed, N failed, N skipped` and the exit code.
 *
 * `npm test -- unit` runs only the steps whose name begins with a word given.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { findChromium, installChromium } from '#tests/support/chromium.ts'
import { prepare } from './bootstrap.mjs'

const root = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'overround-test-'))
const tools = path.join(root, 'node_modules/.bin')
const bin = (name: string) => path.join(tools, name)
// The first line of a tool asks for `node`: the project's, however this run was started.
process.env.PATH = `${tools}${path.delimiter}${process.env.PATH ?? ''}`

interface Outcome {
  passed: number
  failed: number
  skipped: number
}

interface Step {
  name: string
  run(): Promise<Outcome>
}

const steps: Step[] = [
  check('lint', bin('biome'), ['ci', '--error-on-warnings', '.']),
  check('types', bin('react-router'), ['typegen']),
  check('types', bin('tsc'), ['--noEmit', '-p', '.']),
  check('unused code', bin('knip'), ['--no-progress']),
  check('imports run one way', process.execPath, ['scripts/check-imports.ts']),
  check('database types are current', process.execPath, ['scripts/generate-db-types.ts', '--check']),
  check('every row has a feature', process.execPath, ['scripts/check-features.ts']),
  { name: 'build', run: build },
  {
    name: 'unit and integration (embedded database)',
    run: () => vitest('unit', ['run'], { TEST_DATABASE_URL: '' }),
  },
  { name: 'integration on PostgreSQL', run: integrationOnPostgres },
  { name: 'browser', run: browser },
]

const wanted = process.argv.slice(2)
const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
for (const step of steps) {
  if (wanted.length > 0 && !wanted.some((word) => step.name.startsWith(word))) continue
  const started = Date.now()
  console.log(`\n== ${step.name}`)
  const outcome = await step.run()
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  if (outcome.failed > 0) failures.push(step.name)
  console.log(`   ${outcome.failed > 0 ? 'FAILED' : 'ok'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
rmSync(scratch, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** A program that passes or fails as one. */
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

async function vitest(name: string, args: string[], env: Record<string, string>): Promise<Outcome> {
  const report = path.join(scratch, `${name}.json`)
  const code = await execute(
    bin('vitest'),
    [...args, '--reporter=dot', '--reporter=json', `--outputFile=${report}`],
    env,
  )
  if (!existsSync(report)) return oneOf('failed')
  const result = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  const failed = result.numFailedTests ?? 0
  return {
    passed: result.numPassedTests ?? 0,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0),
  }
}

/** The tests that talk to a database, once more on PostgreSQL. */
async function integrationOnPostgres(): Promise<Outcome> {
  const url = process.env.TEST_DATABASE_URL
  if (!url || !(await isReachable(url))) {
    console.log(
      '   No PostgreSQL (TEST_DATABASE_URL): the integration tests ran on the embedded database alone.',
    )
    return oneOf('skipped')
  }
  const files = (await capture('git', ['grep', '-l', '--untracked', 'support/database', '--', '*.test.ts']))
    .trim()
    .split('\n')
  return vitest('postgres', ['run', ...files], { TEST_DATABASE_URL: url })
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

async function browser(): Promise<Outcome> {
  const chromium = findChromium() ?? (await installChromium())
  if (!chromium) {
    console.log('   No Chromium (CHROMIUM_PATH, /usr/bin/chromium, Playwright): browser tests are skipped.')
    return oneOf('skipped')
  }
  return vitest('browser', ['run', '--config', 'tests/e2e/vitest.config.ts'], { CHROMIUM_PATH: chromium })
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

function capture(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}
