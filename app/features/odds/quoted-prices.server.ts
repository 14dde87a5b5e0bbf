import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { PRICE_FORMATS, type Price } from './prices.ts'
import type { Outcome } from './rules.ts'
import type { ShownPrice } from './shown-price.ts'

/**
 * Returns a function that gives a headline's price, in decimals, in the format of its bookmaker; undefined if that is
 * decimal, or if the price has changed.
 */
export type QuotedPrices = (
  event: string,
  bookmakerId: string,
  outcome: Outcome,
  price: number,
) => ShownPrice | undefined

/** The quotes of the matches' headline markets in formats other than decimal. */
export async function readQuotedPrices(
  { database }: Pick<Services, 'database'>,
  events: readonly string[],
): Promise<QuotedPrices> {
  const { rows } = await sql<{
    event: string
    bookmaker_id: string
    format: number
    prices: (Price | null)[]
  }>`
    select k.event, b.id as bookmaker_id, q.format, q.prices
    from markets k
    join quotes q on q.market = k.id and q.format <> 0 and q.side = 0
    join bookmaker_members b on b.member_no = q.bookmaker
    where k.event = any (${events}::uuid[]) and k.type in ('match_result', 'moneyline')
      and k.period in ('full_time', 'with_overtime')`.execute(database.kysely)
  const byQuote = Map.groupBy(rows, (row) => `${row.event} ${row.bookmaker_id}`)
  for (const event of new Set(rows.map((row) => row.event))) noteRead(`prices:${event}`)
  return (event, bookmakerId, outcome, price) => {
    for (const { format, prices } of byQuote.get(`${event} ${bookmakerId}`) ?? []) {
      const exact = prices[placeOf(outcome, prices.length)] ?? null
      if (exact !== null && Math.round(exact / 10_000) === Math.round(price * 100))
        return { price: exact, quoted: PRICE_FORMATS[format] ?? 'decimal' }
    }
    return undefined
  }
}

function placeOf(outcome: Outcome, size: number): number {
  if (outcome === 'home') return 0
  if (outcome === 'away') return size - 1
  return size === 3 ? 1 : -1
}
