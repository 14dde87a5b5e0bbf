import { useContext } from 'react'
import {
  FirstBookmakersContext,
  useOrderExperiment,
} from '#app/features/experiments/components/experiment.tsx'
import { marketQuery, type ShownMarket } from '#app/features/odds/market-address.ts'
import { type Board, listFirst, openingOf } from '#app/features/odds/market-board.ts'
import type { MarketChart } from '#app/features/odds/market-chart.ts'
import { findMarketSureBet } from '#app/features/odds/market-sure-bet.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useNow } from '#app/ui/clock.tsx'
import { ComparisonGrid } from './comparison-grid.tsx'
import type { MarketPlace } from './market-nav.tsx'
import type { MarketWords } from './market-words.ts'
import type { MatchBoards } from './match-boards.ts'
import { OutcomeList } from './outcome-list.tsx'
import { SureBet } from './sure-bet.tsx'
import { MOST_COLUMNS } from './tiles.tsx'

interface MarketPartProps {
  place: MarketPlace
  shown: ShownMarket
  board: Board
  boards: MatchBoards
  chart: MarketChart | null
  words: MarketWords
  kickOff: Date
}

/** The current market: its sure bet if there is one, then the comparison grid, or a list for a market with many outcomes. */
export function MarketPart({ place, shown, board, boards, chart, words, kickOff }: MarketPartProps) {
  const { t } = useTranslation('matches')
  const now = useNow()
  const { market, sort, charted } = shown
  const { isClosed, bestTitle, won, hrefOf, wayTo } = boards
  const isGrid = market.outcomes.length <= MOST_COLUMNS
  const hasWays = board.rows.some(({ quote }) => wayTo(quote.bookmaker.id) !== null)
  // An order that the visitor has chosen stays as it is.
  const isUsual = isGrid && hasWays && sort === 'payout' && !isClosed
  const listed = isUsual ? board.rows.filter(({ leftOut }) => leftOut === null) : []
  const first = useContext(FirstBookmakersContext)
  const isOwn = !shown.isByPayout && listed.some(({ quote }) => first.includes(quote.bookmaker.id))
  const order = useOrderExperiment(listed.map(({ quote }) => quote.bookmaker.id))
  // Most markets are of the whole match, which need not be said.
  const isWhole = market.period === 'full_time' || market.period === 'with_overtime'
  const period = isWhole ? null : words.periodName(market)
  const caption = [
    t(isClosed ? bestTitle : 'compare'),
    words.typeName(market),
    period,
    words.detailName(market),
  ]
    .filter(Boolean)
    .join(' · ')
  const isByPayout = (by: string) => by === 'payout' && (isOwn || shown.isByPayout)
  const sortHref = (by: string) =>
    `?${marketQuery(place.markets, { market, sort: by, isByPayout: isByPayout(by), charted }, place.withDraw)}`
  const rows = isOwn ? listFirst(board.rows, first) : board.rows
  // The list of a market with many outcomes has no opening prices.
  const hasOpenings =
    isGrid &&
    rows.some((row) =>
      row.prices.some((price, index) => openingOf(row, index) && row.quote.opening?.[index] !== price),
    )
  const shared = { caption, board: { ...board, rows }, words, won, isClosed, bestTitle, priceHref: hrefOf }
  return (
    <>
      {!isClosed && (
        <SureBet
          finding={findMarketSureBet(board, { sport: place.sport, kickOff, now })}
          board={board}
          words={words}
        />
      )}
      {(isOwn || order) && (
        <p className="hint" {...(!isOwn && { 'data-note': '', hidden: true })}>
          {t('placed-first')}
        </p>
      )}
      {isGrid ? (
        <ComparisonGrid {...shared} {...{ sort: isOwn ? null : sort, sortHref, chart, wayTo, order }} />
      ) : (
        <OutcomeList {...shared} />
      )}
      <p className="hint">
        {t('compare.note')} {hasOpenings && t('legend.opening')}{' '}
        {board.rows.some(({ prices, nets }) => prices.some((price, index) => price !== nets[index])) &&
          t('legend.gross')}
      </p>
    </>
  )
}
