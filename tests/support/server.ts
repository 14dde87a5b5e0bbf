import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { CLOCK_VARIABLE } from './clock.ts'
import { createData, type ServerOptions } from './server-data.ts'
import { launchServer } from './server-process.ts'
import { worldOffset } from './world.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface RunningServer {
  origin: string
  dataDir: string
  /** Everything printed so far. */
  output(): string
  /** Ends it with a signal and returns its exit code; removes its data unless `keepData` is set. */
  stop(options?: { signal?: NodeJS.Signals; keepData?: boolean }): Promise<number | null>
}

/**
 * The built site in its own process, on a free port. The world has its own clock, which starts at WORLD_NOW with the
 * run.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const data = await createData(options)
  const isWorld = options.content === 'world'
  const server = await launchServer(
    {
      DEMO: '0',
      ...(isWorld ? { [CLOCK_VARIABLE]: String(worldOffset()) } : {}),
      ...data.env,
      ...options.env,
    },
    {
      nodeOptions: isWorld ? ['--import', './tests/support/clock.ts'] : [],
    },
  )
  return {
    origin: server.origin,
    dataDir: data.env.DATA_DIR,
    output: server.output,
    async stop({ signal = 'SIGTERM', keepData = false } = {}) {
      const code = await server.end(signal)
      if (!keepData) await data.remove()
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
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', './tests/support/quick-passwords.ts', file, ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', INIT_CWD: root, ...env },
    },
  )
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
