import { type RawBuilder, sql } from 'kysely'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import type { ListedMarket, ShownInList } from './list-market.ts'
import { MILLION, netByShare, PRICE_FORMATS, type Price, toNumber } from './prices.ts'
import { shownNet } from './shown-price.ts'
import { refreshPrices } from './store-prices.server.ts'

interface ListedRow {
  event: string
  id: number
  line: number
  n: number
  s: number | null
  nets: (Price | null)[]
  prices: (Price | null)[]
  holders: ({ id: string; name: string } | null)[]
  openings: (Price | null)[]
  formats: (number | null)[]
  notation: (string | null)[]
}

/** Of the quote that is the best of outcome `h.i`; it can be of a bookmaker that is merged into the holder `h.no`. */
const heldQuote = (value: RawBuilder<unknown>) => sql`
  select ${value} from bookmaker_members b join quotes q on q.market = k.id and q.bookmaker = b.member_no and q.side = 0
  where b.no = h.no and q.prices[h.i] = m.prices[h.i] order by b.member_no <> b.no limit 1`

/** The main line of a type (as `viewMarkets` has it) for each event that has one, with its current best prices for the current audience. */
export async function readListedMarkets(
  services: Pick<Services, 'database' | 'log' | 'memo'>,
  events: readonly string[],
  type: ShownInList,
): Promise<Map<string, ListedMarket>> {
  const { kysely } = services.database
  const { priceSet } = await readAudience(services)
  noteRead('bookmakers', ...events.map((event) => `prices:${event}`))
  await refreshDue(services, events, new Date())
  const { rows } = await sql<ListedRow>`
    select distinct on (k.event) k.event, k.id, k.line::float8 as line, m.n, m.s, m.nets, m.prices,
      array(select json_build_object('id', b.id, 'name', b.name) from unnest(m.holders) with ordinality as h (no, i)
        left join bookmakers b on b.no = h.no order by h.i) as holders,
      array(select (${heldQuote(sql`q.opening[h.i]`)}) from unnest(m.holders) with ordinality as h (no, i)
        order by h.i) as openings,
      array(select (${heldQuote(sql`q.format`)}) from unnest(m.holders) with ordinality as h (no, i)
        order by h.i) as formats,
      array(select (${heldQuote(sql`q.notation[h.i]`)}) from unnest(m.holders) with ordinality as h (no, i)
        order by h.i) as notation
    from markets k join market_bests m on m.market = k.id and m.audience = ${priceSet}
    where k.event = any (${events}::uuid[]) and k.type = ${type} and k.period in ('full_time', 'with_overtime')
      and k.participant is null and m.n > 0 and cardinality(m.nets) = 2
    order by k.event, m.n desc, abs(1e6 / m.nets[1] - 1e6 / m.nets[2]) / m.s, abs(k.line), k.line`.execute(
    kysely,
  )
  return new Map(
    rows.map(({ event, id, line, s, nets, prices, holders, openings, formats, notation }) => [
      event,
      {
        id,
        line,
        sum: s,
        best: nets.map((net, index) => {
          const [holder, price, opening] = [holders[index], prices[index], openings[index]]
          if (net === null || !holder?.id) return null
          // Both net of the commission.
          const kept = price ? (net - MILLION) / (price - MILLION) : 1
          const moved = opening ? net / netByShare(opening, kept) - 1 : 0
          return {
            price: toNumber(net),
            shown: shownNet(
              net,
              price,
              { format: PRICE_FORMATS[formats[index] ?? 0] ?? 'decimal', notation },
              index,
            ),
            ...(Math.abs(moved) >= 0.0005 && { moved }),
            bookmaker: holder.name,
            bookmakerId: holder.id,
          }
        }),
      },
    ]),
  )
}

/**
 * Refreshes events with expired quotes, and notes when the next quote expires. If that fails, readers still apply the
 * rule themselves at the time of reading.
 */
export async function refreshDue(
  { database, log }: Pick<Services, 'database' | 'log'>,
  events: readonly string[],
  now: Date,
): Promise<void> {
  const read = () =>
    database.kysely
      .selectFrom('priced_events')
      .select(['event', 'valid_until'])
      .where(sql<boolean>`event = any (${events}::uuid[])`)
      .where('valid_until', 'is not', null)
      .execute()
  try {
    const rows = await read()
    const due = rows.flatMap(({ event, valid_until }) => (valid_until && valid_until <= now ? [event] : []))
    await refreshPrices(database.kysely, due, now)
    for (const { valid_until } of due.length > 0 ? await read() : rows)
      if (valid_until && valid_until > now) noteChangeAt(valid_until)
  } catch (error) {
    log.error({ err: error }, 'expired prices could not be refreshed')
    noteFailure()
  }
}
