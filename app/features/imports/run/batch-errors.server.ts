import type { FeedItem, RejectedItem } from '#app/features/sources/contract.ts'
import { isConflict } from '#app/platform/db/retry.server.ts'
import { sqlState } from '#app/platform/db/sql-state.server.ts'
import { NotCreatedError } from '../places/places.server.ts'

/** Whether the database rejected the rows (classes 22 and 23) or their place, or rolled back because of a conflict. */
export function isRefusal(error: unknown): boolean {
  return /^(22|23)...$/.test(sqlState(error)) || error instanceof NotCreatedError || isConflict(error)
}

/** Whether a retry can succeed: after a conflict, or a row that another run wrote or deleted meanwhile. */
export function isTransient(error: unknown): boolean {
  return isConflict(error) || /^(23503|23505)$/.test(sqlState(error))
}

/** The rejection of an item that the database rejected. */
export function notStorable(item: FeedItem, error: unknown): RejectedItem {
  const detail = error instanceof Error ? error.message.slice(0, 300) : ''
  const { position, externalId } = item
  return { kind: 'rejected', position, ...(externalId ? { externalId } : {}), reason: 'not_storable', detail }
}
