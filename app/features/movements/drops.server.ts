import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import type { Audience } from '../audiences/permissions.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { chartMarket, type MarketChart, type PriceChange } from '../odds/market-chart.ts'
import { noteMarkets, readMarketsOfIds } from '../odds/market-queries.server.ts'
import type { MarketView } from '../odds/market-view.ts'
import { MARKET_TYPES, type MarketType } from '../odds/markets.ts'
import type { Notation } from '../odds/notation.ts'
import { PRICE_FORMATS, type Price } from '../odds/prices.ts'
import { asWritten } from '../odds/shown-price.ts'
import { type Chosen, isToCome, keepChoice } from './candidates.server.ts'
import { DROP_MARKETS, type DropsQuery, type DropWindow, MOST_ROWS, ROWS_OF_PAGE } from './drops-query.ts'
import { type Fall, findFalls, LEAST_FALL, LEAST_LOWERED, type StartPrices, thinLines } from './falls.ts'
import { activePlaces } from './places.server.ts'

/** The number of markets that are kept for the filters, and the number of those that are evaluated for a list. */
const MOST_CANDIDATES = 2_000
const MOST_JUDGED = MOST_ROWS + ROWS_OF_PAGE
/** A market's stored average covers a slightly different set of bookmakers, so candidates may have dropped less. */
const CANDIDATE_FALL = LEAST_FALL / 2
/** Older changes have been folded, so a chart does not begin earlier. */
const CHARTED_MS = 28 * DAY_MS

const candidateSchema = z.object({
  market: z.number(),
  event: z.string(),
  type: z.enum(MARKET_TYPES),
  period: z.string(),
  participant: z.string().nullable(),
  sport_id: z.string(),
  league_id: z.string(),
  books: z.number(),
  share: z.number(),
})
type Candidate = z.infer<typeof candidateSchema>

export interface Drop {
  match: MatchSummary
  market: MarketView
  fall: Fall
  /** Of the outcome; null if a chart has no point for it. */
  chart: MarketChart | null
}

export interface Drops extends Pick<Chosen<Candidate>, 'madeAt' | 'until'> {
  drops: Drop[]
  hasMore: boolean
  /** The number of pages. */
  last: number
  /** The choices within the window: ids of sports, and types of markets. */
  sports: ReadonlySet<string>
  types: ReadonlySet<MarketType>
}

/**
 * The largest drops of best prices that the market's average confirms. Candidates are chosen every two minutes, while the former ones are
 * listed; each row is computed from the quotes that count now.
 * @param sportId null for all sports
 */
export async function listDrops(
  services: Services,
  { since: window, books, market: type, league, page }: Omit<DropsQuery, 'sport'>,
  sportId: string | null,
  { size = ROWS_OF_PAGE, withCharts = true } = {},
): Promise<Drops> {
  const { madeAt, until, candidates } = await findCandidates(services, window)
  // A former choice is evaluated for the window that ends now.
  const since = sinceOf(window, new Date())
  const ofSport = candidates.filter(
    ({ sport_id, league_id }) =>
      (sportId === null || sport_id === sportId) && (league === null || league_id === league),
  )
  const wanted = ofSport.filter((it) => (type === null || it.type === type) && it.books >= Number(books))
  const judged = thinLines(wanted, 2).slice(0, MOST_JUDGED)
  const fallen = (await judge(services, judged, since)).filter(({ fall }) => fall.books >= Number(books))
  const listed = thinLines(
    fallen
      .map((it) => ({ ...it, books: it.fall.books, share: it.fall.share }))
      .sort((a, b) => b.share - a.share || a.market.id - b.market.id),
    1,
  ).slice(0, MOST_ROWS)
  const rows = await writeStarts(services, listed.slice((page - 1) * size, page * size), since)
  const [matches, charts] = await Promise.all([
    listMatchesOfIds(services, [...new Set(rows.map(({ event }) => event))]),
    readCharts(services, withCharts ? rows : [], since ?? new Date(Date.now() - CHARTED_MS)),
  ])
  const byId = new Map(matches.filter(isToCome).map((match) => [match.id, match]))
  return {
    drops: rows.flatMap(({ event, market, fall }) => {
      const match = byId.get(event)
      if (!match) return []
      noteMarkets(event, [market])
      return [{ match, market, fall, chart: charts.get(market.id) ?? null }]
    }),
    madeAt,
    until,
    hasMore: listed.length > page * size,
    last: Math.ceil(listed.length / size),
    sports: new Set(candidates.map(({ sport_id }) => sport_id)),
    types: new Set(ofSport.map((it) => it.type)),
  }
}

