import { BYTE_ORDER_MARK, csvLine } from '#app/platform/text/csv.ts'
import { type Price, toNumber } from '../odds/prices.ts'
import type { NotedBet } from './schema.ts'
import { closingLineValue, profitOf } from './totals.ts'

const COLUMNS = [
  ...([
    'placed_at',
    'kick_off',
    'home_team',
    'away_team',
    'market',
    'period',
    'line',
    'participant',
  ] as const),
  ...([
    'outcome',
    'price',
    'stake',
    'bookmaker',
    'closing_best',
    'closing_fair',
    'clv',
    'result',
    'profit',
  ] as const),
]

/** Bets as CSV (RFC 4180): prices as decimals, times in UTC, `clv` as a share. */
export function betsFile(bets: readonly NotedBet[]): string {
  const lines = bets.map((bet) => {
    const { market, closing } = bet
    const [value, profit] = [closingLineValue(bet.price, closing), profitOf(bet)]
    return csvLine([
      ...[bet.placedAt.toISOString(), bet.startTime.toISOString(), bet.home, bet.away],
      ...[market.type, market.period, market.line, market.participant, bet.outcome],
      ...[toNumber(bet.price), amountOf(bet.stake), bet.bookmaker],
      ...[decimalOf(closing?.best), decimalOf(closing?.fair), value === null ? null : value.toFixed(4)],
      ...[bet.result, amountOf(profit)],
    ])
  })
  return BYTE_ORDER_MARK + [csvLine([...COLUMNS]), ...lines].join('')
}

const decimalOf = (price: Price | null | undefined) => (price ? toNumber(price) : null)
const amountOf = (hundredths: number | null) => (hundredths === null ? null : (hundredths / 100).toFixed(2))
