import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { FEED_SOURCES, type FeedEnv, type FeedSourceName, readFeedAddress } from './addresses.server.ts'
import { redactAddress } from './rules.ts'
import { runImport } from './run-import.server.ts'
import { enqueueRun, type RunRequested, requeueRun } from './run-queue.server.ts'
import type { RunHandler } from './run-worker.server.ts'
import { FeedError } from './schema.ts'

/** What an administrator chooses for an import of odds. */
export const importRequestSchema = z.object({
  source: z.enum(FEED_SOURCES),
  /** Of the promo feed a sport's name, of The Odds API a sport's key; all that there is when it is left out. */
  sport: z.string().trim().min(1).max(200).optional(),
  menuPosition: z.coerce.number().int().min(0).max(100_000).optional(),
})
export type ImportChoice = z.infer<typeof importRequestSchema>

/** What a run of odds was asked for, as it is kept. */
const paramsSchema = z.object({
  sport: z.string().optional(),
  menuPosition: z.number().optional(),
})

/** Asks for an import of odds. The site's worker carries it out. */
export async function startImport(
  db: Kysely<DB>,
  env: FeedEnv,
  choice: ImportChoice & { administratorId: string },
): Promise<RunRequested | { kind: 'not_configured' }> {
  const { source, sport, menuPosition, administratorId } = choice
  const feed = await readFeedAddress(db, env, source, sport)
  if (!feed) return { kind: 'not_configured' }
  return enqueueRun(db, {
    source,
    origin: redactAddress(feed.address),
    requestedBy: administratorId,
    params: {
      ...(sport === undefined ? {} : { sport }),
      ...(menuPosition === undefined ? {} : { menuPosition }),
    },
  })
}

/** Carries out the imports of odds that were asked for. */
export function feedHandler(database: Database, env: FeedEnv, source: FeedSourceName): RunHandler {
  return async (run, signal) => {
    const { sport, menuPosition } = paramsSchema.parse(run.params)
    const feed = await readFeedAddress(database.kysely, env, source, sport)
    if (!feed) throw new FeedError('not_configured', `There is no address for ${source}.`)
    const summary = await database.precedence.work((giveWay) =>
      runImport(database.kysely, {
        source,
        origin: feed.address,
        options: {
          runId: run.id,
          ...(run.requestedBy === null ? {} : { requestedBy: run.requestedBy }),
          ...(feed.bookmaker === undefined ? {} : { bookmaker: feed.bookmaker }),
          // A key of The Odds API is one competition: the whole answer is of it.
          ...(sport === undefined ? {} : source === 'promo' ? { sport } : { isOfOneSport: true }),
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
