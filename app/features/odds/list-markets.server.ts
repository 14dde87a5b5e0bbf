import { sql } from 'kysely'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import type { ListedMarket, ShownInList } from './list-market.ts'
import { MILLION, netByShare, PRICE_FORMATS, type Price, toNumber } from './prices.ts'
import { refreshPrices } from './refresh-prices.server.ts'
import { shownNet } from './shown-price.ts'
import { TYPED } from './typed-prices.ts'

interface ListedRow {
  event: string
  id: number
  line: number
  n: number
  s: number | null
  nets: (Price | null)[]
  prices: (Price | null)[]
  /** Of each outcome, who offers its best price, and the quote. */
  holders: Holder[]
}

/** Null where no quote counts. */
interface Holder {
  id: string | null
  name: string
  opening: Price | null
  format: number | null
  notation: string | null
  typed: boolean | null
}

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
      array(select json_build_object('id', b.id, 'name', b.name, 'opening', q.opening[h.i], 'format', q.format,
          'notation', q.notation[h.i], 'typed', q.source = (select no from price_sources where key = ${TYPED}))
        from unnest(m.holders) with ordinality as h (no, i)
        left join bookmakers b on b.no = h.no
        -- The quote can be of a bookmaker that is merged into the holder.
        left join lateral (
          select q.* from bookmaker_members w join quotes q on q.market = k.id and q.bookmaker = w.member_no and q.side = 0
          where w.no = h.no and q.prices[h.i] = m.prices[h.i] order by w.member_no <> w.no limit 1
        ) q on true
        order by h.i) as holders
    from markets k join market_bests m on m.market = k.id and m.audience = ${priceSet}
    where k.event = any (${events}::uuid[]) and k.type = ${type} and k.period in ('full_time', 'with_overtime')
      and k.participant is null and m.n > 0 and cardinality(m.nets) = 2
    order by k.event, m.n desc, abs(1e6 / m.nets[1] - 1e6 / m.nets[2]) / m.s, abs(k.line), k.line`.execute(
    kysely,
  )
  return new Map(
    rows.map(({ event, id, line, s, nets, prices, holders }) => [
      event,
      {
        id,
        line,
        sum: s,
        best: nets.map((net, index) => {
          const [holder, price] = [holders[index], prices[index]]
          if (net === null || !holder?.id) return null
          const { opening, format, notation } = holder
          // Both net of the commission.
          const kept = price ? (net - MILLION) / (price - MILLION) : 1
          const moved = opening ? net / netByShare(opening, kept) - 1 : 0
          return {
            price: toNumber(net),
            shown: shownNet(
              net,
              price,
              { format: PRICE_FORMATS[format ?? 0] ?? 'decimal', notation: [notation] },
              0,
            ),
            ...(Math.abs(moved) >= 0.0005 && { moved }),
            bookmaker: holder.name,
            bookmakerId: holder.id,
            ...(holder.typed && { typed: true as const }),
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
