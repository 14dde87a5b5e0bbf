import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import { readMarketsOfIds } from '../odds/market-queries.server.ts'
import { marketWords } from '../odds/market-words.ts'
import { toNumber } from '../odds/prices.ts'
import type { AlertTexts } from '../visitor-alerts/texts.server.ts'
import { marketOf, measureBets, readStoredBets, type StoredBet } from './measure.server.ts'
import type { LinkedBet, NotedBet } from './schema.ts'

/** The bets of a visitor, the latest first, with closing prices of the bookmakers that the current audience may see. */
export async function listBets(services: Services, userId: string): Promise<NotedBet[]> {
  const { kysely } = services.database
  const rows = await readStoredBets(kysely, sql`where b.user_id = ${userId} order by b.placed_at desc, b.id`)
  const measured = await measureNow(services, rows)
  return rows.flatMap((row, at): NotedBet[] => {
    const market = marketOf(row)
    const { closing = null, result = null } = measured[at] ?? {}
    if (!market) return []
    return [
      {
        ...{ id: row.id, market, outcome: row.outcome, price: row.price, stake: row.stake },
        ...{ bookmaker: row.bookmaker, placedAt: row.placed_at, home: row.home_team, away: row.away_team },
        ...{ startTime: row.start_time ?? row.bet_start, matchId: row.match_id, closing, result },
      },
    ]
  })
}

function measureNow(services: Services, rows: readonly StoredBet[]) {
  const read = (ids: number[]) => readMarketsOfIds(services, ids)
  return measureBets(services.database.kysely, rows, { now: new Date(), read, preferKept: true })
}

/** Adds the pages of the matches. */
export async function linkBets(services: Services, bets: readonly NotedBet[]): Promise<LinkedBet[]> {
  const ids = new Set(bets.flatMap(({ matchId }) => matchId ?? []))
  const matches = await listMatchesOfIds(services, [...ids])
  const byId = new Map(matches.map((match) => [match.id, match]))
  return bets.map((bet) => ({ ...bet, match: (bet.matchId !== null && byId.get(bet.matchId)) || null }))
}

/** What the export of an account says about noted bets, in words. Prices are decimals. */
export async function exportBets(
  services: Services,
  userId: string,
  { matches: t, betting, language }: AlertTexts,
) {
  const rows = await readStoredBets(
    services.database.kysely,
    sql`where b.user_id = ${userId} order by b.placed_at, b.id`,
  )
  const measured = await measureNow(services, rows)
  const decimalOf = (price: number | null) => (price === null ? null : toNumber(price))
  return {
    noted_bets: rows.map((row, at) => {
      const { home_team: home, away_team: away } = row
      const { closing = null, result = null } = measured[at] ?? {}
      const market = marketOf(row)
      const words = marketWords({ t, language }, { home, away })
      const named = market && [words.typeName(market), words.detailName(market), words.periodName(market)]
      return {
        match: `${home} – ${away}`,
        match_starts_at: row.start_time ?? row.bet_start,
        market: named?.filter(Boolean).join(' · ') ?? row.market_type,
        outcome: market ? words.outcomeName(market, row.outcome) : row.outcome,
        price: decimalOf(row.price),
        stake: row.stake === null ? null : row.stake / 100,
        bookmaker: row.bookmaker,
        placed_at: row.placed_at,
        closing_best: decimalOf(closing?.best ?? null),
        closing_fair: decimalOf(closing?.fair ?? null),
        result: betting(result === null ? 'bets.open' : `bets.result.${result}`),
        country: row.country,
        created_at: row.created_at,
      }
    }),
  }
}
