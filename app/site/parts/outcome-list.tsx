import { usePlainOdds } from '#app/features/odds/components/odds.tsx'
import { fieldPayout } from '#app/features/odds/field-payout.ts'
import { type Board, type BoardBest, shownBest } from '#app/features/odds/market-board.ts'
import type { Winning } from '#app/features/odds/settle.ts'
import type { ShownPrice } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { BookmakerMark, Icon } from '#app/ui/marks.tsx'
import type { MarketWords } from './market-words.ts'
import type { BestTitle } from './match-boards.ts'

/** A market with many outcomes: a row for each quoted outcome, with its best prices and their bookmakers, and the payout of the best ones. */
export function OutcomeList(props: {
  caption: string
  board: Board
  words: MarketWords
  won: readonly Winning[] | null
  isClosed: boolean
  bestTitle: BestTitle
  priceHref: (bookmakerId: string, outcome: string) => string | null
}) {
  const { caption, board, words, won, isClosed, bestTitle, priceHref } = props
  const { t, i18n } = useTranslation('matches')
  const { market, sum } = board
  const nets = board.best.map((one) => one?.net ?? null)
  // Of a list whose outcomes need not all be on offer, only if they are.
  const payout =
    sum === null
      ? fieldPayout(
          nets,
          nets.map(() => true),
        )
      : 1 / sum
  return (
    <table className="outcome-list">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('movement.outcome')}</th>
          <th scope="col">{t(bestTitle)}</th>
        </tr>
      </thead>
      <tbody>
        {market.outcomes.map((outcome, index) => {
          const best = bestFirst(board, index)
          return (
            best.length > 0 && (
              <tr key={outcome} className={won?.[index] ? 'won' : undefined}>
                <th scope="row">
                  <bdi>{words.outcomeName(market, outcome)}</bdi>
                  {won?.[index] && (
                    <>
                      <Icon name="won" className="icon small" />
                      <span className="sr-only"> ({t(won[index])})</span>
                    </>
                  )}
                </th>
                <td>
                  {best.map((one) => (
                    <NamedPrice
                      key={one.row.quote.bookmaker.id}
                      name={one.row.quote.bookmaker.name}
                      price={shownBest(one)}
                      isBest={one.row.isBest[index] ?? false}
                      href={isClosed ? null : priceHref(one.row.quote.bookmaker.id, outcome)}
                    />
                  ))}
                </td>
              </tr>
            )
          )
        })}
        {payout !== null && (
          <tr>
            <th scope="row">{t('payout')}</th>
            <td>
              <bdi>{formatPercent(payout, i18n.language)}</bdi>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** The number of bookmakers per outcome of a long market; the read API has all. */
const NAMED = 4

function bestFirst({ rows }: Board, index: number): BoardBest[] {
  return rows
    .flatMap((row) => {
      const [price = null, net = null] = [row.prices[index], row.nets[index]]
      return row.leftOut === null && price !== null && net !== null
        ? [{ price, net, row, outcome: index }]
        : []
    })
    .sort((a, b) => b.net - a.net)
    .slice(0, NAMED)
}

/** A price above the name of its bookmaker, an outbound link if it has one. */
export function NamedPrice(props: { name: string; price: ShownPrice; isBest: boolean; href: string | null }) {
  const { name, price, isBest, href } = props
  const odds = usePlainOdds()
  const content = (
    <>
      <b {...odds(price)} />
      <small>
        <BookmakerMark name={name} />
        <span>{name}</span>
      </small>
    </>
  )
  const look = isBest ? 'price best' : 'price'
  if (!href) return <span className={look}>{content}</span>
  return (
    <a className={look} href={href} target="_blank" rel="sponsored nofollow noopener">
      {content}
    </a>
  )
}
