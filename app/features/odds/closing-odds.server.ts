import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { compareClosing } from './market-board.ts'
import { readMarketsFor } from './market-queries.server.ts'
import type { OutcomePrices } from './rules.ts'

interface Begun {
  id: string
  start_time: Date
  /** Whether its headline has a draw; null: it has no headline, and the result with the most quotes counts. */
  with_draw: boolean | null
}

/** A hundredth in the unit of stored prices, millionths. */
const HUNDREDTH = 10_000

/**
 * The closing odds of events that have begun, from the quotes of their results: for events whose headline was never stored
 * before kick-off, because the site read them first in play. Net of commission, rounded down like headlines. Events without
 * a closing price are left out; so are all if they cannot be read. Who shows those of an event depends on `prices:<event>`.
 */
export async function readClosingOdds(
  services: Pick<Services, 'database' | 'log'>,
  events: readonly Begun[],
  audience: Audience,
): Promise<Map<string, OutcomePrices>> {
  if (events.length === 0) return new Map()
  noteRead('bookmakers')
  try {
    const markets = await services.database.kysely
      .selectFrom('markets')
      .select(['id', 'event', 'type'])
      .where(sql<boolean>`event = any (${events.map(({ id }) => id)}::uuid[])`)
      .where('type', 'in', ['match_result', 'moneyline'])
      .where('period', 'in', ['full_time', 'with_overtime'])
      .execute()
    const views = await readMarketsFor(
      services,
      markets.map(({ id }) => id),
      audience,
    )
    const boards = Map.groupBy(markets, ({ event }) => event)
    return new Map(
      events.flatMap(({ id, start_time: kickOff, with_draw }): [string, OutcomePrices][] => {
        const compared = (boards.get(id) ?? []).flatMap((market) => {
          const view = views.get(market.id)
          const isOfHeadline = with_draw === null || with_draw === (market.type === 'match_result')
          return view && isOfHeadline
            ? [{ market, board: compareClosing(view, { sort: 'payout', kickOff }) }]
            : []
        })
        const [widest] = compared.sort((a, b) => b.board.count - a.board.count)
        if (!widest) return []
        const prices = widest.board.best.map((best) => best && Math.floor(best.net / HUNDREDTH) / 100)
        const [home, second, third] = prices
        const [draw, away] = widest.market.type === 'match_result' ? [second, third] : [null, second]
        return home && away ? [[id, { home, draw: draw ?? null, away }]] : []
      }),
    )
  } catch (error) {
    services.log.error({ err: error }, 'closing odds could not be read; live matches are shown without them')
    noteFailure()
    return new Map()
  }
}