/** The start of a window; null for each bookmaker's first price. */
function sinceOf(window: DropWindow, at: Date): Date | null {
  return window === 'opening' ? null : new Date(at.getTime() - Number(window) * HOUR_MS)
}

/** Markets with a drop, the largest first, for the current audience. */
function findCandidates(services: Services, window: DropWindow): Promise<Chosen<Candidate>> {
  return services.memo.get(`drops:${window}`, async () => {
    const audience = await readAudience(services)
    return keepChoice(services, { window, audience: audience.key, schema: z.array(candidateSchema) }, (at) =>
      chooseCandidates(services, audience, sinceOf(window, at), at),
    )
  })
}

/**
 * Chooses from the changes of the window and the stored best prices, so that unchanged quotes are not read. Nearly all markets have up to
 * three outcomes: these are summed by column, which takes half the time of a row for each price.
 */
async function chooseCandidates(
  { database }: Pick<Services, 'database'>,
  audience: Audience,
  since: Date | null,
  at: Date,
): Promise<Candidate[]> {
  // Each part is joined to tables by their keys only: the embedded database often has no statistics for planning.
  const moved = since
    ? sql`select distinct on (h.market, h.bookmaker) h.market, h.bookmaker, coalesce(h.replaced, h.prices) as prices
        from quote_changes h where h.at > ${since}::timestamptz and h.side = 0
        order by h.market, h.bookmaker, h.at`
    : sql`select q.market, q.bookmaker, q.opening as prices
        from matches m join markets k on k.event = m.id and not k.is_list
        join quotes q on q.market = k.id and q.side = 0
        where m.status = 'scheduled' and m.start_time > ${at}::timestamptz and q.opening is not null`
  const ofOutcome = (place: number) => {
    const [was, now] = [sql`was[${sql.lit(place)}]`, sql`now[${sql.lit(place)}]`]
    return {
      fallen: sql`(${was} - ${now}) * kept`,
      highest: sql`case when ${now} is not null then 1e6 + (${was} - 1e6) * kept end`,
      lowered: sql`case when ${now} < ${was} then 1 else 0 end`,
    }
  }
  const [one, two, three] = [ofOutcome(1), ofOutcome(2), ofOutcome(3)]
  const { rows } = await sql<Candidate>`
    with moved as materialized (${moved}
    ), seen as (
      select member_no as no, brand, (1 - commission / 100)::float8 as kept, count(*) over (partition by brand) = 1 as is_alone
      from bookmaker_members k where is_active and ${isShown(audience, 'k')}
    ), compared as materialized (
      select q.market, b.brand, b.kept, b.is_alone, v.prices as was, q.prices as now
      from moved v
      join quotes q on q.market = v.market and q.bookmaker = v.bookmaker and q.side = 0 and q.status is null
      join seen b on b.no = q.bookmaker
    ), of_brands as (
      select market, ${one.fallen} as fallen1, ${two.fallen} as fallen2, ${three.fallen} as fallen3, ${one.highest} as highest1,
        ${two.highest} as highest2, ${three.highest} as highest3, ${one.lowered} as lowered1, ${two.lowered} as lowered2,
        ${three.lowered} as lowered3
      from compared where is_alone and cardinality(now) <= 3
      union all
      select market, avg(${one.fallen}), avg(${two.fallen}), avg(${three.fallen}), max(${one.highest}), max(${two.highest}),
        max(${three.highest}), max(${one.lowered}), max(${two.lowered}), max(${three.lowered})
      from compared where not is_alone and cardinality(now) <= 3 group by market, brand
    ), columns as (
      select market, sum(fallen1) as fallen1, sum(fallen2) as fallen2, sum(fallen3) as fallen3, max(highest1) as highest1,
        max(highest2) as highest2, max(highest3) as highest3, sum(lowered1) as lowered1, sum(lowered2) as lowered2,
        sum(lowered3) as lowered3
      from of_brands group by market
    ), falls as materialized (
      select c.market, o.n, o.fallen, o.highest from columns c
      cross join lateral (values (1, c.fallen1, c.highest1, c.lowered1), (2, c.fallen2, c.highest2, c.lowered2),
        (3, c.fallen3, c.highest3, c.lowered3)) o (n, fallen, highest, lowered)
      where o.lowered >= ${LEAST_LOWERED}
      union all
      select market, n, sum(fallen), max(highest) from (
        select c.market, o.n, avg((o.was - o.now) * c.kept) as fallen, max(1e6 + (o.was - 1e6) * c.kept) as highest,
          bool_or(o.now < o.was) as has_fallen
        from compared c cross join lateral unnest(c.was, c.now) with ordinality as o (was, now, n)
        where cardinality(c.now) > 3 and o.was is not null and o.now is not null
        group by c.market, o.n, c.brand
      ) of_brand
      group by market, n
      having count(*) filter (where has_fallen) >= ${LEAST_LOWERED}
    ), shares as materialized (
      select f.market, t.n as books,
        max(least(1 - t.nets[f.n] / f.highest, f.fallen / (t.average[f.n]::float8 * t.n + f.fallen))) as share
      from falls f join market_bests t on t.market = f.market and t.audience = ${audience.priceSet}
      where f.fallen > 0 and t.nets[f.n] is not null and t.n >= ${LEAST_LOWERED}
      group by f.market, t.n
    )
    select k.id as market, k.event, k.type, k.period, k.participant, l.sport_id, l.id as league_id, s.books, s.share
    from shares s
    join markets k on k.id = s.market and k.type = any (${DROP_MARKETS}::text[])
    join matches m on m.id = k.event and m.status = 'scheduled' and m.start_time > ${at}::timestamptz
    ${activePlaces}
    where s.share >= ${CANDIDATE_FALL}
    order by s.share desc, k.id limit ${MOST_CANDIDATES}`.execute(database.kysely)
  return rows
}

