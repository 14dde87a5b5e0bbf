/**
 * The operator's command line: `npm run overround -- <command>`.
 * Results go to standard output, progress and errors to standard error.
 * Exit codes: 0 done, 1 failed, 2 wrong usage.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { checkSettings } from '#app/features/sources/registry.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { isMigrated, migrate } from '#app/platform/db/migrate.server.ts'
import { type Env, EnvironmentError, parseEnv } from '#app/platform/env.ts'
import { sendToServer } from '../control.ts'
import { describeFailure } from '../describe-failure.ts'
import type { CommandIo } from './command.ts'
import { explainUsage, needsSite, runCommand } from './commands.ts'

const argv = process.argv.slice(2)
const io: CommandIo = {
  // npm runs scripts in the project's folder; a file name is relative to the folder in which the operator called npm.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  isTerminal: process.stderr.isTTY === true,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const AGAIN_AFTER_MS = 2_000

let stopped = false

const USE_ITS_VARIABLES = 'Set DATABASE_URL or DATA_DIR as the site has it'

try {
  process.exitCode = await main(argv)
} catch (error) {
  io.err(`${describeFailure(error, { onPostgres: Boolean(process.env.DATABASE_URL) })}\n`)
  process.exitCode = 1
}
// A process that ends by itself gives its signal handlers up first: a signal in that moment would end it without the code.
if (stopped) process.exit()

async function main(args: string[]): Promise<number> {
  // Help needs no database.
  const explained = explainUsage(args, io)
  if (explained !== undefined) return explained
  const abort = new AbortController()
  const stop = () => {
    stopped = true
    abort.abort()
    // A terminal, npm and the program that started this one can each send the signal: a later one ends the process.
    setTimeout(() => {
      for (const signal of SIGNALS) process.off(signal, stop)
    }, AGAIN_AFTER_MS).unref()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  const env = parseEnv(process.env)
  checkSettings(env)
  if (!env.databaseUrl && needsSite(args[0]) && !existsSync(path.join(env.dataDir, 'pgdata')))
    throw new EnvironmentError(
      `There is no database in ${env.dataDir}. ${USE_ITS_VARIABLES}; "migrate" makes a new one there.`,
    )
  io.err(`The database is ${nameDatabase(env)}.\n`)
  // One process owns the embedded database: if a server runs, it runs the command.
  const handled = env.databaseUrl
    ? undefined
    : await sendToServer(env.dataDir, { argv: args, io, signal: abort.signal })
  return handled ?? runHere(env, args, abort.signal)
}

function nameDatabase(env: Env): string {
  if (!env.databaseUrl) return `the embedded one in ${env.dataDir}`
  const url = URL.parse(env.databaseUrl)
  return url ? `${url.pathname.slice(1)} at ${url.host || 'a socket'}` : 'that of DATABASE_URL'
}

async function runHere(env: Env, args: string[], signal: AbortSignal): Promise<number> {
  const database = await openDatabase(env.databaseUrl ? { url: env.databaseUrl } : { dataDir: env.dataDir })
  try {
    if (needsSite(args[0]) && !(await isMigrated(database)))
      throw new EnvironmentError(
        `There is no site in this database. ${USE_ITS_VARIABLES}; "migrate" makes a new one in it.`,
      )
    await migrate(database)
    return await runCommand(database, args, io, signal)
  } finally {
    await database.close()
  }
}
