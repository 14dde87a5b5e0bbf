import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { resultOfRow, type ScoredRow } from '../matches/match-result.ts'
import { isVoid } from '../matches/match-state.ts'
import { scoredColumns } from '../matches/scored-row.server.ts'
import type { LegResult } from '../odds/bets.ts'
import { type Board, compareClosing } from '../odds/market-board.ts'
import { fairPrices } from '../odds/market-maths.ts'
import type { MarketView } from '../odds/market-view.ts'
import { definitionOf, isMarketType, type Market, marketKey } from '../odds/markets.ts'
import { MILLION } from '../odds/prices.ts'
import { settleOutcome } from '../odds/settle.ts'
import { type Closing, KEPT_FOR_MS } from './schema.ts'

type StoredColumns = Omit<Selectable<DB['noted_bets']>, 'user_id' | 'start_time' | 'updated_at' | 'result'>

export interface StoredBet extends StoredColumns, Omit<ScoredRow, 'status'> {
  /** The start when the bet was noted; `start_time` is the match's now. */
  bet_start: Date
  /** Null if the match is gone. */
  status: string | null
  called_off: boolean | null
  /** What the job knew last. */
  kept_result: LegResult | null
}

/** Bets with the score of their matches. @param rest the condition on `noted_bets b` and `matches m`, and the order */
export async function readStoredBets(kysely: Kysely<DB>, rest: RawBuilder<unknown>): Promise<StoredBet[]> {
  const { rows } = await sql<StoredBet>`
    select b.id, b.match_id, b.home_team, b.away_team, b.start_time as bet_start, b.market_type, b.market_period,
      b.market_line::float8 as market_line, b.market_participant, b.outcome, b.price::float8 as price,
      b.stake::float8 as stake, b.bookmaker, b.placed_at, b.country, b.closing_best::float8 as closing_best,
      b.closing_fair::float8 as closing_fair, b.result as kept_result, b.created_at, m.start_time, m.status, m.called_off, f.status_short,
      ${scoredColumns}
    from noted_bets b left join matches m on m.id = b.match_id left join fixtures f on f.match_id = m.id
    ${rest}`.execute(kysely)
  return rows
}

export interface Measured {
  /** Once the match has begun; null if nobody quoted the outcome, and for a bet that was placed after the start. */
  closing: Closing | null
  result: LegResult | null
}

/**
 * Closing prices and results of bets, in their order: as the stored prices and scores say now, else as they were kept.
 * @param read markets with the prices of the audience that the bets are measured for
 * @param preferKept the kept closing prices of matches and bets that are no longer new, where there are any: their quotes are not
 *   read
 */
export async function measureBets(
  kysely: Kysely<DB>,
  rows: readonly StoredBet[],
  {
    now,
    read,
    preferKept = false,
  }: { now: Date; read: (ids: number[]) => Promise<Map<number, MarketView>>; preferKept?: boolean },
): Promise<Measured[]> {
  const newSince = now.getTime() - KEPT_FOR_MS
  const isKept = ({ start_time, created_at, closing_best }: StoredBet) =>
    preferKept &&
    closing_best !== null &&
    Math.max(created_at.getTime(), start_time?.getTime() ?? 0) < newSince
  // A bet in play is not compared: its odds are of another state of the match.
  const compared = new Set(
    rows.filter(
      (row) =>
        row.start_time !== null && row.start_time <= now && row.placed_at <= row.start_time && !isKept(row),
    ),
  )
  const boards = await readClosingBoards(kysely, [...compared], read)
  return rows.map((row) => {
    const market = marketOf(row)
    const board = market && compared.has(row) ? boards.get(`${row.match_id} ${marketKey(market)}`) : undefined
    const isToCome = row.start_time !== null && row.start_time > now
    const isInPlay = row.placed_at > (row.start_time ?? row.bet_start)
    return {
      closing: (board && closingOf(board, row.outcome)) ?? (isInPlay || isToCome ? null : keptClosing(row)),
      // A match that is still there says it, also that it is open again.
      result: row.status === null ? row.kept_result : resultOfBet(row, market, now),
    }
  })
}

export function marketOf(row: StoredBet): Market | null {
  const { market_type: type, market_period: period, market_line: line, market_participant: participant } = row
  return isMarketType(type) ? { type, period, line, participant } : null
}

function resultOfBet(row: StoredBet, market: Market | null, now: Date): LegResult | null {
  if (row.status === null) return null
  const match = { ...row, status: row.status }
  if (isVoid(match)) return 'void'
  const result = resultOfRow(match, now)
  if (!market || !result) return null
  const { outcomes } = definitionOf(market.type)
  return settleOutcome(
    { ...market, outcomes: outcomes === 'participants' ? [] : outcomes },
    row.outcome,
    result,
  )
}

function keptClosing({ closing_best: best, closing_fair: fair }: StoredBet): Closing | null {
  return best === null ? null : { best, fair }
}

/** The closing prices of the bets' markets, by match and market. */
async function readClosingBoards(
  kysely: Kysely<DB>,
  rows: readonly StoredBet[],
  read: (ids: number[]) => Promise<Map<number, MarketView>>,
): Promise<Map<string, Board>> {
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
    where event = any (${[...startOf.keys()]}::uuid[])`.execute(kysely)
  const keyOf = ({ event, type, ...rest }: (typeof stored)[number]) =>
    isMarketType(type) ? `${event} ${marketKey({ type, ...rest })}` : ''
  const own = stored.filter((row) => wanted.has(keyOf(row)))
  const markets = await read(own.map(({ id }) => id))
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
  const fair = isOpenList ? null : (fairPrices(average, winners)?.[index] ?? null)
  // Averages that do not fit together give a probability of more than one.
  return { best: price, fair: fair !== null && fair > MILLION ? fair : null }
}
