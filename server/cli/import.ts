import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isWebAddress } from '#app/features/imports/read/open-body.server.ts'
import { importHere } from '#app/features/imports/run/import-here.server.ts'
import type { ImportRequest } from '#app/features/imports/run/import-request.ts'
import type { ImportProgress, ImportSummary, Stage } from '#app/features/imports/schema.ts'
import { openRunner } from '#app/features/runs/carry-out.server.ts'
import { findRun } from '#app/features/runs/runs.server.ts'
import { RunError, type RunErrorCode } from '#app/features/runs/schema.ts'
import type { Source } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findSource, SOURCES } from '#app/features/sources/registry.server.ts'
import { ownHeaders } from '#app/features/sources/settings.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import type { CommandIo } from './command.ts'
import { ENVIRONMENT } from './environment.ts'

const USAGE = `Usage: overround import <source> <file or address> [options]
       overround import --resume <run id>

Sources, and the variables of the environment that set them up for the site:
${SOURCES.map(describe).join('\n')}

Options:
  --bookmaker <name>   whose prices a promo feed carries (Promo)
  --resume <run id>    go on with a run that failed or was cancelled
  --allow-private      fetch addresses of this machine and private networks too
  --max-mb <number>    largest body in megabytes, unpacked (512)

The same command again goes on where the last run stopped, if the body is the same.`

function describe({ key, about, variables }: Source): string {
  const lines = Object.entries(variables).map(
    ([name, variable]) =>
      `      ${name}: ${variable.about}${variable.default ? ` (${variable.default})` : ''}`,
  )
  return [`  ${key}: ${about}`, ...lines].join('\n')
}

const STAGE_TEXTS: Record<Stage, string> = {
  fetch: 'Fetching the feed',
  sports: 'Sports',
  countries: 'Countries',
  leagues: 'Leagues',
  matches: 'Matches',
  done: 'Done',
}

/** A line that wraps cannot be updated in place. */
const TERMINAL_WIDTH = 79

/** Without updates in place, the interval between two messages that the run waits for its feed. */
const WAIT_LINE_SECONDS = 20

/** The body itself is at fault: only another one helps, which an address can have later. */
const FAULTS_OF_BODY: readonly string[] = [
  'empty_body',
  'unexpected_body',
  'malformed_body',
  'not_json',
  'error_answer',
  'no_items',
] satisfies RunErrorCode[]

const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/**
 * `overround import`: shows progress and ends with the summary as one line of JSON on `out`.
 * @returns the exit code: 0 done, 1 failed or cancelled, 2 wrong usage
 */
export async function importCommand(
  database: Database,
  argv: readonly string[],
  io: CommandIo,
  signal: AbortSignal,
): Promise<number> {
  const request = await readArguments(database, argv, io.cwd)
  if (typeof request === 'string') {
    io.err(`${request}\n\n${USAGE}\n`)
    return EXIT.usage
  }
  const progress = progressWriter(io)
  const runner = await openRunner(database, createLog('error'))
  try {
    const summary = await importHere({ database, runner }, { ...request, onProgress: progress.show, signal })
    progress.end()
    explain(summary, request, io)
    io.out(`${JSON.stringify(summary)}\n`)
    return summary.status === 'done' ? EXIT.ok : EXIT.failed
  } catch (error) {
    progress.end()
    if (!(error instanceof RunError)) throw error
    io.err(`${error.message}\n`)
    const origin = redactAddress(request.origin)
    io.out(
      `${JSON.stringify({ source: request.source, origin, status: 'failed', error: { code: error.code, message: error.message } })}\n`,
    )
    return EXIT.failed
  } finally {
    await runner.close()
  }
}

type Request = Pick<ImportRequest, 'source' | 'origin' | 'options'>

