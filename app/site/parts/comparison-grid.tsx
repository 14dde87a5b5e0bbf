import type { ReactNode } from 'react'
import {
  useButtonExperiment,
  type useOrderExperiment,
  useWayText,
} from '#app/features/experiments/components/experiment.tsx'
import {
  computed,
  OddsText,
  oddsMark,
  useOdds,
  useOddsAttribute,
  usePlainOdds,
} from '#app/features/odds/components/odds.tsx'
import type { MarketSort } from '#app/features/odds/market-address.ts'
import { type Board, type BoardRow, openingOf, shownBest } from '#app/features/odds/market-board.ts'
import type { MarketChart } from '#app/features/odds/market-chart.ts'
import type { MarketQuote } from '#app/features/odds/market-view.ts'
import type { Winning } from '#app/features/odds/settle.ts'
import { asWritten, shownDown, shownNet } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatChange, formatCount, formatPercent } from '#app/platform/numbers.ts'
import { BookmakerMark, Icon } from '#app/ui/marks.tsx'
import { Sparkline } from './market-chart.tsx'
import type { MarketWords } from './market-words.ts'
import type { BestTitle } from './match-boards.ts'
import { HowLong } from './moment.tsx'

interface ComparisonGridProps {
  caption: string
  board: Board
  words: MarketWords
  /** Null for the order of the site, which is no column's. */
  sort: MarketSort | null
  /** The address of the market in an order. */
  sortHref: (sort: MarketSort) => string
  /** By outcome; null while that is unknown. */
  won: readonly Winning[] | null
  isClosed: boolean
  bestTitle: BestTitle
  chart: MarketChart | null
  priceHref: (bookmakerId: string, outcome: string) => string | null
  /** The outbound link of a bookmaker; null if it has none. */
  wayTo: (bookmakerId: string) => string | null
  /** The rows that variant B of an experiment lists first; null without one. */
  order: ReturnType<typeof useOrderExperiment>
}

