import { computed, useOdds, usePlainOdds } from '#app/features/odds/components/odds.tsx'
import { fieldPayout } from '#app/features/odds/field-payout.ts'
import {
  type Board,
  type BoardBest,
  type BoardRow,
  openingOf,
  shownBest,
} from '#app/features/odds/market-board.ts'
import type { MarketQuote } from '#app/features/odds/market-view.ts'
import { asWritten, netPrice, shownDown } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange, formatCount, formatPercent } from '#app/platform/numbers.ts'
import { BookmakerMark, Icon } from '#app/ui/marks.tsx'
import type { BestTitle } from './match-boards.ts'
import { HowLong } from './moment.tsx'
import { NamedPrice } from './outcome-list.tsx'
import { movedSince } from './tiles.tsx'

interface FieldTableProps {
  caption: string
  board: Board
  isClosed: boolean
  /** Who has won, by name. */
  winners: readonly string[]
  bestTitle: BestTitle
  /** The outbound link of a bookmaker's price, or of all its prices; null if it has none. */
  wayTo: (bookmakerId: string, outcome: string | null) => string | null
}

/** A quoted participant, by its index in the market. */
interface Runner {
  index: number
  name: string
  best: BoardBest | null
}

/**
 * Every participant of an outright, the shortest price first: the best price with its bookmaker, then each bookmaker's
 * price. A cell has no link of its own, because a field of 150 has thousands of them: the best price and the heading of
 * each bookmaker link to it.
 */
