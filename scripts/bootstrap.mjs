// Plain JavaScript with only Node's own modules: it runs on the machine's Node (20 or later), before the project's own
// Node and packages are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')
const lockFile = path.join(root, 'package-lock.json')
const installStamp = path.join(modules, '.overround-install')
const buildStamp = path.join(root, 'build', '.stamp')
const lockFolder = path.join(root, '.bootstrap-lock')
const buildInputs = [
  'app',
  'server',
  'sandbox',
  'scripts/build-islands.ts',
  'scripts/build-program.ts',
  'locales',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

/** The project's own Node, pinned as a package; the machine's may be too old. */
export const projectNode = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Writes progress to standard error, because standard output is for results. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Prepares the checkout: installs the locked packages and, if requested, builds the site. Safe to run twice at once.
 */
export async function prepare({ build }) {
  const unlock = await lock()
  try {
    await ensureInstalled()
    if (build) await ensureBuilt()
  } finally {
    unlock()
  }
}

async function ensureInstalled() {
  const wanted = hashFile(lockFile)
  if (existsSync(projectNode) && (readStamp(installStamp) === wanted || isInstalledByNpm())) return
  say('Installing packages (npm ci), once per checkout and change of versions ...')
  // Run no install scripts except this package's: older npm runs all of them, and the HTML checker's would download
  // Java.
  await run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--ignore-scripts', '--loglevel=error'])
  await run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  if (!existsSync(projectNode)) {
    throw new Error(
      'The package "node" was installed, but its install script did not run. Allow it and try again:\n' +
        '  npm rebuild node --ignore-scripts=false',
    )
  }
  await run(projectNode, ['--version'], { quiet: true }).catch(({ message }) => {
    throw new Error(
      `The project's own Node does not start. Where libatomic is missing, install it (libatomic1 of Debian and Ubuntu):\n${message}`,
    )
  })
  writeFileSync(installStamp, wanted)
}

/** Whether an operator's own `npm ci` has installed the locked packages: a site may run from them. */
function isInstalledByNpm() {
  const file = path.join(modules, '.package-lock.json')
  if (!existsSync(file)) return false
  const [wanted, present] = [lockFile, file].map((it) => JSON.parse(readFileSync(it, 'utf8')).packages)
  return Object.entries(wanted).every(([place, { version, integrity, optional }]) => {
    const own = present[place]
    return place === '' || (own ? own.version === version && own.integrity === integrity : optional)
  })
}

async function ensureBuilt() {
  const wanted = hashInputs()
  if (readStamp(buildStamp) === wanted) return
  say('Building the site ...')
  rmSync(buildStamp, { force: true })
  const output = await run(projectNode, [path.join(modules, '@react-router/dev/bin.cjs'), 'build'], {
    quiet: true,
  })
  if (!existsSync(path.join(root, 'build', 'server', 'index.js')))
    throw new Error(`The build produced no output:\n${output}`)
  writeFileSync(buildStamp, wanted)
}

/** Sizes and times of every file that the build reads; fast enough for each start. */
function hashInputs() {
  const hash = createHash('sha256')
  for (const name of buildInputs) hashTree(hash, path.join(root, name))
  return hash.digest('hex')
}

function hashTree(hash, file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) {
    hash.update(`${path.relative(root, file)} ${stats.size} ${stats.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(file).sort()) {
    if (!name.includes('.test.')) hashTree(hash, path.join(file, name))
  }
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function hashFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/**
 * Runs a program in the checkout; rejects with its output if it fails.
 * @param {string} command @param {string[]} args
 */
export function run(command, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        PATH: `${path.join(modules, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
        ...env,
      },
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ${args.join(' ')} ended with code ${code}\n${output}`))
    })
  })
}

/** One preparation at a time per checkout; a lock of a dead process is taken over. */
async function lock() {
  let announced = false
  for (;;) {
    try {
      mkdirSync(lockFolder)
      writeFileSync(path.join(lockFolder, 'pid'), String(process.pid))
      return () => rmSync(lockFolder, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const owner = lockOwner()
      if (owner === undefined || !isAlive(owner)) {
        rmSync(lockFolder, { recursive: true, force: true })
        continue
      }
      if (!announced) say(`Waiting for process ${owner}, which is preparing this checkout ...`)
      announced = true
      await sleep(250)
    }
  }
}

function lockOwner() {
  const file = path.join(lockFolder, 'pid')
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (pid > 0) return pid
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
  return undefined
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program in place of this process: same terminal, same signals, same exit code. */
export function become(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', fail)
  child.on('close', (code, signal) => {
    if (signal) process.exitCode = 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGTERM' ? 15 : 1)
    else process.exitCode = code ?? 1
  })
}

/** @param {unknown} error */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
