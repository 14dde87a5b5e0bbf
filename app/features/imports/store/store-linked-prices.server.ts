import type { Transaction } from 'kysely'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import { IN_PLAY } from '#app/features/odds/source-prices.server.ts'
import type { PricesItem } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, BatchResult, ItemOutcome, MatchPrices } from '../resolve/batch.ts'
import { lockMatches } from '../resolve/lock-matches.server.ts'
import { isOfContest, isTurnedAround, readLinked, turnPrices } from '../resolve/resolve-matches.server.ts'
import { lockBookmakers } from './lock-bookmakers.server.ts'
import { storeMarkets } from './store-markets.server.ts'
import { storeQuotes } from './store-quotes.server.ts'

/** Writes prices of matches that the feed has linked. Of several items of one match in a batch the first is used. */
export async function storeLinkedPrices(
  trx: Transaction<DB>,
  items: readonly PricesItem[],
  context: BatchContext,
): Promise<BatchResult> {
  if (items.length === 0) return { outcomes: [], odds: 0, withdrawn: 0 }
  await lockBookmakers(trx, items, context)
  const linked = await readLinked(
    trx,
    context.source,
    items.map(({ externalId }) => externalId),
  )
  const taken = new Set<string>()
  const outcomes: ItemOutcome[] = []
  const own: (MatchPrices & { index: number; isInPlay: boolean })[] = []
  for (const [index, item] of items.entries()) {
    const found = linked.get(item.externalId)
    const link = found && isOfContest(item, found) ? found : undefined
    outcomes.push(!link ? 'unknown_match' : taken.has(link.id) ? 'duplicate_match' : 'unchanged')
    if (!link || taken.has(link.id)) continue
    taken.add(link.id)
    const turned = link.turned !== (item.sides !== undefined && isTurnedAround(item.sides, link))
    const { isInPlay = false } = item
    own.push({ event: turned ? turnPrices(item) : item, matchId: link.id, stored: link, index, isInPlay })
  }
  await lockMatches(trx, [...taken])
  const quotes = await storeQuotes(trx, own, context)
  const repriced = new Set<string>()
  for (const [isInPlay, items] of Map.groupBy(own, (one) => one.isInPlay)) {
    const keptUnder = isInPlay ? context.source + IN_PLAY : context.source
    for (const id of await storeMarkets(trx, items, { ...context, keptUnder })) repriced.add(id)
  }
  await refreshHeadlines(trx, quotes.touched)
  for (const { index, matchId } of own) {
    if (quotes.changed.has(matchId) || repriced.has(matchId)) outcomes[index] = 'updated'
  }
  return { outcomes, odds: quotes.taken, withdrawn: quotes.withdrawn }
}
