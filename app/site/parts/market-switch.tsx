import { SHOWN_MARKETS, type ShownInList } from '#app/features/odds/list-market.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { couponPath } from '#app/platform/paths.ts'

/** The market of a list's prices: the result, or the main line of totals or handicaps. Each has its own address. */
export function MarketSwitch({
  shown,
  hrefOf,
}: {
  shown: ShownInList | null
  hrefOf: (show: ShownInList | null) => string
}) {
  const { t, i18n } = useTranslation(['matches', 'common'])
  return (
    <nav aria-label={t('show')} className="market-switch">
      {[null, ...SHOWN_MARKETS].map((type) => (
        <a key={type} href={hrefOf(type)} data-swap aria-current={type === shown ? 'true' : undefined}>
          {type === null ? t('show.headline') : t(`market.${type}`)}
        </a>
      ))}
      <a href={couponPath(i18n.language)} data-coupon="">
        {t('coupon', { ns: 'common' })}
      </a>
    </nav>
  )
}
