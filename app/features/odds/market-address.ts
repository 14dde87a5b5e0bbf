/** The market of an event that a page shows, and the addresses of the others. */
import type { MarketQuote, MarketView } from './market-view.ts'
import { followOutcome, isMarketType, type Market, readLine } from './markets.ts'

/** The order of the rows of the market: by payout, by age, or by the price of an outcome. */
export type MarketSort = 'payout' | 'updated' | (string & {})

export const MARKET_PARAMETERS = ['market', 'period', 'line', 'participant', 'sort', 'chart'] as const

export interface ShownMarket {
  market: MarketView
  sort: MarketSort
  /** Whether the query asks for the order by payout, which a page without a query may not have. */
  isByPayout?: boolean
  /** The slug of a bookmaker that has a line of its own in the chart. */
  charted?: string | null
}

/** The market of a page without a query: the result with or without a draw, like the headline; else the first market. */
export function headlineMarket(markets: readonly MarketView[], withDraw: boolean): MarketView | undefined {
  const results = markets.filter(({ type }) => type === 'match_result' || type === 'moneyline')
  const wanted = withDraw ? 'match_result' : 'moneyline'
  return results.find(({ type }) => type === wanted) ?? results[0] ?? markets.find(({ isMain }) => isMain)
}

/**
 * The market of a query. Values that the event does not have are ignored: an unknown type selects the headline's market,
 * an unknown period, side or line the first one or the main line.
 */
export function findShownMarket(
  markets: readonly MarketView[],
  query: URLSearchParams,
  withDraw: boolean,
): ShownMarket | undefined {
  const first = headlineMarket(markets, withDraw)
  if (!first) return undefined
  const asked = query.get('market')
  const ofType = markets.filter(({ type }) => type === asked)
  const market = ofType.length === 0 ? first : pick(ofType, query)
  const quoting = chartable(market).find(({ slug }) => slug === query.get('chart'))
  return {
    market,
    sort: readSort(query.get('sort'), market),
    isByPayout: query.get('sort') === 'payout',
    charted: quoting?.slug ?? null,
  }
}

/** The bookmakers that a market's chart can have a line of. */
export function chartable({ quotes }: MarketView): MarketQuote['bookmaker'][] {
  return quotes.flatMap(({ side, bookmaker }) => (side === 'back' ? bookmaker : []))
}

function pick(ofType: readonly MarketView[], query: URLSearchParams): MarketView {
  const ofPeriod = ofOne(ofType, query.get('period'), ({ period }) => period)
  const ofSide = ofOne(ofPeriod, query.get('participant'), ({ participant }) => participant ?? '')
  // Also as others write it: 2.50, +0.5.
  const typed = query.get('line')
  const asked = typed && String(readLine(Number(typed)))
  const [line] = ofOne(ofSide, asked, (market) => String(market.line))
  const main = ofSide.find(({ isMain }) => isMain)
  const isAsked = line !== undefined && String(line.line) === asked
  return (isAsked ? line : (main ?? line)) as MarketView
}

/** The markets with the requested value; if there are none, those with the value of the first market. */
function ofOne(
  markets: readonly MarketView[],
  asked: string | null,
  keyOf: (market: MarketView) => string,
): readonly MarketView[] {
  const found = markets.filter((market) => keyOf(market) === asked)
  const [first] = markets
  return found.length > 0 || !first ? found : markets.filter((market) => keyOf(market) === keyOf(first))
}

function readSort(asked: string | null, { outcomes }: MarketView): MarketSort {
  return asked === 'updated' || (asked !== null && outcomes.includes(asked)) ? asked : 'payout'
}

const MARKET_PARTS = ['period', 'participant', 'line'] as const

/** A query that selects a market whatever other markets the event has; the page cache shortens it. */
export function fullMarketQuery(market: Market): URLSearchParams {
  const query = new URLSearchParams({ market: market.type })
  for (const name of MARKET_PARTS) {
    const value = market[name]
    if (value !== null) query.set(name, String(value))
  }
  return query
}

const SELECTING: readonly string[] = ['market', ...MARKET_PARTS, 'outcome']

/**
 * A query that selects a market or an outcome of a match that was merged, for the match that stayed.
 * @param turned whether the sides were swapped; null if that is not known: what depends on it is not selected then
 */
export function followQuery(query: URLSearchParams, turned: boolean | null): URLSearchParams {
  const [asked, line] = [query.get('market') ?? '', query.get('line')]
  const market: Market = {
    type: isMarketType(asked) ? asked : 'match_result',
    period: query.get('period') ?? '',
    line: line === null ? null : readLine(Number(line)),
    participant: query.get('participant'),
  }
  const followed = followOutcome({ market, outcome: query.get('outcome') ?? '' }, turned)
  if (!followed) return new URLSearchParams([...query].filter(([name]) => !SELECTING.includes(name)))
  const values: Record<string, unknown> = { ...followed.market, outcome: followed.outcome }
  const isTurned = (name: string) => name !== 'market' && SELECTING.includes(name)
  return new URLSearchParams(
    [...query].map(([name, value]) => [name, String((isTurned(name) ? values[name] : null) ?? value)]),
  )
}

/** The shortest query that selects a market; empty for the market of a page without a query. */
export function marketQuery(
  markets: readonly MarketView[],
  {
    market,
    sort = 'payout',
    isByPayout = false,
    charted = null,
  }: Pick<ShownMarket, 'market'> & Partial<ShownMarket>,
  withDraw: boolean,
): string {
  const query = new URLSearchParams()
  if (market !== headlineMarket(markets, withDraw)) {
    for (const [name, value] of fullMarketQuery(market)) query.set(name, value)
    for (const name of MARKET_PARTS) {
      const shorter = new URLSearchParams(query)
      shorter.delete(name)
      if (findShownMarket(markets, shorter, withDraw)?.market.id === market.id) query.delete(name)
    }
  }
  if (sort !== 'payout' || isByPayout) query.set('sort', sort)
  if (charted !== null) query.set('chart', charted)
  return query.toString()
}

export interface MarketChoices {
  /** One market of each type that the event has, in the order of the registry. */
  types: MarketView[]
  /** The periods, then the sides, of the current market's type. */
  periods: MarketView[]
  participants: MarketView[]
  /** The other lines of the current market. */
  lines: MarketView[]
}

/** The markets that can be selected from a market. */
export function marketChoices(
  markets: readonly MarketView[],
  shown: MarketView,
  withDraw: boolean,
): MarketChoices {
  const mains = markets.filter(({ isMain }) => isMain)
  const headline = headlineMarket(markets, withDraw)
  const ofType = mains.filter(({ type }) => type === shown.type)
  const ofPeriod = ofType.filter(({ period }) => period === shown.period)
  const firstOf = (list: readonly MarketView[], keyOf: (market: MarketView) => string) =>
    [...Map.groupBy(list, keyOf).values()].map((group) => group[0] as MarketView)
  return {
    types: firstOf(mains, ({ type }) => type).map((market) =>
      market.type === headline?.type ? headline : market,
    ),
    periods: firstOf(ofType, ({ period }) => period),
    participants: firstOf(ofPeriod, ({ participant }) => participant ?? ''),
    lines: markets.filter(
      (market) =>
        market.id !== shown.id &&
        market.type === shown.type &&
        market.period === shown.period &&
        market.participant === shown.participant,
    ),
  }
}
