/** Past prices that an operator imports from the back office: one run, which imports each snapshot as a run of its own. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type RunDesk, requestRun } from '#app/features/runs/run-queue.server.ts'
import { cancelRun, createRun, type RunRequested, SITE } from '#app/features/runs/runs.server.ts'
import { RunError, UNDER_WAY } from '#app/features/runs/schema.ts'
import type { Tool, ToolRun } from '#app/features/runs/tool-run.server.ts'
import type { Source } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findSource } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { resolveOrigin } from '../read/open-body.server.ts'
import { withoutPlace } from '../read/without-place.server.ts'
import type { ImportRequest } from '../run/import-request.ts'
import { runImport } from '../run/run-import.server.ts'
import type { ImportSummary } from '../schema.ts'
import { findRangeProblem, type RangeProblem } from './history-range.ts'
import { importHistory, type SnapshotImporter } from './import-history.server.ts'

/** The kind of its runs. */
export const PAST_PRICES = 'past-prices'

export const pastPricesSchema = z.object({
  source: z.string().refine((key) => findSource(key)?.snapshot !== undefined),
  sports: z
    .array(z.string().regex(/^\w{1,100}$/))
    .min(1)
    .max(20),
  from: z.coerce.date(),
  to: z.coerce.date(),
  everyMinutes: z.number().int().max(100_000),
  markets: z
    .array(z.string().regex(/^\w{1,100}$/))
    .min(1)
    .max(50),
  /** The most that all requests may cost together. */
  credits: z.number().int().min(1).max(100_000_000),
})
type Params = z.infer<typeof pastPricesSchema>

/** Snapshots, price changes, events with a new or changed price, credits. */
const COUNTS = ['done', 'odds', 'inserted', 'updated', 'credits'] as const
type Count = (typeof COUNTS)[number]
type Run = ToolRun<Params, Count>

/** Queues an import of past prices, which the site's worker executes. */
export async function startPastPrices(
  desk: RunDesk,
  env: SourcesEnv,
  choice: Params & { administratorId: string },
): Promise<RunRequested | { kind: 'not_configured' } | { kind: 'invalid'; problem: RangeProblem }> {
  const { administratorId, ...params } = choice
  const problem = findRangeProblem(params, new Date())
  if (problem) return { kind: 'invalid', problem }
  const source = findSource(params.source)
  if (!source || !(await findPlace(desk.db, env, source))) return { kind: 'not_configured' }
  const stored = { ...params, from: params.from.toISOString(), to: params.to.toISOString() }
  return requestRun(desk, { kind: PAST_PRICES, subject: SITE, requestedBy: administratorId, params: stored })
}

/** What a snapshot of one market costs at most, in the source's credits; null if the source is not set up. */
export async function costOfPastMarket(
  db: RunDesk['db'],
  env: SourcesEnv,
  source: Source,
): Promise<number | null> {
  const place = await findPlace(db, env, source)
  const [market = ''] = source.markets?.list ?? []
  if (!place || !source.snapshot) return null
  const request = source.snapshot(place, { sport: 'any', markets: [market], at: new Date(0) })
  return source.cost?.(request) ?? 0
}

/** The competitions one after the other. The credits are for all of them, and for all attempts of the run. */
export function pastPricesTool({
  database,
  env,
}: {
  database: Database
  env: SourcesEnv
}): Tool<Params, Count> {
  return {
    kind: PAST_PRICES,
    params: pastPricesSchema,
    counts: COUNTS,
    async run(run) {
      const { source: key, sports, ...range } = run.params
      const source = findSource(key)
      const place = source && (await findPlace(database.kysely, env, source))
      if (!source) throw new RunError('not_configured', `There is no source ${key}.`)
      if (!place) throw await withoutPlace(database.kysely, env, source)
      for (const [index, sport] of sports.entries()) {
        const credits = run.params.credits - run.counts.credits
        const importer = importerOf(database, run, index)
        const outcome = await importHistory(database, { ...range, source, place, sport, credits }, importer)
        if (outcome.isOverBudget) {
          throw new RunError(
            'budget_spent',
            `${run.counts.credits} of ${run.params.credits}; next: ${sport}, ${outcome.next?.toISOString()}`,
          )
        }
        if (outcome.status === 'cancelled') await stop(run)
        if (outcome.status !== 'done') {
          const { code = 'unexpected', message = outcome.status } = outcome.error ?? {}
          if (code === 'unexpected') throw new Error(message)
          throw new RunError(code, message)
        }
      }
    },
  }
}

/** @param index of the competition, among all of the run */
function importerOf(database: Database, run: Run, index: number): SnapshotImporter {
  const requestedBy = run.requestedBy ?? 'cli'
  const { from, to, sports } = run.params
  const length = Math.max(1, to.getTime() - from.getTime())
  return {
    requestedBy,
    run: (request) => importSnapshot(database, run, request, requestedBy),
    onSnapshot: (at, { odds, inserted, updated, credits }) =>
      run.commit({
        share: (index + (at.getTime() - from.getTime()) / length) / sports.length,
        counts: { done: 1, odds, inserted, updated, credits },
      }),
  }
}

/**
 * Imports a snapshot as a run with the job of the whole: whoever looks for runs of lost processes finds both. One that
 * a killed process has left is ended first.
 */
async function importSnapshot(
  database: Database,
  run: Run,
  request: ImportRequest,
  requestedBy: string,
): Promise<ImportSummary> {
  const db = database.kysely
  const { job_id: jobId } = await findOwn(run)
  const identity = {
    kind: request.source,
    subject: redactAddress(resolveOrigin(request.origin)),
    requestedBy,
  }
  await db
    .updateTable('runs')
    .set({ status: 'failed', finished_at: sql`now()` })
    .where('kind', '=', identity.kind)
    .where('subject', '=', identity.subject)
    .where('job_id', '=', jobId)
    .where('status', 'in', UNDER_WAY)
    .execute()
  const asked = await createRun(db, { ...identity, params: {} }, jobId)
  if (asked.kind !== 'queued') {
    throw new RunError('already_running', `This snapshot is being imported (run ${asked.runId}).`)
  }
  return database.precedence.work((giveWay) =>
    runImport(db, {
      ...request,
      options: { ...request.options, runId: asked.runId },
      signal: run.signal,
      giveWay,
    }),
  )
}

/** A snapshot was stopped: by its own button, or with the whole. */
async function stop(run: Run): Promise<void> {
  run.signal.throwIfAborted()
  await cancelRun(run.db, (await findOwn(run)).id)
  await run.commit({ share: run.percent / 100 })
}

/** There is one run of this kind at a time. */
function findOwn({ db }: Run): Promise<{ id: string; job_id: string | null }> {
  return db
    .selectFrom('runs')
    .select(['id', 'job_id'])
    .where('kind', '=', PAST_PRICES)
    .where('subject', '=', SITE)
    .where('status', 'in', UNDER_WAY)
    .executeTakeFirstOrThrow()
}
