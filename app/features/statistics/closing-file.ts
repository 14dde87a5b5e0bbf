import { BYTE_ORDER_MARK, csvLine } from '#app/platform/text/csv.ts'
import { definitionOf, type MarketType } from '../odds/markets.ts'
import { type Price, toNumber } from '../odds/prices.ts'
import type { ClosingOdds } from './closing.ts'
import type { ClosedMatch } from './results.server.ts'

const OF_MATCH = ['kick_off', 'home_team', 'away_team', 'home_score', 'away_score']
const OF_MARKET = ['market', 'period', 'line', 'bookmakers']

/**
 * The closing odds of a market as lines of CSV (RFC 4180): a line for each match, prices as decimals, times in UTC.
 * A market of a side names it in `participant`.
 */
export async function* marketFile(
  market: MarketType,
  parts: AsyncIterable<readonly ClosedMatch[]>,
): AsyncGenerator<string, void> {
  const { outcomes: all, hasParticipant } = definitionOf(market)
  const outcomes = all === 'participants' ? [] : all
  const columns = ['best', 'average', 'won'].flatMap((part) =>
    outcomes.map((outcome) => `${part}_${outcome}`),
  )
  const side = hasParticipant ? ['participant'] : []
  yield BYTE_ORDER_MARK + csvLine([...OF_MATCH, ...OF_MARKET, ...side, ...columns])
  for await (const matches of parts)
    yield matches
      .map((match) => {
        const { closing } = match
        return csvLine([
          ...cellsOfMatch(match),
          closing?.market.type ?? null,
          closing?.market.period ?? null,
          closing?.market.line ?? null,
          closing?.books ?? null,
          ...(hasParticipant ? [closing?.market.participant ?? null] : []),
          ...outcomes.map((_, at) => decimalOf(closing?.prices[at])),
          ...outcomes.map((_, at) => decimalOf(closing?.average[at])),
          ...outcomes.map((_, at) => shareOf(closing, at)),
        ])
      })
      .join('')
}

/** The closing odds of every market and line: a line of CSV for each outcome that somebody quoted. */
export async function* everyMarketFile(
  parts: AsyncIterable<readonly { match: ClosedMatch; closings: readonly ClosingOdds[] }[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK +
    csvLine([...OF_MATCH, ...OF_MARKET, 'participant', 'outcome', 'best', 'average', 'won'])
  for await (const matches of parts)
    yield matches
      .flatMap(({ match, closings }) =>
        closings.flatMap((closing) =>
          closing.outcomes.flatMap((outcome, at) => {
            const { market, books, prices, average } = closing
            if (prices[at] == null) return []
            return csvLine([
              ...cellsOfMatch(match),
              ...[market.type, market.period, market.line, books, market.participant, outcome],
              decimalOf(prices[at]),
              decimalOf(average[at]),
              shareOf(closing, at),
            ])
          }),
        ),
      )
      .join('')
}

const cellsOfMatch = ({ startTime, home, away, homeScore, awayScore }: ClosedMatch) => [
  startTime.toISOString(),
  home,
  away,
  homeScore,
  awayScore,
]

/** How much of a stake on an outcome won. */
const SHARES = { won: 1, 'half-won': 0.5, lost: 0 }

const shareOf = (closing: ClosingOdds | null, at: number) =>
  closing?.won ? SHARES[closing.won[at] ?? 'lost'] : null

const decimalOf = (price: Price | null | undefined) => (price == null ? null : toNumber(price))