type Judged = Omit<Candidate, 'market'> & { market: MarketView; fall: Fall }

/** The actual drops of candidates by the quotes that count now; the largest drop of each market. */
async function judge(
  services: Services,
  candidates: readonly Candidate[],
  since: Date | null,
): Promise<Judged[]> {
  if (candidates.length === 0) return []
  const ids = candidates.map(({ market }) => market)
  const [markets, starts] = await Promise.all([
    readMarketsOfIds(services, ids),
    readStarts(services, ids, since),
  ])
  return candidates.flatMap((candidate) => {
    const market = markets.get(candidate.market)
    if (!market) return []
    const [fall] = findFalls(market, (quote) => {
      const start = starts.get(`${market.id} ${quote.no}`)
      // Quotes without a change have the same prices as then.
      if (!start) return { ...quote, writing: quote }
      return since ? start : { ...start, writing: quote.openingWriting ?? quote }
    })
    return fall ? [{ ...candidate, market, fall }] : []
  })
}

/** The prices of changed quotes at the start of the window, or their first prices within it. */
async function readStarts(
  { database }: Services,
  markets: readonly number[],
  since: Date | null,
): Promise<Map<string, StartPrices>> {
  const changed = since
    ? sql`select distinct on (market, bookmaker) market, bookmaker, coalesce(replaced, prices) as prices from quote_changes
        where market = any (${markets}::int[]) and at > ${since}::timestamptz and side = 0
        order by market, bookmaker, at`
    : sql`select market, bookmaker, opening as prices from quotes
        where market = any (${markets}::int[]) and side = 0 and opening is not null`
  const { rows } = await sql<StartPrices & { market: number; no: number }>`
    select v.market, v.bookmaker as no, v.prices, net_prices(v.prices, b.commission) as nets
    from (${changed}) v join bookmaker_members b on b.member_no = v.bookmaker`.execute(database.kysely)
  return new Map(rows.map(({ market, no, prices, nets }) => [`${market} ${no}`, { prices, nets }]))
}

