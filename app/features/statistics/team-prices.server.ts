import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { headlineMarket } from '../odds/market-address.ts'
import { type Board, compareClosing } from '../odds/market-board.ts'
import { type MarketChart, scaleOf } from '../odds/market-chart.ts'
import { readMarketsOfIds } from '../odds/market-queries.server.ts'
import { netByShare, type Price } from '../odds/prices.ts'
import type { ClosedMatch } from './results.server.ts'

/** The latest matches whose prices are read. */
const MATCHES = 12
/** A first price from so close to the start is no opening: often only the closing one was stored. */
const NO_OPENING_MS = 3_600_000

/** How a team's price of the result opened and closed in a match. Net of commission. */
export interface TeamPrice {
  match: ClosedMatch
  /** The best of the first prices of the bookmakers that quoted the match at the start; null if no first price is known. */
  opening: Price | null
  closing: Price
}

/** The prices of a team in its latest matches, the latest first; matches that nobody quoted are left out. */
export async function listTeamPrices(
  services: Services,
  past: readonly ClosedMatch[],
  isHome: (match: ClosedMatch) => boolean,
): Promise<TeamPrice[]> {
  const latest = past.slice(0, MATCHES)
  if (latest.length === 0) return []
  for (const { id } of latest) noteRead(`prices:${id}`)
  noteRead('bookmakers')
  const rows = await services.database.kysely
    .selectFrom('markets')
    .select(['id', 'event'])
    .where(
      'event',
      'in',
      latest.map(({ id }) => id),
    )
    .where('type', 'in', ['match_result', 'moneyline'])
    .where('period', 'in', ['full_time', 'with_overtime'])
    .where('participant', 'is', null)
    .orderBy('period')
    .execute()
  const markets = await readMarketsOfIds(
    services,
    rows.map(({ id }) => id),
  )
  return latest.flatMap((match): TeamPrice[] => {
    const own = rows.flatMap(({ id, event }) => (event === match.id ? (markets.get(id) ?? []) : []))
    const market = headlineMarket(own, match.closing?.market.type !== 'moneyline')
    if (!market) return []
    const board = compareClosing(market, { sort: 'payout', kickOff: match.startTime })
    const outcome = market.outcomes.indexOf(isHome(match) ? 'home' : 'away')
    const closing = board.best[outcome]?.net
    return closing ? [{ match, opening: bestOpening(board, outcome, match.startTime), closing }] : []
  })
}

/** The best first price of an outcome, of the bookmakers whose closing price counts. */
function bestOpening({ rows }: Board, outcome: number, kickOff: Date): Price | null {
  const first = rows.flatMap(({ leftOut, quote, prices }) => {
    const isEarly = kickOff.getTime() - quote.changedAt.getTime() > NO_OPENING_MS
    const price = (quote.opening ?? (isEarly ? prices : null))?.[outcome] ?? null
    return leftOut !== null || price === null || prices[outcome] == null ? [] : netByShare(price, quote.kept)
  })
  return first.length === 0 ? null : Math.max(...first)
}

/** The closing and the opening prices from match to match, for the chart of a market; null for a single match. */
export function chartTeamPrices(prices: readonly TeamPrice[]): MarketChart | null {
  const oldestFirst = prices.toReversed()
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)]
  if (!first || !last || oldestFirst.length < 2) return null
  const all = oldestFirst.flatMap(({ opening, closing }) =>
    opening === null ? [closing] : [opening, closing],
  )
  const scale = scaleOf(Math.min(...all), Math.max(...all))
  const [bottom, top] = [scale[0] ?? 0, scale.at(-1) ?? 1]
  const steps = (of: 'opening' | 'closing') =>
    oldestFirst.map(
      (it, at) => [at / oldestFirst.length, ((it[of] ?? it.closing) - bottom) / (top - bottom)] as const,
    )
  // A line with gaps is not drawn.
  const hasOpening = oldestFirst.every(({ opening }) => opening !== null)
  const [from, until] = [first.match.startTime, last.match.startTime]
  const closing = steps('closing')
  return {
    ...{ from, until, table: [], changes: 0 },
    outcomes: [
      {
        ...{ outcome: 0, scale, best: closing, average: hasOpening ? steps('opening') : [], lowest: closing },
        ...{ first: first.closing, last: last.closing, chosen: [] },
      },
    ],
  }
}
