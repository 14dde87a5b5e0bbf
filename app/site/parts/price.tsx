import { formatOdds } from '#app/features/odds/formats.ts'
import type { Outcome } from '#app/features/odds/rules.ts'
import type { BestPrice } from '#app/features/odds/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { BookmakerMark } from '#app/ui/marks.tsx'

export const SIGNS: Record<Outcome, string> = { home: '1', draw: 'X', away: '2' }

interface PriceProps {
  outcome: Outcome
  price: BestPrice | null
  /** The way out to the bookmaker that quotes it; null where it leads nowhere, and then it looks like no button. */
  href: string | null
  /** No longer to be had: from before kick-off. */
  closed?: boolean
  /** With the outcome's sign above it, where no column heads it. */
  signed?: boolean
}

/** The best price of one outcome and who quotes it; a dash where nobody does. Its width never depends on the price. */
export function Price({ outcome, price, href, closed = false, signed = false }: PriceProps) {
  const { t, i18n } = useTranslation('matches')
  const label = t(`outcome.${outcome}`)
  if (!price) {
    return (
      <span className="price none">
        <span className="sr-only">
          {label}: {t('no-price')}
        </span>
        {signed && <em aria-hidden="true">{SIGNS[outcome]}</em>}
        <b aria-hidden="true">–</b>
      </span>
    )
  }
  const content = (
    <>
      <i>{label}: </i>
      {signed && <em aria-hidden="true">{SIGNS[outcome]}</em>}
      <b>{formatOdds(price.price, i18n.priceLanguage)}</b>
      {price.bookmaker && (
        <small>
          <BookmakerMark name={price.bookmaker} />
          <span>{price.bookmaker}</span>
        </small>
      )}
    </>
  )
  if (!href || closed) return <span className={closed ? 'price closed' : 'price'}>{content}</span>
  return (
    <a className="price" href={href} target="_blank" rel="sponsored nofollow noopener">
      {content}
    </a>
  )
}
