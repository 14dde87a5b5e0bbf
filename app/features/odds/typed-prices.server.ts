import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { FieldProblem } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { refreshHeadlines } from './best-prices.server.ts'
import { deleteQuotes, type QuoteRow, upsertQuotes } from './headline-quotes.server.ts'
import { isMarketType, type Market, marketKey } from './markets.ts'
import { statusOf, turnOffer } from './offers.ts'
import type { EventOffers, StoredOffer } from './store/event-offers.server.ts'
import { storePrices } from './store/store-prices.server.ts'
import {
  headlineMarket,
  isHeadline,
  isTypeable,
  outcomesOf,
  type RecordedQuote,
  TYPED,
  type TypedQuote,
  toPrices,
  usualMarkets,
} from './typed-prices.ts'

/** A market of a match in the grid of its editor. */
export interface GridMarket {
  market: Market
  outcomes: readonly string[]
  quotes: {
    /** Id. */
    bookmaker: string
    /** Decimal odds in the order of the outcomes. */
    prices: (number | null)[]
    /** ISO 8601: when it was typed or confirmed; null for a feed's. */
    typedAt: string | null
    /** ISO 8601: until when it counts, if it is typed and ends before the match begins. */
    until: string | null
    /** Why it does not count; null if it does. */
    leftOut: string | null
  }[]
}

export interface PriceGrid {
  headline: Market
  /** The other markets that are usual in the sport, without their lines. */
  others: Market[]
  /** The bookmakers whose prices can be typed, in the order of the menu. */
  bookmakers: { id: string; name: string }[]
  /** Those with a quote. */
  markets: GridMarket[]
}

/** The prices of a match for its editor; null if there is no such match. */
export async function readPriceGrid(
  { database }: Pick<Services, 'database'>,
  matchId: string,
  now = new Date(),
): Promise<PriceGrid | null> {
  const { kysely } = database
  const match = (await readHeadlines(kysely, [matchId])).get(matchId)
  if (!match) return null
  const bookmakers = await kysely
    .selectFrom('bookmakers')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .where('merged_into', 'is', null)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
  const { rows } = await sql<{
    type: string
    period: string
    line: number | null
    participant: string | null
    bookmaker_id: string
    prices: (number | null)[]
    is_typed: boolean
    seen_at: Date
    valid_until: Date | null
    start_time: Date
    left_out: string | null
  }>`
    select k.type, k.period, k.line, k.participant, q.bookmaker_id, q.prices, q.is_typed, q.seen_at, q.valid_until,
      m.start_time, q.left_out
    from ranked_market_quotes(array(select id from markets where event = ${matchId}), ${now}) q
    join markets k on k.id = q.market
    join matches m on m.id = k.event
    where q.side = 0 and array_length(array_remove(q.prices, null), 1) > 0
    order by q.menu_position, q.name, q.bookmaker`.execute(kysely)
  const markets = new Map<string, GridMarket>()
  for (const { bookmaker_id, prices, is_typed, seen_at, valid_until, start_time, left_out, ...row } of rows) {
    if (!isMarketType(row.type)) continue
    const market: Market = { ...row, type: row.type }
    if (!isTypeable(market)) continue
    const one = markets.get(marketKey(market)) ?? { market, outcomes: outcomesOf(market), quotes: [] }
    one.quotes.push({
      bookmaker: bookmaker_id,
      prices: prices.map((price) => price && price / 1_000_000),
      typedAt: is_typed ? seen_at.toISOString() : null,
      until: is_typed && valid_until && valid_until < start_time ? valid_until.toISOString() : null,
      leftOut: left_out,
    })
    markets.set(marketKey(market), one)
  }
  return {
    headline: match.market,
    others: usualMarkets(match.sport),
    bookmakers,
    markets: [...markets.values()],
  }
}

