/**
 * A control socket between the command line and a server that has the embedded database: a socket in the data folder,
 * accessible to the folder's owner only. The command runs inside the server; its output is sent back as it is written.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'
import { lastKnownMigration } from '#app/platform/db/migrate.server.ts'
import type { CommandIo } from './cli/command.ts'
import { runCommand } from './cli/commands.ts'

/** The maximum length of a socket's path on Linux and macOS. */
const LONGEST_SOCKET_PATH = 100

/** How long a stopping server waits for its commands. */
const END_LIMIT_MS = 10_000

interface CommandRequest {
  argv: string[]
  cwd: string
  isTerminal: boolean
  /** The last migration that the command's version knows; undefined for a version that does not say it. */
  lastMigration?: string
}

type Line = { out: string } | { err: string } | { exit: number }

function socketPath(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'control.sock')
  return file.length > LONGEST_SOCKET_PATH ? undefined : file
}

/**
 * Serves commands until stopped, which ends those that run. If the folder's path is too long for a socket, commands work only while the server is
 * stopped.
 */
export async function serveCommands(database: Database, dataDir: string): Promise<() => Promise<void>> {
  const file = socketPath(dataDir)
  if (!file) return async () => {}
  const running = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const command = answer()
      running.add(command)
      command.finally(() => running.delete(command))
    })
    async function answer() {
      const send = (line: Line) => outgoing.write(`${JSON.stringify(line)}\n`)
      const abort = new AbortController()
      outgoing.on('close', () => abort.abort())
      try {
        const command = JSON.parse(Buffer.concat(chunks).toString('utf8')) as CommandRequest
        const io: CommandIo = {
          cwd: command.cwd,
          isTerminal: command.isTerminal,
          out: (text) => send({ out: text }),
          err: (text) => send({ err: text }),
        }
        const refusal = await findRefusal(database, command)
        if (refusal) io.err(refusal)
        send({ exit: refusal ? 1 : await runCommand(database, command.argv, io, abort.signal) })
      } catch (error) {
        send({ err: `${error instanceof Error ? error.message : String(error)}\n` })
        send({ exit: 1 })
      }
      outgoing.end()
    }
  })
  // This process holds the data folder's lock, so an existing socket is that of a stopped server.
  rmSync(file, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, () => resolve())
  })
  chmodSync(file, 0o600)
  return async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    // What a command stores as it ends needs the database. Some commands do not end early.
    await Promise.race([Promise.all(running), pause(END_LIMIT_MS, undefined, { ref: false })])
  }
}

/** A server migrates when it starts, to its own version: a newer command cannot have it migrate further. */
async function findRefusal({ kysely }: Database, command: CommandRequest): Promise<string | undefined> {
  const { argv, lastMigration } = command
  if (argv[0] !== 'migrate' || lastMigration === undefined) return undefined
  const { rows } = await sql`select from schema_migrations where name = ${lastMigration}`.execute(kysely)
  if (rows.length > 0) return undefined
  return `Nothing was migrated: the running server is of an earlier version, without ${lastMigration}. Restart it with this version, which migrates.\n`
}

/** Runs the command in the running server; undefined when none listens in the data folder. */
export async function sendToServer(
  dataDir: string,
  options: { argv: string[]; io: CommandIo; signal: AbortSignal; lastMigration?: string },
): Promise<number | undefined> {
  const file = socketPath(dataDir)
  if (!file || !existsSync(file)) return undefined
  const { argv, io, lastMigration = lastKnownMigration() } = options
  const body: CommandRequest = { argv, cwd: io.cwd, isTerminal: io.isTerminal, lastMigration }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { socketPath: file, method: 'POST', path: '/command', signal: options.signal },
      (incoming) => {
        let exit = 1
        const lines = createInterface({ input: incoming, crlfDelay: Number.POSITIVE_INFINITY })
        lines.on('line', (text) => {
          const line = JSON.parse(text) as Line
          if ('out' in line) io.out(line.out)
          else if ('err' in line) io.err(line.err)
          else exit = line.exit
        })
        lines.on('close', () => resolve(exit))
        // The server stopped during the command; stored data stays.
        const lost = () =>
          io.err('The server stopped before the command was complete. Start it, and run the command again.\n')
        incoming.on('error', () => {
          if (!options.signal.aborted) lost()
          // The lines of a broken answer do not close.
          resolve(1)
        })
        lines.on('error', () => {})
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') return resolve(undefined)
      if (!options.signal.aborted) return reject(error)
      io.err('The command was stopped.\n')
      resolve(1)
    })
    outgoing.end(JSON.stringify(body))
  })
}