/** What to import, or what is wrong with the arguments. */
async function readArguments(
  database: Database,
  argv: readonly string[],
  cwd: string,
): Promise<Request | string> {
  const parsed = parse(argv)
  if (typeof parsed === 'string') return parsed
  const { values, positionals } = parsed
  const maxMegabytes = values['max-mb'] === undefined ? undefined : Number(values['max-mb'])
  if (maxMegabytes !== undefined && !(maxMegabytes > 0)) return '--max-mb takes a number above 0.'
  if (positionals.length > 2) return `One file or address at a time: ${positionals.slice(2).join(' ')}`

  let [source, origin] = positionals
  if (values.resume !== undefined) {
    const run = await findRun(database.kysely, values.resume)
    if (!run) return `There is no run ${values.resume}.`
    source ??= run.kind
    origin ??= run.subject
    if (origin.includes('***'))
      return `Run ${values.resume} came from an address with a key: give the source and address again.`
  }
  if (!source) return 'Which source?'
  const known = findSource(source)
  if (!known) return `There is no source called ${source}.`
  if (!origin) return 'Which file or address?'
  const namesBookmaker = Object.values(known.variables).some(({ word }) => word === 'bookmaker')
  if (values.bookmaker !== undefined && !namesBookmaker)
    return `--bookmaker does not go with ${source}, which names the bookmakers itself.`
  const located = locate(origin, cwd)
  if (located === null) return 'It takes a file, or an address that begins with http:// or https://.'
  return {
    source,
    origin: located,
    options: {
      requestedBy: 'cli',
      fetch: {
        allowPrivateAddresses: values['allow-private'] ?? false,
        headers: ownHeaders(known, await findPlace(database.kysely, ENVIRONMENT, known), origin),
        ...(maxMegabytes === undefined ? {} : { maxBytes: maxMegabytes * 1024 * 1024 }),
      },
      ...(values.bookmaker === undefined ? {} : { bookmaker: values.bookmaker }),
      ...(values.resume === undefined ? {} : { runId: values.resume }),
    },
  }
}

/** An address, or the absolute path of a file; null for an address of another kind. */
function locate(origin: string, cwd: string): string | null {
  if (isWebAddress(origin)) return origin
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(origin) && !origin.startsWith('file:'))
    return path.resolve(cwd, origin)
  try {
    return fileURLToPath(origin)
  } catch {
    return null
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        bookmaker: { type: 'string' },
        resume: { type: 'string' },
        'allow-private': { type: 'boolean' },
        'max-mb': { type: 'string' },
      },
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** One line that is updated in place on a terminal, otherwise a line for each stage. */
function progressWriter(io: CommandIo) {
  let lastStage: Stage | null = null
  let lastWait = -WAIT_LINE_SECONDS
  let isShown = false
  return {
    show({ stage, percent, counts, waiting }: ImportProgress): void {
      if (waiting && !io.isTerminal && waiting.seconds - lastWait < WAIT_LINE_SECONDS) return
      lastWait = waiting?.seconds ?? -WAIT_LINE_SECONDS
      isShown = true
      const state = waiting ? `waiting ${waiting.seconds} s, attempt ${waiting.attempt}` : STAGE_TEXTS[stage]
      const line = `${String(percent).padStart(3)} %  ${state}${counts.items > 0 ? `  ${counts.items} items, ${counts.odds} odds, ${counts.rejected} rejected` : ''}`
      if (io.isTerminal) io.err(`\r\x1b[2K${line.slice(0, TERMINAL_WIDTH)}`)
      else if (waiting || stage !== lastStage) io.err(`${line}\n`)
      lastStage = stage
    },
    end(): void {
      if (io.isTerminal && isShown) io.err('\n')
    },
  }
}

function explain(summary: ImportSummary, { origin }: Request, io: CommandIo): void {
  if (summary.resumedAfter !== null) io.err(`Resumed after item ${summary.resumedAfter} of an earlier run.\n`)
  if (summary.error) io.err(`${summary.error.message}\n`)
  if (summary.status !== 'done') {
    const outcome = summary.status === 'failed' ? 'failed' : 'was cancelled'
    const canResume = isWebAddress(origin) || !FAULTS_OF_BODY.includes(summary.error?.code ?? '')
    const advice = canResume ? ` Resume with: import --resume ${summary.runId}` : ''
    io.err(`The import ${outcome}; the stored items stay.${advice}\n`)
  }
  const reasons = Object.entries(summary.reasons).map(([reason, count]) => `${reason} ${count}`)
  if (reasons.length > 0) io.err(`Rejected: ${reasons.join(', ')}\n`)
}
