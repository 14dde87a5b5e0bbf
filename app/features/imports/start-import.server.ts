import { z } from 'zod'
import type { RunHandler } from '#app/features/runs/carry-out.server.ts'
import { type RunDesk, requestRun, requeueRun } from '#app/features/runs/run-queue.server.ts'
import { BY_SCHEDULE, type RunRequested, type Turn } from '#app/features/runs/runs.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type { Chosen, ListedEvent, Part, ScheduleFacts, Source } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findImported } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { BodyOptions } from './open-body.server.ts'
import { runImport } from './run-import.server.ts'
import { readFacts } from './schedule-facts.server.ts'

/** What an administrator chooses for an import of odds. */
export const importRequestSchema = z.object({
  source: z.string().refine((key) => findImported(key) !== undefined),
  /** By the value of its choice; all that there is when it is left out. */
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
  live: z.boolean().optional(),
  day: z.string().optional(),
  competitions: z.array(z.string()).optional(),
  prices: z.boolean().optional(),
  markets: z.array(z.string()).optional(),
  eventMarkets: z.array(z.string()).optional(),
  horizonHours: z.number().optional(),
})

/** Match by match only what begins that soon, where nothing else is said. */
const HORIZON_HOURS = 24

/** Asks for an import of odds. The site's worker carries it out. */
export async function startImport(
  desk: RunDesk,
  env: SourcesEnv,
  choice: ImportChoice & Part & { administratorId: string; turn?: Turn },
): Promise<RunRequested | { kind: 'not_configured' }> {
  const { source: key, administratorId, turn, ...params } = choice
  const source = findImported(key)
  const place = source && (await findPlace(desk.db, env, source))
  if (!source || !place) return { kind: 'not_configured' }
  return requestRun(desk, {
    kind: key,
    subject: redactAddress(source.request(place, params).address),
    requestedBy: administratorId,
    turn,
    params: Object.fromEntries(
      Object.entries(params).filter(([, value]) => value !== undefined && value !== false),
    ),
  })
}

/**
 * Asks for what a turn of a source's schedule imports.
 * @param wanted.competitions those that the schedule names
 * @param wanted.turn the turn that the runs are part of
 * @returns whether the schedule has had its turn: something is under way now, or nothing is due
 */
export async function startScheduledImports(
  desk: RunDesk,
  env: SourcesEnv,
  source: Source,
  { turn, ...wanted }: { competitions: readonly string[]; chosen?: Chosen; turn?: Turn },
): Promise<boolean> {
  const parts = await planParts(
    source,
    readFacts(desk.db, source, { ...wanted, scheduleId: turn?.scheduleId ?? null }),
  )
  let isUnderWay = parts.length === 0
  for (const part of parts) {
    const choice = { ...part, source: source.key, administratorId: BY_SCHEDULE, ...(turn ? { turn } : {}) }
    const asked = await startImport(desk, env, choice)
    isUnderWay ||= asked.kind === 'queued'
  }
  return isUnderWay
}

async function planParts(source: Source, facts: ScheduleFacts): Promise<readonly Part[]> {
  if (source.plan) return source.plan(facts)
  const { competitions } = facts
  return competitions.length === 0 ? [{}] : competitions.map((sport) => ({ sport }))
}

/** Carries out the imports of a source that were asked for. */
export function feedHandler(
  database: Database,
  env: SourcesEnv,
  source: Source,
  fetch: BodyOptions = {},
): RunHandler {
  return async (run, signal) => {
    const { menuPosition, ...part } = paramsSchema.parse(run.params)
    const place = await findPlace(database.kysely, env, source)
    if (!place) throw new RunError('not_configured', `There is no address for ${source.label}.`)
    const { address, headers = {} } = source.request(place, part)
    const isRead = source.choices?.by === 'read'
    const { eventMarkets = [], horizonHours = HORIZON_HOURS } = part
    const ask = eventMarkets.length > 0 ? source.detail : undefined
    const detail = ask && { request: (event: ListedEvent) => ask(place, part, event), horizonHours }
    const summary = await database.precedence.work((giveWay) =>
      runImport(database.kysely, {
        source: source.key,
        origin: address,
        options: {
          runId: run.id,
          ...(run.requestedBy === null ? {} : { requestedBy: run.requestedBy }),
          ...(place.bookmaker === undefined ? {} : { bookmaker: place.bookmaker }),
          ...(source.mayBeEmpty?.(part) ? { mayBeEmpty: true } : {}),
          // A whole answer is of the competition that it was asked for.
          ...(part.sport === undefined || part.results || part.prices
            ? {}
            : isRead
              ? { sport: part.sport }
              : { isOfOneSport: true }),
          ...(part.competitions ? { competitions: part.competitions } : {}),
          ...(detail ? { detail } : {}),
          ...(menuPosition === undefined ? {} : { menuPosition }),
          fetch: { ...fetch, headers, allowPrivateAddresses: place.allowPrivateAddresses },
        },
        signal,
        giveWay,
      }),
    )
    if (signal.aborted && summary.status === 'cancelled') await requeueRun(database.kysely, run.id)
  }
}
