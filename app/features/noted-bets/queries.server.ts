import { type Selectable, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { resultOfRow, type ScoredRow } from '../matches/match-state.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import { type Board, compareClosing } from '../odds/market-board.ts'
import { fairPrices } from '../odds/market-maths.ts'
import { readMarketsOfIds } from '../odds/market-queries.server.ts'
import { definitionOf, isMarketType, type Market, marketKey } from '../odds/markets.ts'
import { settleOutcome } from '../odds/settle.ts'
import type { Closing, NotedBet } from './schema.ts'

type StoredBet = Omit<Selectable<DB['noted_bets']>, 'user_id' | 'start_time' | 'created_at' | 'updated_at'>

interface Row extends StoredBet, Omit<ScoredRow, 'status'> {
  /** The start when the bet was noted; `start_time` is the match's now. */
  bet_start: Date
  /** Null if the match is gone. */
  status: string | null
}

/** The bets of a visitor, the latest first, with closing prices of the bookmakers that the current audience may see. */
export async function listBets(services: Services, userId: string): Promise<NotedBet[]> {
  const { kysely } = services.database
  const { rows } = await sql<Row>`
    select b.id, b.match_id, b.home_team, b.away_team, b.start_time as bet_start, b.market_type, b.market_period,
      b.market_line::float8 as market_line, b.market_participant, b.outcome, b.price::float8 as price,
      b.stake::float8 as stake, b.bookmaker, b.placed_at, m.start_time, m.status, f.status_short,
      case when f.goals_home is not null and f.goals_away is not null then f.goals_home else m.home_score end as home,
      case when f.goals_home is not null and f.goals_away is not null then f.goals_away else m.away_score end as away,
      f.score_fulltime_home as full_home, f.score_fulltime_away as full_away,
      f.score_halftime_home as half_home, f.score_halftime_away as half_away
    from noted_bets b left join matches m on m.id = b.match_id left join fixtures f on f.match_id = m.id
    where b.user_id = ${userId} order by b.placed_at desc, b.id`.execute(kysely)
  const now = new Date()
  // A bet in play is not compared: its odds are of another state of the match.
  const compared = new Set(
    rows.filter(
      ({ start_time, placed_at }) => start_time !== null && start_time <= now && placed_at <= start_time,
    ),
  )
  const [boards, matches] = await Promise.all([
    readClosingBoards(services, [...compared]),
    listMatchesOfIds(services, [...new Set(rows.flatMap(({ match_id }) => match_id ?? []))]),
  ])
  const byId = new Map(matches.map((match) => [match.id, match]))
  return rows.flatMap((row): NotedBet[] => {
    const market = marketOf(row)
    if (!market) return []
    const { outcomes } = definitionOf(market.type)
    const whole = { ...market, outcomes: outcomes === 'participants' ? [] : outcomes }
    const board = compared.has(row) ? boards.get(`${row.match_id} ${marketKey(market)}`) : undefined
    const result = row.status === null ? null : resultOfRow({ ...row, status: row.status }, now)
    return [
      {
        ...{ id: row.id, market, outcome: row.outcome, price: row.price, stake: row.stake },
        ...{ bookmaker: row.bookmaker, placedAt: row.placed_at, home: row.home_team, away: row.away_team },
        startTime: row.start_time ?? row.bet_start,
        match: (row.match_id !== null && byId.get(row.match_id)) || null,
        closing: board ? closingOf(board, row.outcome) : null,
        result: row.status === 'cancelled' ? 'void' : result && settleOutcome(whole, row.outcome, result),
      },
    ]
  })
}

function marketOf(row: Row): Market | null {
  const { market_type: type, market_period: period, market_line: line, market_participant: participant } = row
  return isMarketType(type) ? { type, period, line, participant } : null
}

/** The closing prices of the bets' markets, by match and market. */
async function readClosingBoards(services: Services, rows: readonly Row[]): Promise<Map<string, Board>> {
  const startOf = new Map(
    rows.flatMap((row) => (row.match_id ? [[row.match_id, row.start_time] as const] : [])),
  )
  const wanted = new Set(
    rows.flatMap((row) => {
      const market = marketOf(row)
      return market ? [`${row.match_id} ${marketKey(market)}`] : []
    }),
  )
  if (wanted.size === 0) return new Map()
  const { rows: stored } = await sql<{
    id: number
    event: string
    type: string
    period: string
    line: number | null
    participant: string | null
  }>`
    select id, event, type, period, line::float8 as line, participant from markets
    where event = any (${[...startOf.keys()]}::uuid[])`.execute(services.database.kysely)
  const keyOf = ({ event, type, ...rest }: (typeof stored)[number]) =>
    isMarketType(type) ? `${event} ${marketKey({ type, ...rest })}` : ''
  const own = stored.filter((row) => wanted.has(keyOf(row)))
  const markets = await readMarketsOfIds(
    services,
    own.map(({ id }) => id),
  )
  return new Map(
    own.flatMap((row) => {
      const [market, kickOff] = [markets.get(row.id), startOf.get(row.event)]
      return market && kickOff
        ? [[keyOf(row), compareClosing(market, { sort: 'payout', kickOff })] as const]
        : []
    }),
  )
}

function closingOf({ market, best, average }: Board, outcome: string): Closing | null {
  const index = market.outcomes.indexOf(outcome)
  const price = best[index]?.net
  if (!price) return null
  const { winners, isOpenList } = definitionOf(market.type)
  return { best: price, fair: isOpenList ? null : (fairPrices(average, winners)?.[index] ?? null) }
}

/** What the export of an account says about noted bets. */
export async function exportBets({ database }: Pick<Services, 'database'>, userId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from noted_bets where user_id = ${userId} order by placed_at`.execute(database.kysely)
  return { noted_bets: rows }
}