/** Every bookmaker's prices of a market, one row each, below the best and the average of each outcome; lay prices last. */
export function ComparisonGrid(props: ComparisonGridProps) {
  const { caption, board, words, sort, sortHref, won, wayTo } = props
  const { t } = useTranslation(['matches', 'common'])
  const { market, rows, lays } = board
  const hasWays = rows.some(({ quote }) => wayTo(quote.bookmaker.id) !== null)
  const buttons = useButtonExperiment(undefined)
  const part = props.order?.part ?? (hasWays ? buttons.part : {})
  return (
    <table className={market.outcomes.length === 2 ? 'grid-of-odds two-way' : 'grid-of-odds'} {...part}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            {t('bookmaker')}
            <small>{t('payout')}</small>
          </th>
          {market.outcomes.map((outcome, index) => (
            <SortHead
              key={outcome}
              href={sortHref(outcome)}
              isSorted={sort === outcome}
              label={words.columnName(market, outcome)}
            >
              <bdi>{words.outcomeSign(market, outcome)}</bdi>
              {won?.[index] && <Icon name="won" className="icon small" />}
            </SortHead>
          ))}
          <SortHead
            href={sortHref('payout')}
            isSorted={sort === 'payout'}
            label={t('payout')}
            className="paid"
          >
            {t('payout')}
          </SortHead>
          <th scope="col" className="margin">
            {t('overround')}
          </th>
          <SortHead
            href={sortHref('updated')}
            isSorted={sort === 'updated'}
            label={t('updated')}
            className="age"
          >
            {t('updated')}
          </SortHead>
          {hasWays && (
            <th scope="col" className="ways">
              {t('advertising', { ns: 'common' })}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <Summary {...props} hasWays={hasWays} />
        {rows.map((row) => (
          <Row
            key={row.quote.bookmaker.id}
            row={row}
            grid={props}
            way={hasWays ? wayTo(row.quote.bookmaker.id) : undefined}
          />
        ))}
        {lays.map((quote) => (
          <LayRow key={quote.bookmaker.id} quote={quote} hasWays={hasWays} />
        ))}
      </tbody>
    </table>
  )
}

/**
 * A column heading that sorts by the column, highest first. It is a link, so it works without scripts and can be shared. The
 * heading, which names each cell, has the name of the column; the link, whose text is a sign, has that of its title.
 */
function SortHead(props: {
  href: string
  isSorted: boolean
  label: string
  className?: string
  children: ReactNode
}) {
  const { href, isSorted, label, className, children } = props
  const { t } = useTranslation('matches')
  const sortBy = t('sort-by', { column: label })
  return (
    <th scope="col" aria-label={label} aria-sort={isSorted ? 'descending' : undefined} className={className}>
      <a href={href} data-swap title={sortBy}>
        <span aria-hidden="true">{children}</span>
        {isSorted && <Icon name="sort" className="icon small" />}
      </a>
    </th>
  )
}

function Summary(props: ComparisonGridProps & { hasWays: boolean }) {
  const { board, won, isClosed, bestTitle, chart, hasWays } = props
  const { t, i18n } = useTranslation('matches')
  const odds = useOdds()
  const { best, average, sum } = board
  if (best.every((one) => one === null)) return null
  const percent = (share: number | null) => share !== null && <bdi>{formatPercent(share, i18n.language)}</bdi>
  return (
    <tr className="summary">
      <th scope="row">
        {t(bestTitle)}
        {!isClosed && board.count > 0 && <small>{t('best-of', { count: board.count })}</small>}
      </th>
      {best.map((one, index) => (
        <td key={board.market.outcomes[index]} className={won?.[index] ? 'won' : undefined}>
          <b {...(one ? odds(shownBest(one)) : { children: '–' })} />
          {won?.[index] && <span className="sr-only"> ({t(won[index])})</span>}
          {average[index] && (
            <small title={t('average')}>
              ø <bdi {...odds(computed(average[index]))} />
            </small>
          )}
          <Sparkline chart={chart} outcome={index} />
        </td>
      ))}
      <td className="paid">{percent(sum && 1 / sum)}</td>
      <td className="margin">{percent(sum && sum - 1)}</td>
      <td className="age" />
      {hasWays && <td className="ways" />}
    </tr>
  )
}

function Row(props: {
  row: BoardRow
  grid: ComparisonGridProps
  /** Undefined if no row has one. */
  way: string | null | undefined
}) {
  const { row, grid, way } = props
  const { t, i18n } = useTranslation(['matches', 'common'])
  const { quote, leftOut, payout } = row
  const { bookmaker } = quote
  const buttons = useButtonExperiment(undefined)
  const text = useWayText(t('visit', { bookmaker: bookmaker.name }), bookmaker.name)
  const seenAt = quote.seenAt.toISOString()
  const percent = (share: number | null) =>
    share === null ? '–' : <bdi>{formatPercent(share, i18n.language)}</bdi>
  return (
    <tr
      className={leftOut ? `left-out ${leftOut}` : undefined}
      data-first={leftOut ? undefined : grid.order?.placeOf(bookmaker.id)}
    >
      <th scope="row">
        <span className="bookmaker">
          <BookmakerMark name={bookmaker.name} logoUrl={bookmaker.logoUrl} />
          <b>{bookmaker.name}</b>
          {leftOut && leftOut !== 'inactive' && leftOut !== 'lay' && (
            <small className="note old">{t(`left-out.${leftOut}`)}</small>
          )}
          {!leftOut && (
            <small className="age">
              {payout !== null && percent(payout)}
              {quote.isTyped && `${t('typed')} `}
              <HowLong at={seenAt} />
            </small>
          )}
        </span>
      </th>
      {grid.board.market.outcomes.map((outcome, index) => (
        <td key={outcome}>
          <Quoted row={row} index={index} grid={grid} />
        </td>
      ))}
      <td className="paid">{percent(payout)}</td>
      <td className="margin">{percent(payout && 1 / payout - 1)}</td>
      <td className="age">
        {quote.isTyped && `${t('typed')} `}
        <HowLong at={seenAt} />
      </td>
      {way !== undefined && (
        <td className="ways">
          {way && (
            <a className="way" href={way} target="_blank" rel="sponsored nofollow noopener">
              <span {...buttons.text(bookmaker.name)}>{text}</span>
            </a>
          )}
        </td>
      )}
    </tr>
  )
}

/** One bookmaker's price net of its commission; below it the price before commission, or the opening price. */
function Quoted({ row, index, grid }: { row: BoardRow; index: number; grid: ComparisonGridProps }) {
  const { t, i18n } = useTranslation('matches')
  const odds = usePlainOdds()
  const shown = useOdds()
  const oddsAttribute = useOddsAttribute()
  const [price = null, net = null] = [row.prices[index], row.nets[index]]
  if (price === null || net === null) {
    return (
      <span className="price none">
        <b aria-hidden="true">–</b>
        <span className="sr-only">{t('no-price')}</span>
      </span>
    )
  }
  const { market } = grid.board
  const outcome = market.outcomes[index] ?? ''
  const opening = openingOf(row, index)
  const hasMoved = opening !== null && row.quote.opening?.[index] !== price
  const isBest = !grid.isClosed && (row.isBest[index] ?? false)
  const look = `price${isBest ? ' best' : ''}${row.leftOut || grid.isClosed ? ' closed' : ''}`
  const href = row.leftOut || grid.isClosed ? null : grid.priceHref(row.quote.bookmaker.id, outcome)
  const opened = hasMoved ? t('opening-price', { price: oddsMark(shownDown(opening)) }) : ''
  const direction = opening !== null && net > opening.price ? 'up' : 'down'
  // The price before commission has the place of the opening price.
  const title = hasMoved && net !== price ? oddsAttribute('title', opened) : {}
  const content = (
    <>
      <span className="sr-only">{withColon(grid.words.columnName(market, outcome), i18n.language)} </span>
      <b {...odds(shownNet(net, price, row.writing, index))} />
      {isBest && <span className="sr-only">, {t('best-price')}</span>}
      {net !== price ? (
        <small className={hasMoved ? direction : undefined}>
          <OddsText>
            {t('before-commission', { price: oddsMark(asWritten(price, row.writing, index)) })}
          </OddsText>
          {hasMoved && (
            <span className="sr-only">
              , <OddsText>{opened}</OddsText>
            </span>
          )}
        </small>
      ) : (
        hasMoved && (
          <small className={direction}>
            <bdi aria-hidden="true" {...shown(opening)} />{' '}
            <bdi>{formatChange(net / opening.price - 1, i18n.language)}</bdi>
            <span className="sr-only">
              , <OddsText>{opened}</OddsText>
            </span>
          </small>
        )
      )}
    </>
  )
  return href ? (
    <a className={look} href={href} {...title} target="_blank" rel="sponsored nofollow noopener">
      {content}
    </a>
  ) : (
    <span className={look} {...title}>
      {content}
    </span>
  )
}

/** Lay prices, with the highest stake that the exchange accepts. */
function LayRow({ quote, hasWays }: { quote: MarketQuote; hasWays: boolean }) {
  const { t, i18n } = useTranslation('matches')
  const odds = usePlainOdds()
  const { bookmaker, maxStake, prices } = quote
  return (
    <tr className="lay">
      <th scope="row">
        <span className="bookmaker">
          <BookmakerMark name={bookmaker.name} logoUrl={bookmaker.logoUrl} />
          <b>{bookmaker.name}</b>
          <small className="note">
            {t('lay')}
            {maxStake !== null && `, ${t('limit', { amount: formatCount(maxStake, i18n.language) })}`}
          </small>
        </span>
      </th>
      {prices.map((price, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the outcome
        <td key={index}>
          <span className="price">
            <b {...(price === null ? { children: '–' } : odds(asWritten(price, quote, index)))} />
          </span>
        </td>
      ))}
      <td className="paid" />
      <td className="margin" />
      <td className="age">
        <HowLong at={quote.seenAt.toISOString()} />
      </td>
      {hasWays && <td className="ways" />}
    </tr>
  )
}
