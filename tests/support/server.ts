import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export interface RunningServer {
  origin: string
  dataDir: string
  /** Everything it has printed so far. */
  output(): string
  /** Ends it with a signal and gives its exit code; the data folder is removed unless it is kept. */
  stop(options?: { signal?: NodeJS.Signals; keepData?: boolean }): Promise<number | null>
}

/** A data folder with demonstration content that other servers begin with; loading that content takes long. */
const TEMPLATE = 'OVERROUND_TEST_TEMPLATE'
const TEMPLATE_OUTPUT = 'first-start.txt'

const newDataDir = () => mkdtempSync(path.join(os.tmpdir(), 'overround-site-'))

/** Starts a site once, and has all that are started later begin where it ended. Gives what removes it again. */
export async function prepareTemplate(): Promise<() => void> {
  const server = await startServer()
  await server.stop({ keepData: true })
  writeFileSync(path.join(server.dataDir, TEMPLATE_OUTPUT), server.output())
  process.env[TEMPLATE] = server.dataDir
  return () => {
    delete process.env[TEMPLATE]
    rmSync(server.dataDir, { recursive: true, force: true })
  }
}

/**
 * The built site in a process of its own, on a free port, with a data folder of its own: a copy of the template where
 * there is one, whose first start's words are then among its output.
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? newDataDir()
  const isDemo = options.dataDir === undefined && options.env?.DEMO !== '0'
  const template = isDemo ? process.env[TEMPLATE] : undefined
  if (template) cpSync(template, dataDir, { recursive: true })
  const port = await freePort()
  const child = spawn(process.execPath, ['server/web.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const before = template ? readFileSync(path.join(template, TEMPLATE_OUTPUT), 'utf8') : ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await Promise.race([
    waitFor(() => output.includes('Overround is at'), 300_000),
    ended.then((code) => {
      throw new Error(`The server ended with code ${code}:\n${output}`)
    }),
  ])
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    output: () => before + output,
    async stop({ signal = 'SIGTERM', keepData = false } = {}) {
      child.kill(signal)
      const code = await ended
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** Runs one of the project's programs to its end. */
export function runProgram(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', INIT_CWD: root, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function waitFor(condition: () => boolean, limitMs: number): Promise<void> {
  const limit = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > limit) throw new Error('waited too long')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