/** The headline market of matches, by their ids, and whether they have begun. */
async function readHeadlines(db: Pick<Transaction<DB>, 'selectFrom'>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('sports as s', 's.id', 'm.sport_id')
    .leftJoin('event_prices as e', 'e.event', 'm.id')
    .select(['m.id', 's.name', 'e.with_draw', 'm.start_time', 'm.status'])
    .where(sql<boolean>`m.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id, name, with_draw, start_time, status }) => [
      id,
      { sport: name, market: headlineMarket(name, with_draw), start: start_time, status },
    ]),
  )
}

/** What is to be typed for a match: the quotes of its editor. */
export type TypedOfMatch = ReadonlyMap<string, readonly TypedQuote[]>

/** A change of a match's typed prices, for the history. */
export interface TypedChange {
  match: string
  before: RecordedQuote[]
  after: RecordedQuote[]
}

/**
 * Stores prices that an operator typed, with the headline and best prices that follow from them. They replace a feed's prices of the same
 * bookmaker and market, and stay for any feed as long as they count. Prices without a value remove what was typed; the
 * next response of a feed fills the gap. The caller owns the transaction and has locked the matches.
 */
export async function storeTyped(
  trx: Transaction<DB>,
  typed: TypedOfMatch,
  now = new Date(),
): Promise<{ changes: TypedChange[] } | { problems: FieldProblem[] }> {
  const matches = await readHeadlines(trx, [...typed.keys()])
  const known = await readStored(trx, [...typed.keys()])
  const byEvent = Map.groupBy(known, ({ event }) => event)
  const byKey = new Map(known.map((row) => [`${row.event} ${row.bookmaker} ${row.key}`, row]))
  const names = await readNames(trx)
  const problems: FieldProblem[] = []
  const refuse = (id: string, problem: string) => problems.push({ id, column: 'typed_prices', problem })
  const events: EventOffers[] = []
  const [priced, confirmed, removed]: [QuoteRow[], QuoteRow[], QuoteRow[]] = [[], [], []]
  const changes: TypedChange[] = []
  for (const [id, quotes] of typed) {
    const match = matches.get(id)
    if (!match) continue
    if (match.status !== 'scheduled' || match.start <= now) {
      refuse(id, 'matches.problem-prices-begun')
      continue
    }
    // A feed's own clock can be ahead.
    const latest = (byEvent.get(id) ?? []).map(({ seen_at }) => seen_at.getTime())
    const seenAt = new Date(Math.max(now.getTime(), ...latest))
    const recorded: Record<'before' | 'after', RecordedQuote[]> = { before: [], after: [] }
    const offers = new Map<string, EventOffers['offers'][number][]>()
    for (const { bookmaker, market, prices, seen } of quotes) {
      const name = names.get(bookmaker)
      const key = marketKey(market)
      const stored = byKey.get(`${id} ${bookmaker} ${key}`)
      if (name === undefined) refuse(id, 'matches.problem-prices-bookmaker')
      else if (isHeadline(market) && key !== marketKey(match.market))
        refuse(id, 'matches.problem-prices-market')
      else if ((stored?.is_typed ? stored.seen_at.toISOString() : null) !== seen)
        refuse(id, 'matches.problem-prices-changed')
      if (name === undefined) continue
      const isRemoved = prices.every((price) => price === null)
      if (isRemoved && !stored?.is_typed) continue
      const exact = toPrices(prices)
      const quote = {
        market,
        side: 'back' as const,
        format: 'decimal' as const,
        prices: exact,
        maxStake: null,
      }
      const offer = {
        ...{ bookmakerId: bookmaker, seenAt, isLate: false, link: null },
        quotes: isRemoved ? [] : [{ ...quote, status: statusOf(exact, () => false) }],
      }
      offers.set(key, [...(offers.get(key) ?? []), offer])
      if (isHeadline(market)) {
        const [home = null, away = null] = [prices[0], prices.at(-1)]
        const draw = prices.length === 3 ? (prices[1] ?? null) : null
        const status = prices.includes(null) ? 'incomplete' : null
        const row = { match_id: id, bookmaker_id: bookmaker, at: seenAt }
        if (isRemoved) removed.push(row)
        else {
          const isSame = stored && listOf(stored.prices) === listOf(prices)
          const written = { ...row, home_odds: home, draw_odds: draw, away_odds: away, status }
          ;(isSame ? confirmed : priced).push(written)
        }
      }
      const about = { label: labelOf(name, market), bookmaker, market, seen: null }
      recorded.before.push({ ...about, prices: textsOf(stored?.is_typed ? stored.prices : [], market) })
      recorded.after.push({ ...about, prices: textsOf(prices, market) })
    }
    for (const [part, list] of offers)
      events.push({ event: id, kind: 'match', part, offers: list, keepsOthers: true })
    if (recorded.after.length > 0) changes.push({ match: id, ...recorded })
  }
  if (problems.length > 0) return { problems }
  await upsertQuotes(trx, priced, confirmed, TYPED)
  await deleteQuotes(trx, removed, TYPED)
  await storePrices(trx, events, { source: TYPED, confirmedAt: now, now })
  await refreshHeadlines(
    trx,
    changes.map(({ match }) => match),
  )
  return { changes }
}

/** The typed prices of a match that count, as offers: one for each bookmaker and market. */
export async function readTypedOffers(trx: Kysely<DB>, match: string): Promise<StoredOffer[]> {
  const stored = await readStored(trx, [match])
  const { rows } = await sql<{ at: Date }>`
    select n.seen_at as at from quotes_seen n join price_sources p on p.no = n.source and p.key = ${TYPED}
    where n.event = ${match} and typed_price_holds(n.event, n.seen_at, now())`.execute(trx)
  const held = new Set(rows.map(({ at }) => at.getTime()))
  return stored
    .filter(({ is_typed, seen_at }) => is_typed && held.has(seen_at.getTime()))
    .map(({ bookmaker, type, period, line, participant, prices, seen_at }) => {
      const exact = toPrices(prices)
      const quote = { market: { type, period, line, participant }, side: 'back' as const, maxStake: null }
      return {
        ...{ bookmakerId: bookmaker, seenAt: seen_at, isLate: false, link: null },
        quotes: [
          { ...quote, format: 'decimal' as const, prices: exact, status: statusOf(exact, () => false) },
        ],
      }
    })
}

/** Gives a match the typed prices of another; those that were typed for it stay. The caller has locked it. */
export async function moveTypedOffers(
  trx: Kysely<DB>,
  match: string,
  offers: readonly StoredOffer[],
): Promise<void> {
  const own = new Set(await readTypedKeys(trx, match))
  const moved = Map.groupBy(
    offers.filter((offer) => !own.has(keyOf(offer))),
    ({ quotes }) => partOf(quotes),
  )
  const events = [...moved].map(
    ([part, list]): EventOffers => ({ event: match, kind: 'match', part, offers: list, keepsOthers: true }),
  )
  await storePrices(trx as Transaction<DB>, events, { source: TYPED, confirmedAt: new Date() })
}

/** The bookmakers and markets of a match's typed prices that count, or what they are with swapped sides. */
export async function readTypedKeys(trx: Kysely<DB>, match: string, turned = false): Promise<string[]> {
  const offers = await readTypedOffers(trx, match)
  return (turned ? offers.map(turnOffer) : offers).map(keyOf)
}

/** Takes typed prices from a match and gives them to another. The caller has locked both. */
export async function giveTypedOffers(
  trx: Kysely<DB>,
  { from, to, turned, only }: { from: string; to: string; turned: boolean; only: ReadonlySet<string> },
): Promise<void> {
  const offers = (await readTypedOffers(trx, from)).filter((offer) => only.has(keyOf(offer)))
  if (offers.length === 0) return
  const now = new Date()
  const taken = offers.map(
    (offer): EventOffers => ({
      ...{ event: from, kind: 'match', part: partOf(offer.quotes), keepsOthers: true },
      offers: [{ ...offer, quotes: [] }],
    }),
  )
  await storePrices(trx as Transaction<DB>, taken, { source: TYPED, confirmedAt: now, now })
  const sides = turned ? sql`away_odds, draw_odds, home_odds` : sql`home_odds, draw_odds, away_odds`
  const bookmakers = offers
    .filter(({ quotes }) => quotes.some(({ market }) => isHeadline(market)))
    .map(({ bookmakerId }) => bookmakerId)
  await sql`
    with taken as (
      delete from odds where match_id = ${from} and source = ${TYPED} and bookmaker_id = any (${bookmakers}::uuid[])
      returning *
    )
    insert into odds (match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, last_updated, source)
    select ${to}::uuid, bookmaker_id, ${sides}, status, last_updated, source from taken`.execute(trx)
  await moveTypedOffers(trx, to, turned ? offers.map(turnOffer) : offers)
}

const keyOf = ({ bookmakerId, quotes }: StoredOffer) => `${bookmakerId} ${partOf(quotes)}`

const partOf = (quotes: StoredOffer['quotes']) => quotes.map(({ market }) => marketKey(market)).join()

const listOf = (prices: readonly (number | null)[]) =>
  prices.map((price) => price?.toFixed(2) ?? '–').join(' / ')

/** Prices as an editor would type them; empty without one. */
const textsOf = (prices: readonly (number | null)[], market: Market) =>
  outcomesOf(market).map((_, index) => prices[index]?.toFixed(2) ?? '')

const labelOf = (bookmaker: string, market: Market) =>
  isHeadline(market) ? bookmaker : `${bookmaker} (${[market.type, market.line].join(' ').trim()})`

/** Ended prices are told an hour before, so that they can be confirmed in time. */
const TOLD_BEFORE_MS = HOUR_MS

/** The ids of matches whose typed prices do not count within the hour, and which begin later. */
export const matchesOfEndedPrices = (now: Date) => {
  const at = new Date(now.getTime() + TOLD_BEFORE_MS)
  return sql<{ event: string }>`
    select distinct n.event from quotes_seen n
    join price_sources p on p.no = n.source and p.key = ${TYPED}
    join matches m on m.id = n.event and m.status = 'scheduled' and m.start_time > ${at}::timestamptz
    where not typed_price_holds(n.event, n.seen_at, ${at}::timestamptz) and exists (
      select from markets k join quotes q on q.market = k.id and q.side = 0
      where k.event = n.event and q.bookmaker = n.bookmaker and q.source = n.source and q.part = n.part
        and array_length(array_remove(q.prices, null), 1) > 0)`
}

/** What is typed now of the bookmakers and markets of recorded quotes. */
export async function readTypedNow(
  { database }: Pick<Services, 'database'>,
  match: string,
  quotes: readonly RecordedQuote[],
): Promise<RecordedQuote[]> {
  const stored = await readStored(database.kysely, [match])
  return quotes.map(({ bookmaker, market, label }) => {
    const key = marketKey(market)
    const found = stored.find((row) => row.is_typed && row.bookmaker === bookmaker && row.key === key)
    const seen = found?.seen_at.toISOString() ?? null
    return { label, bookmaker, market, prices: textsOf(found?.prices ?? [], market), seen }
  })
}

/** The quotes of matches that are on offer, with the bookmaker's id, the market's key and whether they were typed. */
async function readStored(trx: Kysely<DB>, ids: readonly string[]) {
  const { rows } = await sql<
    Market & {
      event: string
      bookmaker: string
      prices: (number | null)[]
      is_typed: boolean
      seen_at: Date
    }
  >`
    select k.event, k.type, k.period, k.line, k.participant, b.id as bookmaker, q.prices, n.seen_at, p.key = ${TYPED} as is_typed
    from markets k
    join quotes q on q.market = k.id and q.side = 0 and array_length(array_remove(q.prices, null), 1) > 0
    join bookmakers b on b.no = q.bookmaker
    join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    join price_sources p on p.no = q.source
    where k.event = any (${ids}::uuid[])`.execute(trx)
  return rows.map((row) => ({
    ...row,
    key: marketKey(row),
    prices: row.prices.map((price) => price && price / 1_000_000),
  }))
}

async function readNames(trx: Transaction<DB>): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('bookmakers')
    .select(['id', 'name'])
    .where('merged_into', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