export function FieldTable({ caption, board, isClosed, winners, bestTitle, wayTo }: FieldTableProps) {
  const { t, i18n } = useTranslation('matches')
  const { rows, lays, best, average } = board
  const odds = useOdds()
  const priced = best.map((one) => one !== null)
  const payoutOf = (nets: readonly (number | null)[]) => {
    const payout = fieldPayout(nets, priced)
    return payout === null ? null : <bdi>{formatPercent(payout, i18n.language)}</bdi>
  }
  const payouts = rows.map((row) => (row.leftOut === null ? payoutOf(row.nets) : null))
  const bestPayout = payoutOf(best.map((one) => one?.net ?? null))
  const hasPayout = bestPayout !== null || payouts.some((payout) => payout !== null)
  const runners = runnersOf(board)
  const hasMoved = runners.some(({ index, best: one }) => one && movedOf(one, index) !== null)
  return (
    // Keyboards scroll it only if it can have the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="runners-scroll" aria-label={caption} tabIndex={0}>
      <table className="runners">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('outright.participant')}</th>
            <th scope="col">{t(bestTitle)}</th>
            <th scope="col">{t('average')}</th>
            {hasMoved && <th scope="col">{t('drops.opening')}</th>}
            {rows.map((row) => (
              <BookmakerHead
                key={row.quote.bookmaker.id}
                row={row}
                href={row.leftOut || isClosed ? null : wayTo(row.quote.bookmaker.id, null)}
              />
            ))}
            {lays.map((quote) => (
              <LayHead key={quote.bookmaker.id} quote={quote} />
            ))}
          </tr>
        </thead>
        <tbody>
          {runners.map(({ index, name, best: one }) => (
            <tr key={name} className={winners.includes(name) ? 'won' : undefined}>
              <th scope="row">
                <bdi>{name}</bdi>
                {winners.includes(name) && (
                  <>
                    <Icon name="won" className="icon small" />
                    <span className="sr-only"> ({t('won')})</span>
                  </>
                )}
              </th>
              <td>{one ? <BestPrice one={one} outcome={name} isClosed={isClosed} wayTo={wayTo} /> : '–'}</td>
              <td {...(average[index] ? odds(computed(average[index])) : { children: '–' })} />
              {hasMoved && <td>{one && <Moved one={one} index={index} />}</td>}
              {rows.map((row) => (
                <Cell
                  key={row.quote.bookmaker.id}
                  row={row}
                  index={index}
                  isMarked={!isClosed && differs(rows, index)}
                />
              ))}
              {lays.map((quote) => (
                <LayCell key={quote.bookmaker.id} quote={quote} index={index} />
              ))}
            </tr>
          ))}
          {hasPayout && (
            <tr className="summary">
              <th scope="row">{t('payout')}</th>
              <td>{bestPayout ?? '–'}</td>
              <td />
              {hasMoved && <td />}
              {payouts.map((payout, index) => (
                <td key={rows[index]?.quote.bookmaker.id}>{payout ?? '–'}</td>
              ))}
              {lays.map((quote) => (
                <td key={quote.bookmaker.id} />
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

/** The shortest best price first; participants whose prices do not count come last, those without any are omitted. */
function runnersOf({ market, rows, lays, best }: Board): Runner[] {
  const isQuoted = (index: number) =>
    rows.some(({ prices }) => prices[index]) || lays.some(({ prices }) => prices[index])
  return market.outcomes
    .map((name, index) => ({ index, name, best: best[index] ?? null }))
    .filter(({ index }) => isQuoted(index))
    .sort((a, b) => (a.best?.net ?? Number.MAX_VALUE) - (b.best?.net ?? Number.MAX_VALUE))
}

function BestPrice({
  one,
  outcome,
  isClosed,
  wayTo,
}: { one: BoardBest; outcome: string } & Pick<FieldTableProps, 'isClosed' | 'wayTo'>) {
  const { id, name } = one.row.quote.bookmaker
  return (
    <NamedPrice
      name={name}
      price={shownBest(one)}
      isBest={!isClosed}
      href={isClosed ? null : wayTo(id, outcome)}
    />
  )
}

function movedOf(one: BoardBest, index: number): number | null {
  return movedSince(one.net, openingOf(one.row, index)?.price)
}

/** The change of the best price since its bookmaker opened, and the opening price. */
function Moved({ one, index }: { one: BoardBest; index: number }) {
  const { i18n } = useTranslation()
  const odds = useOdds()
  const opening = openingOf(one.row, index)
  const moved = movedOf(one, index)
  if (!opening || moved === null) return '–'
  return (
    <>
      <span className={moved > 0 ? 'up' : 'down'}>{formatChange(moved, i18n.language)}</span>
      <small {...odds(shownDown(opening))} />
    </>
  )
}

function BookmakerHead({ row, href }: { row: BoardRow; href: string | null }) {
  const { t } = useTranslation('matches')
  const { bookmaker, seenAt } = row.quote
  const name = (
    <>
      <BookmakerMark name={bookmaker.name} logoUrl={bookmaker.logoUrl} />
      <b>{bookmaker.name}</b>
    </>
  )
  const { leftOut } = row
  return (
    <th scope="col" className={leftOut ? 'left-out' : undefined}>
      {href ? (
        <a
          className="way"
          href={href}
          target="_blank"
          rel="sponsored nofollow noopener"
          title={t('visit', { bookmaker: bookmaker.name })}
        >
          {name}
        </a>
      ) : (
        name
      )}
      <small>
        {leftOut && leftOut !== 'inactive' && leftOut !== 'lay' ? (
          t(`left-out.${leftOut}`)
        ) : (
          <HowLong at={seenAt.toISOString()} />
        )}
      </small>
    </th>
  )
}

function LayHead({ quote: { bookmaker, maxStake } }: { quote: MarketQuote }) {
  const { t, i18n } = useTranslation('matches')
  return (
    <th scope="col" className="lay">
      <BookmakerMark name={bookmaker.name} logoUrl={bookmaker.logoUrl} />
      <b>{bookmaker.name}</b>
      <small>
        {t('lay')}
        {maxStake !== null && `, ${t('limit', { amount: formatCount(maxStake, i18n.language) })}`}
      </small>
    </th>
  )
}

/** Whether bookmakers quote different prices: where all quote the same, marking every one of them as best says nothing. */
function differs(rows: readonly BoardRow[], index: number): boolean {
  const counted = rows.filter(({ leftOut, nets }) => leftOut === null && nets[index])
  return counted.length === 1 || new Set(counted.map(({ nets }) => nets[index])).size > 1
}

/** A bookmaker's price, net of its commission with the gross price below; the best one is marked. */
function Cell({ row, index, isMarked }: { row: BoardRow; index: number; isMarked: boolean }) {
  const plain = usePlainOdds()
  const odds = useOdds()
  const [price = null, net = null] = [row.prices[index], row.nets[index]]
  if (price === null || net === null) return <td>–</td>
  const moved = movedSince(net, openingOf(row, index)?.price)
  const look = [
    row.leftOut && 'left-out',
    isMarked && row.isBest[index] && 'best',
    moved !== null && (moved > 0 ? 'up' : 'down'),
  ]
    .filter(Boolean)
    .join(' ')
  const className = look === '' ? undefined : look
  if (net === price) return <td className={className} {...plain(asWritten(price, row.writing, index))} />
  return (
    <td className={className}>
      <b {...odds(netPrice(net))} />
      <small {...odds(asWritten(price, row.writing, index))} />
    </td>
  )
}

function LayCell({ quote, index }: { quote: MarketQuote; index: number }) {
  const odds = usePlainOdds()
  const price = quote.prices[index] ?? null
  return (
    <td className="lay" {...(price === null ? { children: '–' } : odds(asWritten(price, quote, index)))} />
  )
}
