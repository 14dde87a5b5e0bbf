import { sql, type Transaction } from 'kysely'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, BatchResult, ItemOutcome, PlacedEvent, Resolved } from '../resolve/batch.ts'
import { lockMatches } from '../resolve/lock-matches.server.ts'
import { resolveMatches } from '../resolve/resolve-matches.server.ts'
import { lockBookmakers } from './lock-bookmakers.server.ts'
import { recallDraws } from './recall-draws.server.ts'
import { storeMarkets } from './store-markets.server.ts'
import {
  insertLinks,
  insertMatches,
  insertReviews,
  reviveMatches,
  updateMatches,
} from './store-matches.server.ts'
import { storeQuotes } from './store-quotes.server.ts'
import { storePlayed } from './store-results.server.ts'

/**
 * Writes a batch of events, one statement per table: matches with the feed's ids, quotes with their history, headlines.
 * Existing matches take names and kick-off from the feed that created them (see updateMatches), and prices from every feed; fields that an
 * administrator edits are never written.
 */
export async function storeEvents(
  trx: Transaction<DB>,
  events: readonly PlacedEvent[],
  context: BatchContext,
): Promise<BatchResult> {
  await lockBookmakers(
    trx,
    events.map(({ event }) => event),
    context,
  )
  const resolved = await resolveMatches(trx, events, context)
  const owners = await findOwners(trx, resolved, context)
  const outcomes: ItemOutcome[] = resolved.map(({ stored, matchId }, index) => {
    if (owners.get(matchId) !== index) return 'duplicate_match'
    return stored ? 'unchanged' : 'inserted'
  })
  const own = await recallDraws(
    trx,
    resolved.filter(({ index }) => outcomes[index] !== 'duplicate_match'),
    context,
  )

  await lockMatches(
    trx,
    own.flatMap(({ stored }) => (stored ? [stored.id] : [])),
  )
  await insertMatches(
    trx,
    own.filter(({ stored }) => !stored),
    context.source,
  )
  await reviveMatches(trx, own)
  await insertLinks(trx, resolved, context)
  await insertReviews(trx, own)
  const renamed = await updateMatches(trx, own, context)
  const quotes = await storeQuotes(trx, own, context)
  const played = await storePlayed(
    trx,
    own.map(({ matchId, event: { state, result } }) => ({ matchId, state, result })),
    context.source,
  )
  const repriced = await storeMarkets(trx, own, context, quotes.headlines)
  await refreshHeadlines(trx, quotes.touched)
  for (const { index, matchId } of own) {
    const isChanged =
      [renamed, quotes.changed, repriced].some((ids) => ids.has(matchId)) || played.has(matchId)
    if (outcomes[index] === 'unchanged' && isChanged) outcomes[index] = 'updated'
  }
  return { outcomes, odds: quotes.taken, withdrawn: quotes.withdrawn }
}

/**
 * Of several events of one body that are the same match the first is used: its index by match id (-1: of an earlier
 * batch).
 */
export async function findOwners(
  trx: Transaction<DB>,
  resolved: readonly Resolved[],
  context: BatchContext,
): Promise<Map<string, number>> {
  const owners = new Map<string, number>()
  for (const { matchId, index } of resolved) if (!owners.has(matchId)) owners.set(matchId, index)
  const stored = [...new Set(resolved.flatMap((one) => (one.stored ? [one.matchId] : [])))]
  if (stored.length === 0) return owners
  const links = await trx
    .selectFrom('match_sources')
    .select(['match_id', 'external_id'])
    .where('source', '=', context.source)
    .where(sql<boolean>`match_id = any(${stored}::uuid[])`)
    .execute()
  for (const link of links) if (context.wasSeen(link.external_id)) owners.set(link.match_id, -1)
  return owners
}
