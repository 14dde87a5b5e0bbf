import type { Source } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import type { FoundPlace } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { ImportRequest } from '../run/import-request.ts'
import type { ImportSummary } from '../schema.ts'

export interface HistoryRequest {
  source: Source
  place: FoundPlace
  sport: string
  markets: readonly string[] | undefined
  /** The first and the last instant. */
  from: Date
  to: Date
  everyMinutes: number
  /** The most credits that the requests may cost together. */
  credits: number
}

/** What a range of snapshots asks for. */
export interface HistoryPlan {
  instants: Date[]
  /** The most that one request costs. */
  cost: number
}

export function planHistory(request: HistoryRequest): HistoryPlan {
  const { from, to, everyMinutes } = request
  const count = Math.floor((to.getTime() - from.getTime()) / (everyMinutes * MINUTE_MS)) + 1
  const instants = Array.from(
    { length: count },
    (_, index) => new Date(from.getTime() + index * everyMinutes * MINUTE_MS),
  )
  return { instants, cost: request.source.cost?.(requestAt(request, from)) ?? 0 }
}

export type HistoryOutcome = Pick<ImportSummary, 'status' | 'error' | 'credits' | 'inserted' | 'updated'> & {
  /** Snapshots that were imported now, and those that an earlier command had imported. */
  imported: number
  before: number
  /** Price changes that were written. */
  changes: number
  /** The first instant that was not imported; null if all were. */
  next: Date | null
  /** Whether the credits did not suffice for it. */
  isOverBudget: boolean
}

export interface SnapshotImporter {
  requestedBy: string
  /** Imports one snapshot as a run of its own. */
  run(request: ImportRequest): Promise<ImportSummary>
  onSnapshot(at: Date, summary: ImportSummary): void | Promise<void>
}

/**
 * Imports the snapshots of a range one after the other, the oldest first. A snapshot with a finished run is skipped, so
 * the same range goes on where it stopped. Stops before a request that might exceed the credits, and after a failure.
 */
export async function importHistory(
  database: Database,
  request: HistoryRequest,
  { requestedBy, run, onSnapshot }: SnapshotImporter,
): Promise<HistoryOutcome> {
  const { instants, cost } = planHistory(request)
  const { source, place } = request
  const done = await readDone(
    database,
    source,
    instants.map((at) => requestAt(request, at).address),
  )
  const outcome: HistoryOutcome = {
    ...{ status: 'done', error: null, credits: 0, inserted: 0, updated: 0, changes: 0 },
    ...{ imported: 0, before: 0, next: null, isOverBudget: false },
  }
  for (const at of instants) {
    const { address, headers = {} } = requestAt(request, at)
    if (done.has(redactAddress(address))) {
      outcome.before += 1
      continue
    }
    if (outcome.credits + cost > request.credits) return { ...outcome, next: at, isOverBudget: true }
    const summary = await run({
      source: source.key,
      origin: address,
      options: {
        requestedBy,
        snapshotAt: at,
        mayBeEmpty: true,
        fetch: { headers, allowPrivateAddresses: place.allowPrivateAddresses },
      },
    })
    outcome.credits += summary.credits
    outcome.inserted += summary.inserted
    outcome.updated += summary.updated
    outcome.changes += summary.odds
    const { status, error } = summary
    if (status !== 'done') return { ...outcome, status, error, next: at }
    outcome.imported += 1
    await onSnapshot(at, summary)
  }
  return outcome
}

function requestAt({ source, place, sport, markets }: HistoryRequest, at: Date) {
  if (!source.snapshot) throw new TypeError(`${source.label} has no snapshots.`)
  return source.snapshot(place, { sport, markets, at })
}

/** The addresses, as runs state them, that were imported completely. */
async function readDone(
  { kysely }: Database,
  { key }: Source,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('runs')
    .select('subject')
    .where('kind', '=', key)
    .where('status', '=', 'done')
    .where('subject', 'in', addresses.map(redactAddress))
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}
