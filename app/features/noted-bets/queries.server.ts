import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import { readMarketsOfIds } from '../odds/market-queries.server.ts'
import { marketOf, measureBets, readStoredBets } from './measure.server.ts'
import type { LinkedBet, NotedBet } from './schema.ts'

/** The bets of a visitor, the latest first, with closing prices of the bookmakers that the current audience may see. */
export async function listBets(services: Services, userId: string): Promise<NotedBet[]> {
  const { kysely } = services.database
  const rows = await readStoredBets(kysely, sql`where b.user_id = ${userId} order by b.placed_at desc, b.id`)
  const measured = await measureBets(kysely, rows, {
    now: new Date(),
    read: (ids) => readMarketsOfIds(services, ids),
    preferKept: true,
  })
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

/** Adds the pages of the matches. */
export async function linkBets(services: Services, bets: readonly NotedBet[]): Promise<LinkedBet[]> {
  const ids = new Set(bets.flatMap(({ matchId }) => matchId ?? []))
  const matches = await listMatchesOfIds(services, [...ids])
  const byId = new Map(matches.map((match) => [match.id, match]))
  return bets.map((bet) => ({ ...bet, match: (bet.matchId !== null && byId.get(bet.matchId)) || null }))
}

/** What the export of an account says about noted bets. */
export async function exportBets({ database }: Pick<Services, 'database'>, userId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from noted_bets where user_id = ${userId} order by placed_at`.execute(database.kysely)
  return { noted_bets: rows }
}
