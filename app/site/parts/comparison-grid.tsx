import type { ReactNode } from 'react'
import type { ComparedRow, Comparison, SortKey } from '#app/features/odds/comparison.ts'
import { averagePrice } from '#app/features/odds/comparison.ts'
import { formatOdds } from '#app/features/odds/formats.ts'
import { bestPrices } from '#app/features/odds/quotes.ts'
import { type Outcome, overround, payout, priceList } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { BookmakerMark, Icon } from '#app/ui/marks.tsx'
import { HowLong } from './moment.tsx'
import { SIGNS } from './price.tsx'

interface ComparisonGridProps {
  caption: string
  comparison: Comparison
  sort: SortKey
  /** The outcome that won, once the match is over. */
  winner: Outcome | null
  priceHref: (bookmakerId: string, outcome: Outcome) => string | null
  /** The way to a bookmaker; null where it has none. */
  wayTo: (bookmakerId: string) => string | null
}

/** Every bookmaker's prices of a match, a row each, under the best and the average of each outcome. */
export function ComparisonGrid({ caption, comparison, sort, winner, priceHref, wayTo }: ComparisonGridProps) {
  const { t } = useTranslation(['matches', 'common'])
  const outcomes: Outcome[] = comparison.withDraw ? ['home', 'draw', 'away'] : ['home', 'away']
  const hasWays = comparison.rows.some(({ bookmaker }) => wayTo(bookmaker.id) !== null)
  return (
    <table className="grid-of-odds">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('bookmaker')}</th>
          {outcomes.map((outcome) => (
            <SortHead key={outcome} by={outcome} sort={sort} label={t(`outcome.${outcome}`)}>
              {SIGNS[outcome]}
              {outcome === winner && <Icon name="won" className="icon small" />}
            </SortHead>
          ))}
          <SortHead by="payout" sort={sort} label={t('payout')} className="paid">
            {t('payout')}
          </SortHead>
          <th scope="col" className="margin">
            {t('overround')}
          </th>
          <SortHead by="updated" sort={sort} label={t('updated')} className="age">
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
        <Summary comparison={comparison} outcomes={outcomes} winner={winner} hasWays={hasWays} />
        {comparison.rows.map((row) => (
          <Row
            key={row.bookmaker.id}
            row={row}
            outcomes={outcomes}
            priceHref={priceHref}
            way={hasWays ? wayTo(row.bookmaker.id) : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

/** A column's head that sorts by it, the highest first: a link, so it works without scripts and can be shared. */
function SortHead(props: {
  by: SortKey
  sort: SortKey
  label: string
  className?: string
  children: ReactNode
}) {
  const { by, sort, label, className, children } = props
  const { t } = useTranslation('matches')
  const sorted = by === sort
  return (
    <th scope="col" aria-sort={sorted ? 'descending' : undefined} className={className}>
      <a href={`?sort=${by}`} data-swap title={t('sort-by', { column: label })}>
        <span className="sr-only">{t('sort-by', { column: label })} </span>
        <span aria-hidden="true">{children}</span>
        {sorted && <Icon name="sort" className="icon small" />}
      </a>
    </th>
  )
}

function Summary(props: {
  comparison: Comparison
  outcomes: Outcome[]
  winner: Outcome | null
  hasWays: boolean
}) {
  const { comparison, outcomes, winner, hasWays } = props
  const { t, i18n } = useTranslation('matches')
  const prices = bestPrices(comparison.best)
  if (!prices) return null
  const list = priceList(prices)
  const percent = (share: number) => <bdi>{formatPercent(share, i18n.language)}</bdi>
  return (
    <tr className="summary">
      <th scope="row">{t('best-prices')}</th>
      {outcomes.map((outcome) => {
        const best = comparison.best[outcome]
        const average = averagePrice(comparison, outcome)
        return (
          <td key={outcome} className={outcome === winner ? 'won' : undefined}>
            <b>{best ? formatOdds(best.price, i18n.priceLanguage) : '–'}</b>
            {outcome === winner && <span className="sr-only"> ({t('won')})</span>}
            {average !== null && (
              <small title={t('average')}>
                ø <bdi>{formatOdds(average, i18n.priceLanguage)}</bdi>
              </small>
            )}
          </td>
        )
      })}
      <td className="paid">{percent(payout(list))}</td>
      <td className="margin">{percent(overround(list))}</td>
      <td className="age" />
      {hasWays && <td className="ways" />}
    </tr>
  )
}

function Row(props: {
  row: ComparedRow
  outcomes: Outcome[]
  priceHref: ComparisonGridProps['priceHref']
  /** Undefined where no row has one. */
  way: string | null | undefined
}) {
  const { row, outcomes, priceHref, way } = props
  const { t, i18n } = useTranslation(['matches', 'common'])
  const { bookmaker, leftOut } = row
  const percent = (share: number | null) =>
    share === null ? '–' : <bdi>{formatPercent(share, i18n.language)}</bdi>
  return (
    <tr className={leftOut ? 'left-out' : undefined}>
      <th scope="row">
        <span className="bookmaker">
          <BookmakerMark name={bookmaker.name} logoUrl={bookmaker.logoUrl} />
          <b>{bookmaker.name}</b>
          {leftOut && <small className="note old">{t(`left-out.${leftOut}`)}</small>}
          {!leftOut && (
            <small className="age">
              <HowLong at={row.lastUpdated} />
            </small>
          )}
        </span>
      </th>
      {outcomes.map((outcome) => (
        <td key={outcome}>
          <Quoted row={row} outcome={outcome} href={leftOut ? null : priceHref(bookmaker.id, outcome)} />
        </td>
      ))}
      <td className="paid">{percent(row.payout)}</td>
      <td className="margin">{percent(row.overround)}</td>
      <td className="age">
        <HowLong at={row.lastUpdated} />
      </td>
      {way !== undefined && (
        <td className="ways">
          {way && (
            <a className="way" href={way} target="_blank" rel="sponsored nofollow noopener">
              <span>{t('visit', { bookmaker: bookmaker.name })}</span>
            </a>
          )}
        </td>
      )}
    </tr>
  )
}

/** One bookmaker's price, net of its commission; below it what it was before that, or what it opened at. */
function Quoted({ row, outcome, href }: { row: ComparedRow; outcome: Outcome; href: string | null }) {
  const { t, i18n } = useTranslation('matches')
  const [price, net, opening] = [row[outcome], row.net[outcome], row.opening?.[outcome] ?? null]
  if (price === null || net === null) {
    return (
      <span className="price none">
        <b aria-hidden="true">–</b>
        <span className="sr-only">{t('no-price')}</span>
      </span>
    )
  }
  const isBest = row.bestOf.includes(outcome)
  const hasOpened = opening !== null && opening > 1 && opening !== price
  const moved = hasOpened ? (price > opening ? 'up' : 'down') : undefined
  const look = `price${isBest ? ' best' : ''}${row.leftOut ? ' closed' : ''}`
  const content = (
    <>
      <span className="sr-only">{t(`outcome.${outcome}`)}: </span>
      <b>{formatOdds(net, i18n.priceLanguage)}</b>
      {isBest && <span className="sr-only">, {t('best-price')}</span>}
      {net !== price ? (
        <small>{t('before-commission', { price: formatOdds(price, i18n.priceLanguage) })}</small>
      ) : (
        hasOpened && (
          <small className={moved}>
            <bdi aria-hidden="true">{formatOdds(opening, i18n.priceLanguage)}</bdi>
            <span className="sr-only">
              , {t('opening-price', { price: formatOdds(opening, i18n.priceLanguage) })}
            </span>
          </small>
        )
      )}
    </>
  )
  const title = hasOpened ? t('opening-price', { price: formatOdds(opening, i18n.priceLanguage) }) : undefined
  return href ? (
    <a className={look} href={href} title={title} target="_blank" rel="sponsored nofollow noopener">
      {content}
    </a>
  ) : (
    <span className={look} title={title}>
      {content}
    </span>
  )
}
