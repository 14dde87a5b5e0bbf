import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { hasTypedPrice, headlineSureReturn } from '#app/features/odds/headline.ts'
import { type Board, openingOf, shownBest } from '#app/features/odds/market-board.ts'
import type { Price } from '#app/features/odds/prices.ts'
import type { Headline } from '#app/features/odds/schema.ts'
import type { Winning } from '#app/features/odds/settle.ts'
import { quotedDecimal, type ShownPrice } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange, formatPercent } from '#app/platform/numbers.ts'
import { BookmakerMark, Icon } from '#app/ui/marks.tsx'
import type { MarketWords } from './market-words.ts'
import { RowNotes, usePriceAge } from './row-note.tsx'

/** Markets whose outcomes fit in tiles; longer markets have a list. */
export const MOST_COLUMNS = 3

interface TilesProps {
  /** Null if no bookmaker quotes the match. */
  board: Board | null
  words: MarketWords
  /** Prices that an operator typed replace the best prices; they exist only for the headline's market. */
  headline: Headline | null
  sport: MatchSummary['sport']
  /** No price is available any more. */
  isClosed: boolean
  won: readonly Winning[] | null
  hrefOf: (bookmakerId: string | null, outcome: string) => string | null
}

interface Tile {
  outcome: string
  name: string
  sign: string
  price: ShownPrice | null
  bookmaker: { id: string; name: string } | null
  typed: boolean
  /** Shares: above the average, and since opening. */
  above: number | null
  moved: number | null
}

/** The best price of each outcome, its bookmaker, and its distance from the average; each is an outbound link. */
export function Tiles(props: TilesProps) {
  const { board, headline, sport, isClosed, won, hrefOf } = props
  const { t, i18n } = useTranslation('matches')
  const odds = useOdds()
  const tiles = useTiles(props)
  if (tiles.length > MOST_COLUMNS || tiles.every(({ price }) => price === null)) return null
  const isTyped = headline?.typed === true && !isClosed
  // A price of the result is named by the match, as in lists.
  const isOfMarket = board !== null && !isTyped && (headline === null || board.market.line !== null)
  return (
    <>
      <div
        className={tiles.length === 2 ? 'tiles two-way' : 'tiles'}
        data-market={isOfMarket ? board.market.id : undefined}
      >
        {tiles.map(({ outcome, name, sign, price, bookmaker, typed, above, moved }, index) => {
          const winning = won?.[index]
          const href = price === null || isClosed ? null : hrefOf(bookmaker?.id ?? null, outcome)
          const content = (
            <>
              <small className="of">
                {sign !== name && (
                  <b>
                    <bdi>{sign}</bdi>
                  </b>
                )}{' '}
                <bdi>{name}</bdi>
              </small>
              <strong>
                {price === null ? '–' : <span {...odds(price)} />}
                {winning && (
                  <>
                    <Icon name="won" />
                    <span className={winning === 'won' ? 'sr-only' : 'note'}> ({t(winning)})</span>
                  </>
                )}
              </strong>
              {bookmaker && (
                <small className="by">
                  <BookmakerMark name={bookmaker.name} />
                  <span>{bookmaker.name}</span>
                  {typed && <span> ({t('typed')})</span>}
                  {href && <Icon name="out" className="icon small turns" />}
                </small>
              )}
              <small>
                {above !== null && above >= 0.0005 && (
                  <span>{t('over-average', { percent: formatPercent(above, i18n.language) })}</span>
                )}
                {moved !== null && (
                  <span className={moved > 0 ? 'up' : 'down'}>
                    {t('moved-since', { percent: formatChange(moved, i18n.language) })}
                  </span>
                )}
              </small>
            </>
          )
          const look = `tile${winning ? ' won' : ''}${isClosed ? ' closed' : ''}`
          return href ? (
            <a key={outcome} className={look} href={href} target="_blank" rel="sponsored nofollow noopener">
              {content}
            </a>
          ) : (
            <div key={outcome} className={look}>
              {content}
            </div>
          )
        })}
      </div>
      {!isClosed && headline && <Hint headline={headline} sport={sport} />}
    </>
  )
}

/** What a visitor should know of the headline's prices; a sure bet has a part of its own. */
function Hint({ headline, sport }: { headline: Headline; sport: MatchSummary['sport'] }) {
  const age = usePriceAge(headline)
  const isSaid = headline.typed || age !== null || hasTypedPrice(headline)
  if (!isSaid || headlineSureReturn(headline) !== null) return null
  return (
    <p className="hint">
      <RowNotes {...{ headline, sport, age }} />
    </p>
  )
}

function useTiles({ board, words, headline, isClosed }: TilesProps): Tile[] {
  const { t } = useTranslation('matches')
  if (headline?.typed && !isClosed) {
    const outcomes = headline.withDraw ? (['home', 'draw', 'away'] as const) : (['home', 'away'] as const)
    return outcomes.map((outcome) => ({
      outcome,
      name: outcome === 'draw' ? t('outcome.draw') : words.nameOf(outcome),
      sign: { home: '1', draw: 'X', away: '2' }[outcome],
      price: headline[outcome] && quotedDecimal(headline[outcome].price),
      ...{ bookmaker: null, typed: false, above: null, moved: null },
    }))
  }
  if (!board) return []
  const { market, best, average } = board
  return market.outcomes.map((outcome, index) => {
    const one = best[index] ?? null
    const mean = average[index]
    return {
      outcome,
      name: words.outcomeName(market, outcome),
      // The name has the line.
      sign: words.outcomeSign({ ...market, line: null }, outcome),
      price: one && shownBest(one),
      bookmaker: one?.row.quote.bookmaker ?? null,
      typed: one?.row.quote.isTyped ?? false,
      above: one && mean ? one.net / mean - 1 : null,
      moved: one && movedSince(one.net, openingOf(one.row, index)?.price),
    }
  })
}

/** The relative change of a price; null if it is 0 to the thousandth. */
export function movedSince(price: Price, opening: Price | null | undefined): number | null {
  const moved = opening ? price / opening - 1 : 0
  return Math.abs(moved) < 0.0005 ? null : moved
}
