import { SHOWN_MARKETS, type ShownInList } from '#app/features/odds/list-market.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** What the prices of a list are of: the result, or the main line of its totals or handicaps. Each is an address. */
export function MarketSwitch({
  shown,
  hrefOf,
}: {
  shown: ShownInList | null
  hrefOf: (show: ShownInList | null) => string
}) {
  const { t } = useTranslation('matches')
  return (
    <nav aria-label={t('show')} className="market-switch">
      {[null, ...SHOWN_MARKETS].map((type) => (
        <a key={type} href={hrefOf(type)} data-swap aria-current={type === shown ? 'true' : undefined}>
          {type === null ? t('show.headline') : t(`market.${type}`)}
        </a>
      ))}
    </nav>
  )
}
