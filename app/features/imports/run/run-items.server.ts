import { sql, type Transaction } from 'kysely'
import type { RunRecord } from '#app/features/runs/runs.server.ts'
import type {
  EventItem,
  ListedEvent,
  LiveItem,
  OutrightItem,
  PricesItem,
  ReasonCode,
  RejectedItem,
  ResultItem,
  WarningCode,
} from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { ItemOutcome } from '../resolve/batch.ts'
import type { ImportCounts } from '../schema.ts'

/** Rejected items and warnings that are stored for one run; all are counted. */
const MOST_STORED = 10_000
/** Characters of a detail that others wrote. */
const MOST_DETAIL = 300
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
  return warningsOf(event, `${event.home} - ${event.away}`, outcome)
}

/** The warnings of an outright, or its rejection as a duplicate. */
export function outrightItems(outright: OutrightItem, outcome: ItemOutcome | undefined): RunItem[] {
  return warningsOf(outright, outright.name, outcome)
}

/** The warnings of a match's prices, or their rejection. */
export function pricesItems(prices: PricesItem, outcome: ItemOutcome | undefined): RunItem[] {
  return outcome === 'unknown_match' ? unknownMatchItems(prices, outcome) : warningsOf(prices, '', outcome)
}

/** One warning for all events whose details are missing for the same reason. */
export function missingDetails(
  events: readonly ListedEvent[],
  position: number,
  reason: WarningCode,
  message: string,
): RunItem[] {
  const [first] = events
  if (!first) return []
  const others = events.length > 1 ? ` (+ ${events.length - 1})` : ''
  const detail = `${first.home} - ${first.away}${others}: ${message}`.slice(0, MOST_DETAIL)
  return [{ position, external_id: first.externalId, level: 'warning', reason, detail }]
}

function warningsOf(
  { position, externalId: external_id, warnings }: Pick<EventItem, 'position' | 'externalId' | 'warnings'>,
  name: string,
  outcome: ItemOutcome | undefined,
): RunItem[] {
  if (outcome === 'duplicate_match')
    return [{ position, external_id, level: 'rejected', reason: outcome, detail: name }]
  return warnings.map(({ code, detail }) => ({
    position,
    external_id,
    level: 'warning',
    reason: code,
    detail,
  }))
}

/**
 * The rejection of an unknown match. Live scores and prices cover more matches than the site has: theirs are only counted.
 */
export function unknownMatchItems(
  item: ResultItem | LiveItem | PricesItem,
  outcome: ItemOutcome | undefined,
): RunItem[] {
  if (outcome !== 'unknown_match') return []
  const { position, externalId: external_id, kind } = item
  return [
    { position, external_id, level: 'rejected', reason: outcome, detail: '', isUsual: kind !== 'result' },
  ]
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
