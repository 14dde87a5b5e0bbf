import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import { type MarketChange, readHistory } from './history.server.ts'
import { refreshDue } from './list-markets.server.ts'
import { compareMarket } from './market-board.ts'
import { findMarketSureBet } from './market-sure-bet.ts'
import type { MarketLeftOut, MarketQuote, MarketView, QuotedMarket } from './market-view.ts'
import { viewMarkets } from './market-view.ts'
import { definitionOf, isMarketType, type Market } from './markets.ts'
import { changesOf, readMembers } from './members.server.ts'
import type { Notation } from './notation.ts'
import { SIDES } from './offers.ts'
import { PRICE_FORMATS } from './prices.ts'

type Reading = Pick<Services, 'database' | 'log' | 'memo'>

/**
 * Every market of an event with its quotes and best prices, cached until one of them changes or expires. Quotes that have
 * expired since the last import are refreshed first. Bookmakers that the current audience may not see are left out.
 */
export function listMarkets(services: Reading, event: string): Promise<MarketView[]> {
  return services.memo.get(`markets:${event}`, () => readMarkets(services, event, new Date()))
}

async function readMarkets(services: Reading, event: string, now: Date): Promise<MarketView[]> {
  noteRead(`match:${event}`)
  const { kysely } = services.database
  const audience = await readAudience(services)
  await refreshDue(services, [event], now)
  const markets = await selectMarkets(kysely).where('k.event', '=', event).execute()
  const views = viewMarkets(await readQuoted(kysely, markets, { now, audience }))
  noteMarkets(event, views)
  return views
}

/**
 * Some markets of several events, by their ids, with the quotes that count at the time of reading. The caller must note
 * the markets that a page shows with `noteMarkets`: a price change of another market does not change the page.
 */
export async function readMarketsOfIds(
  services: Reading,
  ids: readonly number[],
): Promise<Map<number, MarketView>> {
  return readMarketsFor(services, ids, await readAudience(services))
}

/** The same for a given audience; jobs have none of their own. */
export async function readMarketsFor(
  services: Omit<Reading, 'memo'>,
  ids: readonly number[],
  audience: Audience,
): Promise<Map<number, MarketView>> {
  const { kysely } = services.database
  const now = new Date()
  const markets = await selectMarkets(kysely).where(sql<boolean>`k.id = any (${ids}::int[])`).execute()
  await refreshDue(services, [...new Set(markets.map(({ event }) => event))], now)
  const views = viewMarkets(await readQuoted(kysely, markets, { now, audience }))
  return new Map(views.map((view) => [view.id, view]))
}

/** Records that a response depends on these markets of an event: on their prices, and on the first expiry. */
export function noteMarkets(event: string, markets: readonly MarketView[]): void {
  noteRead(`prices:${event}`, 'bookmakers')
  for (const { quotes } of markets)
    for (const { leftOut, validUntil } of quotes) if (leftOut === null) noteChangeAt(validUntil)
}

/** Records when the sure bet of a market, if it has one, gets the warning that its prices are old. */
export function noteSureBet(market: MarketView, of: { sport: string; kickOff: Date }): void {
  const timing = { ...of, now: new Date() }
  const finding = findMarketSureBet(compareMarket(market, { sort: 'payout', ...timing }), timing)
  if (finding.kind === 'sure-bet' && !finding.warnings.includes('old-price')) noteChangeAt(finding.oldAt)
}

function selectMarkets(kysely: Kysely<DB>) {
  return kysely
    .selectFrom('markets as k')
    .innerJoin('priced_events as e', 'e.event', 'k.event')
    .leftJoin('matches as m', 'm.id', 'e.match_id')
    .leftJoin('outrights as o', 'o.id', 'e.outright_id')
    .select(['k.id', 'k.event', 'k.type', 'k.period', 'k.line', 'k.participant', 'm.cancelled_at'])
    .select(({ fn }) => fn.coalesce('m.start_time', 'o.start_time').as('start_time'))
}

interface MarketRow extends Omit<Market, 'type'> {
  id: number
  event: string
  type: string
  start_time: Date | null
  cancelled_at: Date | null
}

