import { BYTE_ORDER_MARK, csvLine } from '#app/platform/text/csv.ts'
import { toNumber } from '../odds/prices.ts'
import type { ClosedSeason } from './results.server.ts'

/** The closing odds of a season as CSV (RFC 4180): a line for each match, prices as decimals, times in UTC. */
export function closingFile({ matches }: ClosedSeason): string {
  const outcomes = matches.find(({ closing }) => closing)?.closing?.outcomes ?? []
  const head = [
    'kick_off',
    'home_team',
    'away_team',
    'home_score',
    'away_score',
    'market',
    'period',
    'line',
    'bookmakers',
  ]
  const lines = matches.map(({ startTime, home, away, homeScore, awayScore, closing }) =>
    csvLine([
      startTime.toISOString(),
      home,
      away,
      homeScore,
      awayScore,
      closing?.market.type ?? null,
      closing?.market.period ?? null,
      closing?.market.line ?? null,
      closing?.books ?? null,
      ...outcomes.map((_, at) => decimalOf(closing?.prices[at])),
      ...outcomes.map((_, at) => decimalOf(closing?.average[at])),
      ...outcomes.map((_, at) => (closing?.won ? SHARES[closing.won[at] ?? 'lost'] : null)),
    ]),
  )
  const columns = ['best', 'average', 'won'].flatMap((part) =>
    outcomes.map((outcome) => `${part}_${outcome}`),
  )
  return BYTE_ORDER_MARK + [csvLine([...head, ...columns]), ...lines].join('')
}

/** How much of a stake on an outcome won. */
const SHARES = { won: 1, 'half-won': 0.5, lost: 0 }

const decimalOf = (price: number | undefined) => (price === undefined ? null : toNumber(price))
