import type { Transaction } from 'kysely'
import type { EventOffers } from '#app/features/odds/store/event-offers.server.ts'
import { storeHistory } from '#app/features/odds/store/store-history.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, BatchResult, ItemOutcome, PlacedEvent } from '../resolve/batch.ts'
import { lockMatches } from '../resolve/lock-matches.server.ts'
import { resolveMatches } from '../resolve/resolve-matches.server.ts'
import { lockBookmakers } from './lock-bookmakers.server.ts'
import { findOwners } from './store-batch.server.ts'
import { tellUnknownMarkets, withBookmakers } from './store-markets.server.ts'
import { insertLinks, insertMatches, insertReviews } from './store-matches.server.ts'

/**
 * Writes a batch of events of a past instant: their prices as history, and matches that are not stored yet. Existing
 * matches keep their names, kick-off and links, because the snapshot is older than what is known of them.
 */
export async function storeSnapshot(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  context: BatchContext,
): Promise<BatchResult> {
  await lockBookmakers(
    trx,
    events.map(({ event }) => event),
    context,
  )
  const resolved = await resolveMatches(trx, events, { ...context, isPast: true })
  const owners = await findOwners(trx, resolved, context)
  const own = resolved.filter(({ matchId, index }) => owners.get(matchId) === index)
  await lockMatches(
    trx,
    own.flatMap(({ stored }) => (stored ? [stored.id] : [])),
  )
  await insertMatches(
    trx,
    own.filter(({ stored }) => !stored),
    context.source,
  )
  await insertLinks(
    trx,
    own.filter(({ link }) => !link),
    context,
  )
  await insertReviews(trx, own)
  await tellUnknownMarkets(
    trx,
    own.flatMap(({ event }) => event.unknownMarkets ?? []),
    { source: context.source, ignoredMarkets: context.ignoredMarkets },
  )
  const priced = own.map(
    ({ event, matchId }): EventOffers => ({
      event: matchId,
      kind: 'match',
      part: event.part ?? null,
      offers: withBookmakers(event.offers ?? [], context.bookmakers),
    }),
  )
  const { changed, changes } = await storeHistory(trx, priced, {
    source: context.source,
    at: context.confirmedAt,
  })
  const outcomes = resolved.map(({ matchId, index, stored }): ItemOutcome => {
    if (owners.get(matchId) !== index) return 'duplicate_match'
    if (!stored) return 'inserted'
    return changed.has(matchId) ? 'updated' : 'unchanged'
  })
  return { outcomes, odds: changes, withdrawn: 0 }
}
