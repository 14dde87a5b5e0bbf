import { SOURCES } from '#app/features/sources/registry.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { adminCommand } from './admin.ts'
import { checkCommand } from './check.ts'
import type { Command, CommandIo } from './command.ts'
import { importCommand } from './import.ts'
import { importHistoryCommand } from './import-history.ts'
import { seedCommand } from './seed.ts'
import { exportCommand, restoreCommand } from './transfer.ts'

interface Definition {
  run: Command
  usage: string
  /** Whether it makes no sense on a database that it would have to make first. */
  needsSite?: true
  /** Whether it has no arguments. One that it does not know can be meant to change nothing, such as `--dry-run`. */
  isBare?: true
}

const commands: Record<string, Definition> = {
  admin: {
    run: adminCommand,
    needsSite: true,
    usage:
      'admin create <e-mail>                            make an administrator; prints a one-time password\n' +
      '  admin two-factor-off <e-mail>                    for who has lost the app and the recovery codes',
  },
  check: {
    run: checkCommand,
    needsSite: true,
    isBare: true,
    usage: 'check                                            report problems of the site',
  },
  export: {
    run: exportCommand,
    needsSite: true,
    usage:
      'export <file>                                    keep everything in a file, for a backup or another machine',
  },
  import: {
    run: importCommand,
    usage: `import <source> <file or address>                take in fixtures and prices; prints a JSON summary\n  ${' '.repeat(49)}sources: ${SOURCES.map(({ key }) => key).join(', ')}`,
  },
  'import-history': {
    run: importHistoryCommand,
    usage:
      'import-history <competition> --from .. --to ..   take in past prices of The Odds API as history, for credits',
  },
  migrate: {
    // The database is migrated before any command runs.
    run: async (_database, _args, io) => {
      io.out('The database is up to date.\n')
      return 0
    },
    isBare: true,
    usage: 'migrate                                          bring the database up to date',
  },
  restore: {
    run: restoreCommand,
    needsSite: true,
    usage: 'restore <file> [--replace]                       put an export in the place of what is there',
  },
  seed: {
    run: seedCommand,
    usage: 'seed [--force]                                   load the demonstration content',
  },
}

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}`)
  return `Usage: npm run overround -- <command>\n\n${lines.join('\n')}`
}

/**
 * Answers what `argv` contains instead of a command: a request for help, nothing, an unknown name, or an argument for a
 * command that has none.
 * @returns the exit code; undefined for a command
 */
export function explainUsage(
  [name, ...args]: readonly string[],
  io: Pick<CommandIo, 'out' | 'err'>,
): number | undefined {
  if (name === 'help' || name === '--help') {
    io.out(`${usage()}\n`)
    return 0
  }
  if (!name || !Object.hasOwn(commands, name)) {
    io.err(`${name ? `Unknown command: ${name}\n\n` : ''}${usage()}\n`)
    return 2
  }
  if (args.length === 0 || !commands[name]?.isBare) return undefined
  io.err(`Usage: npm run overround -- ${name}\n`)
  return 2
}

/**
 * Whether the command works only on an existing database. One that is made for it is a mistake: the variables of the
 * site are missing, and an export of nothing would pass for a backup.
 */
export const needsSite = (name = ''): boolean => commands[name]?.needsSite ?? false

/** @param argv the command's name and its arguments */
export async function runCommand(
  database: Database,
  argv: string[],
  io: CommandIo,
  signal: AbortSignal,
): Promise<number> {
  const [name = '', ...args] = argv
  return explainUsage(argv, io) ?? commands[name]?.run(database, args, io, signal) ?? 2
}
