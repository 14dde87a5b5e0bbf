import { type Kysely, sql, type Transaction } from 'kysely'
import type { Offer, UnknownMarket } from '#app/features/odds/offers.ts'
import type { EventOffers, StoredOffer } from '#app/features/odds/store/event-offers.server.ts'
import { storePrices, withdrawPrices } from '#app/features/odds/store/store-prices.server.ts'
import type { EventItem } from '#app/features/sources/contract.ts'
import { countUnknownMarkets } from '#app/features/sources/market-mappings.server.ts'
import { retryConflicts } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { CLOCK_SKEW_MS } from '#app/platform/time.ts'
import { lockMatches } from '../resolve/lock-matches.server.ts'
import { isCovered, type WholeAnswer } from './whole-answer.server.ts'

interface Answer {
  source: string
  /** The key under which prices are stored, where it is not the source's. */
  keptUnder?: string
  confirmedAt: Date
  /** Ids of bookmakers by their keys. */
  bookmakers: ReadonlyMap<string, string>
  /** Keys of unknown markets that an operator ignores. */
  ignoredMarkets?: ReadonlySet<string>
}

/**
 * Stores every market of the items.
 * @param headlines what the items have withdrawn in the headlines of matches
 * @returns the matches with a new, changed or withdrawn price
 */
export async function storeMarkets(
  trx: Transaction<DB>,
  items: readonly {
    event: Pick<EventItem, 'offers' | 'isPartial' | 'part' | 'unknownMarkets'>
    matchId: string
  }[],
  { source, keptUnder = source, confirmedAt, bookmakers, ignoredMarkets }: Answer,
  headlines: ReadonlyMap<string, EventOffers['withdrawn']> = new Map(),
): Promise<ReadonlySet<string>> {
  const events = items.flatMap(({ event, matchId }): EventOffers[] => {
    if (event.offers === undefined) return []
    const offers = withBookmakers(event.offers, bookmakers)
    const { part = null, isPartial = false } = event
    const withdrawn = headlines.get(matchId) ?? []
    return [{ event: matchId, kind: 'match', part, offers, isPartial, withdrawn }]
  })
  await tellUnknownMarkets(
    trx,
    items.flatMap(({ event }) => event.unknownMarkets ?? []),
    { source, ignoredMarkets },
  )
  if (events.length === 0) return new Set()
  return (await storePrices(trx, events, { source: keptUnder, confirmedAt })).changed
}

/** Offers by the ids of their bookmakers. */
export function withBookmakers(
  offers: readonly Offer[],
  bookmakers: ReadonlyMap<string, string>,
): StoredOffer[] {
  return offers.flatMap(({ bookmaker, ...offer }) => {
    const bookmakerId = bookmakers.get(bookmaker.key)
    return bookmakerId ? [{ ...offer, bookmakerId }] : []
  })
}

/** Counts unknown markets, except those that an operator ignores. */
export async function tellUnknownMarkets(
  trx: Transaction<DB>,
  markets: readonly UnknownMarket[],
  { source, ignoredMarkets }: { source: string; ignoredMarkets: ReadonlySet<string> | undefined },
): Promise<void> {
  const counts = new Map<string, { key: string; example: string; count: number }>()
  for (const { key, example } of markets) {
    if (ignoredMarkets?.has(key)) continue
    const one = counts.get(key) ?? { key, example, count: 0 }
    counts.set(key, { ...one, count: one.count + 1 })
  }
  await countUnknownMarkets(trx, source, [...counts.values()])
}

/** Matches of a transaction in which prices are withdrawn. */
const WITHDRAWN_MATCHES = 200

/** Withdraws a source's prices of future events that a complete answer does not list. Newer prices stay. */
export async function withdrawUnlistedPrices(db: Kysely<DB>, answer: WholeAnswer): Promise<void> {
  const { source, confirmedAt, leagues, listed } = answer
  if (leagues.length === 0) return
  const { rows } = await sql<{ event: string }>`
    select distinct n.event
    from matches m
    join quotes_seen n on n.event = m.id
      and (n.seen_at <= ${confirmedAt} or n.seen_at > now() + make_interval(secs => ${CLOCK_SKEW_MS / 1_000}))
    join price_sources p on p.no = n.source and p.key = ${source}
    where ${isCovered(answer)} and m.status in ('scheduled', 'live') and m.start_time > ${confirmedAt}
      and not exists (select 1 from match_sources s
        where s.match_id = m.id and s.source = ${source} and s.external_id = any(${listed}::text[]))
      and exists (select 1 from markets k join quotes q on q.market = k.id
        where k.event = m.id and q.source = p.no and array_length(array_remove(q.prices, null), 1) > 0)
    order by n.event`.execute(db)
  for (let first = 0; first < rows.length; first += WITHDRAWN_MATCHES) {
    const matches = rows.slice(first, first + WITHDRAWN_MATCHES).map(({ event }) => event)
    await retryConflicts(() =>
      db.transaction().execute(async (trx) => {
        await lockMatches(trx, matches)
        await withdrawPrices(trx, matches, { source, confirmedAt })
      }),
    )
  }
}
