import { usePlainOdds } from '#app/features/odds/components/odds.tsx'
import type { Outcome } from '#app/features/odds/rules.ts'
import type { BestPrice } from '#app/features/odds/schema.ts'
import { quotedDecimal } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatChange } from '#app/platform/numbers.ts'
import { BookmakerMark } from '#app/ui/marks.tsx'

export const SIGNS: Record<Outcome, string> = { home: '1', draw: 'X', away: '2' }

interface PriceProps {
  /** The outcome of the price; `sign` is its shortest form, shown above the price if no column heading shows it. */
  label: string
  sign?: string
  price: BestPrice | null
  /** The outbound link of the bookmaker; null if there is none, and then the price does not look like a button. */
  href: string | null
  /** No longer available: from before kick-off. */
  closed?: boolean
}

/** The best price of one outcome and its bookmaker; a dash if there is none. Its width does not depend on the price. */
export function Price({ label, sign, price, href, closed = false }: PriceProps) {
  const { t, i18n } = useTranslation('matches')
  const odds = usePlainOdds()
  if (!price) {
    return (
      <span className="price none">
        <span className="sr-only">
          {withColon(label, i18n.language)} {t('no-price')}
        </span>
        {sign && (
          <em aria-hidden="true" dir="auto">
            {sign}
          </em>
        )}
        <b aria-hidden="true">–</b>
      </span>
    )
  }
  const content = (
    <>
      <i>{withColon(label, i18n.language)} </i>
      {sign && (
        <em aria-hidden="true" dir="auto">
          {sign}
        </em>
      )}
      <b {...odds(price.shown ?? quotedDecimal(price.price))} />
      {price.moved !== undefined && !closed && (
        <span
          className={price.moved > 0 ? 'moved up' : 'moved down'}
          title={t('moved-since', { percent: formatChange(price.moved, i18n.language) })}
        >
          {formatChange(price.moved, i18n.language)}
        </span>
      )}
      {price.bookmaker && (
        <small>
          <BookmakerMark name={price.bookmaker} />
          <bdi>{price.bookmaker}</bdi>
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
