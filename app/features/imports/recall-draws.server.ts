import { sql, type Transaction } from 'kysely'
import { withMissingDraw } from '#app/features/odds/offers.ts'
import { LATE } from '#app/features/odds/store-prices.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, MatchPrices, PricedItem } from './batch.ts'

/**
 * Marks prices as those of a three-way market without its draw, where the same bookmaker had a draw in the same market
 * before. Two prices of a three-way market are higher than those of a two-way one, and lose when the match is drawn.
 */
export async function recallDraws<Item extends MatchPrices>(
  trx: Transaction<DB>,
  items: readonly Item[],
  { source, bookmakers }: Pick<BatchContext, 'source' | 'bookmakers'>,
): Promise<Item[]> {
  const doubtful = items.filter(({ event, stored }) => stored && isDoubtful(event))
  if (doubtful.length === 0) return [...items]
  const parts = doubtful.map(({ matchId, event }) => ({ match: matchId, part: event.part ?? null }))
  const { rows } = await sql<{ match: string; bookmaker: string }>`
    select r.match, b.id as bookmaker
    from json_to_recordset(${JSON.stringify(parts)}::json) as r (match uuid, part text)
    join markets k on k.event = r.match and k.type = 'match_result' and k.period = 'full_time'
    join quotes q on q.market = k.id and (q.prices[2] is not null or q.opening[2] is not null)
    join price_sources s on s.no = q.source and s.key = ${source}
    join price_parts p on p.no = q.part and p.key in (r.part, r.part || ${LATE})
    join bookmakers b on b.no = q.bookmaker`.execute(trx)
  const known = new Set(rows.map(({ match, bookmaker }) => `${match} ${bookmaker}`))
  if (known.size === 0) return [...items]
  return items.map((item) => {
    const { matchId, event } = item
    const hadDraw = ({ key }: { key: string }) => known.has(`${matchId} ${bookmakers.get(key)}`)
    const quotes =
      event.quotes?.map((quote) =>
        quote.mayLackDraw && hadDraw(quote.bookmaker) ? { ...quote, status: 'incomplete' as const } : quote,
      ) ?? null
    const offers = event.offers?.map((offer) =>
      hadDraw(offer.bookmaker)
        ? { ...offer, quotes: offer.quotes.map((it) => (it.mayLackDraw ? withMissingDraw(it) : it)) }
        : offer,
    )
    return { ...item, event: { ...event, quotes, ...(offers && { offers }) } }
  })
}

function isDoubtful({ quotes, offers = [] }: PricedItem): boolean {
  const all = [...(quotes ?? []), ...offers.flatMap((offer) => offer.quotes)]
  return all.some(({ mayLackDraw }) => mayLackDraw)
}
