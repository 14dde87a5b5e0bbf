import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

export interface ServerProcess {
  origin: string
  pid: number
  output(): string
  /** @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the built site on a free port; resolves when it answers, or has said something else. */
export async function launchServer(
  env: Record<string, string>,
  {
    nodeOptions = [],
    until = 'Overround is at',
    hasQuickPasswords = true,
  }: { nodeOptions?: string[]; until?: string; hasQuickPasswords?: boolean } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      ...(hasQuickPasswords ? ['--import', './tests/support/quick-passwords.ts'] : []),
      ...nodeOptions,
      'build/program/web.js',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await Promise.race([
    waitFor(() => output.includes(until), 600_000),
    ended.then((code) => {
      throw new Error(`The server ended with code ${code}:\n${output}`)
    }),
  ])
  return {
    origin: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * A port on which nothing listens. It is below those that systems give to connections which go out: no browser beside a test
 * takes it before the test uses it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

async function waitFor(condition: () => boolean, limitMs: number): Promise<void> {
  const limit = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > limit) throw new Error('waited too long')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
