import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { headlineMarket } from '../odds/market-address.ts'
import { compareMarket, listFirst } from '../odds/market-board.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import type { MarketQuote, MarketView } from '../odds/market-view.ts'
import { marketKey } from '../odds/markets.ts'
import { type Price, toNumber } from '../odds/prices.ts'
import type { Clicked } from './clicked-price.ts'

/** A clicked price, as a page for the current audience shows it now. */
export interface ClickedPrice {
  /** As `marketKey` writes it. */
  market: string
  outcome: string | null
  /** In decimals; null if the bookmaker's price does not count now, and for a link of a whole row. */
  price: number | null
  /** The bookmaker's row in the order of the page, from 1; null if its prices do not count now. */
  position: number | null
  view: MarketView
  /** Null if the bookmaker does not quote the market. */
  quote: MarketQuote | null
}

interface Asked {
  clicked: Clicked
  /** Null for an outright, which the market names. */
  match: string | null
  bookmaker: string | null
  /** The page with the link. */
  page: string | null
  now: Date
  /** Bookmakers that the page lists before the others. */
  first?: readonly string[]
}

/**
 * The price of a click by the rule that pages show prices by. The address says which price it is, never how high: what is
 * stored cannot be forged. Null if the match has no such market.
 */
export async function findClickedPrice(
  services: Pick<Services, 'database' | 'log' | 'memo'>,
  { clicked, match, bookmaker, page, now, first: listedFirst = [] }: Asked,
): Promise<ClickedPrice | null> {
  const audience = await readAudience(services)
  const { rows } = await sql<{ id: number; start_time: Date; with_draw: boolean | null }>`
    select k.id, coalesce(m.start_time, o.start_time) as start_time, p.with_draw
    from markets k
    join priced_events e on e.event = k.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    left join event_prices p on p.event = k.event
    where e.match_id is not distinct from ${match}::uuid and ${
      clicked.kind === 'market'
        ? sql`k.id = ${clicked.market}`
        : sql`k.type in ('match_result', 'moneyline') and k.period in ('full_time', 'with_overtime')`
    }`.execute(services.database.kysely)
  const [first] = rows
  if (!first) return null
  const views = await readMarketsFor(
    services,
    rows.map(({ id }) => id),
    audience,
  )
  const isDraw = clicked.kind === 'headline' && clicked.outcome === 'draw'
  const shown = [...views.values()]
  const view =
    clicked.kind === 'market' ? shown[0] : headlineMarket(shown, isDraw || first.with_draw === true)
  if (!view) return null
  const index = clicked.kind === 'headline' ? view.outcomes.indexOf(clicked.outcome) : clicked.outcome
  const outcome = index === null ? null : (view.outcomes[index] ?? null)
  // The match page lists every bookmaker by payout. Other pages show the best price of the outcome.
  const isBest = clicked.kind === 'headline' && page !== 'match'
  const sort = isBest ? clicked.outcome : clicked.kind === 'headline' ? 'payout' : clicked.sort
  const { rows: sorted } = compareMarket(view, {
    sort: typeof sort === 'number' ? (view.outcomes[sort] ?? 'payout') : sort,
    kickOff: first.start_time,
    now,
  })
  const board = sort === 'payout' && page === 'match' ? listFirst(sorted, listedFirst) : sorted
  const place = board.findIndex(({ quote }) => quote.bookmaker.id === bookmaker)
  const row = board[place]
  const counts = row !== undefined && row.leftOut === null
  const at = outcome === null || !counts ? -1 : view.outcomes.indexOf(outcome)
  return {
    market: marketKey(view).trimEnd(),
    outcome,
    price: counts ? shownPrice(row.prices[at] ?? null, row.nets[at] ?? null, isBest) : null,
    position: counts ? place + 1 : null,
    view,
    quote: row?.quote ?? null,
  }
}

const HUNDREDTH = 10_000
/** The lowest price that a list shows, as `net_price` in the database. */
const LOWEST = 1_010_000

/** Lists of matches show net prices in whole hundredths, rounded down; prices without a commission are exact everywhere. */
function shownPrice(price: Price | null, net: Price | null, isOfList: boolean): number | null {
  if (price === null || net === null) return null
  return toNumber(isOfList && net !== price ? Math.max(LOWEST, Math.floor(net / HUNDREDTH) * HUNDREDTH) : net)
}