type Listed = Judged & Pick<Fall, 'books' | 'share'>

/** Rows with the price at the start of the window as its bookmaker wrote it then. Where that is no longer known, it stays as it is. */
async function writeStarts(
  { database }: Services,
  rows: readonly Listed[],
  since: Date | null,
): Promise<Listed[]> {
  const asked = rows.flatMap(({ market, fall: { outcome, was, writer } }) =>
    writer ? [{ market: market.id, no: writer.no, place: outcome + 1, price: was.price }] : [],
  )
  if (!since || asked.length === 0) return [...rows]
  const { rows: written } = await sql<{ market: number; format: number; notation: Notation }>`
    select a.market, w.format, w.notation
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (market int, no smallint, place int, price bigint)
    cross join lateral (
      -- The last change before the window, else the first one within it.
      select h.format, h.notation from quote_changes h
      where h.market = a.market and h.bookmaker = a.no and h.side = 0 and h.format is not null and h.prices[a.place] = a.price
      order by h.at > ${since}::timestamptz, abs(extract(epoch from h.at - ${since}::timestamptz)) limit 1
    ) w`.execute(database.kysely)
  const byMarket = new Map(written.map(({ market, ...writing }) => [market, writing]))
  return rows.map((row) => {
    const { fall, market } = row
    const known = fall.writer && byMarket.get(market.id)
    if (!known) return row
    const writing = { format: PRICE_FORMATS[known.format] ?? 'decimal', notation: known.notation }
    return { ...row, fall: { ...fall, was: asWritten(fall.was.price, writing, fall.outcome) } }
  })
}

interface ChangeRow {
  market: number
  no: number
  at: Date
  nets: (Price | null)[]
  nets_before: (Price | null)[] | null
}

/** The history of the best price of each row's outcome, over the bookmakers that count now. */
async function readCharts(
  { database }: Services,
  rows: readonly Judged[],
  from: Date,
): Promise<Map<number, MarketChart | null>> {
  if (rows.length === 0) return new Map()
  const { rows: changes } = await sql<ChangeRow>`
    select h.market, h.bookmaker as no, h.at, net_prices(h.prices, b.commission) as nets,
      net_prices(h.replaced, b.commission) as nets_before
    from quote_changes h join bookmaker_members b on b.member_no = h.bookmaker
    where h.market = any (${rows.map(({ market }) => market.id)}::int[]) and h.at > ${from}::timestamptz and h.side = 0
    order by h.at`.execute(database.kysely)
  const byMarket = Map.groupBy(changes, ({ market }) => market)
  return new Map(
    rows.map(({ market, fall }) => [
      market.id,
      chartMarket(stepsOf(market, byMarket.get(market.id) ?? [], from), {
        outcomes: [fall.outcome],
        // The prices are net.
        keptShare: new Map(market.quotes.map((_, bookmaker) => [bookmaker, 1])),
        brands: new Map(market.quotes.map(({ brand }, bookmaker) => [bookmaker, brand])),
        until: new Date(),
      }),
    ]),
  )
}

function stepsOf(market: MarketView, changes: readonly ChangeRow[], from: Date): PriceChange[] {
  const byNumber = Map.groupBy(changes, ({ no }) => no)
  return market.quotes
    .flatMap((quote, bookmaker): PriceChange[] => {
      if (quote.leftOut !== null) return []
      const own = (quote.no !== null && byNumber.get(quote.no)) || []
      const before = own[0] ? own[0].nets_before : quote.changedAt > from ? null : quote.nets
      const start = before ? [{ bookmaker, at: from, prices: before }] : []
      const first =
        own.length === 0 && !before ? [{ bookmaker, at: quote.changedAt, prices: quote.nets }] : []
      return [...start, ...first, ...own.map(({ at, nets }) => ({ bookmaker, at, prices: nets }))]
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
