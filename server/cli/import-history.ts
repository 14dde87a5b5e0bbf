import { parseArgs } from 'node:util'
import {
  findRangeProblem,
  LEAST_MINUTES,
  MOST_SNAPSHOTS,
  type RangeProblem,
} from '#app/features/imports/past/history-range.ts'
import {
  type HistoryOutcome,
  type HistoryRequest,
  importHistory,
  planHistory,
} from '#app/features/imports/past/import-history.server.ts'
import { importHere } from '#app/features/imports/run/import-here.server.ts'
import { openRunner } from '#app/features/runs/carry-out.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import { SOURCES } from '#app/features/sources/registry.server.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import type { CommandIo } from './command.ts'
import { ENVIRONMENT } from './environment.ts'

const USAGE = `Usage: overround import-history <competition> --from <time> --to <time> --credits <number> [options]

Imports past prices of a competition of The Odds API, such as soccer_epl, as history. They never become current prices.
A past request costs ten times the credits of a current one. The same command again goes on where it stopped.

Options:
  --from, --to <time>    the range, such as 2026-08-01 or 2026-08-01T12:00:00Z
  --every <minutes>      the time between two snapshots (60)
  --markets <list>       the markets, such as h2h,totals (those of the site)
  --credits <number>     the most credits that the command may spend
  --plan                 print what it would cost, without a request`

const EXIT = { ok: 0, failed: 1, usage: 2 } as const
const DEFAULT_MINUTES = 60
const PROBLEMS: Record<RangeProblem, string> = {
  outright: 'Outrights have no history that can be asked for.',
  order: '--from must not be later than --to.',
  future: '--to must be in the past.',
  'too-old': '--from can be at most five years ago.',
  every: `--every takes a whole number of minutes, ${LEAST_MINUTES} at least.`,
  'too-many': `A range has at most ${MOST_SNAPSHOTS} snapshots.`,
}
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/

/**
 * `overround import-history`: a line of progress for each snapshot, and the summary as one line of JSON on `out`.
 * @returns the exit code: 0 done, 1 failed, cancelled or out of credits, 2 wrong usage
 */
export async function importHistoryCommand(
  database: Database,
  argv: readonly string[],
  io: CommandIo,
  signal: AbortSignal,
): Promise<number> {
  const asked = await readArguments(database, argv)
  if (typeof asked === 'string') {
    io.err(`${asked}\n\n${USAGE}\n`)
    return EXIT.usage
  }
  const { request, isPlan } = asked
  const { instants, cost } = planHistory(request)
  io.err(`${instants.length} snapshots, ${cost} credits each: at most ${instants.length * cost} credits.\n`)
  if (isPlan) return EXIT.ok
  const runner = await openRunner(database, createLog('error'))
  try {
    const outcome = await importHistory(database, request, {
      requestedBy: 'cli',
      run: (snapshot) => importHere({ database, runner }, { ...snapshot, signal }),
      onSnapshot: (at, { odds, credits }) =>
        io.err(`${at.toISOString()}  ${odds} changes, ${credits} credits\n`),
    })
    io.err(explain(outcome))
    io.out(`${JSON.stringify(outcome)}\n`)
    return outcome.next === null ? EXIT.ok : EXIT.failed
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    io.err(`${error.message}\n`)
    return EXIT.failed
  } finally {
    await runner.close()
  }
}

function explain({ error, next, isOverBudget }: HistoryOutcome): string {
  if (next === null) return ''
  const why = isOverBudget
    ? 'The next snapshot might exceed the credits.'
    : (error?.message ?? 'It was cancelled.')
  return `${why} The same command goes on at ${next.toISOString()}.\n`
}

/** What to import, or what is wrong with the arguments. */
async function readArguments(
  database: Database,
  argv: readonly string[],
): Promise<{ request: HistoryRequest; isPlan: boolean } | string> {
  const parsed = parse(argv)
  if (typeof parsed === 'string') return parsed
  const { values, positionals } = parsed
  const [sport, ...others] = positionals
  if (!sport || others.length > 0) return 'Which competition? One at a time.'
  if (!/^\w+$/.test(sport)) return `${sport} is no competition.`
  const [from, to] = [readTime(values.from), readTime(values.to)]
  if (sport.endsWith('_winner')) return PROBLEMS.outright
  if (!from || !to) return '--from and --to take a time such as 2026-08-01 or 2026-08-01T12:00:00Z.'
  const everyMinutes = Number(values.every ?? DEFAULT_MINUTES)
  const problem = findRangeProblem({ sports: [sport], from, to, everyMinutes }, new Date())
  if (problem) return PROBLEMS[problem]
  const credits = Number(values.credits ?? (values.plan ? 0 : Number.NaN))
  if (!Number.isInteger(credits) || credits < 0) return '--credits takes the most credits that it may spend.'
  const markets = values.markets?.split(',').filter(Boolean)
  const source = SOURCES.find(({ snapshot }) => snapshot !== undefined)
  const place = source && (await findPlace(database.kysely, ENVIRONMENT, source))
  if (!source || !place) return 'The Odds API is not set up: it needs a key.'
  const request = { source, place, sport, markets, from, to, everyMinutes, credits }
  return { request, isPlan: values.plan ?? false }
}

function readTime(text: string | undefined): Date | null {
  if (text === undefined || !TIME.test(text)) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        every: { type: 'string' },
        markets: { type: 'string' },
        credits: { type: 'string' },
        plan: { type: 'boolean' },
      },
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
