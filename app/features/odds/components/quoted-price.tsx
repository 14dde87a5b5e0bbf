import { Star } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatOdds } from '../formats.ts'
import type { Outcome } from '../rules.ts'

interface QuotedPriceProps {
  outcome: Outcome
  price: number | null
  /** The price net of commission, by which it competes. */
  net: number | null
  /** Whether it counts: one that does not stays to be seen, faint. */
  counts: boolean
  bookmaker: string
  /** Whether no bookmaker offers more. */
  best: boolean
  href: string | null
  title: string | undefined
}

const BOX = 'relative flex min-h-11 w-full flex-col items-center justify-center rounded-md tabular-nums'

/**
 * One bookmaker's price; the best of its column stands out by a star and a border, not by colour alone. Of an exchange it
 * is the price net of commission, with the quoted one below.
 */
export function QuotedPrice(props: QuotedPriceProps) {
  const { outcome, price, net, counts, bookmaker, best, href, title } = props
  const { t, i18n } = useTranslation(['matches', 'common'])
  if (price === null || net === null) {
    return (
      <span className={`${BOX} text-muted`}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('no-price', { ns: 'matches' })}</span>
      </span>
    )
  }
  const shown = formatOdds(net, i18n.priceLanguage)
  const style = best
    ? 'border border-focus bg-card font-semibold text-accent'
    : counts
      ? 'text-heading'
      : 'text-muted'
  const gross = net !== price && (
    <span className="text-[0.6875rem] leading-tight font-normal text-muted">
      <span className="@max-2xl:sr-only">
        {t('before-commission', { ns: 'matches', price: formatOdds(price, i18n.priceLanguage) })}
      </span>
      <span aria-hidden="true" className="@2xl:hidden">
        ({formatOdds(price, i18n.priceLanguage)})
      </span>
    </span>
  )
  const star = best && (
    <Star aria-hidden="true" fill="currentColor" className="absolute end-1 top-1 size-2.5" />
  )
  const isBest = best && <span className="sr-only">, {t('best-price', { ns: 'matches' })}</span>
  if (!href) {
    return (
      <span title={title} className={`${BOX} ${style}`}>
        <bdi>{shown}</bdi>
        {isBest}
        {gross}
        {star}
      </span>
    )
  }
  const spoken = t('price-at', {
    ns: 'matches',
    outcome: t(`outcome.${outcome}`, { ns: 'matches' }),
    price: shown,
    bookmaker,
  })
  return (
    <a
      href={href}
      target="_blank"
      rel="sponsored nofollow noopener"
      title={title}
      className={`${BOX} ${style} hover:bg-card-hover`}
    >
      <span className="sr-only">{spoken}</span>
      <bdi aria-hidden="true">{shown}</bdi>
      {isBest}
      {gross}
      <span className="sr-only"> ({t('new-tab', { ns: 'common' })})</span>
      {star}
    </a>
  )
}
