import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { type MarketChange, readHistory } from './history.server.ts'
import type { MarketLeftOut, MarketQuote, MarketView, QuotedMarket } from './market-view.ts'
import { viewMarkets } from './market-view.ts'
import { definitionOf, isMarketType, type Market } from './markets.ts'
import { SIDES } from './offers.ts'
import { PRICE_FORMATS } from './prices.ts'
import { refreshPrices } from './store-prices.server.ts'

type Reading = Pick<Services, 'database' | 'log' | 'memo'>

/**
 * Every market of an event with its quotes and best prices, remembered until one of them changes or ceases to count. What
 * has ceased to since the last import is judged first.
 */
export function listMarkets(services: Reading, event: string): Promise<MarketView[]> {
  return services.memo.get(`markets:${event}`, () => readMarkets(services, event, new Date()))
}

async function readMarkets(services: Reading, event: string, now: Date): Promise<MarketView[]> {
  noteRead(`prices:${event}`, `match:${event}`, 'bookmakers')
  const { kysely } = services.database
  await refreshWhenDue(services, event, now)
  const markets = await kysely
    .selectFrom('markets')
    .select(['id', 'type', 'period', 'line', 'participant'])
    .where('event', '=', event)
    .execute()
  const { rows } = await sql<QuoteRow>`
    select q.*, b.slug, b.logo_url from ranked_market_quotes(${markets.map(({ id }) => id)}::int[], ${now}::timestamptz) q
    join bookmakers b on b.no = q.bookmaker and b.is_active
    where array_length(array_remove(q.prices, null), 1) > 0 or q.closing is not null or position('s' in q.status) > 0
    order by q.menu_position, q.name, q.bookmaker, q.side`.execute(kysely)
  for (const { left_out, valid_until } of rows) if (left_out === null) noteChangeAt(valid_until)
  const byMarket = Map.groupBy(rows, ({ market }) => market)
  const participants = markets.some(({ type }) => type === 'outright')
    ? await readParticipants(kysely, event)
    : []
  const quoted = markets.flatMap(({ id, type, ...market }): QuotedMarket[] => {
    const quotes = byMarket.get(id)
    // Of a newer release's markets this one knows nothing.
    if (!quotes || !isMarketType(type)) return []
    if (definitionOf(type).outcomes !== 'participants')
      return [{ ...market, id, type, quotes: quotes.map(toQuote) }]
    const padded = quotes.map((row) => padPrices(toQuote(row), participants.length))
    return [{ ...market, id, type, participants, quotes: padded }]
  })
  return viewMarkets(quoted)
}

/** Names of the participants of an outright, in the order of their prices. */
async function readParticipants(db: Kysely<DB>, event: string): Promise<string[]> {
  const rows = await db
    .selectFrom('outright_participants')
    .select('name')
    .where('outright_id', '=', event)
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}

/** A quote is as long as its bookmaker's list: who came later has no price there. */
function padPrices(quote: MarketQuote, size: number): MarketQuote {
  const pad = (prices: MarketQuote['prices']) => Array.from({ length: size }, (_, n) => prices[n] ?? null)
  return {
    ...quote,
    prices: pad(quote.prices),
    nets: pad(quote.nets),
    opening: quote.opening && pad(quote.opening),
    closing: quote.closing && pad(quote.closing),
  }
}

/** Where it fails, the rule still holds: quotes are judged at the instant at which they are read. */
async function refreshWhenDue({ database, log }: Reading, event: string, now: Date): Promise<void> {
  const row = await database.kysely
    .selectFrom('priced_events')
    .select('valid_until')
    .where('event', '=', event)
    .executeTakeFirst()
  if (!row?.valid_until || row.valid_until > now) return
  try {
    await refreshPrices(database.kysely, [event], now)
  } catch (error) {
    log.error({ err: error, event }, 'prices that hold no longer could not be refreshed')
    noteFailure()
  }
}

interface QuoteRow {
  market: number
  side: number
  format: number
  prices: (number | null)[]
  nets: (number | null)[]
  status: string | null
  opening: (number | null)[] | null
  closing: (number | null)[] | null
  max_stake: number | null
  changed_at: Date
  seen_at: Date
  valid_until: Date
  link: string | null
  bookmaker_id: string
  brand: string
  name: string
  slug: string
  logo_url: string | null
  left_out: MarketLeftOut | null
}

function toQuote(row: QuoteRow): MarketQuote {
  return {
    bookmaker: { id: row.bookmaker_id, name: row.name, slug: row.slug, logoUrl: row.logo_url },
    brand: row.brand,
    side: SIDES[row.side] ?? 'back',
    format: PRICE_FORMATS[row.format] ?? 'decimal',
    prices: row.prices,
    nets: row.nets,
    status: row.status,
    opening: row.opening,
    closing: row.closing,
    maxStake: row.max_stake,
    changedAt: row.changed_at,
    seenAt: row.seen_at,
    validUntil: row.valid_until,
    link: row.link,
    leftOut: row.left_out,
  }
}

export interface NamedChange extends MarketChange {
  slug: string
}

/** Every change of a market of an event, oldest first; null where the event has no such market. */
export function listHistory(services: Reading, event: string, market: Market): Promise<NamedChange[] | null> {
  const { type, period, line, participant } = market
  const key = `market-history:${event} ${type} ${period} ${line} ${participant}`
  return services.memo.get(key, async () => {
    noteRead(`prices:${event}`, 'bookmakers')
    const { kysely } = services.database
    const { rows } = await sql<{ id: number }>`
      select id from markets
      where event = ${event} and type = ${type} and period = ${period}
        and line is not distinct from ${line}::numeric and participant is not distinct from ${participant}::text`.execute(
      kysely,
    )
    const [found] = rows
    if (!found) return null
    const bookmakers = await kysely
      .selectFrom('bookmakers')
      .select(['no', 'slug'])
      .where('is_active', '=', true)
      .execute()
    const slugs = new Map(bookmakers.map(({ no, slug }) => [no, slug]))
    return (await readHistory(kysely, found.id)).flatMap((change) => {
      const slug = slugs.get(change.bookmaker)
      return slug === undefined ? [] : [{ ...change, slug }]
    })
  })
}
