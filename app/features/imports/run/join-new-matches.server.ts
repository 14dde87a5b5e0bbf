import type { Kysely } from 'kysely'
import { orderLeagues } from '#app/features/catalogue/order-leagues.server.ts'
import { joinDuplicateLeagues } from '#app/features/contests/leagues.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { forgetNewMatches, readNewMatches } from '../resolve/new-matches.server.ts'
import { joinPostponed } from '../resolve/postponed.server.ts'
import type { ListedEvents } from '../store/listed-events.server.ts'

interface NewMatches {
  /** The source of stored ids. */
  source: string
  confirmedAt: Date
  listed: ListedEvents
  /** Whether a match that is listed under a new id can be a stored one that was postponed. */
  canBePostponed: boolean
}

/** Joins new matches, of earlier runs that have broken off, too, with those that were stored before. */
export async function joinNewMatches(
  db: Kysely<DB>,
  { source, confirmedAt, listed, canBePostponed }: NewMatches,
): Promise<void> {
  const { ids, leagues } = await readNewMatches(db, source, (id) => listed.hasEvent(id))
  if (canBePostponed) {
    await joinPostponed(db, {
      source,
      stored: ids,
      confirmedAt,
      isListed: (externalId) => listed.has(externalId),
    })
  }
  // Only new matches can show that two leagues are one.
  await joinDuplicateLeagues(db, leagues)
  if (leagues.length > 0) await orderLeagues(db, leagues)
  await forgetNewMatches(db, source, ids)
}
