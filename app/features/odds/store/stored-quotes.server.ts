import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type Market, marketKey } from '../markets.ts'
import type { Notation } from '../notation.ts'
import { isOpenList, type OfferedQuote } from '../offers.ts'

/** A quote for writing. */
export interface Written {
  market: number
  event: string
  bookmaker: number
  side: number
  source: number
  part: number
  format: number
  max_stake: number | null
  prices: (number | null)[]
  notation: Notation
  opening: (number | null)[] | null
  status: string | null
  changed_at: Date
}

/** A stored quote, with its market. */
export type QuoteRow = Written & Pick<Market, 'type' | 'period' | 'line' | 'participant'>

export type MarketRow = Market & { id: number; event: string }

/** The markets of events by event and key; those that the groups offer and the events do not have are created. */
export async function findMarkets(
  trx: Transaction<DB>,
  groups: readonly { event: string; quotes: readonly OfferedQuote[] }[],
  wanted: readonly { event: string }[],
): Promise<Map<string, MarketRow>> {
  const events = [...new Set(wanted.map(({ event }) => event))]
  const known = new Map<string, MarketRow>()
  const read = async () => {
    const { rows } = await sql<MarketRow>`
      select id, event, type, period, line, participant from markets where event = any (${events}::uuid[])`.execute(
      trx,
    )
    for (const row of rows) known.set(`${row.event} ${marketKey(row)}`, row)
  }
  await read()
  const missing = new Map<string, Market & { event: string; is_list: boolean }>()
  for (const { event, quotes } of groups) {
    for (const { market } of quotes) {
      const key = `${event} ${marketKey(market)}`
      if (!known.has(key)) missing.set(key, { ...market, event, is_list: isOpenList(market) })
    }
  }
  if (missing.size === 0) return known
  await sql`
    insert into markets (event, type, period, line, participant, is_list)
    select event, type, period, line, participant, is_list
    from json_to_recordset(${JSON.stringify([...missing.values()])}::json)
      as r (event uuid, type text, period text, line numeric, participant text, is_list boolean)
    on conflict do nothing`.execute(trx)
  await read()
  return known
}

interface Stored {
  /** Those of the offered quotes that are stored as they are. */
  unchanged: ReadonlySet<Written>
  /** All others, by event and bookmaker, then by market and side. */
  current: ReadonlyMap<string, ReadonlyMap<string, QuoteRow>>
}

/**
 * The quotes of bookmakers of events that differ from the offered ones. Most do not: a text is read of each quote, and the row
 * of those with another text. Quotes are asked for by the ids of their markets: the planner then knows how many there
 * are, and does not read the whole table for each batch.
 */
export async function readDifferent(
  trx: Transaction<DB>,
  wanted: readonly { event: string; bookmaker: number }[],
  markets: ReadonlyMap<string, MarketRow>,
  offered: readonly Written[],
): Promise<Stored> {
  const byId = new Map([...markets.values()].map((market) => [market.id, market]))
  const ids = [...byId.keys()]
  const bookmakers = [...new Set(wanted.map(({ bookmaker }) => bookmaker))]
  const byText = new Map(offered.map((quote) => [textOf(quote), quote]))
  const unchanged = new Set<Written>()
  const different: Pick<Written, 'market' | 'bookmaker'>[] = []
  const { rows: texts } = await sql<{ text: string }>`
    select q.market || ' ' || q.bookmaker || ' ' || q.side || ' ' || q.source || ' ' || q.part || ' ' || q.format || ' '
      || coalesce(q.max_stake::text, '') || ' ' || coalesce(q.status, '') || ' ' || q.prices::text
      || coalesce(' ' || q.notation::text, '') as text
    from quotes q
    where q.market = any (${ids}::int[]) and q.bookmaker = any (${bookmakers}::smallint[])`.execute(trx)
  for (const { text } of texts) {
    const same = byText.get(text)
    if (same) unchanged.add(same)
    else {
      const [market, bookmaker] = text.split(' ', 2)
      different.push({ market: Number(market), bookmaker: Number(bookmaker) })
    }
  }
  const current = new Map(
    wanted.map(({ event, bookmaker }) => [`${event} ${bookmaker}`, new Map<string, QuoteRow>()]),
  )
  if (texts.length === 0) return { unchanged, current }
  // Also those that the same response offers twice, once as they are stored.
  for (const quote of offered) if (!unchanged.has(quote)) different.push(quote)
  if (different.length === 0) return { unchanged, current }
  const { rows } = await sql<Omit<QuoteRow, keyof MarketRow>>`
    select q.market, q.bookmaker, q.side, q.source, q.part, q.format, q.max_stake, q.prices, q.notation, q.opening, q.status,
      q.changed_at
    from quotes q
    where q.market = any (${ids}::int[]) and (q.market, q.bookmaker) in (
      select * from unnest(${different.map((it) => it.market)}::int[], ${different.map((it) => it.bookmaker)}::smallint[]))`.execute(
    trx,
  )
  for (const row of rows) {
    const market = byId.get(row.market)
    if (!market) continue
    const { event, type, period, line, participant } = market
    const quotes = current.get(`${event} ${row.bookmaker}`)
    quotes?.set(`${row.market} ${row.side}`, { ...row, event, type, period, line, participant })
  }
  return { unchanged, current }
}

/** As the query above writes it. */
function textOf({
  market,
  bookmaker,
  side,
  source,
  part,
  format,
  max_stake,
  status,
  prices,
  notation,
}: Written): string {
  const list = prices.map((price) => price ?? 'NULL').join(',')
  const texts = notation ? ` {${notation.map((text) => text ?? 'NULL').join(',')}}` : ''
  return `${market} ${bookmaker} ${side} ${source} ${part} ${format} ${max_stake ?? ''} ${status ?? ''} {${list}}${texts}`
}
