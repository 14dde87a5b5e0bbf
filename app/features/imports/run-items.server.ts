import { sql, type Transaction } from 'kysely'
import type { RunRecord } from '#app/features/runs/runs.server.ts'
import type {
  EventItem,
  LiveItem,
  ReasonCode,
  RejectedItem,
  ResultItem,
  WarningCode,
} from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { ItemOutcome } from './batch.ts'
import type { ImportCounts } from './schema.ts'

/** Rejected items and warnings that are stored for one run; all are counted. */
const MOST_STORED = 10_000
/**
 * Not a fault of the feed, and as many in each import: matches of a list of scores that are still to be played, and
 * entries of a feed that are not matches.
 */
const ONLY_COUNTED: ReadonlySet<ReasonCode | WarningCode> = new Set([
  'not_finished',
  'not_a_match',
  'virtual',
])

/** A row of run_items. */
export interface RunItem {
  position: number
  external_id: string | null
  level: 'rejected' | 'warning'
  reason: ReasonCode | WarningCode
  detail: string
  /** Only counted, without a row: it happens in every import and is not a fault of the source. */
  isUsual?: boolean
}

export function rejection({ position, externalId, reason, detail }: RejectedItem): RunItem {
  return { position, external_id: externalId ?? null, level: 'rejected', reason, detail }
}

/** The warnings of an event, or its rejection as a duplicate. */
export function eventItems(event: EventItem, outcome: ItemOutcome | undefined): RunItem[] {
  const { position, externalId: external_id, home, away, warnings } = event
  if (outcome === 'duplicate_match') {
    return [{ position, external_id, level: 'rejected', reason: outcome, detail: `${home} - ${away}` }]
  }
  return warnings.map(({ code, detail }) => ({
    position,
    external_id,
    level: 'warning',
    reason: code,
    detail,
  }))
}

/** The rejection of an unknown match. Live scores cover more matches than the site has: theirs are only counted. */
export function unknownMatchItems(item: ResultItem | LiveItem, outcome: ItemOutcome | undefined): RunItem[] {
  if (outcome !== 'unknown_match') return []
  const { position, externalId: external_id, kind } = item
  return [{ position, external_id, level: 'rejected', reason: outcome, detail: '', isUsual: kind === 'live' }]
}

/**
 * Counts items in the run, and stores the first ones.
 * @param stored how many the run has stored before
 * @returns how many were stored now
 */
export async function storeRunItems(
  trx: Transaction<DB>,
  run: RunRecord<ImportCounts>,
  items: readonly RunItem[],
  stored: number,
): Promise<number> {
  const { counts, reasons } = run
  for (const { level, reason } of items) {
    reasons[reason] = (reasons[reason] ?? 0) + 1
    if (level === 'rejected') counts.rejected += 1
    else counts.warnings += 1
  }
  const rows = items
    .filter(({ reason, isUsual }) => !isUsual && !ONLY_COUNTED.has(reason))
    .slice(0, Math.max(0, MOST_STORED - stored))
    .map(({ isUsual: _, ...one }) => ({ ...one, run_id: run.id }))
  if (rows.length === 0) return 0
  await sql`
    insert into run_items (run_id, position, external_id, level, reason, detail)
    select run_id, position, external_id, level, reason, detail
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (run_id uuid, position int, external_id text, level text, reason text, detail text)`.execute(trx)
  return rows.length
}
