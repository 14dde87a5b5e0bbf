import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { RunHandler } from '#app/features/runs/carry-out.server.ts'
import { type RunDesk, requestRun, requeueRun } from '#app/features/runs/run-queue.server.ts'
import { BY_SCHEDULE, type RunRequested } from '#app/features/runs/runs.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import {
  FEED_SOURCES,
  type FeedEnv,
  type FeedSourceName,
  readFeedAddress,
  SCORE_DAYS,
} from '#app/features/sources/addresses.server.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { runImport } from './run-import.server.ts'

/** What an administrator chooses for an import of odds. */
export const importRequestSchema = z.object({
  source: z.enum(FEED_SOURCES),
  /** Of the promo feed a sport's name, of The Odds API a sport's key; all that there is when it is left out. */
  sport: z.string().trim().min(1).max(200).optional(),
  menuPosition: z.coerce.number().int().min(0).max(100_000).optional(),
  /** Scores in place of matches and prices. */
  results: z.boolean().optional(),
})
export type ImportChoice = z.infer<typeof importRequestSchema>

/** What a run of odds was asked for, as it is kept. */
const paramsSchema = z.object({
  sport: z.string().optional(),
  menuPosition: z.number().optional(),
  results: z.boolean().optional(),
})

/** Asks for an import of odds. The site's worker carries it out. */
export async function startImport(
  desk: RunDesk,
  env: FeedEnv,
  choice: ImportChoice & { administratorId: string },
): Promise<RunRequested | { kind: 'not_configured' }> {
  const { source, sport, menuPosition, results, administratorId } = choice
  const feed = await readFeedAddress(desk.db, env, source, { sport, results })
  if (!feed) return { kind: 'not_configured' }
  return requestRun(desk, {
    kind: source,
    subject: redactAddress(feed.address),
    requestedBy: administratorId,
    params: {
      ...(sport === undefined ? {} : { sport }),
      ...(menuPosition === undefined ? {} : { menuPosition }),
      ...(results ? { results } : {}),
    },
  })
}

/**
 * Asks for what a feed's schedule imports: each of its competitions, and their scores while some are missing; without any
 * what the feed has next.
 * @returns whether something is under way now
 */
export async function startScheduledImports(
  desk: RunDesk,
  env: FeedEnv,
  source: FeedSourceName,
  sports: readonly string[],
): Promise<boolean> {
  const withScores = source === 'the-odds-api' && sports.length > 0 && (await lacksScores(desk.db, source))
  const choices: ImportChoice[] = [
    ...(sports.length === 0 ? [{ source }] : sports.map((sport) => ({ source, sport }))),
    ...(withScores ? sports.map((sport) => ({ source, sport, results: true })) : []),
  ]
  let isUnderWay = false
  for (const choice of choices) {
    const asked = await startImport(desk, env, { ...choice, administratorId: BY_SCHEDULE })
    isUnderWay ||= asked.kind === 'queued'
  }
  return isUnderWay
}

/** Whether the feed has brought matches that should be over and have no score, as far back as it gives scores. */
async function lacksScores(db: Kysely<DB>, source: FeedSourceName): Promise<boolean> {
  const { rows } = await sql`
    select 1 from matches m
    where m.start_time between now() - make_interval(days => ${SCORE_DAYS}) and now() - interval '2 hours'
      and m.home_score is null and m.status <> 'cancelled'
      and exists (select 1 from match_sources s where s.match_id = m.id and s.source = ${source})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Carries out the imports of odds that were asked for. */
export function feedHandler(database: Database, env: FeedEnv, source: FeedSourceName): RunHandler {
  return async (run, signal) => {
    const { sport, menuPosition, results } = paramsSchema.parse(run.params)
    const feed = await readFeedAddress(database.kysely, env, source, { sport, results })
    if (!feed) throw new RunError('not_configured', `There is no address for ${source}.`)
    const summary = await database.precedence.work((giveWay) =>
      runImport(database.kysely, {
        source,
        origin: feed.address,
        options: {
          runId: run.id,
          ...(run.requestedBy === null ? {} : { requestedBy: run.requestedBy }),
          ...(feed.bookmaker === undefined ? {} : { bookmaker: feed.bookmaker }),
          // A key of The Odds API is one competition: the whole answer is of it.
          ...(results
            ? { mayBeEmpty: true }
            : sport === undefined
              ? {}
              : source === 'promo'
                ? { sport }
                : { isOfOneSport: true }),
          ...(menuPosition === undefined ? {} : { menuPosition }),
          fetch: { allowPrivateAddresses: feed.allowPrivateAddresses },
        },
        signal,
        giveWay,
      }),
    )
    if (signal.aborted && summary.status === 'cancelled') await requeueRun(database.kysely, run.id)
  }
}
