import { type Board, type BoardBest, shownBest } from '#app/features/odds/market-board.ts'
import { findMarketSureBet } from '#app/features/odds/market-sure-bet.ts'
import type { MarketView } from '#app/features/odds/market-view.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Icon } from '#app/ui/marks.tsx'
import { type MarketPlace, marketHref } from './market-nav.tsx'
import { useMarketWords } from './market-words.ts'
import { Price } from './price.tsx'
import { SureReturn } from './row-note.tsx'

/** The number of outcomes in a collapsed market; a longer market shows its shortest prices. */
const SHOWN_OUTCOMES = 3

interface MarketCardsProps {
  place: MarketPlace
  markets: readonly MarketView[]
  /** Whether prices count as of now or as of kick-off. */
  boardOf: (market: MarketView) => Board
  kickOff: Date
  isClosed: boolean
  /** The outbound link of a bookmaker; null if it has none. */
  wayTo: (bookmakerId: string) => string | null
  /** With the market's name, or only its line. */
  named: 'market' | 'line'
}

/** Collapsed markets: a link to each, and its best prices. */
export function MarketCards(props: MarketCardsProps) {
  const { place, markets, boardOf, kickOff, isClosed, wayTo, named } = props
  const { t } = useTranslation('matches')
  const now = useNow()
  const words = useMarketWords(place.sides)
  return (
    <div className={named === 'line' ? 'market-cards lines' : 'market-cards'}>
      {markets.map((market) => {
        const board = boardOf(market)
        const finding = isClosed ? null : findMarketSureBet(board, { sport: place.sport, kickOff, now })
        const detail = words.detailName(market)
        return (
          <section key={market.id} className="market-card">
            <h3>
              <a href={marketHref(place, market)} data-swap>
                <b>{named === 'line' ? <bdi>{detail}</bdi> : words.typeName(market)}</b>
                <small>
                  {named === 'market' ? (
                    <>
                      {detail && <bdi>{detail}</bdi>}
                      {detail && ' · '}
                      {words.periodName(market)}
                    </>
                  ) : (
                    market.isMain && t('lines.main')
                  )}
                  {finding?.kind === 'sure-bet' && (
                    <span className="note sure">
                      <Icon name="sure" className="icon small" />
                      <SureReturn share={finding.returnOnOutlay} mayPush={finding.mayPush} />
                    </span>
                  )}
                </small>
              </a>
            </h3>
            {shownOutcomes(board).map((index) => {
              const outcome = market.outcomes[index] ?? ''
              const best = board.best[index] ?? null
              return (
                <Price
                  key={outcome}
                  label={words.outcomeName(market, outcome)}
                  sign={words.outcomeSign(market, outcome)}
                  price={best && toBestPrice(best)}
                  href={best && wayTo(best.row.quote.bookmaker.id)}
                  closed={isClosed}
                />
              )
            })}
          </section>
        )
      })}
    </div>
  )
}

export function toBestPrice(best: BoardBest) {
  const { net, row } = best
  const { id, name } = row.quote.bookmaker
  return { price: toNumber(net), shown: shownBest(best), bookmaker: name, bookmakerId: id }
}

function shownOutcomes({ market, best }: Board): number[] {
  const places = market.outcomes.map((_, index) => index)
  if (places.length <= SHOWN_OUTCOMES) return places
  const quoted = places.filter((index) => best[index])
  return quoted.sort((a, b) => (best[a]?.net ?? 0) - (best[b]?.net ?? 0)).slice(0, SHOWN_OUTCOMES)
}

/** The main line of each type and part that is not shown. */
export function otherMarkets({ markets, shown }: MarketPlace): MarketView[] {
  return markets.filter(
    (market) => market.isMain && !(market.type === shown.type && market.period === shown.period),
  )
}
