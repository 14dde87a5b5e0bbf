import { sql, type Transaction } from 'kysely'
import { withMissingDraw } from '#app/features/odds/offers.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, MatchPrices, PricedItem } from '../resolve/batch.ts'

/**
 * Marks prices as those of a three-way market without its draw, where the same bookmaker had a draw in the same market
 * before, in any request. Two prices of a three-way market are higher than those of a two-way one, and lose when the match is drawn.
 */
export async function recallDraws<Item extends MatchPrices>(
  trx: Transaction<DB>,
  items: readonly Item[],
  { source, bookmakers }: Pick<BatchContext, 'source' | 'bookmakers'>,
): Promise<Item[]> {
  const doubtful = items.filter(({ event, stored }) => stored && isDoubtful(event))
  if (doubtful.length === 0) return [...items]
  const ids = doubtful.map(({ matchId }) => matchId)
  const { rows } = await sql<{ match: string; bookmaker: string }>`
    select k.event as match, b.id as bookmaker
    from markets k
    join quotes q on q.market = k.id and (q.prices[2] is not null or q.opening[2] is not null)
    join price_sources s on s.no = q.source and s.key = ${source}
    -- Such a request has the draw in a market of its own.
    join price_parts p on p.no = q.part and p.key not like '%h2h_3_way%'
    join bookmakers b on b.no = q.bookmaker
    where k.event = any (${ids}::uuid[]) and k.type = 'match_result' and k.period = 'full_time'`.execute(trx)
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
