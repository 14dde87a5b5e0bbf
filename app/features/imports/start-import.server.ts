import { z } from 'zod'
import type { RunHandler } from '#app/features/runs/carry-out.server.ts'
import { type RunDesk, requestRun, requeueRun } from '#app/features/runs/run-queue.server.ts'
import { BY_SCHEDULE, findLongWait, type RunRequested, type Turn } from '#app/features/runs/runs.server.ts'
import type { Chosen, ListedEvent, Part, ScheduleFacts, Source } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findImported } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { BodyOptions } from './read/open-body.server.ts'
import { withoutPlace } from './read/without-place.server.ts'
import { runImport } from './run/run-import.server.ts'
import { readFacts } from './schedules/schedule-facts.server.ts'
import { findPatience } from './schedules/schedules.server.ts'

/** An administrator's options of an import of odds. */
export const importRequestSchema = z.object({
  source: z.string().refine((key) => findImported(key) !== undefined),
  /** By the value of its option; everything when it is omitted. */
  sport: z.string().trim().min(1).max(200).optional(),
  menuPosition: z.coerce.number().int().min(0).max(100_000).optional(),
  /** Scores in place of matches and prices. */
  results: z.boolean().optional(),
})
export type ImportChoice = z.infer<typeof importRequestSchema>

/** The stored options of a run of odds. */
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

/** Requests details only of matches that begin this soon, unless the options set another limit. */
const HORIZON_HOURS = 24

/** A source that is waited for longer than this is slow. */
const SLOW_MINUTES = 0.5
/**
 * Scheduled runs of slow sources are executed one at a time, so that the others do not wait for them: those that failed at last, and
 * apart from them those that delivered.
 */
const GROUPS = { failed: 'hanging', done: 'slow' }

/**
 * Queues an import of odds, which the site's worker executes.
 * @param minuteMs the length of a minute; tests set a shorter one
 */
export async function startImport(
  desk: RunDesk,
  env: SourcesEnv,
  choice: ImportChoice & Part & { administratorId: string; turn?: Turn },
  minuteMs = MINUTE_MS,
): Promise<RunRequested | { kind: 'not_configured' }> {
  const { source: key, administratorId, turn, ...params } = choice
  const source = findImported(key)
  const place = source && (await findPlace(desk.db, env, source))
  if (!source || !place) return { kind: 'not_configured' }
  const identity = { kind: key, subject: redactAddress(source.request(place, params).address) }
  const wait = turn ? await findLongWait(desk.db, identity, SLOW_MINUTES * minuteMs) : null
  return requestRun(
    desk,
    {
      ...identity,
      requestedBy: administratorId,
      turn,
      params: Object.fromEntries(
        Object.entries(params).filter(([, value]) => value !== undefined && value !== false),
      ),
    },
    wait ? { group: GROUPS[wait] } : {},
  )
}

/** What the request for the runs of a schedule led to; `nothing_due`: its source is not to be asked yet. */
export type ScheduleStarted = RunRequested | { kind: 'not_configured' | 'nothing_due' }

/**
 * Queues the imports of a schedule of a source.
 * @param wanted.competitions those of the schedule
 * @param wanted.turn the turn that the runs are part of
 * @returns the first queued run if there is one
 */
export async function startScheduledImports(
  desk: RunDesk,
  env: SourcesEnv,
  source: Source,
  {
    turn,
    requestedBy,
    ...wanted
  }: { competitions: readonly string[]; chosen?: Chosen; turn?: Turn; requestedBy: string },
  minuteMs = MINUTE_MS,
): Promise<ScheduleStarted> {
  const parts = await planParts(
    source,
    readFacts(desk.db, source, {
      ...wanted,
      scheduleId: turn?.scheduleId ?? null,
      isByHand: requestedBy !== BY_SCHEDULE,
    }),
  )
  let started: ScheduleStarted = { kind: 'nothing_due' }
  for (const part of parts) {
    const choice = { ...part, source: source.key, administratorId: requestedBy, ...(turn ? { turn } : {}) }
    const asked = await startImport(desk, env, choice, minuteMs)
    if (started.kind !== 'queued') started = asked
  }
  return started
}

async function planParts(source: Source, facts: ScheduleFacts): Promise<readonly Part[]> {
  if (source.plan) return source.plan(facts)
  const { competitions } = facts
  return competitions.length === 0 ? [{}] : competitions.map((sport) => ({ sport }))
}

/** Executes the queued imports of a source. */
export function feedHandler(
  database: Database,
  env: SourcesEnv,
  source: Source,
  fetch: BodyOptions = {},
  minuteMs = MINUTE_MS,
): RunHandler {
  return async (run, signal) => {
    const { menuPosition, ...part } = paramsSchema.parse(run.params)
    const place = await findPlace(database.kysely, env, source)
    if (!place) throw await withoutPlace(database.kysely, env, source)
    const { address, headers = {} } = source.request(place, part)
    const isRead = source.choices?.by === 'read'
    const { eventMarkets = [], horizonHours = HORIZON_HOURS } = part
    const ask = eventMarkets.length > 0 ? source.detail : undefined
    const detail = ask && { request: (event: ListedEvent) => ask(place, part, event), horizonHours }
    const leastMinutes = source.patienceMinutes?.(part)
    const patienceMs = await findPatience(database.kysely, run.id, { leastMinutes, minuteMs })
    const summary = await database.precedence.work((giveWay) =>
      runImport(database.kysely, {
        source: source.key,
        origin: address,
        options: {
          runId: run.id,
          ...(run.requestedBy === null ? {} : { requestedBy: run.requestedBy }),
          ...(place.bookmaker === undefined ? {} : { bookmaker: place.bookmaker }),
          ...(source.mayBeEmpty?.(part) ? { mayBeEmpty: true } : {}),
          // A complete answer is of the competition that was requested.
          ...(part.sport === undefined || part.results || part.prices
            ? {}
            : isRead
              ? { sport: part.sport }
              : { isOfOneSport: true }),
          ...(part.competitions ? { competitions: part.competitions } : {}),
          ...(detail ? { detail } : {}),
          ...(menuPosition === undefined ? {} : { menuPosition }),
          ...(patienceMs === null ? {} : { patienceMs }),
          fetch: { ...fetch, headers, allowPrivateAddresses: place.allowPrivateAddresses },
        },
        signal,
        giveWay,
      }),
    )
    if (signal.aborted && summary.status === 'cancelled') await requeueRun(database.kysely, run.id)
  }
}
