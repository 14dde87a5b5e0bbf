import { sql } from 'kysely'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { headlineMarket } from '../odds/market-address.ts'
import { type Board, compareMarket } from '../odds/market-board.ts'
import { noteMarkets, readMarketsOfIds } from '../odds/market-queries.server.ts'
import type { Figures, ShownBookmaker } from './bookmakers.server.ts'

/** The next matches of a league whose prices are read. */
const MATCHES = 60

export interface LeaguePayout {
  /** Matches whose result all outcomes are quoted for. */
  matches: number
  /** The mean payout of the best prices, and of each bookmaker's own, 0 to 1 and more; null without matches. */
  best: number | null
  average: number | null
  /** The one that pays most first. */
  bookmakers: (ShownBookmaker & { figures: Figures })[]
}

/** What the main market of a league's next matches pays: the result, net of commission, by the quotes that count now. */
export function readLeaguePayout(services: Services, leagueId: string): Promise<LeaguePayout> {
  return services.memo.get(`league-payout:${leagueId}`, async () => {
    noteRead(`league:${leagueId}`, `matches-of:${leagueId}`)
    const now = new Date()
    const { rows } = await sql<{ event: string; start_time: Date; ids: number[] | null; with_draw: boolean }>`
      select m.id as event, m.start_time, array_agg(k.id order by k.period) filter (where k.id is not null) as ids,
        coalesce(bool_or(k.type = 'match_result'), false) as with_draw
      from (
        select id, start_time from matches
        where league_id = ${leagueId} and status = 'scheduled' and start_time > ${now}::timestamptz
        order by start_time, id limit ${MATCHES}
      ) m
      left join markets k on k.event = m.id and k.type in ('match_result', 'moneyline') and k.participant is null
        and k.period in ('full_time', 'with_overtime')
      group by m.id, m.start_time order by m.start_time, m.id`.execute(services.database.kysely)
    if (rows[0]) noteChangeAt(rows[0].start_time)
    // Also matches without prices: their first ones change the figures.
    for (const { event } of rows) noteRead(`match:${event}`, `prices:${event}`)
    const markets = await readMarketsOfIds(
      services,
      rows.flatMap(({ ids }) => ids ?? []),
    )
    const boards = rows.flatMap(({ event, start_time: kickOff, ids, with_draw: withDraw }): Board[] => {
      const own = (ids ?? []).flatMap((id) => markets.get(id) ?? [])
      const market = headlineMarket(own, withDraw)
      if (!market) return []
      noteMarkets(event, [market])
      return [compareMarket(market, { sort: 'payout', kickOff, now })]
    })
    return sumPayouts(boards)
  })
}

/** The figures of some boards of one market each, by the rules of the bookmakers' figures. */
export function sumPayouts(boards: readonly Board[]): LeaguePayout {
  const sums = new Map<
    string,
    { bookmaker: ShownBookmaker; paid: number[]; relative: number[]; best: number; prices: number }
  >()
  const whole = boards.filter(({ sum }) => sum !== null)
  const all: number[] = []
  for (const { rows } of whole) {
    const paying = rows.flatMap((row) => (row.payout === null ? [] : [{ ...row, payout: row.payout }]))
    const mean = meanOf(paying.map(({ payout }) => payout)) ?? 1
    for (const { quote, payout, isBest, nets } of paying) {
      const { bookmaker } = quote
      const own = sums.get(bookmaker.id) ?? { bookmaker, paid: [], relative: [], best: 0, prices: 0 }
      sums.set(bookmaker.id, own)
      all.push(payout)
      own.paid.push(payout)
      if (paying.length < 2) continue
      own.relative.push(payout / mean)
      own.best += isBest.filter(Boolean).length
      own.prices += nets.filter((net) => net !== null).length
    }
  }
  const bookmakers = [...sums.values()].map(({ bookmaker, paid, relative, best, prices }) => ({
    ...bookmaker,
    figures: {
      ...{ events: paid.length, markets: paid.length, compared: relative.length, changes: 0 },
      payout: meanOf(paid),
      advantage: relative.length === 0 ? null : (meanOf(relative) ?? 1) - 1,
      best: prices === 0 ? null : best / prices,
    },
  }))
  return {
    matches: whole.length,
    best: meanOf(whole.map(({ sum }) => 1 / (sum ?? 1))),
    average: meanOf(all),
    bookmakers: bookmakers.sort(
      (a, b) => (b.figures.advantage ?? -1) - (a.figures.advantage ?? -1) || a.name.localeCompare(b.name),
    ),
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