async function readQuoted(
  kysely: Kysely<DB>,
  markets: readonly MarketRow[],
  { now, audience }: { now: Date; audience: Audience },
): Promise<QuotedMarket[]> {
  const { rows } = await sql<QuoteRow>`
    select q.*, b.slug, b.logo_url, b.commission, w.notation, w.opening_format, w.opening_notation, w.closing_format,
      w.closing_notation
    from ranked_market_quotes(${markets.map(({ id }) => id)}::int[], ${now}::timestamptz) q
    join quotes w on w.market = q.market and w.bookmaker = q.member and w.side = q.side
    join bookmakers b on b.no = q.bookmaker and b.is_active and ${isShown(audience, 'b')}
    where array_length(array_remove(q.prices, null), 1) > 0 or q.closing is not null or position('s' in q.status) > 0
    order by q.menu_position, q.name, q.bookmaker, q.side`.execute(kysely)
  const shown = audience.links ? rows : rows.map((row) => ({ ...row, link: null }))
  const byMarket = Map.groupBy(shown, ({ market }) => market)
  const participants = await readParticipants(kysely, markets)
  return markets.flatMap(({ id, type, event, start_time, cancelled_at, ...plain }): QuotedMarket[] => {
    const quotes = byMarket.get(id)
    // Skips markets of a newer release.
    if (!quotes || !isMarketType(type)) return []
    const market = {
      ...plain,
      ...(start_time && { kickOff: start_time }),
      ...(cancelled_at && { cancelledAt: cancelled_at }),
    }
    if (!hasParticipants(type)) return [{ ...market, id, type, quotes: quotes.map(toQuote) }]
    const names = participants.get(event) ?? []
    const padded = quotes.map((row) => padPrices(toQuote(row), names.length))
    return [{ ...market, id, type, participants: names, quotes: padded }]
  })
}

/** Names of the participants of outrights, by event, in the order of their prices. */
async function readParticipants(
  kysely: Kysely<DB>,
  markets: readonly MarketRow[],
): Promise<Map<string, string[]>> {
  const events = markets.flatMap(({ event, type }) => (hasParticipants(type) ? [event] : []))
  if (events.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('outright_participants')
    .select(['outright_id', 'name'])
    .where(sql<boolean>`outright_id = any (${events}::uuid[])`)
    .orderBy('position')
    .execute()
  const byEvent = Map.groupBy(rows, ({ outright_id }) => outright_id)
  return new Map([...byEvent].map(([event, of]) => [event, of.map(({ name }) => name)]))
}

function hasParticipants(type: string): boolean {
  return isMarketType(type) && definitionOf(type).outcomes === 'participants'
}

/** A quote has as many prices as its bookmaker's list: a participant that was added later has none. */
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

interface QuoteRow {
  notation: Notation
  opening_format: number | null
  opening_notation: Notation
  closing_format: number | null
  closing_notation: Notation
  market: number
  member: number
  side: number
  format: number
  prices: (number | null)[]
  nets: (number | null)[]
  commission: string
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
  is_typed: boolean
}

function toQuote(row: QuoteRow): MarketQuote {
  return {
    no: row.member,
    bookmaker: { id: row.bookmaker_id, name: row.name, slug: row.slug, logoUrl: row.logo_url },
    brand: row.brand,
    side: SIDES[row.side] ?? 'back',
    format: PRICE_FORMATS[row.format] ?? 'decimal',
    notation: row.notation,
    ...writingOf('openingWriting', row.opening_format, row.opening_notation),
    ...writingOf('closingWriting', row.closing_format, row.closing_notation),
    prices: row.prices,
    nets: row.nets,
    kept: 1 - Number(row.commission) / 100,
    status: row.status,
    opening: row.opening,
    closing: row.closing,
    maxStake: row.max_stake,
    changedAt: row.changed_at,
    seenAt: row.seen_at,
    validUntil: row.valid_until,
    link: row.link,
    isTyped: row.is_typed,
    leftOut: row.left_out,
  }
}

function writingOf(
  of: 'openingWriting' | 'closingWriting',
  format: number | null,
  notation: Notation,
): Pick<MarketQuote, typeof of> {
  return format === null ? {} : { [of]: { format: PRICE_FORMATS[format] ?? 'decimal', notation } }
}

export interface NamedChange extends MarketChange {
  slug: string
}

/** Every change of a market of an event, oldest first; null if the event has no such market. */
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
    const members = await readMembers(services)
    const { rows: shown } = await sql<{ member: number }>`
      select member from ranked_market_quotes(array[${found.id}::int], ${new Date()}::timestamptz) where side = 0`.execute(
      kysely,
    )
    const numbers = new Set(shown.map(({ member }) => member))
    const changes = changesOf(await readHistory(kysely, found.id), members, numbers)
    return changes.map(({ member, ...change }) => ({ ...change, slug: member.slug }))
  })
}
