import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Link } from '#app/ui/link.tsx'
import { Name } from '#app/ui/name.tsx'
import { formatOdds } from '../formats.ts'
import type { Outcome } from '../rules.ts'
import type { BestPrice } from '../schema.ts'

export const SIGNS: Record<Outcome, string> = { home: '1', draw: 'X', away: '2' }

/** Where a price leads: to the bookmaker that quotes it, in a new tab, to a page of the site, or nowhere. */
export type PriceTarget = { out: string } | { to: string } | null

interface PriceCellProps {
  outcome: Outcome
  price: BestPrice | null
  target: PriceTarget
  /** With the outcome's sign above it, where no column heads it. */
  signed?: boolean
}

/** The best price of one outcome and who quotes it; a dash where nobody does. Its width never depends on the price. */
export function PriceCell({ outcome, price, target, signed = false }: PriceCellProps) {
  const { t, i18n } = useTranslation(['matches', 'common'])
  const label = t(`outcome.${outcome}`, { ns: 'matches' })
  const sign = signed && (
    <span aria-hidden="true" className="text-xs text-muted">
      {SIGNS[outcome]}
    </span>
  )
  if (!price) {
    return (
      <span className="price-cell text-muted">
        {sign}
        <span aria-hidden="true">–</span>
        <span className="sr-only">
          {t('price-of', { ns: 'matches', outcome: label, price: t('no-price', { ns: 'matches' }) })}
        </span>
      </span>
    )
  }
  const shown = formatOdds(price.price, i18n.priceLanguage)
  const spoken = price.bookmaker
    ? t('price-at', { ns: 'matches', outcome: label, price: shown, bookmaker: price.bookmaker })
    : t('price-of', { ns: 'matches', outcome: label, price: shown })
  const content = (
    <>
      <span className="sr-only">
        {spoken}
        {target && 'out' in target && ` (${t('new-tab', { ns: 'common' })})`}
      </span>
      {sign}
      <span aria-hidden="true" dir="ltr" className="price">
        {shown}
      </span>
      {price.bookmaker && (
        <span aria-hidden="true" className="contents">
          <Name className="price-by">{price.bookmaker}</Name>
        </span>
      )}
    </>
  )
  if (!target) return <span className="price-cell">{content}</span>
  return 'out' in target ? (
    <a href={target.out} target="_blank" rel="sponsored nofollow noopener" className="price-cell price-link">
      {content}
    </a>
  ) : (
    <Link to={target.to} className="price-cell price-link">
      {content}
    </Link>
  )
}
